/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Places code in a running process, and removes it. A process of its own, the *placer*, does all
 * the work, because ptrace(2) and forced writes belong to a thread. It outlives the tracer: when
 * the tracer has gone, it removes everything and exits. The tracer's functions send it requests,
 * one at a time.
 *
 * Each prefix of the placer's steps leaves a target that runs correctly, so the placer needs no
 * journal. To patch: areas written, pcs moved to copies, sites written. To remove: sites restored,
 * pcs moved back. The target's memory stays until no thread can return to it.
 *
 * Errors are sentences for the user, with the way out. EINTR never shows.
 */
#ifndef DT_PLACE_PLACE_H
#define DT_PLACE_PLACE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/** Name of the placer's process. It does not contain "dtrace", because `pkill -9 dtrace` would kill
 * both. */
#define DT_PLACER_NAME "probe-placer"

/** Name of the memfd that a tracer and a target share. */
#define DT_PLACE_REGION "dtrace-probes"

struct dt_placer;

/** Starts the placer. The caller owns *ret, NULL after an error. */
struct dt_error *dt_placer_create(struct dt_placer **ret) dt_must_use;
/** Returns a descriptor, which it owns, with an event once the placer has ended. */
int dt_placer_fd(const struct dt_placer *p);
/** Reports whether the placer has ended, because it was killed. */
bool dt_placer_has_ended(const struct dt_placer *p);
/** Returns its pid, which a target may permit to trace it: PR_SET_PTRACER. */
pid_t dt_placer_pid(const struct dt_placer *p);
/** Removes everything that is placed and ends the placer. `p` may be NULL. */
void dt_placer_end(struct dt_placer *p);

/** Holds a process that job control has stopped: if the tracer goes, the placer kills it. */
struct dt_error *dt_place_hold(struct dt_placer *p, pid_t pid) dt_must_use;
/** Lets it continue. */
struct dt_error *dt_place_release(struct dt_placer *p, pid_t pid) dt_must_use;

/** Facts about a target, read while all of its threads were stopped. */
struct dt_place_facts {
	int32_t thread_id; // distance from the thread pointer to the word with the thread's id
	int32_t cpu_word;  // the same to the word of struct rseq with the CPU's number, which is
			   // negative in a thread that has not registered it yet; 0: none
	unsigned n_threads;
	bool is_filtered;    // a seccomp filter applies to a thread
	bool counter_is_off; // a thread may not read the time stamp counter; others inherit that
};

/**
 * Opens a target: learns the facts in a first stop. Refuses a process that this user may not trace,
 * one that another tracer holds (named), a 32-bit one, one in which no word has the thread's id.
 * A program has that word once its C library has initialised it, thus before its main().
 */
struct dt_error *dt_place_open(struct dt_placer *p, pid_t pid,
			       struct dt_place_facts *ret) dt_must_use;

/** Memory of a target. */
struct dt_place_memory {
	size_t size;	    // whole pages
	uint64_t low, high; // the memory shall lie within 2 GB of each of these addresses, below
			    // them if possible; 0: anywhere
	uint64_t fixed;	    // it shall lie there; 0: anywhere within these bounds
	size_t shared;	    // of them, the last bytes are a memfd that the tracer gets
	bool is_data;	    // private memory for data, which children of fork find zeroed; else
			    // the private part is for code
	bool is_inherited;  // children of fork find the first page of data as it is, and share the
			    // memfd, which is absent there otherwise
	bool is_given;	    // the memfd is `fd`, that of another target
	uint64_t at;	    // result: its address
	int fd;		    // result: the memfd, which the caller owns; -1 if there is none
};

/** Allocates memory in the target, all in one stop. The shared part is sealed, checked (tmpfs,
 *  seals, size), fully allocated by the tracer, not dumped, and absent from children of fork. */
struct dt_error *dt_place_allocate(struct dt_placer *p, pid_t pid, struct dt_place_memory *memory,
				   size_t n) dt_must_use;
/**
 * Follows a thread that is about to execute a program, and waits until the tracer lets it. First
 * this function stops the thread where it waits. Then the tracer lets it continue, and calls
 * dt_place_await().
 */
struct dt_error *dt_place_expect(struct dt_placer *p, pid_t tid) dt_must_use;
enum dt_place_execution {
	DT_PLACE_EXECUTED,   // the process stands still in front of the program's first instruction
	DT_PLACE_FAILED,     // execve(2) has failed
	DT_PLACE_PRIVILEGED, // the file has privileges, which the program would not get if it was
			     // traced
	DT_PLACE_SLOW,	     // it takes too long
	DT_PLACE_ENDED,	     // the thread has ended
};
/** Awaits the execution by a thread that dt_place_expect() has stopped. Writes its process. */
struct dt_error *dt_place_await(struct dt_placer *p, pid_t tid, enum dt_place_execution *ret,
				pid_t *pid) dt_must_use;
enum { DT_PLACE_BREAKS = 2 };
/** Lets a process that stands still run to one of two addresses, of which the second may be 0. */
struct dt_error *dt_place_run(struct dt_placer *p, pid_t pid, const uint64_t at[DT_PLACE_BREAKS],
			      uint64_t *reached) dt_must_use;
/** Lets go of a process that stands still. */
struct dt_error *dt_place_let_go(struct dt_placer *p, pid_t pid) dt_must_use;

/** Writes into memory that dt_place_allocate() has returned. Stops nothing. */
struct dt_error *dt_place_write(struct dt_placer *p, pid_t pid, uint64_t at, const void *bytes,
				size_t n) dt_must_use;

enum { DT_PLACE_BYTES = 5 };

/** A change of the target's text, in one page. */
struct dt_place_patch {
	uint64_t at;
	uint8_t size;
	uint8_t old[DT_PLACE_BYTES], new[DT_PLACE_BYTES];
	bool is_absent; // result: not written, because the text was another or a thread needs it
	bool is_used;	// result: it was a thread
	/** It is restored when no thread is in the placed memory any more: threads there need it.
	 *  Such patches must be written first. */
	bool is_kept;
};
/** An instruction and a copy, for threads that stand there. If an instruction has several copies, a
 *  thread goes to the first, and back from each. */
struct dt_place_moved {
	uint64_t from, to;
	/** At `to` begins code of at least DT_PLACE_BYTES that may be passed by. A jump back takes
	 *  its place at removal, so that threads leave a loop of copies. */
	bool is_gate;
};
/** Code of the placed memory in which a thread may be. */
struct dt_place_code {
	uint64_t begin, end; // a stub
};

/** Writes the patches, in batches of 1,000 for each stop. `moved` is kept for removal. A patch is
 *  left out (`is_absent`) if its text is another, if it leads neither into a stub nor to a patch,
 * if it begins in another patch, or if threads need its bytes for a second. */
struct dt_error *dt_place_patch(struct dt_placer *p, pid_t pid, struct dt_place_patch *patches,
				size_t n, const struct dt_place_moved *moved, size_t n_moved,
				const struct dt_place_code *stubs, size_t n_stubs) dt_must_use;
/** Forgets what was patched in text that the target has unmapped. A range in which a file with
 *  patches is still mapped is kept. Stops nothing. */
struct dt_error *dt_place_forget(struct dt_placer *p, pid_t pid, const struct dt_place_code *gone,
				 size_t n) dt_must_use;
/** Adds 1 to counters: words of 16 bits in private data. dt_place_remove() subtracts 1 from each
 * that is not 0, if its file is mapped there still. A word elsewhere is left out. */
struct dt_error *dt_place_raise(struct dt_placer *p, pid_t pid, const uint64_t *counters,
				size_t n) dt_must_use;
/** Restores all patches of a target and lets go of it. Its memory stays if a thread may return to
 *  it. */
struct dt_error *dt_place_remove(struct dt_placer *p, pid_t pid) dt_must_use;

/** Notes in the target how many places of probes its patches serve, for dt_place_look() and
 *  dt_place_clean(). */
struct dt_error *dt_place_note(struct dt_placer *p, pid_t pid, size_t n) dt_must_use;

/** Code that a process contains. */
struct dt_place_found {
	pid_t placer; // that lives; 0: it has gone
	pid_t target; // the process was a child of this one, or is it
	long patches; // -1: no memory either
	size_t noted; // by dt_place_note()
};
/** Removes what a tracer and a placer that were killed have left in a process, and describes it.
 *  Reads the original text from the files. */
struct dt_error *dt_place_clean(struct dt_placer *p, pid_t pid,
				struct dt_place_found *ret) dt_must_use;
/** Looks for placed code, without stopping the process. */
struct dt_error *dt_place_look(struct dt_placer *p, pid_t pid,
			       struct dt_place_found *ret) dt_must_use;

#endif
