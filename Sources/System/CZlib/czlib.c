#include "czlib.h"

#ifdef __APPLE__
#define LIBRARY "libz.1.dylib"
#else
#define LIBRARY "libz.so.1"
#endif
#include "../loading.h"

#define FUNCTIONS(_) \
    _(zlibVersion) _(inflateInit2_) _(inflate) _(inflateEnd) _(deflateInit2_) _(deflateBound) _(deflate) _(deflateEnd)

#define FIELD(name) __typeof__(&name) name;
#define LOOK_UP(function) && (zlib.function = (__typeof__(zlib.function))dlsym(library, #function))

static struct { FUNCTIONS(FIELD) } zlib;

static void load(void) {
    void *library = open_library();
    if (!library || !(1 FUNCTIONS(LOOK_UP))) {
        fail(dlerror());
    }
}

LOADED_ONCE(czlib_load)

const char *czlib_version(void) { return zlib.zlibVersion(); }

int czlib_inflate_start(z_streamp stream) {
    // 32 more than the greatest window has it tell the frames apart.
    return zlib.inflateInit2_(stream, 32 + MAX_WBITS, ZLIB_VERSION, (int)sizeof *stream);
}
int czlib_inflate(z_streamp stream, int flush) { return zlib.inflate(stream, flush); }
int czlib_inflate_end(z_streamp stream) { return zlib.inflateEnd(stream); }

int czlib_deflate_start(z_streamp stream, int level, int window) {
    return zlib.deflateInit2_(
        stream, level, Z_DEFLATED, window, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY, ZLIB_VERSION, (int)sizeof *stream);
}
unsigned long czlib_deflate_bound(z_streamp stream, unsigned long count) { return zlib.deflateBound(stream, count); }
int czlib_deflate(z_streamp stream, int flush) { return zlib.deflate(stream, flush); }
int czlib_deflate_end(z_streamp stream) { return zlib.deflateEnd(stream); }
