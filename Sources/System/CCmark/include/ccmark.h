// cmark without linking it: hardly any search reads Markdown. It is loaded with the first piece of it.
// The functions are cmark's own with another first letter.
#pragma once

#define CMARK_NO_SHORT_NAMES
#include <cmark.h>

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
