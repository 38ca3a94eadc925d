#!/bin/sh
# Holds `forage mcp` to the client of the package `mcp` from PyPI, in an environment of Python's that is made here.
set -eu
cd "$(dirname "$0")/.."
program=$1
folder=.build-tools/mcp

if [ ! -x "$folder/bin/python" ] || ! "$folder/bin/python" -c 'import mcp' 2>/dev/null; then
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check "mcp>=1.12,<3"
fi
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
HOME=$home XDG_CONFIG_HOME=$home "$folder/bin/python" Scripts/mcp-conformance.py "$program"
