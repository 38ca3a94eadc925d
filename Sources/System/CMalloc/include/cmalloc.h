#pragma once

/// Lets the heap grow in large steps, for a program that is soon done: each step is a call of the system. What is read
/// from files and sockets comes from the heap, too, so that its pages are not got and given back piece by piece.
void cmalloc_grow_in_large_steps(void);
