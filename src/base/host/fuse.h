/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * File systems for which a program of some user answers (FUSE). Whoever asks one for anything waits
 * until it answers, if need be for ever: once the program has read the question, not even SIGKILL
 * ends the wait.
 */
#ifndef DT_BASE_HOST_FUSE_H
#define DT_BASE_HOST_FUSE_H

#include <stdbool.h>

/** Does a descriptor, which may be one of O_PATH, lead to a file system for which neither root nor
 *  our own user answers? Nobody is asked for it but the kernel. */
bool dt_fuse_is_foreign(int fd);

#endif
