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
Scripts/python.sh "$folder" selenium "selenium>=4.20,<5"
# Only for the axe.min.js that it carries; what it would stand on is not needed.
Scripts/python.sh "$folder" axe_playwright_python --no-deps "axe-playwright-python>=0.1.4,<1"
failed=0
for checks in gallery viewer; do
    "$folder/bin/python" "Tests/Browser/$checks.py" "$program" --shots "$shots" || failed=1
done
exit $failed
