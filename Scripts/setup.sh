#!/bin/sh
# setup.sh [library | demo | bench | python | browser | postgresql | package]: installs missing C libraries; quick and silent if none is missing.
# library installs what the product Forage needs. demo leaves out the libraries for pictures, which are twice as large
# as all others; the others add what the benchmarks, the scripts in Python, the browser tests, the tests of a shared
# store and packages need.
set -eu

debian="libcmark-dev libcurl4-openssl-dev libmicrohttpd-dev libpq-dev libsqlite3-dev libssl-dev libutf8proc-dev libxml2-dev pkg-config zlib1g-dev"
homebrew="cmark curl libmicrohttpd libpq libxml2 openssl@3 pkgconf sqlite utf8proc zlib"
debian_pictures="libchafa-dev libvips-dev"
homebrew_pictures="chafa vips"
case "${1:-}" in
"")
    debian="$debian $debian_pictures"
    homebrew="$homebrew $homebrew_pictures"
    ;;
library)
    debian="libcurl4-openssl-dev libsqlite3-dev libxml2-dev"
    homebrew="curl libxml2 sqlite"
    ;;
demo) ;;
bench)
    debian="$debian $debian_pictures curl hyperfine librsvg2-bin libvips-tools nginx-light postgresql wrk python3 python3-venv sqlite3"
    homebrew="$homebrew $homebrew_pictures hyperfine librsvg nginx wrk"
    ;;
python) debian="$debian python3 python3-venv" ;;
postgresql)
    # The tests start a server of their own, so the package need not start one.
    debian="$debian $debian_pictures faketime pgbouncer postgresql"
    homebrew="$homebrew $homebrew_pictures pgbouncer postgresql"
    ;;
package)
    debian="$debian $debian_pictures binutils buildah crun debhelper dpkg-dev gnupg lintian mandoc mmdebstrap python3 systemd xz-utils"
    homebrew="$homebrew $homebrew_pictures gnupg xz"
    ;;
browser)
    debian="$debian $debian_pictures chromium chromium-driver python3 python3-venv"
    homebrew="$homebrew $homebrew_pictures chromedriver"
    ;;
*)
    echo "setup.sh: unknown argument \"$1\"; choose one of: library, demo, bench, python, browser, postgresql, package." >&2
    exit 64
    ;;
esac

need_swift() {
    if ! command -v swift >/dev/null 2>&1; then
        echo "Forage needs Swift 6.3 or later: https://www.swift.org/install" >&2
        exit 1
    fi
}

missing_on_debian() {
    for package in $debian; do
        status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$status" = installed ] || printf '%s ' "$package"
    done
}

missing_on_macos() {
    for formula in $homebrew; do
        brew list --versions "$formula" >/dev/null 2>&1 || printf '%s ' "$formula"
    done
}

install_on_debian() {
    run=
    [ "$(id -u)" = 0 ] || run="sudo -n"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086
    if ! { $run apt-get update -qq && $run apt-get install -y -qq --no-install-recommends $1 >/dev/null; }; then
        echo "Some libraries are missing and could not be installed. Run this command, then try again:" >&2
        echo "  sudo apt-get update && sudo apt-get install $1" >&2
        exit 1
    fi
}

need_swift
if command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1; then
    missing=$(missing_on_debian)
    if [ -n "$missing" ]; then
        echo "Installing $missing" >&2
        install_on_debian "$missing"
    fi
elif command -v brew >/dev/null 2>&1; then
    missing=$(missing_on_macos)
    if [ -n "$missing" ]; then
        echo "Installing $missing" >&2
        # shellcheck disable=SC2086
        brew install --quiet $missing
    fi
elif ! pkg-config --exists libcmark libcrypto libcurl libmicrohttpd libpq libutf8proc libxml-2.0 sqlite3 zlib 2>/dev/null; then
    echo "Forage needs the development files of cmark, libcrypto, libcurl, libmicrohttpd, libpq, libxml2, SQLite, utf8proc and zlib, and pkg-config;" >&2
    echo "for pictures, also those of libvips and libchafa." >&2
    echo "Install them with this system's package manager, then try again." >&2
    exit 1
fi

# The tools that the benchmarks of SVG sizes and of the cache compare with; without them these results are left out.
if [ "${1:-}" = bench ]; then
    Scripts/python.sh .build-tools/python gallery_dl,hishel,httpx,imagesize gallery-dl hishel httpx imagesize ||
        echo "gallery-dl, hishel and imagesize could not be installed, so not all comparisons (files, cache, SVG folder) will run." >&2
fi
