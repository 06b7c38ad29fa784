/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Symbols of processes, also of those that have ended: what was mapped where, and by which file.
 *
 * Mappings are learned from /proc/PID/maps when a process is met for the first time, and from the
 * kernel's own reports (watch.h), which tell of every process that starts later. They are
 * not forgotten while the process is remembered: the newest mapping that covers an address counts,
 * or the newest of the time that is asked for; only if they become too many, those that exist are
 * read again. A process that has ended is remembered until many others have.
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
	uint64_t since;		// by dt_now(); 0: not known
};

struct dt_process {
	int pid;
	bool gone;
	// Behind dt_processes.losses when /proc/PID/maps was read, or since when the kernel has
	// told everything from its exec on; 0: nothing is known.
	uint64_t known;
	dt_vec(struct dt_mapping) mappings; // in the order of their making
	size_t n_sorted;		    // of them, the first, lie one above the other
	size_t n_read;			    // of them, when they were last read as a whole
	struct dt_perf_map generated;
	uint64_t world; // dt_mapped_world(), asked once
	bool has_world;
};

/** A zeroed struct knows no process. */
struct dt_processes {
	bool complete;	      // the kernel reports everything: no text is read a second time
	uint64_t losses;      // how often reports were lost: then all is read again
	size_t n_checked;     // processes when it was last looked whether they still are
	struct dt_map by_pid; // struct dt_process
	struct dt_images images;
	size_t n_ended;	    // mappings of processes that are gone
	dt_vec(int) ended;  // of the processes that are gone, the oldest first
	size_t ended_begin; // those before are forgotten
	uint64_t as_of;	    // addresses are of that time, by dt_now(); 0: of now
};

void dt_processes_deinit(struct dt_processes *p);

/** A record of the process is at hand: read its mappings if nothing is known of it. */
void dt_process_meet(struct dt_processes *p, int pid);
/** Read the mappings of every process that runs. */
void dt_processes_scan(struct dt_processes *p);

/** Learn what processes do from here on. */
void dt_processes_listen(struct dt_processes *p, struct dt_watch *w);
/** Its reports. */
void dt_process_mapped(struct dt_processes *p, pid_t pid, const struct dt_proc_mapping *m);
void dt_process_forked(struct dt_processes *p, pid_t parent, pid_t child);
void dt_process_executed(struct dt_processes *p, pid_t pid);
void dt_process_ended(struct dt_processes *p, pid_t pid);

/** False: nothing is known of the address. */
bool dt_process_symbol(struct dt_processes *p, int pid, uint64_t addr, struct dt_symbol *ret);

/** dt_image_lines() of an address of the process. */
size_t dt_process_lines(struct dt_processes *p, int pid, uint64_t addr, const struct dt_line **ret);

/** dt_image_hides_caller() of an address of the process. */
bool dt_process_hides_caller(struct dt_processes *p, int pid, uint64_t addr);

/** Is the address in generated code whose runtime has not said what it is? */
bool dt_process_is_nameless(struct dt_processes *p, int pid, uint64_t addr);

/** Take in the lines of its /proc/PID/maps. */
void dt_process_take_maps(struct dt_processes *p, int pid, struct dt_proc_maps *maps);

#endif
