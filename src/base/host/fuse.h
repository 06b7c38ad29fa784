/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * File systems that a user's program serves (FUSE). An access waits until the program answers,
 * possibly for ever: once the program has read the request, not even SIGKILL ends the wait.
 */
#ifndef DT_BASE_HOST_FUSE_H
#define DT_BASE_HOST_FUSE_H

#include <stdbool.h>
#include <stdint.h>

/** Reports whether a descriptor (possibly O_PATH) belongs to a file system that a program of a user
 *  other than root and ours serves. Never waits for that program. */
bool dt_fuse_is_foreign(int fd);

/** Examines stacked file systems (overlay), whose accesses wait for the layers below: calls `is`
 *  with the minor number of each device below that of `fd` until `is` returns true. Returns the
 *  result of the last call. */
typedef bool dt_fuse_layers(int fd, bool (*is)(uint32_t minor));
/** Sets the function that examines stacked file systems. Without it, none is examined. Call at most
 *  once, before the first session asks. */
void dt_fuse_set_layers(dt_fuse_layers *layers);

#endif
