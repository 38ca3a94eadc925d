#include "czlib.h"

#ifdef __APPLE__
#define LIBRARY "libz.1.dylib"
#else
#define LIBRARY "libz.so.1"
#endif
#include "../loading.h"

static struct {
    const char *(*zlibVersion)(void);
    int (*inflateInit2_)(czlib_stream *stream, int window, const char *version, int size);
    int (*inflate)(czlib_stream *stream, int flush);
    int (*inflateEnd)(czlib_stream *stream);
    int (*deflateInit2_)(
        czlib_stream *stream, int level, int method, int window, int memory, int strategy, const char *version,
        int size);
    unsigned long (*deflateBound)(czlib_stream *stream, unsigned long count);
    int (*deflate)(czlib_stream *stream, int flush);
    int (*deflateEnd)(czlib_stream *stream);
} zlib;

#define LOOK_UP(function) (zlib.function = (__typeof__(zlib.function))dlsym(library, #function))

static const int greatest_window = 15, greatest_memory = 9, deflate_method = 8;
// zlib compares the first digit with its own.
static const char version[] = "1";

static void load(void) {
    void *library = open_library();
    if (!library || !LOOK_UP(zlibVersion) || !LOOK_UP(inflateInit2_) || !LOOK_UP(inflate) || !LOOK_UP(inflateEnd)
        || !LOOK_UP(deflateInit2_) || !LOOK_UP(deflateBound) || !LOOK_UP(deflate) || !LOOK_UP(deflateEnd)) {
        fail(dlerror());
    }
}

LOADED_ONCE(czlib_load)

const char *czlib_version(void) { return zlib.zlibVersion(); }

int czlib_inflate_start(czlib_stream *stream) {
    // 32 more than the greatest window has it tell the frames apart.
    return zlib.inflateInit2_(stream, 32 + greatest_window, version, (int)sizeof *stream);
}
int czlib_inflate(czlib_stream *stream, int flush) { return zlib.inflate(stream, flush); }
int czlib_inflate_end(czlib_stream *stream) { return zlib.inflateEnd(stream); }

int czlib_deflate_start(czlib_stream *stream, int level, int window) {
    return zlib.deflateInit2_(
        stream, level, deflate_method, window, greatest_memory, 0, version, (int)sizeof *stream);
}
unsigned long czlib_deflate_bound(czlib_stream *stream, unsigned long count) { return zlib.deflateBound(stream, count); }
int czlib_deflate(czlib_stream *stream, int flush) { return zlib.deflate(stream, flush); }
int czlib_deflate_end(czlib_stream *stream) { return zlib.deflateEnd(stream); }
