// utf8proc without linking it: a text in plain ASCII needs none of it. It is loaded with the first other one. The
// functions are utf8proc's own, declared here, so that its headers are not needed.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Loads utf8proc, once for the whole process and from whichever thread comes first.
/// Returns NULL when it is ready, else the loader's own words on what stands in the way.
/// Nothing below may be called before it has returned NULL.
const char *_Nullable cutf8proc_load(void);

/// What it says it is.
const char *cutf8proc_version(void);

/// The options of normalization form C: stable, composed.
static const int cutf8proc_composing = 1 << 1 | 1 << 3;
/// The options of normalization form KC with folded case.
static const int cutf8proc_folding = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 10;

ptrdiff_t cutf8proc_decompose(
    const uint8_t *_Nullable text, ptrdiff_t length, int32_t *_Nullable buffer, ptrdiff_t size, int options);
ptrdiff_t cutf8proc_reencode(int32_t *_Nullable buffer, ptrdiff_t length, int options);
int cutf8proc_charwidth(int32_t point);
bool cutf8proc_is_unassigned(int32_t point);
/// Whether it is a letter of Hebrew, Arabic or another script that is written from right to left.
bool cutf8proc_is_right_to_left(int32_t point);

#pragma clang assume_nonnull end
