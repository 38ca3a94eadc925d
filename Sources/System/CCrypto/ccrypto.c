#include "ccrypto.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>

#ifdef __APPLE__
#define LIBRARY "libcrypto.3.dylib"
#else
#define LIBRARY "libcrypto.so.3"
#endif
#include "../loading.h"

static struct {
    __typeof__(&SHA1) sha1;
    __typeof__(&SHA256) sha256;
    __typeof__(&OpenSSL_version) version;
} crypto;

static void load(void) {
    void *library = open_library();
    if (library) {
        crypto.sha1 = (__typeof__(crypto.sha1))dlsym(library, "SHA1");
        crypto.sha256 = (__typeof__(crypto.sha256))dlsym(library, "SHA256");
        crypto.version = (__typeof__(crypto.version))dlsym(library, "OpenSSL_version");
    }
    if (!crypto.sha1 || !crypto.sha256 || !crypto.version) {
        fail(dlerror());
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
