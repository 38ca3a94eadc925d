#!/bin/sh
# Tests the gallery's API against its OpenAPI description with schemathesis, and its metrics with the parser of
# prometheus_client. Both come from PyPI and are installed in a virtual environment.
set -eu
cd "$(dirname "$0")/.."
program=$1
folder=$PWD/.build-tools/api

Scripts/python.sh "$folder" schemathesis,prometheus_client "schemathesis>=4.32,<5" "prometheus_client>=0.20,<1"

home=$(mktemp -d)
: >"$home/output"
# In its own folder, because the API can change the configuration of the current one.
(cd "$home" && HOME=$home XDG_CONFIG_HOME=$home exec "$program" --sandbox serve >"$home/output") &
gallery=$!
trap 'kill "$gallery" 2>/dev/null || true; wait "$gallery" 2>/dev/null || true; rm -rf "$home"' EXIT

address=
for _ in $(seq 100); do
    address=$(sed -n 's/^forage-gallery listening on //p' "$home/output")
    [ -z "$address" ] || break
    sleep 0.1
done
[ -n "$address" ] || { echo "The gallery did not start." >&2; exit 1; }

# A schema cannot describe valid queries and cursors, so the gallery may refuse values that match the schema. Changes to
# the providers are left out, because all other requests depend on them.
# The files that schemathesis writes are removed with the folder.
(cd "$home" && HOME=$home "$folder/bin/schemathesis" run "${address}api/openapi.json" --seed 1 --max-time 45 \
    --max-examples 20 --exclude-path "/api/v1/providers/{id}" --checks all --exclude-checks positive_data_acceptance --generation-database none --no-color \
    --continue-on-failure --warnings off)

"$folder/bin/python" Scripts/metrics-conformance.py "$address"
