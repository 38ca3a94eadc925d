#!/bin/sh
# Builds the documentation of the public library with DocC; a broken link is an error.
# Arguments are build flags; with those of the tests, nothing is built twice.
set -eu
cd "$(dirname "$0")/.."

mkdir -p .build
for target in Forage ForageConformance; do
    swift build "$@" --target "$target" >.build/docs.log 2>&1 || {
        cat .build/docs.log >&2
        exit 1
    }
done
products=$(swift build "$@" --show-bin-path)
rm -rf .build/docs .build/docs-graphs
mkdir -p .build/docs-graphs
# `swift package dump-symbol-graph` would fetch the packages of all traits.
set -- -target "$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)".*/\1/p' | head -n 1)" -I "$products/Modules"
[ "$(uname -s)" != Darwin ] || set -- "$@" -sdk "$(xcrun --show-sdk-path)"
for map in "$products"/C*.build/module.modulemap Sources/System/*/module.modulemap Sources/System/*/include/module.modulemap; do
    set -- "$@" -Xcc "-fmodule-map-file=$map"
done
for headers in Sources/System/*/include; do set -- "$@" -Xcc "-I$headers"; done
for module in Forage ForageCore ForageSearch ForageConformance Markup; do
    swift symbolgraph-extract -module-name "$module" "$@" -minimum-access-level public -output-dir .build/docs-graphs
done
docc convert Sources/ForageCore/ForageCore.docc --additional-symbol-graph-dir .build/docs-graphs \
    --fallback-display-name Forage --fallback-bundle-identifier forage \
    --transform-for-static-hosting --warnings-as-errors --output-path .build/docs
echo "The documentation is in .build/docs; to view it: python3 -m http.server --directory .build/docs"
