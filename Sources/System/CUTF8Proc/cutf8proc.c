#include "cutf8proc.h"

#define LIBRARY "libutf8proc"
// What is used here is the same in both versions.
#ifdef __APPLE__
#define NAMES "libutf8proc.dylib"
#else
#define NAMES "libutf8proc.so.3", "libutf8proc.so.2"
#endif
#include "../loading.h"

// The first fields of what the library knows about a code point.
struct property {
    int16_t category;
    int16_t combining_class;
    int16_t bidirectional_class;
};

static struct {
    const char *(*version)(void);
    ptrdiff_t (*decompose)(const uint8_t *text, ptrdiff_t length, int32_t *buffer, ptrdiff_t size, int options);
    ptrdiff_t (*reencode)(int32_t *buffer, ptrdiff_t length, int options);
    int (*charwidth)(int32_t point);
    const struct property *(*get_property)(int32_t point);
} utf8proc;

#define LOOK_UP(name) (utf8proc.name = (__typeof__(utf8proc.name))dlsym(library, "utf8proc_" #name))

static void load(void) {
    void *library = open_library();
    if (!library || !LOOK_UP(version) || !LOOK_UP(decompose) || !LOOK_UP(reencode) || !LOOK_UP(charwidth)
        || !LOOK_UP(get_property)) {
        fail(dlerror());
    }
}

LOADED_ONCE(cutf8proc_load)

const char *cutf8proc_version(void) { return utf8proc.version(); }

ptrdiff_t cutf8proc_decompose(const uint8_t *text, ptrdiff_t length, int32_t *buffer, ptrdiff_t size, int options) {
    return utf8proc.decompose(text, length, buffer, size, options);
}
ptrdiff_t cutf8proc_reencode(int32_t *buffer, ptrdiff_t length, int options) {
    return utf8proc.reencode(buffer, length, options);
}
int cutf8proc_charwidth(int32_t point) { return utf8proc.charwidth(point); }
bool cutf8proc_is_unassigned(int32_t point) { return utf8proc.get_property(point)->category == 0; }
bool cutf8proc_is_right_to_left(int32_t point) {
    int16_t class = utf8proc.get_property(point)->bidirectional_class;
    return class == 4 || class == 5;
}
