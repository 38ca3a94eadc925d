#pragma once
#include <zlib.h>

/// A macro in zlib. 16 more than the greatest window asks for the frame of gzip.
static inline int czlib_inflate_start(z_streamp stream) {
    return inflateInit2(stream, 16 + MAX_WBITS);
}
