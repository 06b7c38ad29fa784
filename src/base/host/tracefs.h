/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The kernel's tracefs, where it is mounted, and without being mounted anywhere where it is not.
 */
#ifndef DT_BASE_HOST_TRACEFS_H
#define DT_BASE_HOST_TRACEFS_H

/** Open a file or directory of it for reading; `flags` are added to the ones of open(). A
 *  descriptor, or -1 and errno. */
int dt_tracefs_open(const char *path, int flags);

#endif
