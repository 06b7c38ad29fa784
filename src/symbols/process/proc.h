/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What /proc tells of processes.
 */
#ifndef DT_SYMBOLS_PROCESS_PROC_H
#define DT_SYMBOLS_PROCESS_PROC_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/** Call for the id of every process. */
struct dt_error *dt_proc_each(void (*fn)(void *self, pid_t pid), void *self) dt_must_use;
/** /proc/PID/NAME for reading; NULL: errno says why. */
FILE *dt_proc_file(pid_t pid, const char *name);

/** Parts of /proc/PID/status. */
struct dt_proc_status {
	pid_t group;	 // the process that it is a thread of, as a rule itself
	pid_t own;	 // its id as it knows it itself: in the innermost namespace
	uid_t user;	 // the effective one
	bool is_stopped; // by a signal or a debugger
	bool is_killed;	 // by SIGKILL, of which the thread has not heard yet
};
/** False: there is no such process. */
bool dt_proc_status(pid_t pid, struct dt_proc_status *ret);

/** Cut off " (deleted)", the kernel's mark behind the path of a file that has no name any more. */
void dt_proc_unmark(char *path);

/** The path of what the process executes, without the mark, as its mappings have it; on the heap.
 * NULL: errno says why. */
char *dt_proc_executable(pid_t pid);

/** A part of a process's memory: a line of /proc/PID/maps. */
struct dt_proc_mapping {
	uint64_t start, end;
	uint64_t offset; // in the file
	unsigned major, minor;
	uint64_t inode;
	bool is_executable;
	/** As the process knows it, without the mark; "" of anonymous memory. Lives until the next
	 * line is read. */
	const char *path;
	uint64_t when; // it was mapped, by dt_now(); 0: not known
};

/** The lines of one process. */
struct dt_proc_maps {
	pid_t pid;
	int fd;
	bool ended, silent;
	FILE *file; // reads from `fd`
	char part[16384];
	char *line;
	size_t size;
};

/** False: errno says why; then nothing is to be closed. */
bool dt_proc_maps_open(struct dt_proc_maps *m, pid_t pid);
/** False: there are no more, or m->silent: the process has ceased to answer (ask.h). */
bool dt_proc_maps_next(struct dt_proc_maps *m, struct dt_proc_mapping *ret);
void dt_proc_maps_close(struct dt_proc_maps *m);

#endif
