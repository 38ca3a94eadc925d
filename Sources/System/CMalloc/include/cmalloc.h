#pragma once

/// Lets the heap grow in large steps, for a program that is soon done: each step is a call of the system.
void cmalloc_grow_in_large_steps(void);
