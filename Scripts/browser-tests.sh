#!/bin/sh
# Looks at the gallery in Debian's Chromium, driven by Selenium from PyPI in an environment of Python's that is made here.
# browser-tests.sh PROGRAM [FOLDER]: pictures of the page are kept in the folder.
set -eu
cd "$(dirname "$0")/.."
program=$1
shots=${2:-.build-tools/browser/shots}
folder=.build-tools/browser/python

for needed in chromium chromedriver; do
    command -v "$needed" >/dev/null && continue
    echo "skipped: $needed is not installed (apt-get install chromium chromium-driver)"
    # Where everything is required to run, a check that was skipped is one that failed.
    [ -z "${CI:-}" ] && exit 0 || exit 1
done
if [ ! -x "$folder/bin/python" ] || ! "$folder/bin/python" -c 'import selenium' 2>/dev/null; then
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check "selenium>=4.20,<5"
    # Only for the axe.min.js that it carries; what it would stand on is not needed.
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "axe-playwright-python>=0.1.4,<1"
fi
"$folder/bin/python" Tests/Browser/gallery.py "$program" --shots "$shots"
