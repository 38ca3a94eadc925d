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

/// Starts unpacking gzip.
int czlib_inflate_start(z_streamp stream);
int czlib_inflate(z_streamp stream, int flush);
int czlib_inflate_end(z_streamp stream);

#pragma clang assume_nonnull end
