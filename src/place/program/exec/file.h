/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The file that a thread is about to execute.
 */
#ifndef DT_PLACE_EXEC_FILE_H
#define DT_PLACE_EXEC_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/** Reports whether the file that execve(2), or execveat(2), names with these arguments may have
 *  privileges that the thread's user lacks, or the interpreter of that script may. A file in whose
 *  path the kernel jumps, as in that of /proc/self/exe, is not examined, and may. */
bool dt_exec_file_is_privileged(pid_t tid, bool is_at, const uint64_t *args);

#endif
