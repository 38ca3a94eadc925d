#pragma once
// Debian keeps the header in a folder of its own, Homebrew among all others.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif
