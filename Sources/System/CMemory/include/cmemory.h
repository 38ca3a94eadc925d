#pragma once

/// Takes memory in large steps, for a program that is soon done: each small one is a call of the system. Called when the
/// program has one thread yet.
///
/// - The heap grows by a megabyte. What is read from files and sockets comes from it, too, so that its pages are not got
///   and given back piece by piece.
/// - The variables' pages are had at once. One that was only read before it is first written is copied then, for which
///   every other processor is interrupted that runs a thread of the program.
void cmemory_take_in_large_steps(void);
