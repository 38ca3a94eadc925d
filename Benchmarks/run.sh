#!/bin/sh
# Measures Forage side by side with what a person would use instead, and prints the ratios.
# Every figure is of this machine, in this run; only the ratios mean something.
set -eu
cd "$(dirname "$0")/.."

# As the programs themselves are built, so that they share what is built.
: "${RELEASE_FLAGS:?is not set: run this through make bench}"
tools=.build/release
for tool in JSONBenchmark DecodingBenchmark NetworkBenchmark SVGBenchmark CacheBenchmark ItemBenchmark SearchBenchmark DefinitionBenchmark FusionBenchmark; do
    # shellcheck disable=SC2086
    FORAGE_DEVELOPING=1 swift build $RELEASE_FLAGS --product "$tool" >&2
done

"$tools/JSONBenchmark" "$@"
"$tools/DecodingBenchmark" "$@"
"$tools/NetworkBenchmark" "$@"
"$tools/SVGBenchmark" "$@"
"$tools/CacheBenchmark" "$@"
"$tools/ItemBenchmark" "$@"
"$tools/FusionBenchmark" "$@"
Benchmarks/processes.py "$@"
Benchmarks/recorded.py "$@"
Benchmarks/pictures.py "$@"
Benchmarks/first_line.py "$@"
Benchmarks/definitions.py "$@"
Benchmarks/files.py "$@"
Benchmarks/gallery.py "$@"
Benchmarks/team.py "$@"
