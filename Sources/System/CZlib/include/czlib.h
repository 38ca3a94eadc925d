// zlib without linking it: hardly any run unpacks something itself. It is loaded with the first packed file. What it
// uses is declared here, so that its headers are not needed.
#pragma once

/// The stream as zlib has it in all of its versions 1.
typedef struct {
    const unsigned char *_Nullable next_in;
    unsigned avail_in;
    unsigned long total_in;
    unsigned char *_Nullable next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *_Nullable msg;
    void *_Nullable own[4];
    int data_type;
    unsigned long checksum;
    unsigned long reserved;
} czlib_stream;

static const int CZLIB_OK = 0;
static const int CZLIB_STREAM_END = 1;
static const int CZLIB_BUFFER_ERROR = -5;
static const int CZLIB_NO_FLUSH = 0;
static const int CZLIB_SYNC_FLUSH = 2;
static const int CZLIB_FINISH = 4;

#pragma clang assume_nonnull begin

/// Loads zlib, once for the whole process and from whichever thread comes first.
/// Returns NULL when it is ready, else the loader's own words on what stands in the way.
/// Nothing below may be called before it has returned NULL.
const char *_Nullable czlib_load(void);

/// What it says it is.
const char *czlib_version(void);

/// Starts unpacking gzip, or what has the frame of zlib itself.
int czlib_inflate_start(czlib_stream *stream);
int czlib_inflate(czlib_stream *stream, int flush);
int czlib_inflate_end(czlib_stream *stream);

/// Starts packing as gzip.
int czlib_deflate_start(czlib_stream *stream, int level, int window);
/// How many bytes so many come to at most.
unsigned long czlib_deflate_bound(czlib_stream *stream, unsigned long count);
int czlib_deflate(czlib_stream *stream, int flush);
int czlib_deflate_end(czlib_stream *stream);

#pragma clang assume_nonnull end
