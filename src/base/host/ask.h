/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Questions about the memory of a process, which the kernel answers only when the process lets it:
 * who asks for the mappings of a process waits while these are being changed, and a process can
 * keep that from ending.
 *
 * So each question is asked in another thread. One that is not answered in time is left to that
 * thread, and until it is answered its process counts as silent: all other questions about it fail
 * at once.
 */
#ifndef DT_BASE_HOST_ASK_H
#define DT_BASE_HOST_ASK_H

#include <stddef.h>
#include <sys/types.h>

/** The thread by which the kernel tells of a process: its first, or, if that has ended, another. */
pid_t dt_living_thread(pid_t pid);

/** open(2) of /proc/PID/NAME, by its living thread; -1: errno says why, ETIMEDOUT: the process is
 * silent. */
int dt_ask_open(pid_t pid, const char *name, int flags);
/** pread(2) of what that has opened; if `at` is negative, read(2) until `n` bytes or the end. After
 *  ETIMEDOUT the file is closed, and *fd is -1. */
ssize_t dt_ask_read(pid_t pid, int *fd, void *to, size_t n, off_t at);

/** Who hears of each process that is silent, once; NULL: nobody, as in the beginning. */
void dt_ask_set_listener(void (*silent)(void *self, pid_t pid), void *self);

#endif
