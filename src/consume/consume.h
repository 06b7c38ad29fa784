/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The consumer: reads the rings, merges records by time, decodes and prints them, and keeps the
 * consumer's side of aggregations. It writes only to the output that the caller gave.
 */
#ifndef DT_CONSUME_CONSUME_H
#define DT_CONSUME_CONSUME_H

#include "abi/program.h"
#include "abi/store.h"
#include "base/error.h"
#include "dialect/options.h"

#include <stdio.h>

struct dt_agg_snapshot;
struct dt_frame;     // consume/value/frame.h
struct dt_batch;     // consume/sink/batch.h
struct dt_handlers;  // consume/sink/handler.h
struct dt_processes; // symbols/process/process.h
struct dt_watch;     // symbols/process/watch.h

/** The name of a probe, for records. The strings live as long as the session. */
struct dt_probe_name {
	uint32_t id;
	const char *prov, *mod, *func, *name;
	bool in_tracer; // this process runs its programs
};

struct dt_consume_config {
	const struct dt_program_desc *program;
	struct dt_options *options;	// changed by setopt()
	struct dt_store *const *stores; // of the executors that run the program; at least one
	size_t n_stores;
	size_t spec_store;	// index of the store with the program's speculations
	int target;		// process id of -c or -p; 0: none
	struct dt_watch *watch; // of processes; used if their addresses are shown
	void *self;		// passed to the callbacks
	/** Returns the probe's name. Never fails: an id in a record belongs to an enabled probe. */
	struct dt_probe_name (*probe)(void *self, uint32_t id);
	/** Returns the EPID of a clause on a probe. */
	uint32_t (*epid)(void *self, uint32_t clause, uint32_t probe);
	/** Receives messages for stderr, without the "dtrace: " prefix: drops, errors of enabled
	 *  probes. */
	void (*message)(void *self, const char *text);
	/** Returns the number of firings that the kernel did not pass to a program. It only grows.
	 *  NULL: unknown. */
	uint64_t (*misses)(void *self);
	/** Reports whether a program that uses a foreign store runs the clause (DT_REC_ERROR: any)
	 * at the probe. Others are forged. NULL: none is. */
	bool (*may_record)(void *self, uint32_t clause, uint32_t probe);
	/** Returns the number of firings of threads for which no slot was free. */
	uint64_t (*slotless)(void *self);
	/** Called before aggregations are read; or NULL. */
	void (*before_reading)(void *self);
	/** Called repeatedly while a command of system() runs; or NULL. */
	void (*waiting)(void *self);
	const struct dt_handlers *handlers; // they receive the results; NULL: a sink does
	size_t batch_rows;		    // rows of a batch; 0: no batches
	bool has_notices;		    // a page is announced when it is written
	FILE *out; // borrowed; the consumer itself opens the files of freopen() and -o
};

struct dt_consumer;

struct dt_error *dt_consumer_create(const struct dt_consume_config *config,
				    struct dt_consumer **ret);
void dt_consumer_destroy(struct dt_consumer *c);

/**
 * Prints the records that are due and older than the merge window, and does other periodic work.
 * Does not wait for records. `all`: tracing has ended, prints every record.
 */
struct dt_error *dt_consumer_work(struct dt_consumer *c, bool all);
/**
 * Returns when dt_consumer_work() has something to do, unless a dt_consumer_fd() becomes readable
 * before: ns of CLOCK_MONOTONIC, 0: now. From this call on, a record makes one readable. Call it
 * before each wait. Call dt_consumer_work() after a run of a program whose store has no descriptor.
 */
uint64_t dt_consumer_due(struct dt_consumer *c);
/** Returns descriptor number i by which programs wake the consumer; -1: there are no more.
 *  Borrowed. */
int dt_consumer_fd(const struct dt_consumer *c, size_t i);

/** Implements dtrace_salvage(). */
void dt_consumer_salvage(struct dt_consumer *c);

/** Reports whether exit() was called, and writes its argument to *status. */
bool dt_consumer_exited(const struct dt_consumer *c, int *status);

/** Reports whether a program still waits for memory that it reads: its record is open. */
bool dt_consumer_is_held(const struct dt_consumer *c);

/** The number of drops of a kind that were reported. */
struct dt_drop_total {
	const char *tag; // "PRINCIPAL", …
	uint64_t n;
};
/** Returns the total number i, in the order of the first reports, or NULL if there are no more. */
const struct dt_drop_total *dt_consumer_drops(const struct dt_consumer *c, size_t i);

/** Reports, after the end, whether no event was recorded and no aggregation has data. */
bool dt_consumer_is_silent(const struct dt_consumer *c);

/**
 * Takes a snapshot (consume/agg/snapshot.h) of the aggregation with this name, without '@'; "_" is
 * the anonymous one. Writes NULL if the program has none of that name. The caller destroys it.
 */
struct dt_error *dt_consumer_snapshot(struct dt_consumer *c, const char *name, bool is_total,
				      struct dt_agg_snapshot **ret) dt_must_use;

/** The same for the additions since the previous call (dt_agg_snapshot_take()). */
struct dt_error *dt_consumer_take(struct dt_consumer *c, const char *name, uint64_t idle,
				  struct dt_agg_snapshot **ret, size_t *expired) dt_must_use;

/** Returns the number of faults. */
uint64_t dt_consumer_faults(const struct dt_consumer *c);
/** Returns the age of the oldest waiting record, ns since it was found. */
uint64_t dt_consumer_lag(const struct dt_consumer *c);

/** Reports whether no more records are taken from the rings until batches are taken. */
bool dt_consumer_is_full(const struct dt_consumer *c);

/** Takes a batch of records (dt_batch_take()). The configuration asks for batches. */
struct dt_batch *dt_consumer_take_batch(struct dt_consumer *c, size_t min_rows);

/** Returns the consumer's data on processes, or NULL if it follows none. Valid until the consumer
 *  is destroyed. */
struct dt_processes *dt_consumer_processes(struct dt_consumer *c);

/** Describes function number i at an address of a process, or of the kernel (0). Returns NULL if
 *  there is none. The description lives until the next call. */
const struct dt_frame *dt_consumer_frame(struct dt_consumer *c, int pid, uint64_t addr, size_t i);

/** Notes that a kernel module was loaded: kernel symbols are read again. */
void dt_consumer_note_module(struct dt_consumer *c);

/** Ends the output: prints the aggregations that no printa() named, reports the last drops, and
 *  flushes. */
struct dt_error *dt_consumer_finish(struct dt_consumer *c, bool print_aggs);

#endif
