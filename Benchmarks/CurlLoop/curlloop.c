#include "curlloop.h"

#include <ccurl.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
    char *bytes;
    size_t length, capacity;
};

struct transfer {
    CURL *easy;
    struct buffer head, body;
};

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
    struct buffer *buffer = context;
    size_t added = size * count, needed = buffer->length + added;
    if (needed > buffer->capacity) {
        char *larger = realloc(buffer->bytes, needed * 2);
        if (!larger) return 0;
        buffer->bytes = larger;
        buffer->capacity = needed * 2;
    }
    memcpy(buffer->bytes + buffer->length, bytes, added);
    buffer->length = needed;
    return added;
}

static void start(CURLM *multi, struct transfer *transfer, const char *url) {
    CURL *easy = transfer->easy;
    transfer->head.length = transfer->body.length = 0;
    ccurl_easy_reset(easy);
    ccurl_set_string(easy, CURLOPT_URL, url);
    ccurl_set_number(easy, CURLOPT_NOSIGNAL, 1);
    ccurl_set_number(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
    ccurl_set_number(easy, CURLOPT_CONNECTTIMEOUT_MS, 10000);
    ccurl_set_number(easy, CURLOPT_LOW_SPEED_LIMIT, 1);
    ccurl_set_number(easy, CURLOPT_LOW_SPEED_TIME, 30);
    ccurl_set_string(easy, CURLOPT_PROXY, "");
    ccurl_set_string(easy, CURLOPT_USERAGENT, "Forage/benchmark (https://forage.example/)");
    ccurl_set_string(easy, CURLOPT_ACCEPT_ENCODING, "");
    ccurl_set_receiver(easy, CURLOPT_HEADERFUNCTION, receive);
    ccurl_set_pointer(easy, CURLOPT_HEADERDATA, &transfer->head);
    ccurl_set_receiver(easy, CURLOPT_WRITEFUNCTION, receive);
    ccurl_set_pointer(easy, CURLOPT_WRITEDATA, &transfer->body);
    ccurl_multi_add(multi, easy);
}

static struct transfer *owner(struct transfer *transfers, CURL *easy) {
    while (transfers->easy != easy) transfers++;
    return transfers;
}

long curlloop_fetch(const char *url, long count, int at_once, int connections, long length) {
    if (ccurl_load()) return 0;
    CURLM *multi = ccurl_multi_init();
    struct transfer *transfers = calloc((size_t)at_once, sizeof *transfers);
    if (!multi || !transfers) return 0;
    ccurl_multi_set_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connections);
    ccurl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, connections);

    long started = 0, ended = 0, whole = 0;
    for (; started < at_once && started < count; started++) {
        transfers[started].easy = ccurl_easy_init();
        start(multi, &transfers[started], url);
    }
    while (ended < count) {
        CURLcode result;
        ccurl_multi_perform(multi);
        for (CURL *easy; (easy = ccurl_multi_next_ended(multi, &result)); ended++) {
            struct transfer *transfer = owner(transfers, easy);
            if (result == CURLE_OK && ccurl_get_number(easy, CURLINFO_RESPONSE_CODE) == 200
                && transfer->body.length == (size_t)length) whole++;
            ccurl_multi_remove(multi, easy);
            if (started < count) {
                start(multi, transfer, url);
                started++;
            }
        }
        if (ended < count) ccurl_multi_poll(multi, 1000);
    }
    for (int i = 0; i < at_once; i++) {
        if (transfers[i].easy) ccurl_easy_cleanup(transfers[i].easy);
        free(transfers[i].head.bytes);
        free(transfers[i].body.bytes);
    }
    free(transfers);
    ccurl_multi_cleanup(multi);
    return whole;
}
