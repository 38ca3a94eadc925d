#!/bin/sh
# sums.sh KEY FILE…: writes SHA256SUMS, and SHA256SUMS.asc if the key is not empty.
set -eu
key=$1
shift
sha256sum "$@" | tee SHA256SUMS
rm -f SHA256SUMS.asc
if [ -n "$key" ]; then
    gpg --batch --yes --local-user "$key" --armor --detach-sign SHA256SUMS
else
    echo "Not signed: name a key with KEY=…" >&2
fi
