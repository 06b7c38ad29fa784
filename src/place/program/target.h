/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The processes in which this program places code, and everything that it remembers about them.
 */
#ifndef DT_PLACE_PROGRAM_TARGET_H
#define DT_PLACE_PROGRAM_TARGET_H

#include "base/vec.h"
#include "place/list.h"
#include "place/place.h"
#include "place/program/maps.h"
#include "place/program/stop.h"

/** Placed memory. A page with a mark precedes the bytes that the tracer uses. Code comes first, and
 *  shared memory last. */
struct dt_area {
	uint64_t begin, end;
	uint64_t code_end; // `begin`: it has no code
	// Of a dead placer that has left the area: its pid, and when it was started. Else 0.
	uint64_t owner, owner_start;
	uint64_t target, noted; // of the mark, if it is another placer's
};

/** A written patch, and the file that it was in. */
struct dt_written {
	struct dt_place_patch patch;
	uint64_t device, inode, offset;
};

/** A counter that is raised, and the file whose data it is. */
struct dt_counter {
	uint64_t at;
	uint64_t device, inode, offset;
};

/** Addresses of `syscall; ret`, and of the code that ends a signal handler. 0: not found. */
struct dt_call_code {
	uint64_t call, end;
};

struct dt_target {
	pid_t pid;
	struct dt_place_entry entry; // in the list of processes with placed code
	int memory;		     // /proc/PID/mem of the program that the process ran at first
	pid_t stopped;		     // a thread of the last stop
	uint64_t mapped;	     // an address of that memory
	bool has_namespace;	     // other pids than ours
	int32_t thread_id;
	struct dt_call_code code;     // of the target itself
	struct dt_laggards *laggards; // of the program
	dt_vec(struct dt_area) areas;
	dt_vec(struct dt_written) written; // in this order
	dt_vec(struct dt_counter) counters;
	dt_vec(struct dt_place_moved) by_from; // sorted
	dt_vec(struct dt_place_moved) by_to;   // the same
	bool is_overtaken; // another dtrace has removed what was found of a dead placer
};

/** Opens a process. The caller destroys *ret. */
struct dt_error *dt_target_create(pid_t pid, struct dt_laggards *laggards,
				  struct dt_target **ret) dt_must_use;
/** Learns the facts in a stop. */
struct dt_error *dt_target_learn(struct dt_target *t, struct dt_place_facts *ret) dt_must_use;
void dt_target_destroy(struct dt_target *t);
/** Returns the address of a stopped thread's struct rseq, or 0 if it has none. */
uint64_t dt_target_sequences(pid_t tid);

/** Stops the target. Fails if it has ended or runs another program. */
struct dt_error *dt_target_stop(struct dt_target *t, struct dt_stop *ret) dt_must_use;

/** Returns a thread of the process that has not ended: the leader may have. */
pid_t dt_target_thread(pid_t pid);
/** Opens the memory of a process that has the thread `tid`. The caller closes *ret. */
struct dt_error *dt_target_open_memory(pid_t pid, pid_t tid, int *ret) dt_must_use;

bool dt_target_read(const struct dt_target *t, uint64_t at, void *to, size_t n);
/** Writes into the target's memory, whatever its protection. */
struct dt_error *dt_target_write(struct dt_target *t, uint64_t at, const void *bytes,
				 size_t n) dt_must_use;

struct dt_error *dt_memory_allocate(struct dt_target *t, struct dt_place_memory *memory,
				    size_t n) dt_must_use;
/** Notes the number of probed places, as of dt_place_note(). */
struct dt_error *dt_memory_note(struct dt_target *t, size_t n) dt_must_use;
/** Unmaps all areas, while the target stands still. Those that cannot be unmapped stay. */
void dt_memory_free(struct dt_target *t, struct dt_stop *s);
/** Finds areas that other placers have left in the target and, if `owned`, those of living ones.
 *  *owner is a living one, or 0. */
void dt_memory_find(struct dt_target *t, const struct dt_maps *maps, bool owned, pid_t *owner);
/** Reports whether all areas of dead placers are still there, in a stop. Another dtrace may have
 *  removed them and placed its own. */
bool dt_memory_is_left(const struct dt_target *t);

/** A request to patch, as its data was received. Arrays are borrowed, and sorted in place. */
struct dt_patching {
	struct dt_place_patch *patches;
	struct dt_place_moved *moved;
	struct dt_place_code *stubs;
	size_t n, n_moved, n_stubs;
};

struct dt_error *dt_target_patch(struct dt_target *t, const struct dt_patching *p) dt_must_use;
/** Raises counters, as dt_place_raise() promises. */
struct dt_error *dt_counters_raise(struct dt_target *t, const uint64_t *counters,
				   size_t n) dt_must_use;
/** Lowers and forgets the raised counters. */
struct dt_error *dt_counters_lower(struct dt_target *t) dt_must_use;
/** Restores all patches, lowers the counters, then frees the memory if no thread can return to it.
 */
struct dt_error *dt_target_remove(struct dt_target *t) dt_must_use;
/** Forgets patches, copies and counters in ranges that are unmapped, as dt_place_forget() promises.
 */
struct dt_error *dt_target_forget(struct dt_target *t, const struct dt_place_code *gone,
				  size_t n) dt_must_use;
/** Compares dt_place_moved by `to`, for qsort(). */
int dt_moved_compare_to(const void *a, const void *b);
/** Removes what another placer has left, as of dt_place_clean(). */
struct dt_error *dt_target_clean(struct dt_target *t, struct dt_place_found *ret) dt_must_use;
/** Looks for placed code in a process that runs on, as of dt_place_look(). */
struct dt_error *dt_target_look(pid_t pid, struct dt_place_found *ret) dt_must_use;

/** Calls `found` for each word of a stopped task's stack. */
void dt_words_walk(const struct dt_task *k, void (*found)(void *self, uint64_t word), void *self);

#endif
