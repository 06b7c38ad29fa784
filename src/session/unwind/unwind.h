/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The tables by which programs unwind user stacks (abi/unwind.h): what is mapped in every process,
 * by the one watch of processes, and how the frames of each file are found.
 *
 *	unwind.c     when: at the start, between two rounds of the consumer
 *	files.c      files and their tables: built once, thrown out if there is no room
 *	processes.c  ranges of processes that are targets or that a program has asked for
 *
 * Programs read while this is changed. So whatever becomes another's is made unreachable first.
 */
#ifndef DT_SESSION_UNWIND_H
#define DT_SESSION_UNWIND_H

#include "abi/unwind.h"
#include "base/extents.h"
#include "symbols/process/process.h"
#include "symbols/unwind/table.h"

#include <sys/types.h>

struct dtrace;

struct dt_unwind_entry {
	struct dt_image *image;	      // counted among its users; NULL: the number is free
	struct dt_unwind_inode inode; // .changed is 0: it is not to be found by that
	dt_vec(uint64_t) offsets;     // at which it was mapped, as programs know
	uint64_t retry;		      // when it may be tried again, for which there was no room
	dt_u32 *rules;		      // numbers of those that its table has; owned
	size_t n_rules;
};

/** What programs know of a process. */
struct dt_unwind_placed {
	struct dt_unwind_process p; // .n is 0: nothing
	uint64_t due;		    // when it may be placed anew, unless it is a target
	bool is_target;
	bool is_wanted; // a program has asked
};

/** Ranges that a process has left. */
struct dt_unwind_left {
	dt_u32 first, n;
	uint64_t since;
};

/** A zeroed struct does nothing. */
struct dt_unwinding {
	bool is_on;
	bool reads_kernel; // programs find what is mapped in others without us
	// the maps
	struct dt_unwind_counts *counts;
	struct dt_unwind_range *range;
	struct dt_unwind_file *file;
	struct dt_unwind_page *page;
	dt_unwind_row *row;
	struct dt_unwind_rule *rule;
	dt_u32 *asked;
	int process_fd, inode_fd;
	unsigned n_cpus;
	// what of them is free
	struct dt_extents ranges, pages, rows;

	struct dt_processes *processes, own;  // the consumer's, if it follows any
	struct dt_map placed;		      // by process: struct dt_unwind_placed
	dt_vec(struct dt_unwind_left) left;   // the oldest first
	struct dt_map changed;		      // processes whose ranges are to be placed anew
	bool is_lost;			      // reports were lost, or all are yet to be read
	bool is_late;			      // there was no time for all tables
	dt_vec(struct dt_unwind_entry) files; // by number; [0] is none
	struct dt_map numbers;		      // by image
	struct dt_unwind_rules rules;
	size_t n_rows_max;   // of the map
	size_t n_absent;     // files that have no table yet
	uint64_t swept;	     // when files were last forgotten
	uint32_t generation; // of files and ranges: the last one given
	uint32_t hand;	     // where throwing out files goes on
};

/** The number of a mapped file; 0: there are too many. */
uint32_t dt_unwind_file_number(struct dt_unwinding *u, struct dt_image *image);
/** It is mapped from `m` on, whose first byte has that address of the file's own: programs learn it
 *  at once for all processes. */
void dt_unwind_file_learn(struct dt_unwinding *u, uint32_t file, const struct dt_mapping *m,
			  uint64_t own);
/** Build the tables that a program has looked for, or any, until it is time. False: there are more.
 */
bool dt_unwind_files_build(struct dt_unwinding *u, bool any, uint64_t until);
/** Forget files that no process has mapped any more, now and then. */
void dt_unwind_files_sweep(struct dt_unwinding *u);
void dt_unwind_files_deinit(struct dt_unwinding *u);

/** Tell programs what is mapped in the process now; nothing if it has ended. */
void dt_unwind_process_place(struct dt_unwinding *u, pid_t pid);
/** May it be placed now? One that keeps us busy must wait. */
bool dt_unwind_process_is_due(const struct dt_unwinding *u, pid_t pid);
/** Free the ranges that were left at that time or before. */
void dt_unwind_ranges_give_back(struct dt_unwinding *u, uint64_t since);
/** It is a target; a program has asked for it; it runs another one. */
void dt_unwind_process_target(struct dt_unwinding *u, pid_t pid);
void dt_unwind_process_asked(struct dt_unwinding *u, pid_t pid);
void dt_unwind_process_executed(struct dt_unwinding *u, pid_t pid);
/** Its files are the next whose tables are built. */
void dt_unwind_process_want(struct dt_unwinding *u, pid_t pid);

/** A command of -c has mapped its libraries, under eyes of ours: learn that before it goes on. */
void dt_session_unwinding_catch_up(struct dtrace *d);
void dt_session_unwinding_deinit(struct dtrace *d);
/** There is more to be done than there was time for. */
bool dt_session_unwinding_is_late(const struct dtrace *d);

#endif
