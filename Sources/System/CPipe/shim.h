#pragma once

#ifdef __linux__
/// In glibc, whose headers show it to programs of GNU's dialect alone.
int pipe2(int ends[2], int flags);
#endif
