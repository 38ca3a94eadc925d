#!/bin/sh
# python.sh FOLDER MODULES PIP-ARGUMENTS…: creates a virtual environment of Python in the folder, unless it exists. If
# one of the modules (separated by commas) is missing, runs `pip install` with the arguments.
set -eu
folder=$1 modules=$2
shift 2

"$folder/bin/python" -c "import $modules" 2>/dev/null && exit 0
if ! "$folder/bin/python" -m pip --version >/dev/null 2>&1; then
    rm -rf "$folder"
    python3 -m venv "$folder"
fi
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
