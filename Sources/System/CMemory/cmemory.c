#include "cmemory.h"

#include <stdint.h>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

// Linux has it since 5.14; one that is older refuses it, and nothing is lost.
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

// The linker's names for the beginning and the end of the variables that are zero at first.
extern char __bss_start[], _end[];
#endif

void cmemory_take_in_large_steps(void) {
#ifdef __GLIBC__
    mallopt(M_TOP_PAD, 1 << 20);
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = (uintptr_t)__bss_start / page * page;
    madvise((void *)start, (uintptr_t)_end - start, MADV_POPULATE_WRITE);
#endif
}
