// utf8proc without linking it: a text in plain ASCII needs none of it. It is loaded with the first other one.
#pragma once

#include <utf8proc.h>

#pragma clang assume_nonnull begin

/// Loads utf8proc, once for the whole process and from whichever thread comes first.
/// Returns NULL when it is ready, else the loader's own words on what stands in the way.
/// Nothing below may be called before it has returned NULL.
const char *_Nullable cutf8proc_load(void);

/// What it says it is.
const char *cutf8proc_version(void);

utf8proc_ssize_t cutf8proc_decompose(
    const utf8proc_uint8_t *_Nullable text, utf8proc_ssize_t length, utf8proc_int32_t *_Nullable buffer,
    utf8proc_ssize_t size, utf8proc_option_t options
);
utf8proc_ssize_t cutf8proc_reencode(
    utf8proc_int32_t *_Nullable buffer, utf8proc_ssize_t length, utf8proc_option_t options
);
int cutf8proc_charwidth(utf8proc_int32_t point);
utf8proc_category_t cutf8proc_category(utf8proc_int32_t point);
const utf8proc_property_t *cutf8proc_get_property(utf8proc_int32_t point);

#pragma clang assume_nonnull end
