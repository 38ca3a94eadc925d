#include "czlib.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#ifdef __APPLE__
#define LIBRARY "libz.1.dylib"
#else
#define LIBRARY "libz.so.1"
#endif

#define FUNCTIONS(_) _(zlibVersion) _(inflateInit2_) _(inflate) _(inflateEnd)

#define FIELD(name) __typeof__(&name) name;
#define LOOK_UP(function) && (zlib.function = (__typeof__(zlib.function))dlsym(library, #function))

static struct { FUNCTIONS(FIELD) } zlib;
static char failure[512];

static void load(void) {
    void *library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
    if (!library || !(1 FUNCTIONS(LOOK_UP))) {
        const char *words = dlerror();
        snprintf(failure, sizeof failure, "%s", words ? words : LIBRARY " cannot be used");
    }
}

const char *czlib_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return failure[0] ? failure : NULL;
}

const char *czlib_version(void) { return zlib.zlibVersion(); }

int czlib_inflate_start(z_streamp stream) {
    // 16 more than the greatest window asks for the frame of gzip.
    return zlib.inflateInit2_(stream, 16 + MAX_WBITS, ZLIB_VERSION, (int)sizeof *stream);
}
int czlib_inflate(z_streamp stream, int flush) { return zlib.inflate(stream, flush); }
int czlib_inflate_end(z_streamp stream) { return zlib.inflateEnd(stream); }
