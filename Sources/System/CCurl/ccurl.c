#include "ccurl.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#ifdef __APPLE__
#define LIBRARY "libcurl.4.dylib"
#else
#define LIBRARY "libcurl.so.4"
#endif
#include "../loading.h"
#include "../openssl.h"

// CURLOPT_PROTOCOLS_STR came with it.
#define OLDEST_VERSION 0x075500

#define FUNCTIONS(_)                                                                                        \
    _(global_init) _(easy_init) _(easy_reset) _(easy_cleanup) _(easy_strerror) _(easy_setopt)               \
    _(easy_getinfo) _(easy_pause) _(slist_append) _(slist_free_all) _(multi_init) _(multi_cleanup) _(multi_setopt)        \
    _(multi_add_handle) _(multi_remove_handle) _(multi_perform) _(multi_poll) _(multi_wakeup)               \
    _(multi_info_read) _(version_info)

#define FIELD(name) __typeof__(&curl_##name) name;
#define LOOK_UP(name) && (curl.name = (__typeof__(curl.name))dlsym(library, "curl_" #name))

static struct { FUNCTIONS(FIELD) } curl;

static void load(void) {
    void *library = open_library();
    if (!library || !(1 FUNCTIONS(LOOK_UP))) {
        fail(dlerror());
        return;
    }
    keep_openssl_until_the_end(library);
    if (curl.version_info(CURLVERSION_NOW)->version_num < OLDEST_VERSION) {
        fail(LIBRARY " is older than version 7.85");
    } else if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        fail(LIBRARY " does not start");
    }
}

LOADED_ONCE(ccurl_load)

const char *ccurl_version(void) { return curl.version_info(CURLVERSION_NOW)->version; }
const char *ccurl_tls_version(void) { return curl.version_info(CURLVERSION_NOW)->ssl_version; }

CURL *ccurl_easy_init(void) { return curl.easy_init(); }
void ccurl_easy_reset(CURL *easy) { curl.easy_reset(easy); }
void ccurl_easy_cleanup(CURL *easy) { curl.easy_cleanup(easy); }
const char *ccurl_easy_strerror(CURLcode code) { return curl.easy_strerror(code); }

static int is_open_ipv4(uint32_t address) {
    static const struct {
        uint32_t network;
        int bits;
    } closed[] = {
        {0x00000000, 8},  {0x0A000000, 8},  {0x64400000, 10}, {0x7F000000, 8},  {0xA9FE0000, 16}, {0xAC100000, 12},
        {0xC0000000, 24}, {0xC0A80000, 16}, {0xC6120000, 15}, {0xE0000000, 3},
    };
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        if ((address ^ closed[i].network) >> (32 - closed[i].bits) == 0) return 0;
    return 1;
}

static int is_open_ipv6(const uint8_t *bytes) {
    static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF}, translated[12] = {0x00, 0x64, 0xFF, 0x9B};
    if (!memcmp(bytes, mapped, 12) || !memcmp(bytes, translated, 12))
        return is_open_ipv4((uint32_t)bytes[12] << 24 | (uint32_t)bytes[13] << 16 | (uint32_t)bytes[14] << 8 | bytes[15]);
    return (bytes[0] & 0xE0) == 0x20;
}

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    int is_open = 0;
    if (address->family == AF_INET)
        is_open = is_open_ipv4(ntohl(((struct sockaddr_in *)(void *)&address->addr)->sin_addr.s_addr));
    if (address->family == AF_INET6)
        is_open = is_open_ipv6(((struct sockaddr_in6 *)(void *)&address->addr)->sin6_addr.s6_addr);
    ccurl_addresses *met = context;
    (void)purpose;
    *met |= is_open ? CCURL_OPEN_ADDRESS : CCURL_CLOSED_ADDRESS;
    return is_open ? socket(address->family, address->socktype, address->protocol) : CURL_SOCKET_BAD;
}

CURLcode ccurl_keep_to_open_internet(CURL *easy, ccurl_addresses *met) {
    CURLcode code = curl.easy_setopt(easy, CURLOPT_OPENSOCKETDATA, met);
    return code ? code : curl.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
}

static int is_local_name(const char *name, size_t length) {
    static const char local[] = "localhost";
    const size_t count = sizeof local - 1;
    if (length && name[length - 1] == '.') length--;
    return length >= count && !strncasecmp(name + length - count, local, count)
        && (length == count || name[length - count - 1] == '.');
}

int ccurl_may_be_open_host(const char *host) {
    char name[256];
    struct in_addr ipv4;
    uint8_t ipv6[16];
    size_t length = strlen(host);
    if (!length || length >= sizeof name) return 0;
    if (host[0] == '[') {
        memcpy(name, host + 1, length);
        name[strcspn(name, "]%")] = 0;
        return inet_pton(AF_INET6, name, ipv6) == 1 && is_open_ipv6(ipv6);
    }
    memcpy(name, host, length + 1);
    if (name[length - 1] == '.') name[length - 1] = 0;
    if (inet_aton(name, &ipv4)) return is_open_ipv4(ntohl(ipv4.s_addr));
    return !is_local_name(host, length);
}

CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value) {
    return curl.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return curl.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *value) {
    return curl.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_receiver(CURL *easy, CURLoption option, ccurl_receiver value) {
    return curl.easy_setopt(easy, option, value);
}

CURLcode ccurl_easy_go_on(CURL *easy) { return curl.easy_pause(easy, CURLPAUSE_CONT); }

long ccurl_get_number(CURL *easy, CURLINFO info) {
    long value = 0;
    curl.easy_getinfo(easy, info, &value);
    return value;
}

curl_off_t ccurl_get_size(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    curl.easy_getinfo(easy, info, &value);
    return value;
}

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *line) {
    return curl.slist_append(list, line);
}

void ccurl_slist_free(struct curl_slist *list) { curl.slist_free_all(list); }

CURLM *ccurl_multi_init(void) { return curl.multi_init(); }
void ccurl_multi_cleanup(CURLM *multi) { curl.multi_cleanup(multi); }

CURLMcode ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return curl.multi_setopt(multi, option, value);
}

CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) { return curl.multi_add_handle(multi, easy); }
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy) { return curl.multi_remove_handle(multi, easy); }

CURLMcode ccurl_multi_perform(CURLM *multi) {
    int running;
    return curl.multi_perform(multi, &running);
}

CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds) {
    return curl.multi_poll(multi, NULL, 0, milliseconds, NULL);
}

CURLMcode ccurl_multi_wakeup(CURLM *multi) { return curl.multi_wakeup(multi); }

CURL *ccurl_multi_next_ended(CURLM *multi, CURLcode *result) {
    int queued;
    for (CURLMsg *message; (message = curl.multi_info_read(multi, &queued));) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}
