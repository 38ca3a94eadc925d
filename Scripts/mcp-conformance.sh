#!/bin/sh
# Tests `forage mcp` with the client of the package `mcp`, which is installed from PyPI in a virtual environment.
set -eu
cd "$(dirname "$0")/.."
program=$1
folder=.build-tools/mcp

Scripts/python.sh "$folder" mcp "mcp>=1.12,<3"
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
HOME=$home XDG_CONFIG_HOME=$home "$folder/bin/python" Scripts/mcp-conformance.py "$program"
