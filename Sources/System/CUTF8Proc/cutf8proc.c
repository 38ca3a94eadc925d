#include "cutf8proc.h"

#define NAME_OF(version) #version
#define LIBRARY_OF(version) "libutf8proc.so." NAME_OF(version)

// What a version of it may hold is told by its name, and the headers know which they belong to.
#ifdef __APPLE__
#define LIBRARY "libutf8proc.dylib"
#else
#define LIBRARY LIBRARY_OF(UTF8PROC_VERSION_MAJOR)
#endif
#include "../loading.h"

#define FUNCTIONS(_) _(version) _(decompose) _(reencode) _(charwidth) _(category) _(get_property)

#define FIELD(name) __typeof__(&utf8proc_##name) name;
#define LOOK_UP(name) && (utf8proc.name = (__typeof__(utf8proc.name))dlsym(library, "utf8proc_" #name))

static struct { FUNCTIONS(FIELD) } utf8proc;

static void load(void) {
    void *library = open_library();
    if (!library || !(1 FUNCTIONS(LOOK_UP))) {
        fail(dlerror());
    }
}

LOADED_ONCE(cutf8proc_load)

const char *cutf8proc_version(void) { return utf8proc.version(); }

utf8proc_ssize_t cutf8proc_decompose(
    const utf8proc_uint8_t *text, utf8proc_ssize_t length, utf8proc_int32_t *buffer, utf8proc_ssize_t size,
    utf8proc_option_t options
) {
    return utf8proc.decompose(text, length, buffer, size, options);
}
utf8proc_ssize_t cutf8proc_reencode(
    utf8proc_int32_t *buffer, utf8proc_ssize_t length, utf8proc_option_t options
) {
    return utf8proc.reencode(buffer, length, options);
}
int cutf8proc_charwidth(utf8proc_int32_t point) { return utf8proc.charwidth(point); }
utf8proc_category_t cutf8proc_category(utf8proc_int32_t point) { return utf8proc.category(point); }
const utf8proc_property_t *cutf8proc_get_property(utf8proc_int32_t point) {
    return utf8proc.get_property(point);
}
