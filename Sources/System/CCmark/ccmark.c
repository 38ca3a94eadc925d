#include "ccmark.h"

#define LIBRARY "libcmark"
// The file is named after the full version. What is used here is the same in all of these.
#ifdef __APPLE__
#define NAMES "libcmark.dylib"
#else
#define NAMES                                                                                               \
    "libcmark.so.0.31.1", "libcmark.so.0.31.0", "libcmark.so.0.30.3", "libcmark.so.0.30.2",                 \
        "libcmark.so.0.30.1", "libcmark.so.0.30.0", "libcmark.so.0.29.0", "libcmark.so"
#endif
#include "../loading.h"

#define FUNCTIONS(_)                                                                                        \
    _(parse_document) _(node_free) _(node_get_type) _(node_get_literal) _(iter_new) _(iter_next)            \
    _(iter_get_node) _(iter_free)

#define FIELD(name) __typeof__(&ccmark_##name) name;
#define LOOK_UP(name) && (cmark.name = (__typeof__(cmark.name))dlsym(library, "cmark_" #name))

static struct {
    const char *(*version_string)(void);
    FUNCTIONS(FIELD)
} cmark;

static void load(void) {
    void *library = open_library();
    if (!library || !(1 LOOK_UP(version_string) FUNCTIONS(LOOK_UP))) {
        fail(dlerror());
    }
}

LOADED_ONCE(ccmark_load)

const char *ccmark_version(void) { return cmark.version_string(); }

cmark_node *ccmark_parse_document(const char *text, size_t length, int options) {
    return cmark.parse_document(text, length, options);
}
void ccmark_node_free(cmark_node *node) { cmark.node_free(node); }
cmark_node_type ccmark_node_get_type(cmark_node *node) { return cmark.node_get_type(node); }
const char *ccmark_node_get_literal(cmark_node *node) { return cmark.node_get_literal(node); }

cmark_iter *ccmark_iter_new(cmark_node *root) { return cmark.iter_new(root); }
cmark_event_type ccmark_iter_next(cmark_iter *iter) { return cmark.iter_next(iter); }
cmark_node *ccmark_iter_get_node(cmark_iter *iter) { return cmark.iter_get_node(iter); }
void ccmark_iter_free(cmark_iter *iter) { cmark.iter_free(iter); }
