#!/bin/sh
# release.sh VERSION [KEY]: checks that a release is ready, tags it, and builds what is published with it into
# .build/package. Publishes nothing.
set -eu
cd "$(dirname "$0")/.."
version=$1 key=${2:-}
refuse() {
    echo "release: $*" >&2
    exit 1
}
case $version in
*[!0-9.]* | '' | .* | *.) refuse "Name a version of three numbers: make release VERSION=1.2.3" ;;
*.*.*.*) refuse "A version has three numbers: make release VERSION=1.2.3" ;;
*.*.*) ;;
*) refuse "A version has three numbers: make release VERSION=1.2.3" ;;
esac
[ "$(Packaging/version.sh)" = "$version" ] ||
    refuse "Sources/Forage/Forage.swift has the version $(Packaging/version.sh); change it to $version."
grep -q "^## \[$version\] - [0-9-]*$" CHANGELOG.md ||
    refuse "CHANGELOG.md has no section \"## [$version] - DATE\"."
[ -z "$(git status --porcelain)" ] || refuse "The checkout has changes that are not committed."
! git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null || refuse "The tag v$version exists."
if [ -n "$key" ]; then
    gpg --list-secret-keys "$key" >/dev/null 2>&1 || refuse "gpg has no secret key \"$key\"."
fi
# The public surface is compared with the last release that has the same first number.
previous=$(git describe --tags --abbrev=0 --match "v${version%%.*}.*" 2>/dev/null || true)

make lint
make test
if [ -n "$previous" ]; then
    swift package diagnose-api-breaking-changes "$previous" --products Forage ||
        refuse "The library's public surface has broken since $previous: see docs/versions.md."
fi
rm -rf .build/package
make image package-check
cd .build/package
for file in LICENSE CHANGELOG.md; do cp "../../$file" .; done
rm -rf repository root ./*0.8.999*
# shellcheck disable=SC2046
../../Packaging/sums.sh "$key" $(ls ./*.deb ./*.tar.xz ./*.spdx.json ./*-image.tar 2>/dev/null)
cd ../..
if [ -n "$key" ]; then
    git tag --sign --local-user "$key" --message "Forage $version" "v$version"
else
    git tag --annotate --message "Forage $version" "v$version"
fi
echo "Tagged v$version. To publish it: git push origin v$version, and upload .build/package/*."
