#!/bin/sh
# Builds the documentation of the public library with DocC; a broken link is an error.
# Arguments are build flags; with those of the tests, nothing is built twice.
set -eu
cd "$(dirname "$0")/.."

# dump-symbol-graph prints long errors about the generated module of the tests, which it cannot read.
mkdir -p .build
graphs=$(swift package "$@" dump-symbol-graph --minimum-access-level public 2>.build/docs.log | sed -n 's/^Files written to //p')
if [ -z "$graphs" ]; then
    cat .build/docs.log >&2
    exit 1
fi
rm -rf .build/docs .build/docs-graphs
mkdir -p .build/docs-graphs
cp "$graphs"/Forage.symbols.json "$graphs"/ForageCore*.symbols.json "$graphs"/ForageSearch*.symbols.json "$graphs"/ForageConformance*.symbols.json "$graphs"/Markup.symbols.json .build/docs-graphs
docc convert Sources/ForageCore/ForageCore.docc --additional-symbol-graph-dir .build/docs-graphs \
    --fallback-display-name Forage --fallback-bundle-identifier forage \
    --transform-for-static-hosting --warnings-as-errors --output-path .build/docs
echo "The documentation is in .build/docs; to view it: python3 -m http.server --directory .build/docs"
