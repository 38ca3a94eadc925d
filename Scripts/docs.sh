#!/bin/sh
# Builds the documentation of the public library with DocC; a broken link is an error.
set -eu
cd "$(dirname "$0")/.."

graphs=.build/symbol-graphs
rm -rf "$graphs" .build/docs
mkdir -p "$graphs"
swift build --target Forage -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$PWD/$graphs" >&2
find "$graphs" -type f ! -name 'Forage*.json' -delete
docc convert Sources/ForageCore/ForageCore.docc --additional-symbol-graph-dir "$graphs" \
    --fallback-display-name Forage --fallback-bundle-identifier forage \
    --transform-for-static-hosting --warnings-as-errors --output-path .build/docs
echo "The documentation is in .build/docs; open it with: python3 -m http.server --directory .build/docs"
