// zlib without linking it: hardly any run unpacks something itself. It is loaded with the first packed file.
#pragma once

#include <zlib.h>

#pragma clang assume_nonnull begin

/// Loads zlib, once for the whole process and from whichever thread comes first.
/// Returns NULL when it is ready, else the loader's own words on what stands in the way.
/// Nothing below may be called before it has returned NULL.
const char *_Nullable czlib_load(void);

/// What it says it is.
const char *czlib_version(void);

/// Starts unpacking gzip, or what has the frame of zlib itself.
int czlib_inflate_start(z_streamp stream);
int czlib_inflate(z_streamp stream, int flush);
int czlib_inflate_end(z_streamp stream);

/// Starts packing as gzip.
int czlib_deflate_start(z_streamp stream, int level, int window);
/// How many bytes so many come to at most.
unsigned long czlib_deflate_bound(z_streamp stream, unsigned long count);
int czlib_deflate(z_streamp stream, int flush);
int czlib_deflate_end(z_streamp stream);

#pragma clang assume_nonnull end
