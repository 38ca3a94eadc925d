#pragma once

#ifdef __linux__
#include <spawn.h>

/// In glibc, whose headers show it to programs of GNU's dialect alone.
int pipe2(int ends[2], int flags);

/// Has the started program inherit nothing from `first` on. Before its version 2.34 glibc cannot; then it inherits what
/// this program inherited itself.
static inline void close_from(posix_spawn_file_actions_t *actions, int first) {
#if __GLIBC_PREREQ(2, 34)
    posix_spawn_file_actions_addclosefrom_np(actions, first);
#endif
}
#endif
