#pragma once

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

// OpenSSL tidies up when the program exits, and takes away what other threads are still using: a search that was given
// up may be opening a connection. To be asked of it before anything else is, of the library or of one that stands on it.
static inline void keep_openssl_until_the_end(void *library) {
    const uint64_t no_exit_handler = 0x00080000;
    int (*initialise)(uint64_t, const void *) = (int (*)(uint64_t, const void *))dlsym(library, "OPENSSL_init_crypto");
    if (initialise) initialise(no_exit_handler, NULL);
}
