/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reads data on processes from /proc.
 */
#ifndef DT_SYMBOLS_PROCESS_PROC_H
#define DT_SYMBOLS_PROCESS_PROC_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/** Calls `fn` for the id of every process. */
struct dt_error *dt_proc_each(void (*fn)(void *self, pid_t pid), void *self) dt_must_use;
/** Opens /proc/PID/NAME for reading. Returns NULL with errno on failure. */
FILE *dt_proc_file(pid_t pid, const char *name);

/** Parts of /proc/PID/status. */
struct dt_proc_status {
	pid_t group; // the process of the thread, usually the id itself
	pid_t own;   // its id in its innermost namespace
	pid_t parent;
	uid_t user; // the effective one
	uid_t real_user;
	gid_t real_group;
	bool is_stopped;  // by a signal or a debugger
	bool is_killed;	  // SIGKILL is pending
	bool is_filtered; // a filter of system calls applies (seccomp)
};
/** Reads the status. Returns false if there is no such process. */
bool dt_proc_status(pid_t pid, struct dt_proc_status *ret);

enum { DT_PROC_NAME = 64 }; // bytes of a name with its NUL; kernel threads have long ones

/** Reads the name of a thread as in ps(1); a process has that of its first thread. The rest of
 * `ret` is zeroed. Returns false if there is no such thread. */
bool dt_proc_name(pid_t thread, char ret[DT_PROC_NAME]);

/** Removes " (deleted)", which the kernel appends to the path of a deleted file. */
void dt_proc_unmark(char *path);

/** Returns the path of the process's program as in its mappings, without that mark, on the heap.
 *  Returns NULL with errno on failure. */
char *dt_proc_executable(pid_t pid);

/** A part of a process's memory: a line of /proc/PID/maps. */
struct dt_proc_mapping {
	uint64_t start, end;
	uint64_t offset; // in the file
	unsigned major, minor;
	uint64_t inode;
	bool is_readable, is_writable, is_executable;
	/** In the process's view, without the mark; "" for anonymous memory. Valid until the next
	 *  line is read. */
	const char *path;
	uint64_t when; // time of mapping, by dt_now(); 0: unknown
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

/** Opens the maps of a process. Returns false with errno on failure; then there is nothing to
 *  close. */
bool dt_proc_maps_open(struct dt_proc_maps *m, pid_t pid);
/** Reads the next line. Returns false if there is none, or if the process has become silent
 *  (m->silent, timed.h). */
bool dt_proc_maps_next(struct dt_proc_maps *m, struct dt_proc_mapping *ret);
void dt_proc_maps_close(struct dt_proc_maps *m);
/** Reports whether a mapped file is a C library, by its name. */
bool dt_proc_is_c_library(const struct dt_proc_mapping *m);

#endif
