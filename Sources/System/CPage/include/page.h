// The files of the gallery's page, inside the program. Arrays of numbers in Swift would take minutes to compile.
#pragma once

#include <stddef.h>

#pragma clang assume_nonnull begin

struct page_file {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/// The file of this number, counted from 0; NULL behind the last.
const struct page_file *_Nullable page_file(size_t number);

#pragma clang assume_nonnull end
