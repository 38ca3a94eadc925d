// libcrypto without linking it: four megabytes would slow every start of the program, and hardly any run
// signs something. It is loaded when the first digest is asked for.
#pragma once

#include <stddef.h>

#pragma clang assume_nonnull begin

/// Loads libcrypto, once for the whole process and from whichever thread comes first.
/// Returns NULL when it is ready, else the loader's own words on what stands in the way.
/// Nothing below may be called before it has returned NULL.
const char *_Nullable ccrypto_load(void);

/// What it says it is.
const char *ccrypto_version(void);

/// Write 20 and 32 bytes.
void ccrypto_sha1(const void *_Nullable bytes, size_t count, unsigned char *digest);
void ccrypto_sha256(const void *_Nullable bytes, size_t count, unsigned char *digest);

/// A digest of what comes piece by piece; NULL where memory is short or the library knows no such digest. It is
/// finished once, and freed.
void *_Nullable ccrypto_sha1_begin(void);
void *_Nullable ccrypto_sha256_begin(void);
void ccrypto_update(void *context, const void *_Nullable bytes, size_t count);
void ccrypto_finish(void *context, unsigned char *digest);
void ccrypto_free(void *context);

/// Returns 1 if a signature of 64 bytes was made with the private key that belongs to a public key of 32 bytes.
int ccrypto_verify_ed25519(
    const unsigned char *key, const unsigned char *signature, const void *_Nullable bytes, size_t count);

#pragma clang assume_nonnull end
