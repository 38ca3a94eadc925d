#include "ccrypto.h"

#ifdef __APPLE__
#define LIBRARY "libcrypto.3.dylib"
#else
#define LIBRARY "libcrypto.so.3"
#endif
#include "../loading.h"
#include "../openssl.h"

// Declared here, so that the headers of OpenSSL are not needed.
typedef struct context EVP_MD_CTX;
typedef struct method EVP_MD;
typedef struct key EVP_PKEY;

#define OPENSSL_VERSION 0
#define EVP_PKEY_ED25519 1087

static struct {
    unsigned char *(*sha1)(const unsigned char *bytes, size_t count, unsigned char *digest);
    unsigned char *(*sha256)(const unsigned char *bytes, size_t count, unsigned char *digest);
    const char *(*version)(int part);
    EVP_MD_CTX *(*context)(void);
    void (*free)(EVP_MD_CTX *context);
    EVP_MD *(*fetch)(void *library, const char *name, const char *properties);
    int (*begin)(EVP_MD_CTX *context, const EVP_MD *method, void *engine);
    int (*update)(EVP_MD_CTX *context, const void *bytes, size_t count);
    int (*finish)(EVP_MD_CTX *context, unsigned char *digest, unsigned *count);
    EVP_PKEY *(*key)(int type, void *engine, const unsigned char *key, size_t count);
    void (*free_key)(EVP_PKEY *key);
    int (*begin_verifying)(EVP_MD_CTX *context, void **inner, const EVP_MD *method, void *engine, EVP_PKEY *key);
    int (*verify)(EVP_MD_CTX *context, const unsigned char *signature, size_t size, const unsigned char *bytes,
                  size_t count);
} crypto;

// EVP_sha1 and EVP_sha256 would have them looked up anew for each digest.
static EVP_MD *sha1, *sha256;

static void load(void) {
    void *library = open_library();
    if (library) {
        keep_openssl_until_the_end(library);
        crypto.sha1 = (__typeof__(crypto.sha1))dlsym(library, "SHA1");
        crypto.sha256 = (__typeof__(crypto.sha256))dlsym(library, "SHA256");
        crypto.version = (__typeof__(crypto.version))dlsym(library, "OpenSSL_version");
        crypto.context = (__typeof__(crypto.context))dlsym(library, "EVP_MD_CTX_new");
        crypto.free = (__typeof__(crypto.free))dlsym(library, "EVP_MD_CTX_free");
        crypto.fetch = (__typeof__(crypto.fetch))dlsym(library, "EVP_MD_fetch");
        crypto.begin = (__typeof__(crypto.begin))dlsym(library, "EVP_DigestInit_ex");
        crypto.update = (__typeof__(crypto.update))dlsym(library, "EVP_DigestUpdate");
        crypto.finish = (__typeof__(crypto.finish))dlsym(library, "EVP_DigestFinal_ex");
        crypto.key = (__typeof__(crypto.key))dlsym(library, "EVP_PKEY_new_raw_public_key");
        crypto.free_key = (__typeof__(crypto.free_key))dlsym(library, "EVP_PKEY_free");
        crypto.begin_verifying = (__typeof__(crypto.begin_verifying))dlsym(library, "EVP_DigestVerifyInit");
        crypto.verify = (__typeof__(crypto.verify))dlsym(library, "EVP_DigestVerify");
    }
    if (!crypto.sha1 || !crypto.sha256 || !crypto.version || !crypto.context || !crypto.free
        || !crypto.fetch || !crypto.begin || !crypto.update || !crypto.finish || !crypto.key
        || !crypto.free_key || !crypto.begin_verifying || !crypto.verify) {
        fail(dlerror());
    } else if (!(sha256 = crypto.fetch(NULL, "SHA2-256", NULL))) {
        fail(LIBRARY " knows no SHA-256");
    } else {
        // Some installations forbid it, and only few digests need it.
        sha1 = crypto.fetch(NULL, "SHA1", NULL);
    }
}

LOADED_ONCE(ccrypto_load)

const char *ccrypto_version(void) { return crypto.version(OPENSSL_VERSION); }

void ccrypto_sha1(const void *bytes, size_t count, unsigned char *digest) {
    crypto.sha1(bytes, count, digest);
}

void ccrypto_sha256(const void *bytes, size_t count, unsigned char *digest) {
    crypto.sha256(bytes, count, digest);
}

static void *begin(EVP_MD *method) {
    EVP_MD_CTX *context = method ? crypto.context() : NULL;
    if (context && crypto.begin(context, method, NULL)) return context;
    crypto.free(context);
    return NULL;
}

void *ccrypto_sha1_begin(void) { return begin(sha1); }

void *ccrypto_sha256_begin(void) { return begin(sha256); }

void ccrypto_update(void *context, const void *bytes, size_t count) {
    crypto.update(context, bytes, count);
}

void ccrypto_finish(void *context, unsigned char *digest) { crypto.finish(context, digest, NULL); }

void ccrypto_free(void *context) { crypto.free(context); }

int ccrypto_verify_ed25519(
    const unsigned char *key, const unsigned char *signature, const void *bytes, size_t count) {
    EVP_PKEY *public = crypto.key(EVP_PKEY_ED25519, NULL, key, 32);
    EVP_MD_CTX *context = public ? crypto.context() : NULL;
    int is_right = context && crypto.begin_verifying(context, NULL, NULL, NULL, public) == 1
        && crypto.verify(context, signature, 64, bytes, count) == 1;
    crypto.free(context);
    crypto.free_key(public);
    return is_right;
}
