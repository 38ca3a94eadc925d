#pragma once

#ifdef __linux__
/// In glibc, whose headers show it to programs of GNU's dialect alone.
int renameat2(int folder, const char *path, int other_folder, const char *other_path, unsigned int manner);

/// Fails where something has the name.
static const unsigned int rename_noreplace = 1;
#endif
