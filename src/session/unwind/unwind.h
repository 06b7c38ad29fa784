/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Maintains the tables with which programs unwind user stacks (abi/unwind.h): the mappings of each
 * process, updated by the watch of processes, and the unwind rules of each file.
 *
 *	files.c      files and their tables: built once, evicted if memory is short
 *	processes.c  ranges of targets and of processes that a program has requested
 *
 * trace/unwinding.c decides when the tables are updated. Programs read them during updates. So an
 * entry is made unreachable before it is reused.
 */
#ifndef DT_SESSION_UNWIND_H
#define DT_SESSION_UNWIND_H

#include "abi/store.h"
#include "abi/unwind.h"
#include "base/extents.h"
#include "symbols/process/process.h"
#include "symbols/unwind/table.h"

#include <sys/types.h>

struct dt_unwind_entry {
	struct dt_image *image;	      // counted reference; NULL: the number is free
	struct dt_unwind_inode inode; // .changed is 0: not found by inode
	dt_vec(uint64_t) offsets;     // offsets of its mappings that programs know
	uint64_t retry;		      // earliest time of the next attempt if there was no room
	dt_u32 *rules;		      // numbers of the table's rules; owned
	size_t n_rules;
};

/** The data about a process that programs have. */
struct dt_unwind_published {
	struct dt_unwind_process p; // .n is 0: no ranges
	uint64_t due;		    // earliest time of the next update, unless it is a target
	bool is_target;
	bool is_wanted; // a program has requested it
};

/** Ranges that a process no longer uses. */
struct dt_unwind_left {
	dt_u32 first, n;
	uint64_t since;
};

/** A zeroed struct does nothing. */
struct dt_unwinding {
	bool is_on;
	bool reads_kernel; // programs find the mappings of other processes in the kernel
	// the maps
	struct dt_unwind_counts *counts;
	struct dt_unwind_range *range;
	struct dt_unwind_file *file;
	struct dt_unwind_page *page;
	dt_unwind_row *row;
	struct dt_unwind_rule *rule;
	dt_u32 *requests;
	struct dt_store *store;
	unsigned process_map, inode_map; // in the store
	unsigned n_cpus;
	// the free parts of the maps
	struct dt_extents ranges, pages, rows;

	struct dt_processes *processes, own;  // the consumer's, if it watches processes; else ours
	struct dt_map published;	      // by process: struct dt_unwind_published
	dt_vec(struct dt_unwind_left) left;   // oldest first
	struct dt_map changed;		      // processes whose ranges must be updated
	bool is_lost;			      // reports were lost, or all processes must be read
	bool is_late;			      // time ran out before all tables were built
	bool is_idle;			      // programs took no stacks since the round before
	uint64_t worked, n_stacks;	      // time of the last round; stacks taken until then
	dt_vec(struct dt_unwind_entry) files; // by number; [0] is none
	struct dt_map numbers;		      // by image
	struct dt_unwind_rules rules;
	size_t n_rows_max;   // capacity of the map
	size_t n_absent;     // files without a table yet
	uint64_t swept;	     // time of the last removal of unmapped files
	uint32_t generation; // last generation given to files and ranges
	uint32_t hand;	     // next file to consider for eviction
};

/** Returns the number of a mapped file, or 0 if there are too many files. */
uint32_t dt_unwind_file_number(struct dt_unwinding *u, struct dt_image *image);
/** Records a mapping `m` of the file, whose first byte has the address `own` in the file's address
 * space. Programs use it at once for all processes. */
void dt_unwind_file_learn(struct dt_unwinding *u, uint32_t file, const struct dt_mapping *m,
			  uint64_t own);
/** Builds the tables that a program has requested, or any, until the time `until`. Returns false if
 * there are more. */
bool dt_unwind_files_build(struct dt_unwinding *u, bool any, uint64_t until);
/** Removes files that no process maps any more, at intervals. */
void dt_unwind_files_sweep(struct dt_unwinding *u);
void dt_unwind_files_deinit(struct dt_unwinding *u);

/** Publishes the current mappings of the process; does nothing if it has ended. */
void dt_unwind_process_publish(struct dt_unwinding *u, pid_t pid);
/** Reports whether the process may be updated now. A process that takes much of our time must wait.
 */
bool dt_unwind_process_is_due(const struct dt_unwinding *u, pid_t pid);
/** Frees the ranges that were left at the time `since` or before. */
void dt_unwind_ranges_give_back(struct dt_unwinding *u, uint64_t since);
/** Marks a process as a target. */
void dt_unwind_process_target(struct dt_unwinding *u, pid_t pid);
/** Marks a process as requested by a program. */
void dt_unwind_process_requested(struct dt_unwinding *u, pid_t pid);
/** Clears that mark after an exec. */
void dt_unwind_process_executed(struct dt_unwinding *u, pid_t pid);
/** Schedules the tables of the process's files to be built next. */
void dt_unwind_process_want(struct dt_unwinding *u, pid_t pid);

#endif
