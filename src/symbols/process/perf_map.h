/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Names of generated code, which runtimes write to /tmp/perf-PID.map while they generate it.
 *
 * The file is believed if it belongs to the user of the process, or to root; if it is no longer
 * known whose the process was, it must belong to us or to root. Of one that grows what is new is
 * read, in a small part of the time, up to a bound; one that was written anew, as jcmd(1) does, is
 * read anew.
 */
#ifndef DT_SYMBOLS_PROCESS_PERF_MAP_H
#define DT_SYMBOLS_PROCESS_PERF_MAP_H

#include "base/read/file.h"
#include "symbols/process/proc.h"
#include "symbols/symtab.h"

/** A zeroed struct knows no name. */
struct dt_perf_map {
	struct dt_symtab table;
	struct dt_file_id id;	       // of the file
	uint64_t done;		       // bytes of it that were read
	uint64_t last;		       // hash of the last few of these
	uint64_t next;		       // when it may be looked at again, by dt_now()
	struct dt_proc_status process; // as it was last seen
};

void dt_perf_map_deinit(struct dt_perf_map *m);
/** The process generates code: remember whose it is, in case that it ends. */
void dt_perf_map_meet(struct dt_perf_map *m, pid_t pid);
/** Read what the process has written since the last call; false: nothing is new. */
bool dt_perf_map_read(struct dt_perf_map *m, pid_t pid);
/** The same of an open file, which is taken over. */
bool dt_perf_map_read_file(struct dt_perf_map *m, struct dt_file *f);

#endif
