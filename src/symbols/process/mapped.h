/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The file behind a mapping of a process.
 *
 * A process may have another root directory and other mounts than we have. Its paths are then
 * resolved there, and the result is used for its own files only. The opened file is always the
 * mapped one, by device and inode.
 */
#ifndef DT_SYMBOLS_PROCESS_MAPPED_H
#define DT_SYMBOLS_PROCESS_MAPPED_H

#include "symbols/elf/elf.h"
#include "symbols/process/proc.h"

#include <sys/stat.h>

/** Returns a number for the mount namespace of a process, or 0 if it is ours or unknown. */
uint64_t dt_mapped_world(pid_t pid);
/** Calls stat(2) on the mapping's path in our view. Returns false if the file has another inode. */
bool dt_mapped_stat(const struct dt_proc_mapping *m, struct stat *ret);
/** Reports whether the path leads to the mapped file in our view. */
bool dt_mapped_is_here(const struct dt_proc_mapping *m);
/** Opens the mapped file, through the process if that still exists. Returns NULL if this fails or
 *  if it is not an ELF file. errno is EREMOTE if another user's program serves it
 *  (base/host/fuse.h). */
struct dt_elf *dt_mapped_open(pid_t pid, const struct dt_proc_mapping *m);

#endif
