// How every C library here is loaded: once, when it is first needed, with the reason kept where it cannot be.
//
// A file that includes this names its LIBRARY before, and defines `load`, which LOADED_ONCE calls.
#pragma once

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static char failure[512];

static void fail(const char *words) {
    snprintf(failure, sizeof failure, "%s", words ? words : LIBRARY " cannot be used");
}

static void *open_library(void) { return dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL); }

/// Defines a function that says why the library cannot be used; nothing if it can.
#define LOADED_ONCE(name)                                                                                   \
    const char *name(void) {                                                                                \
        static pthread_once_t once = PTHREAD_ONCE_INIT;                                                     \
        pthread_once(&once, load);                                                                          \
        return failure[0] ? failure : NULL;                                                                 \
    }
