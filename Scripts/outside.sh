#!/bin/sh
# Builds and tests a provider in a package of its own. The library needs no headers but those of libcurl, libxml2 and
# SQLite; where it may, this hides all others to prove it.
set -eu
cd "$(dirname "$0")/.."
hide='
for path in chafa cmark.h cmark_version.h microhttpd.h openssl postgresql utf8proc.h vips zlib.h; do
    [ ! -d "/usr/include/$path" ] || mount -t tmpfs none "/usr/include/$path"
    [ ! -f "/usr/include/$path" ] || mount --bind /dev/null "/usr/include/$path"
done
exec "$@"'
if [ "$(id -u)" = 0 ] && unshare --mount true 2>/dev/null; then
    set -- unshare --mount sh -euc "$hide" _
else
    set --
    echo "The headers of other libraries are not hidden: that needs root." >&2
fi
exec "$@" swift test --package-path Tests/Outside --scratch-path .build-outside --disable-xctest
