/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The file behind a mapping of a process.
 *
 * A process may have another root directory than we have, and other mounts: what its paths lead to
 * is then asked there, and what is found there is believed of its own files alone. The file that is
 * opened is the one that is mapped, by device and inode, or none.
 */
#ifndef DT_SYMBOLS_PROCESS_MAPPED_H
#define DT_SYMBOLS_PROCESS_MAPPED_H

#include "symbols/elf/elf.h"
#include "symbols/process/proc.h"

#include <sys/stat.h>

/** A number for the mount namespace of a process; 0: ours, or it is not known. */
uint64_t dt_mapped_world(pid_t pid);
/** stat(2) of what its path leads to from here; false: not to a file of its number. */
bool dt_mapped_stat(const struct dt_proc_mapping *m, struct stat *ret);
/** Does the path lead to the file from here? */
bool dt_mapped_is_here(const struct dt_proc_mapping *m);
/** Open it, with the process's help if it still is; NULL: it cannot be had, or is no ELF file. Then
 *  errno is EREMOTE if that is because another user's program answers for it (base/host/fuse.h). */
struct dt_elf *dt_mapped_open(pid_t pid, const struct dt_proc_mapping *m);

#endif
