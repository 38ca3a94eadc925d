// libcurl without linking it: its 33 shared objects would slow every start of the program, so it is
// loaded when the first transfer asks. Variadic functions are given one typed function for each type.
#pragma once

#include <curl/curl.h>

#pragma clang assume_nonnull begin

/// Loads libcurl, once for the whole process and from whichever thread comes first.
/// Returns NULL when it is ready, else the loader's own words on what stands in the way.
/// Nothing below may be called before it has returned NULL.
const char *_Nullable ccurl_load(void);

/// What libcurl says it is, and what it encrypts with; NULL where it cannot.
const char *ccurl_version(void);
const char *_Nullable ccurl_tls_version(void);

/// What CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION call.
typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);

CURL *_Nullable ccurl_easy_init(void);
void ccurl_easy_reset(CURL *easy);
void ccurl_easy_cleanup(CURL *easy);
const char *ccurl_easy_strerror(CURLcode code);

CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value);
CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *_Nullable value);
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *_Nullable value);
CURLcode ccurl_set_receiver(CURL *easy, CURLoption option, ccurl_receiver value);

/// Goes on with a transfer that its receiver has paused; the receiver may be called before this returns.
CURLcode ccurl_easy_go_on(CURL *easy);

/// Which kinds of addresses a transfer met: those that may be asked, and those that may not.
typedef unsigned ccurl_addresses;
#define CCURL_OPEN_ADDRESS 1u
#define CCURL_CLOSED_ADDRESS 2u

/// Lets a transfer connect to no address of this machine or its own network, whatever name it is asked by, and notes what
/// it met for as long as it lasts.
/// It judges whom libcurl connects to, which may be a proxy: then who is behind it must be judged before.
CURLcode ccurl_keep_to_open_internet(CURL *easy, ccurl_addresses *met);
/// Whether a URL's host is not plainly of this machine or its own network: no address that is written down, in
/// any spelling, and no name of this machine itself. What another name leads to is not known.
int ccurl_may_be_open_host(const char *host);

long ccurl_get_number(CURL *easy, CURLINFO info);
curl_off_t ccurl_get_size(CURL *easy, CURLINFO info);

struct curl_slist *_Nullable ccurl_slist_append(struct curl_slist *_Nullable list, const char *line);
void ccurl_slist_free(struct curl_slist *_Nullable list);

CURLM *_Nullable ccurl_multi_init(void);
void ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value);
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(CURLM *multi);
CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds);
/// The only function here that another thread than the handle's own may call.
CURLMcode ccurl_multi_wakeup(CURLM *multi);
/// The next transfer that has ended, and how; NULL when there is none.
CURL *_Nullable ccurl_multi_next_ended(CURLM *multi, CURLcode *result);

#pragma clang assume_nonnull end
