/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * File systems for which a program of some user answers (FUSE). Whoever asks one for anything waits
 * until it answers, if need be for ever: once the program has read the question, not even SIGKILL
 * ends the wait.
 */
#ifndef DT_BASE_HOST_FUSE_H
#define DT_BASE_HOST_FUSE_H

#include <stdbool.h>
#include <stdint.h>

/** Does a descriptor, which may be one of O_PATH, lead to a file system for which neither root nor
 *  our own user answers? Nobody is asked for it but the kernel. */
bool dt_fuse_is_foreign(int fd);

/** Who looks into file systems that are made of others (overlay), which wait for these: calls `is`
 *  with the minor number of each device below that of `fd` until it is true, and returns that. */
typedef bool dt_fuse_layers(int fd, bool (*is)(uint32_t minor));
/** NULL: nobody, as in the beginning. */
void dt_fuse_set_layers(dt_fuse_layers *look);

#endif
