#!/bin/sh
# tarball.sh [KEY]: packs the optimized programs for any Linux with glibc, with a bill of materials and check sums,
# which gpg signs with the key if one is named. Two builds of the same commit give the same bytes.
set -eu
cd "$(dirname "$0")/.."
: "${SOURCE_DATE_EPOCH:?is not set: run this through make}"
if [ "$(uname -s)" != Linux ]; then
    echo "The archive is for Linux: run this there." >&2
    exit 1
fi
name=forage-$(Packaging/version.sh)-linux-$(uname -m)
folder=$PWD/.build/package
rm -rf "${folder:?}/$name"
mkdir -p "$folder/$name"
make --no-print-directory install DESTDIR="$folder/$name" PREFIX= >/dev/null
install -m 644 LICENSE README.md CHANGELOG.md "$folder/$name"
Packaging/sbom.py "$folder/$name" >"$folder/$name.spdx.json"

cd "$folder"
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --mode=u=rwX,go=rX --format=gnu \
    -cf - "$name" | xz -3 -T1 >"$name.tar.xz"
rm -rf "$name"
"$OLDPWD/Packaging/sums.sh" "${1:-}" "$name.tar.xz" "$name.spdx.json"
