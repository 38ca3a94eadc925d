// libxml2 without linking it: with ICU and its 31 megabytes it would slow every start, and hardly any run
// parses XML. It is loaded with the first document. The functions are libxml2's own under another first name.
//
// Its headers lie in a folder that only pkg-config knows, which brings the library along; the link beside this
// file leads to them on Linux.
#pragma once

#include <libxml/xmlversion.h>
// Else ICU's headers come along and contradict Foundation's own copy of them in any file that sees
// both. Only the private end of an encoding handler, which nothing here touches, looks different.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>

#pragma clang assume_nonnull begin

/// Loads libxml2 and makes it ready, once for the whole process and from whichever thread comes first.
/// Returns NULL when it is ready, else the loader's own words on what stands in the way.
/// Nothing below may be called before it has returned NULL.
const char *_Nullable cxml2_load(void);

/// What it says it is: 20914 for 2.9.14.
long cxml2_version_number(void);

xmlParserCtxtPtr _Nullable cxml2_create_push_parser(
    xmlSAXHandlerPtr handler, const char *_Nullable start, int count
);
int cxml2_use_options(xmlParserCtxtPtr context, int options);
/// Has the parser tell each thing that is wrong with the document, as it is found.
void cxml2_tell_faults(
    xmlSAXHandlerPtr handler, void (*tell)(void *_Nullable context, const xmlError *_Nullable error)
);
int cxml2_parse_chunk(xmlParserCtxtPtr context, const char *_Nullable bytes, int count, int is_last);
void cxml2_stop(xmlParserCtxtPtr _Nullable context);
/// Has it look for no more mistakes, and leaves it what it is in the middle of. From 2.13 on libxml2 looks all the same.
void cxml2_give_up(xmlParserCtxtPtr context);
const xmlError *_Nullable cxml2_last_error(xmlParserCtxtPtr context);
/// Frees a parser with what it noted of the document.
void cxml2_free(xmlParserCtxtPtr context);

htmlParserCtxtPtr _Nullable cxml2_new_html_parser(void);
void cxml2_read_html(htmlParserCtxtPtr context, const char *_Nullable bytes, int count, int options);
void cxml2_free_html_parser(htmlParserCtxtPtr context);

void cxml2_start_document(void *_Nullable context);
void cxml2_internal_subset(
    void *_Nullable context, const xmlChar *_Nullable name, const xmlChar *_Nullable public_id,
    const xmlChar *_Nullable system_id
);
void cxml2_declare_entity(
    void *_Nullable context, const xmlChar *_Nullable name, int kind, const xmlChar *_Nullable public_id,
    const xmlChar *_Nullable system_id, xmlChar *_Nullable content
);
/// Declares a parameter entity that stands for nothing.
void cxml2_declare_nothing(void *_Nullable context, const xmlChar *_Nullable name);
/// An entity of the root that may be declared where nobody looks: it stands for U+FFFD. NULL where it must be declared here.
xmlEntityPtr _Nullable cxml2_unread_entity(void *_Nullable context, const xmlChar *_Nullable name);
/// Whether there is no such entity in a text.
int cxml2_is_read(const xmlChar *text);
xmlEntityPtr _Nullable cxml2_entity(void *_Nullable context, const xmlChar *_Nullable name);
xmlEntityPtr _Nullable cxml2_parameter_entity(void *_Nullable context, const xmlChar *_Nullable name);

/// Whether all was well so far and the parser stands right before the end of a tag.
int cxml2_is_at_tag_end(xmlParserCtxtPtr context);
/// Whether the end of a tag is in what is not read yet.
int cxml2_has_tag_end_ahead(xmlParserCtxtPtr context);
/// Whether the end of a tag is behind bytes that cannot be converted.
int cxml2_has_unconverted_tag_end(xmlParserCtxtPtr context);
/// The byte that is read next; 0 at the end.
unsigned char cxml2_next_byte(xmlParserCtxtPtr context);
void cxml2_replace_entities(xmlParserCtxtPtr context);
/// Has what follows read as UTF-16, whatever the document declares.
void cxml2_read_utf16(xmlParserCtxtPtr context, int is_high_first);
/// Notes that entities may be declared by a parameter entity, which libxml2 does only behind the first of them.
void cxml2_note_parameter_entity(void *_Nullable context);
/// The declared encoding, if there is one, once the declaration is read.
const char *_Nullable cxml2_encoding(xmlParserCtxtPtr context);
/// The same, as soon as its name is read.
const char *_Nullable cxml2_named_encoding(xmlParserCtxtPtr context);

/// Who is told of errors on this thread, and where that is noted.
typedef struct {
    xmlStructuredErrorFunc _Nullable *_Nonnull place;
    xmlStructuredErrorFunc _Nullable teller;
} cxml2_errors;

/// Keeps libxml2 from printing what it finds wrong, with bytes of strangers in it; tells who was told before.
cxml2_errors cxml2_silence(void);
void cxml2_restore(cxml2_errors errors);

#pragma clang assume_nonnull end
