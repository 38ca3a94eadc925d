#!/bin/sh
# Builds the archive of the current commit twice, in two folders, and compares the bytes. Takes two release builds.
set -eu
cd "$(dirname "$0")/.."
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Both are cloned now, because a commit may follow while the first is built.
for folder in one other/deeper; do
    git clone --quiet . "$work/$folder"
done
for folder in one other/deeper; do
    make --no-print-directory -C "$work/$folder" tarball >"$work/log" 2>&1 || {
        tail -n 20 "$work/log" >&2
        exit 1
    }
done
cd "$work"
cat one/.build/package/SHA256SUMS
cmp one/.build/package/SHA256SUMS other/deeper/.build/package/SHA256SUMS && echo "Both builds have the same bytes."
