/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The kernel's tracefs, mounted or not.
 */
#ifndef DT_BASE_HOST_TRACEFS_H
#define DT_BASE_HOST_TRACEFS_H

/** Opens a file or directory of tracefs for reading; `flags` are additional flags of open(). Uses a
 *  detached mount if tracefs is not mounted. Returns a descriptor, or -1 with errno. */
int dt_tracefs_open(const char *path, int flags);

#endif
