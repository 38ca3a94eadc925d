#!/bin/sh
# python.sh FOLDER MODULES PACKAGES…: an environment of Python's, made in the folder when it is not there; packages are
# installed from PyPI, with the words given to pip, when one of the modules (with commas between) is missing.
set -eu
folder=$1 modules=$2
shift 2

"$folder/bin/python" -c "import $modules" 2>/dev/null && exit 0
if ! "$folder/bin/python" -m pip --version >/dev/null 2>&1; then
    rm -rf "$folder"
    python3 -m venv "$folder"
fi
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
