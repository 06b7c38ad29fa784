/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Names of generated code, which runtimes write to /tmp/perf-PID.map while they generate it.
 *
 * The file is trusted if it belongs to the user of the process or to root. If the user of the
 * process is no longer known, the file must belong to us or to root. If the file grows, only the
 * new part is read, up to a limit and in a small fraction of the time. A file that was rewritten,
 * as by jcmd(1), is read again.
 */
#ifndef DT_SYMBOLS_PROCESS_PERF_MAP_H
#define DT_SYMBOLS_PROCESS_PERF_MAP_H

#include "base/read/file.h"
#include "symbols/process/proc.h"
#include "symbols/symtab.h"

/** A zeroed struct is empty. */
struct dt_perf_map {
	struct dt_symtab table;
	struct dt_file_id id;	       // of the file
	uint64_t done;		       // bytes read so far
	uint64_t last;		       // hash of the last few of these
	uint64_t next;		       // earliest time of the next read (dt_now())
	struct dt_proc_status process; // last known status of the process
};

void dt_perf_map_deinit(struct dt_perf_map *m);
/** Records the user of a process that generates code, in case the process ends. */
void dt_perf_map_record_user(struct dt_perf_map *m, pid_t pid);
/** Reads the names written since the last call. Returns false if there are none. */
bool dt_perf_map_read(struct dt_perf_map *m, pid_t pid);
/** The same for an open file, which it takes over. */
bool dt_perf_map_read_file(struct dt_perf_map *m, struct dt_file *f);

#endif
