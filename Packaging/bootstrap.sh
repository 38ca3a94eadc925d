#!/bin/sh
# bootstrap.sh TARGET VERSION VARIANT PACKAGE…: makes a small Debian with mmdebstrap, as the archive or folder TARGET,
# from the machine's own apt sources and the packages in .build/package. The word `pictures` adds what the package
# forage recommends.
set -eu
cd "$(dirname "$0")/../.build/package"
target=$1 version=$2 variant=$3
shift 3

rm -rf repository
mkdir repository
cp ./*_"$version"_*.deb repository
(cd repository && dpkg-scanpackages --multiversion . >Packages 2>/dev/null)
names=
for name; do
    if [ "$name" = pictures ]; then
        name=$(dpkg-deb -f repository/forage_"$version"_*.deb Recommends | sed 's/([^)]*)//g; s/ //g')
    fi
    names="$names${names:+,}$name"
done
set --
[ -z "$names" ] || set -- "deb [trusted=yes] copy://$PWD/repository ./"
for sources in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
    [ -s "$sources" ] && grep -q '^deb\|^Types' "$sources" && set -- "$@" "$sources"
done
# Documentation is left out, as in other images.
mmdebstrap --quiet --variant="$variant" ${names:+--include="$names"} \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    ${names:+--customize-hook='rm -rf "$1"/etc/apt/sources.list.d/*'} \
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$target" "$@"
