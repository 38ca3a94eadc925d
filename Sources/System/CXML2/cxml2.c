#include "cxml2.h"

#include <libxml/parserInternals.h>
#include <stdlib.h>
#include <string.h>

// A library holds its structures as the headers of its name have them.
#ifdef __APPLE__
#define LIBRARY "libxml2.2.dylib"
#elif LIBXML_VERSION >= 21400
#define LIBRARY "libxml2.so.16"
#else
#define LIBRARY "libxml2.so.2"
#endif
#include "../loading.h"

// Fields of a parser may be marked as going one day.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

#define FUNCTIONS(_)                                                                                        \
    _(xmlInitParser) _(xmlCreatePushParserCtxt) _(xmlCtxtUseOptions) _(xmlParseChunk) _(xmlStopParser)      \
    _(xmlCtxtGetLastError) _(xmlFreeParserCtxt) _(xmlFreeDoc) _(htmlNewParserCtxt) _(htmlCtxtReadMemory)    \
    _(htmlFreeParserCtxt) _(xmlSAX2StartDocument) _(xmlSAX2InternalSubset) _(xmlSAX2EntityDecl)             \
    _(xmlSAX2GetEntity) _(xmlSAX2GetParameterEntity) _(xmlAddDocEntity) _(xmlBufContent) _(xmlBufUse)       \
    _(xmlGetCharEncodingHandler) _(xmlSwitchToEncoding) _(__xmlStructuredError) _(xmlSetGenericErrorFunc)   \
    _(__xmlGenericError) _(__xmlGenericErrorContext)

#define FIELD(name) __typeof__(&name) name;
#define LOOK_UP(function) && (xml.function = (__typeof__(xml.function))dlsym(library, #function))

static struct { FUNCTIONS(FIELD) } xml;
static const char *const *version;

static void load(void) {
    void *library = open_library();
    if (library) version = (const char *const *)dlsym(library, "xmlParserVersion");
    if (!version || !(1 FUNCTIONS(LOOK_UP))) {
        fail(dlerror());
    } else {
        xml.xmlInitParser();
    }
}

LOADED_ONCE(cxml2_load)

long cxml2_version_number(void) { return strtol(*version, NULL, 10); }

xmlParserCtxtPtr cxml2_create_push_parser(xmlSAXHandlerPtr handler, const char *start, int count) {
    return xml.xmlCreatePushParserCtxt(handler, NULL, start, count, NULL);
}
int cxml2_use_options(xmlParserCtxtPtr context, int options) {
    return xml.xmlCtxtUseOptions(context, options);
}

void cxml2_tell_faults(xmlSAXHandlerPtr handler, void (*tell)(void *context, const xmlError *error)) {
    // The error is a constant since libxml2 2.12.
    handler->serror = (xmlStructuredErrorFunc)tell;
}

static void ignore_words(void *context, const char *format, ...) {
    (void)context;
    (void)format;
}

int cxml2_parse_chunk(xmlParserCtxtPtr context, const char *bytes, int count, int is_last) {
    if (count > 0) return xml.xmlParseChunk(context, bytes, count, is_last);
    // At the end it has words of its own for bytes that it cannot convert, and they are no error as others are.
    xmlGenericErrorFunc words = *xml.__xmlGenericError();
    void *words_context = *xml.__xmlGenericErrorContext();
    xml.xmlSetGenericErrorFunc(NULL, ignore_words);
    int code = xml.xmlParseChunk(context, bytes, count, is_last);
    xml.xmlSetGenericErrorFunc(words_context, words);
    return code;
}

void cxml2_stop(xmlParserCtxtPtr context) { xml.xmlStopParser(context); }
void cxml2_give_up(xmlParserCtxtPtr context) { context->instate = XML_PARSER_EOF; }
const xmlError *cxml2_last_error(xmlParserCtxtPtr context) { return xml.xmlCtxtGetLastError(context); }
void cxml2_free(xmlParserCtxtPtr context) {
    xmlDocPtr document = context->myDoc;
    context->myDoc = NULL;
    if (document) xml.xmlFreeDoc(document);
    xml.xmlFreeParserCtxt(context);
}

htmlParserCtxtPtr cxml2_new_html_parser(void) { return xml.htmlNewParserCtxt(); }
void cxml2_read_html(htmlParserCtxtPtr context, const char *bytes, int count, int options) {
    xml.htmlCtxtReadMemory(context, bytes, count, NULL, "UTF-8", options);
}
void cxml2_free_html_parser(htmlParserCtxtPtr context) { xml.htmlFreeParserCtxt(context); }

void cxml2_start_document(void *context) { xml.xmlSAX2StartDocument(context); }
void cxml2_internal_subset(
    void *context, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id
) {
    xml.xmlSAX2InternalSubset(context, name, public_id, system_id);
}
void cxml2_declare_entity(
    void *context, const xmlChar *name, int kind, const xmlChar *public_id, const xmlChar *system_id,
    xmlChar *content
) {
    xml.xmlSAX2EntityDecl(context, name, kind, public_id, system_id, content);
}
void cxml2_declare_nothing(void *context, const xmlChar *name) {
    xmlChar nothing[] = "";
    xml.xmlSAX2EntityDecl(context, name, XML_INTERNAL_PARAMETER_ENTITY, NULL, NULL, nothing);
}

#define UNREAD "\xEF\xBF\xBD"

xmlEntityPtr cxml2_unread_entity(void *context, const xmlChar *name) {
    xmlParserCtxtPtr parser = context;
    int may_be_elsewhere = parser->hasExternalSubset || parser->hasPErefs;
    // In the subset libxml2 looks entities up for itself, too; in a default's value they are used.
    int is_used = !parser->inSubset || parser->instate == XML_PARSER_ATTRIBUTE_VALUE;
    if (!is_used || parser->standalone == 1 || !may_be_elsewhere) return NULL;
    return xml.xmlAddDocEntity(
        parser->myDoc, name, XML_INTERNAL_GENERAL_ENTITY, NULL, NULL, (const xmlChar *)UNREAD
    );
}
int cxml2_is_read(const xmlChar *text) { return strstr((const char *)text, UNREAD) == NULL; }

xmlEntityPtr cxml2_entity(void *context, const xmlChar *name) { return xml.xmlSAX2GetEntity(context, name); }
xmlEntityPtr cxml2_parameter_entity(void *context, const xmlChar *name) {
    return xml.xmlSAX2GetParameterEntity(context, name);
}

int cxml2_is_at_tag_end(xmlParserCtxtPtr context) {
    const xmlChar *next = context->input ? context->input->cur : NULL;
    return context->wellFormed && next && (next[0] == '>' || (next[0] == '/' && next[1] == '>'));
}
int cxml2_has_tag_end_ahead(xmlParserCtxtPtr context) {
    xmlParserInputPtr input = context->input;
    return input && input->cur < input->end && memchr(input->cur, '>', input->end - input->cur) != NULL;
}
int cxml2_has_unconverted_tag_end(xmlParserCtxtPtr context) {
    xmlParserInputPtr input = context->input;
    xmlBufPtr raw = input && input->buf ? input->buf->raw : NULL;
    const xmlChar *bytes = raw ? xml.xmlBufContent(raw) : NULL;
    return bytes && memchr(bytes, '>', xml.xmlBufUse(raw)) != NULL;
}
unsigned char cxml2_next_byte(xmlParserCtxtPtr context) {
    xmlParserInputPtr input = context->input;
    return input && input->cur < input->end ? *input->cur : 0;
}
void cxml2_replace_entities(xmlParserCtxtPtr context) { context->replaceEntities = 1; }
void cxml2_read_utf16(xmlParserCtxtPtr context, int is_high_first) {
    xmlCharEncoding encoding = is_high_first ? XML_CHAR_ENCODING_UTF16BE : XML_CHAR_ENCODING_UTF16LE;
    xml.xmlSwitchToEncoding(context, xml.xmlGetCharEncodingHandler(encoding));
}
void cxml2_note_parameter_entity(void *context) { ((xmlParserCtxtPtr)context)->hasPErefs = 1; }
const char *cxml2_encoding(xmlParserCtxtPtr context) { return (const char *)context->encoding; }
const char *cxml2_named_encoding(xmlParserCtxtPtr context) {
    if (context->encoding) return (const char *)context->encoding;
    return context->input ? (const char *)context->input->encoding : NULL;
}

static void ignore(void *context, const xmlError *error) {
    (void)context;
    (void)error;
}

cxml2_errors cxml2_silence(void) {
    xmlStructuredErrorFunc *place = xml.__xmlStructuredError();
    cxml2_errors errors = {place, *place};
    *place = (xmlStructuredErrorFunc)ignore;
    return errors;
}

void cxml2_restore(cxml2_errors errors) { *errors.place = errors.teller; }
