#!/bin/sh
# Builds the Debian packages in .build/package from the optimized programs. DEB_VERSION gives them another version.
set -eu
cd "$(dirname "$0")/.."
: "${SOURCE_DATE_EPOCH:?is not set: run this through make}"
version=${DEB_VERSION:-$(Packaging/version.sh)}
folder=$PWD/.build/package
mkdir -p "$folder"
rm -rf "$folder/forage-$version"
mkdir "$folder/forage-$version"
cp -R Packaging/debian "$folder/forage-$version/debian"
cd "$folder/forage-$version"
cat >debian/changelog <<END
forage ($version) unstable; urgency=medium

  * The changes are in changelog.gz.

 -- Forage developers <maintainers@forage.example>  $(date -Ru -d "@$SOURCE_DATE_EPOCH")
END
# Build-Depends are those of Debian; setup.sh has checked them, and Swift is not from Debian.
SOURCE=$OLDPWD dpkg-buildpackage --build=binary --no-sign --no-check-builddeps >../dpkg-buildpackage.log 2>&1 || {
    tail -n 40 ../dpkg-buildpackage.log >&2
    exit 1
}
cd ..
rm -rf "forage-$version"
ls -l ./*_"$version"_*.deb
