#!/bin/sh
# check.sh [--short]: tries the Debian packages and the archive as a person would, in a fresh small Debian, and prints
# sizes and times. --short only installs and removes the package forage, and leaves out the archive and the image.
# Parts for which a tool or a right is missing are skipped, and say so.
set -eu
cd "$(dirname "$0")/.."
short=${1:-}
version=$(Packaging/version.sh)
earlier=0.8.999
folder=$PWD/.build/package
root=$folder/root

skip() { printf 'SKIPPED: %s\n' "$*"; }
say() { printf '%-42s %s\n' "$1" "$2"; }
fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}
milliseconds() { echo $(($(date +%s%N) / 1000000)); }
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
forage() { inside forage "$@"; }
tidy() {
    for place in proc dev; do mountpoint -q "$root/$place" && umount "$root/$place"; done
    rm -rf "$root"
}

lintian --fail-on error --tag-display-limit 0 "$folder"/*_"$version"_*.deb >"$folder/lintian.log" 2>&1 ||
    fail "lintian: $(cat "$folder/lintian.log")"
say "lintian" "no errors, $(grep -c '^W:' "$folder/lintian.log" || true) warnings"

if [ -z "$short" ]; then
    archive=$folder/forage-$version-linux-$(uname -m).tar.xz
    (cd "$folder" && sha256sum --quiet --check SHA256SUMS)
    unpacked=$(mktemp -d)
    tar -xf "$archive" -C "$unpacked"
    XDG_CACHE_HOME=$unpacked XDG_CONFIG_HOME=$unpacked XDG_STATE_HOME=$unpacked \
        "$unpacked"/forage-*/bin/forage --sandbox search owl --limit 3 >/dev/null || fail "the archive's programs"
    mandoc -T lint "$unpacked"/forage-*/share/man/man*/* || fail "the manual"
    say "archive" "$(($(stat -c %s "$archive") / 1000000)) MB"
    rm -rf "$unpacked"
fi

if [ "$(id -u)" != 0 ] || ! command -v mmdebstrap >/dev/null || ! unshare --mount true 2>/dev/null; then
    skip "the fresh Debian: it needs root, the right to mount, and mmdebstrap (Scripts/setup.sh package installs it)"
    exit 0
fi
[ -n "$short" ] || DEB_VERSION=$earlier Packaging/deb.sh >/dev/null
trap tidy EXIT
tidy
Packaging/bootstrap.sh "$root" "$version" minbase
mount --bind /dev "$root/dev"
mount -t proc proc "$root/proc"
mkdir "$root/packages"
cp "$folder"/*_"$version"_*.deb "$root/packages"
[ -n "$short" ] || cp "$folder"/*_"$earlier"_*.deb "$root/packages"
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod +x "$root/usr/sbin/policy-rc.d"
[ -e /etc/resolv.conf ] && cp /etc/resolv.conf "$root/etc/resolv.conf"
inside apt-get update -qq
install() { inside sh -c 'apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1' _ "$@"; }

if [ -n "$short" ]; then
    install "/packages/forage_${version}_$(dpkg --print-architecture).deb" || fail "installing"
    forage --sandbox search owl --limit 3 | grep -q . || fail "the first search"
    inside apt-get purge -y -qq forage >/dev/null 2>&1 || fail "removing"
    [ ! -e "$root/usr/bin/forage" ] || fail "removing left a program"
    say "the package in a fresh Debian" "installs, searches and is removed"
    tidy
    exit 0
fi

# The earlier version, with something to lose.
install "/packages/forage_${earlier}_$(dpkg --print-architecture).deb" || fail "installing the earlier version"
forage config set defaults.limit 7 >/dev/null
forage cache stats >/dev/null
printf '{ "unsplash": { "accessKey": "made-up" } }\n' >"$root/root/.config/forage/credentials.json"
chmod 600 "$root/root/.config/forage/credentials.json"
forage watch add owls 'barn owl' >/dev/null
forage --sandbox search owl >/dev/null
kept() { (cd "$root/root" && find .config .local .cache -type f -name '*.json' -o -type f -name '*key*' | sort | xargs sha256sum); }
before=$(kept)
size() { du -smx "$root" | cut -f 1; }
inside apt-get purge -y -qq --auto-remove forage >/dev/null 2>&1
inside apt-get clean

start=$(milliseconds) megabytes=$(size)
install "/packages/forage_${version}_$(dpkg --print-architecture).deb" || fail "installing"
forage --sandbox search owl --limit 3 | grep -q . || fail "the first search"
say "apt install to the first result" "$(($(milliseconds) - start)) ms"
say "installed, with libraries" "$(($(size) - megabytes)) MB"
say "installed, forage alone" "$(($(inside dpkg-query -W -f '${Installed-Size}' forage) / 1000)) MB"
inside apt-get install -y -qq $(dpkg-deb -f "$folder/forage_${version}_$(dpkg --print-architecture).deb" Recommends |
    sed 's/([^)]*)//g; s/,//g') --no-install-recommends >/dev/null 2>&1 || fail "installing what is recommended"
say "installed, with what is recommended" "$(($(size) - megabytes)) MB"
forage doctor >"$folder/doctor.log" || fail "forage doctor: $(cat "$folder/doctor.log")"
inside sh -c '. /usr/share/bash-completion/completions/forage && complete -p forage' >/dev/null 2>&1 ||
    inside bash -c '. /usr/share/bash-completion/completions/forage && complete -p forage' >/dev/null || fail completion
say "forage doctor" "nothing failed"

inside dpkg --purge forage >/dev/null 2>&1
install "/packages/forage_${earlier}_$(dpkg --print-architecture).deb" || fail "installing the earlier version again"
install "/packages/forage_${version}_$(dpkg --print-architecture).deb" \
    "/packages/forage-gallery_${version}_$(dpkg --print-architecture).deb" || fail "upgrading"
[ "$(kept)" = "$before" ] || fail "the upgrade changed settings, keys or state"
forage watch list | grep -q owls || fail "the upgrade lost the saved searches"
[ "$(forage config get defaults.limit)" = 7 ] || fail "the upgrade lost settings"
say "upgrade from $earlier" "cache, state and keys are the same"

# An upgrade that was cut off in the middle is completed by the next one.
inside dpkg --unpack "/packages/forage_${version}_$(dpkg --print-architecture).deb" >/dev/null 2>&1
forage --version >/dev/null || fail "the program of an upgrade that was cut off"
inside dpkg --configure --pending >/dev/null 2>&1 || fail "completing an upgrade"

units=$root/lib/systemd/system
[ -e "$units/forage-gallery.service" ] || units=$root/usr/lib/systemd/system
exposure=$(systemd-analyze security --offline=yes "$units/forage-gallery.service" --no-pager |
    sed -n 's/.*Overall exposure level for [^:]*: \([0-9.]*\).*/\1/p')
[ "$(echo "$exposure" | tr -d .)" -le 25 ] || fail "the exposure of the unit is $exposure"
say "systemd-analyze security" "$exposure"
[ "$(stat -c '%U %a' "$root/etc/forage/token" 2>/dev/null | cut -d ' ' -f 2)" = 600 ] || fail "the token"

# The service's own command, with its socket and as its user, as systemd would run it.
Packaging/socket-check.py "$root" || fail "the gallery on the socket"
say "gallery on a socket" "answers as the user forage"

inside apt-get remove -y -qq forage forage-gallery >/dev/null 2>&1 || fail "removing"
[ -e "$root/etc/forage/token" ] || fail "removing lost the token"
inside apt-get purge -y -qq forage forage-gallery >/dev/null 2>&1 || fail "purging"
[ ! -e "$root/etc/forage/token" ] || fail "purging left the token"
[ ! -e "$root/usr/bin/forage" ] || fail "removing left a program"
[ "$(kept)" = "$before" ] || fail "removing changed a person's files"
say "removal" "a person's files are the same"
tidy

image=$folder/forage-$version-image.tar
if [ -e "$image" ]; then Packaging/image-check.sh "$image"; else skip "the image: make image builds it"; fi
