// cmark without linking it: hardly any search reads Markdown. It is loaded with the first piece of it.
// The functions are cmark's own with another first letter. They are declared here, so that its headers are not needed.
#pragma once

#include <stddef.h>

typedef struct ccmark_node cmark_node;
typedef struct ccmark_iter cmark_iter;

typedef enum {
    CMARK_NODE_CODE_BLOCK = 5,
    CMARK_NODE_HTML_BLOCK = 6,
    CMARK_NODE_TEXT = 11,
    CMARK_NODE_CODE = 14,
    CMARK_NODE_HTML_INLINE = 15,
    CMARK_NODE_EMPH = 17,
    CMARK_NODE_STRONG = 18,
    CMARK_NODE_LINK = 19,
    CMARK_NODE_IMAGE = 20,
} cmark_node_type;

typedef enum {
    CMARK_EVENT_DONE = 1,
} cmark_event_type;

static const int CMARK_OPT_DEFAULT = 0;

#pragma clang assume_nonnull begin

/// Loads cmark, once for the whole process and from any thread.
/// Returns NULL if it is ready, otherwise the loader's message.
/// Nothing below may be called before this has returned NULL.
const char *_Nullable ccmark_load(void);

/// The version, such as 0.30.2.
const char *ccmark_version(void);

/// Parses a document. A byte 0 becomes U+FFFD.
cmark_node *ccmark_parse_document(const char *_Nullable text, size_t length, int options);
/// Frees a node with everything inside it.
void ccmark_node_free(cmark_node *node);

cmark_node_type ccmark_node_get_type(cmark_node *node);
/// The text of a node without nodes inside it.
const char *_Nullable ccmark_node_get_literal(cmark_node *node);

cmark_iter *ccmark_iter_new(cmark_node *root);
cmark_event_type ccmark_iter_next(cmark_iter *iter);
cmark_node *ccmark_iter_get_node(cmark_iter *iter);
void ccmark_iter_free(cmark_iter *iter);

#pragma clang assume_nonnull end
