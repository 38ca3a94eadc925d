#!/bin/sh
# Builds a container image of the gallery from the Debian packages and Debian's own, without any other image:
# .build/package/forage-VERSION-image.tar, for `docker load` and `podman load`. Uses the machine's own apt sources.
set -eu
cd "$(dirname "$0")/.."
: "${SOURCE_DATE_EPOCH:?is not set: run this through make}"
version=$(Packaging/version.sh)
if ! command -v buildah >/dev/null || ! command -v mmdebstrap >/dev/null; then
    echo "SKIPPED: the image needs buildah and mmdebstrap (Scripts/setup.sh package installs them)." >&2
    exit 0
fi
folder=$PWD/.build/package
root=$folder/image-root.tar image=forage:$version
# Several galleries share a database (docs/examples/team).
Packaging/bootstrap.sh "$root" "$version" essential forage-gallery libpq5 pictures systemd-standalone-sysusers

# chroot and vfs work in containers, too.
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
work=$(buildah from --format docker scratch)
buildah add --quiet "$work" "$root" / >/dev/null
buildah run "$work" -- install -d -o forage -g forage /var/lib/forage /var/cache/forage
buildah config --user forage --workingdir /var/lib/forage --port 8080 \
    --env HOME=/var/lib/forage --env XDG_CONFIG_HOME=/etc --env XDG_CACHE_HOME=/var/cache \
    --env XDG_STATE_HOME=/var/lib \
    --volume /var/lib/forage --volume /var/cache/forage \
    --label org.opencontainers.image.title=Forage --label org.opencontainers.image.version="$version" \
    --label org.opencontainers.image.licenses=MIT \
    --healthcheck "CMD /usr/share/forage-gallery/health 8080" --healthcheck-interval 30s \
    --entrypoint '["/usr/bin/forage"]' \
    --cmd "serve --host 0.0.0.0 --port 8080 --token" "$work"
rm -f "$folder/forage-$version-image.tar"
buildah commit --quiet --format docker --rm --timestamp "$SOURCE_DATE_EPOCH" "$work" "$image" >/dev/null
buildah push --quiet "$image" "docker-archive:$folder/forage-$version-image.tar:$image"
rm "$root"
size=$(gzip -c "$folder/forage-$version-image.tar" | wc -c)
echo "forage-$version-image.tar: $((size / 1000000)) MB compressed"
