#include "cmalloc.h"

#ifdef __linux__
#include <malloc.h>
#endif

void cmalloc_grow_in_large_steps(void) {
#ifdef M_TOP_PAD
    mallopt(M_TOP_PAD, 1 << 20);
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}
