#!/bin/sh
# browser-tests.sh PROGRAM [FOLDER]: tests the gallery in Debian's Chromium with Selenium, which is installed from PyPI
# in a virtual environment. Screenshots are saved in the folder.
set -eu
cd "$(dirname "$0")/.."
program=$1
shots=${2:-.build-tools/browser/shots}
folder=.build-tools/browser/python

for needed in chromium chromedriver; do
    command -v "$needed" >/dev/null && continue
    echo "skipped: $needed is not installed (apt-get install chromium chromium-driver)"
    # In continuous integration a skipped test is a failure.
    [ -z "${CI:-}" ] && exit 0 || exit 1
done
Scripts/python.sh "$folder" selenium "selenium>=4.20,<5"
# Only its file axe.min.js is used, so its dependencies are not installed.
Scripts/python.sh "$folder" axe_playwright_python --no-deps "axe-playwright-python>=0.1.4,<1"
failed=0
for checks in gallery viewer languages delivery basket panel; do
    "$folder/bin/python" "Tests/Browser/$checks.py" "$program" --shots "$shots" || failed=1
done
exit $failed
