// What a C programmer would write: libcurl's multi interface in one loop, nothing around it.
#pragma once

/// Fetches a URL `count` times, `at_once` at a time over at most `connections` connections, each body
/// collected in memory. Returns how many came whole with status 200 and `length` bytes.
long curlloop_fetch(const char *url, long count, int at_once, int connections, long length);
