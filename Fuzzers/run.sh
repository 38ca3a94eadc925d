#!/bin/sh
# Fuzzes every parser for the given number of seconds, each with its own seed corpus; with a second number
# chance is the same each time, so that a check of one change does not fail for luck.
# What it finds beyond the seeds stays in .build-fuzzing; what crashes is printed and kept there.
set -eu
cd "$(dirname "$0")/.."

seconds=${1:-60}
seed=${2:-0}
# Swift's own report of a crash would hide the input that led to it.
export SWIFT_BACKTRACE=enable=no
# Swift's hashes have a chance of their own.
[ "$seed" = 0 ] || export SWIFT_DETERMINISTIC_HASHING=1
build=.build-fuzzing
for fuzzer in Fuzzers/*Fuzzer; do
    name=$(basename "$fuzzer")
    mkdir -p "$build/corpus/$name"
    # Quiet unless it fails.
    FORAGE_FUZZING=1 swift build -c release --scratch-path "$build" --sanitize=fuzzer --product "$name" \
        >"$build/build.log" 2>&1 || { cat "$build/build.log" >&2; exit 1; }
    echo "Fuzzing with $name for $seconds s"
    log="$build/$name.log"
    if ! "$build/release/$name" -max_total_time="$seconds" -seed="$seed" -max_len=4096 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$build/" "$build/corpus/$name" "$fuzzer/Corpus" >"$log" 2>&1; then
        tail -n 40 "$log" >&2
        echo "$name found a fault; the input is in $build." >&2
        exit 1
    fi
    grep -E 'number_of_executed_units|peak_rss_mb' "$log"
done
