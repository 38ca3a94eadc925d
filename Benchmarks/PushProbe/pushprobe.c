#include "pushprobe.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>

struct probe {
    int found, entities, parameters, declarations;
    double width, height, box[4];
};

static struct probe *probe_of(void *context) { return ((xmlParserCtxtPtr)context)->_private; }

static xmlEntityPtr use_entity(void *context, const xmlChar *name) {
    if (++probe_of(context)->entities > 10000) xmlStopParser(context);
    return xmlSAX2GetEntity(context, name);
}

static xmlEntityPtr use_parameter(void *context, const xmlChar *name) {
    if (++probe_of(context)->parameters > 1000) xmlStopParser(context);
    return xmlSAX2GetParameterEntity(context, name);
}

static void declare(void *context, const xmlChar *name, int type, const xmlChar *public_id, const xmlChar *system_id,
                    xmlChar *content) {
    if (++probe_of(context)->declarations > 10000) xmlStopParser(context);
    xmlSAX2EntityDecl(context, name, type, public_id, system_id, content);
}

static void end_of_type(void *context, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id) {
    (void)name, (void)public_id, (void)system_id;
    ((xmlParserCtxtPtr)context)->replaceEntities = 1;
}

static double length_of(const char *text) {
    static const struct {
        const char *name;
        double pixels;
    } units[] = {{"", 1},           {"px", 1},         {"in", 96}, {"cm", 96 / 2.54}, {"mm", 96 / 25.4},
                 {"q", 96 / 101.6}, {"pt", 96.0 / 72}, {"pc", 16}, {"em", 16},        {"ex", 8}};
    char *unit;
    double value = strtod(text, &unit);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcasecmp(unit, units[i].name)) return value * units[i].pixels;
    return 0;
}

static void start(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaces,
                  const xmlChar **declared, int count, int defaulted, const xmlChar **attributes) {
    (void)prefix, (void)namespaces, (void)declared, (void)defaulted;
    struct probe *probe = probe_of(context);
    probe->found = !strcmp((const char *)name, "svg") && uri && !strcmp((const char *)uri, "http://www.w3.org/2000/svg");
    for (int i = 0; i < count; i++, attributes += 5) {
        size_t length = (size_t)(attributes[4] - attributes[3]);
        char text[256];
        if (attributes[1] || length >= sizeof text) continue;
        memcpy(text, attributes[3], length);
        text[length] = 0;
        if (!strcmp((const char *)attributes[0], "width")) probe->width = length_of(text);
        if (!strcmp((const char *)attributes[0], "height")) probe->height = length_of(text);
        if (!strcmp((const char *)attributes[0], "viewBox")) {
            char *rest = text;
            for (int n = 0; n < 4; n++, rest += strspn(rest, " ,")) probe->box[n] = strtod(rest, &rest);
        }
    }
    xmlStopParser(context);
}

static int quotes_in(const char *bytes, long length) {
    int count = 0;
    for (long i = 0; i < length; i++) count += bytes[i] == '"' || bytes[i] == '\'';
    return count;
}

int pushprobe_measure(const char *bytes, long length, double *width, double *height) {
    static const int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOCDATA;
    struct probe probe = {0};
    xmlSAXHandler handler = {0};
    handler.initialized = XML_SAX2_MAGIC;
    handler.startDocument = xmlSAX2StartDocument;
    handler.internalSubset = xmlSAX2InternalSubset;
    handler.externalSubset = end_of_type;
    handler.entityDecl = declare;
    handler.getEntity = use_entity;
    handler.getParameterEntity = use_parameter;
    handler.startElementNs = start;
    xmlParserCtxtPtr context = xmlCreatePushParserCtxt(&handler, NULL, bytes, length < 4 ? (int)length : 4, NULL);
    xmlCtxtUseOptions(context, options);
    context->_private = &probe;
    long place = 4, piece = 1024;
    for (int quotes = 0; place < length && !probe.found && context->wellFormed; place += piece, piece *= 2) {
        long count = length - place < piece ? length - place : piece;
        if (place > 1 << 20 || (quotes += quotes_in(bytes + place, count)) > 16000) break;
        xmlParseChunk(context, bytes + place, (int)count, 0);
    }
    if (context->myDoc) xmlFreeDoc(context->myDoc);
    context->myDoc = NULL;
    xmlFreeParserCtxt(context);
    *width = probe.width ? probe.width : probe.box[2];
    *height = probe.height ? probe.height : probe.box[3];
    return probe.found;
}
