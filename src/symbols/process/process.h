/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Symbols of processes, including ended ones, by the files that they mapped.
 *
 * Mappings come from /proc/PID/maps when a process is first seen, and from the kernel's reports
 * (watch.h) for every process that starts later. All mappings of a process are kept. The newest one
 * that covers an address counts, or the newest at a given time. If there are too many, the current
 * ones replace them. A process that has ended is kept until many others have ended.
 */
#ifndef DT_SYMBOLS_PROCESS_PROCESS_H
#define DT_SYMBOLS_PROCESS_PROCESS_H

#include "base/map.h"
#include "symbols/process/image.h"
#include "symbols/process/perf_map.h"
#include "symbols/process/watch.h"
#include "symbols/symbol.h"

struct dt_mapping {
	uint64_t start, end;
	uint64_t offset;	// in the file
	struct dt_image *image; // NULL: anonymous, as generated code is
	uint64_t since;		// by dt_now(); 0: unknown
};

struct dt_process {
	int pid;
	bool has_ended;
	// dt_processes.losses + 1 at the time of reading /proc/PID/maps, or of the exec from which
	// on the kernel has reported everything; 0: nothing is known.
	uint64_t known;
	dt_vec(struct dt_mapping) mappings; // in the order of mapping
	size_t n_sorted;		    // the first ones, with ascending addresses
	size_t n_read;			    // their number at the last complete reading
	struct dt_perf_map generated;
	uint64_t world; // dt_mapped_world(), called once
	bool has_world;
};

/** A zeroed struct is empty. */
struct dt_processes {
	bool complete;	      // the kernel reports everything: maps are read only once
	uint64_t losses;      // number of losses of reports; after each, maps are read again
	size_t n_checked;     // number of processes when their existence was last checked
	struct dt_map by_pid; // struct dt_process
	struct dt_images images;
	size_t n_ended;	    // mappings of processes that have ended
	dt_vec(int) ended;  // ids of processes that have ended, the oldest first
	size_t ended_begin; // those before it are already freed
	uint64_t as_of;	    // addresses are looked up at this time (dt_now()); 0: now
};

void dt_processes_deinit(struct dt_processes *p);

/** Reads the mappings of a process unless they are known. Called when a record of it arrives. */
void dt_process_read(struct dt_processes *p, int pid);
/** Reads the mappings of every running process. */
void dt_processes_scan(struct dt_processes *p);

/** Follows processes from now on. */
void dt_processes_listen(struct dt_processes *p, struct dt_watch *w);
/** Receive the reports of the watch. */
void dt_process_mapped(struct dt_processes *p, pid_t pid, const struct dt_proc_mapping *m);
void dt_process_forked(struct dt_processes *p, pid_t parent, pid_t child);
void dt_process_executed(struct dt_processes *p, pid_t pid);
void dt_process_ended(struct dt_processes *p, pid_t pid);

/** Finds the symbol of an address. Returns false if nothing is known of the address. */
bool dt_process_symbol(struct dt_processes *p, int pid, uint64_t addr, struct dt_symbol *ret);

/** Calls dt_image_lines() for an address of the process. */
size_t dt_process_lines(struct dt_processes *p, int pid, uint64_t addr, const struct dt_line **ret);

/** Returns the mapping of a file at an address of the process, or NULL. It lives until the next
 *  lookup. */
const struct dt_mapping *dt_process_mapping(struct dt_processes *p, int pid, uint64_t addr);

/** Calls dt_image_hides_caller() for an address of the process. */
bool dt_process_hides_caller(struct dt_processes *p, int pid, uint64_t addr);

/** Reports whether the address is in generated code that its runtime has not named. */
bool dt_process_is_nameless(struct dt_processes *p, int pid, uint64_t addr);

/** Adds the mappings that `maps` lists for the process. */
void dt_process_take_maps(struct dt_processes *p, int pid, struct dt_proc_maps *maps);

#endif
