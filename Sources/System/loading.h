// How every C library here is loaded: once, when it is first needed, with the reason kept where it cannot be.
//
// A file that includes this names its LIBRARY before, and defines `load`, which LOADED_ONCE calls. A library whose file
// has another name with each version has all of them in NAMES.
#pragma once

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#ifndef NAMES
#define NAMES LIBRARY
#endif

static char failure[512];

static void fail(const char *words) {
    snprintf(failure, sizeof failure, "%s", words ? words : LIBRARY " cannot be used");
}

static void *open_library(void) {
    static const char *const names[] = {NAMES};
    static const char *const folders[] = {
        "",
#ifdef __APPLE__
        // The loader does not look into the folders of Homebrew.
        "/opt/homebrew/lib/",
        "/opt/homebrew/opt/libpq/lib/",
        "/opt/homebrew/opt/openssl@3/lib/",
#endif
    };
    for (size_t folder = 0; folder < sizeof folders / sizeof *folders; folder++)
        for (size_t name = 0; name < sizeof names / sizeof *names; name++) {
            char path[256];
            snprintf(path, sizeof path, "%s%s", folders[folder], names[name]);
            void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
            if (library) return library;
        }
    return NULL;
}

/// Defines a function that says why the library cannot be used; nothing if it can.
#define LOADED_ONCE(name)                                                                                   \
    const char *name(void) {                                                                                \
        static pthread_once_t once = PTHREAD_ONCE_INIT;                                                     \
        pthread_once(&once, load);                                                                          \
        return failure[0] ? failure : NULL;                                                                 \
    }
