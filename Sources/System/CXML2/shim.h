#pragma once
#include <libxml/xmlversion.h>
// Else ICU's headers come along and contradict Foundation's own copy of them in any file that sees
// both. Only the private end of an encoding handler, which nothing here touches, looks different.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>

// The fields of a parser whose place or standing changes from version to version. A header of the system
// may touch them without the warning that Swift would have to mind.

/// Whether all was well so far and the parser stands right before the end of a tag.
static inline int cxml2_is_at_tag_end(xmlParserCtxtPtr context) {
    const xmlChar *next = context->input ? context->input->cur : 0;
    return context->wellFormed && next && (next[0] == '>' || (next[0] == '/' && next[1] == '>'));
}

static inline void cxml2_replace_entities(xmlParserCtxtPtr context) {
    context->replaceEntities = 1;
}

/// The declared encoding, if there is one.
static inline const char *cxml2_encoding(xmlParserCtxtPtr context) {
    return (const char *)context->encoding;
}

/// Who is told of errors on this thread.
typedef struct {
    xmlStructuredErrorFunc function;
    void *context;
} cxml2_errors;

static inline void cxml2_ignore(void *context, const xmlError *error) {
    (void)context;
    (void)error;
}

/// Keeps libxml2 from printing what it finds wrong, with bytes of strangers in it; tells who was told before.
static inline cxml2_errors cxml2_silence(void) {
    cxml2_errors errors = {xmlStructuredError, xmlStructuredErrorContext};
    // The error is a constant since libxml2 2.12.
    xmlSetStructuredErrorFunc(0, (xmlStructuredErrorFunc)cxml2_ignore);
    return errors;
}

static inline void cxml2_restore(cxml2_errors errors) {
    xmlSetStructuredErrorFunc(errors.context, errors.function);
}

/// Frees a parser with what it noted of the document.
static inline void cxml2_free(xmlParserCtxtPtr context) {
    xmlDocPtr document = context->myDoc;
    context->myDoc = 0;
    if (document) xmlFreeDoc(document);
    xmlFreeParserCtxt(context);
}
