/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The consumer: reads the rings, merges records by time, decodes and prints them, and keeps the
 * consumer's side of aggregations. It writes to no file but the output that the caller gave.
 */
#ifndef DT_CONSUME_CONSUME_H
#define DT_CONSUME_CONSUME_H

#include "abi/program.h"
#include "base/error.h"
#include "dialect/options.h"

#include <stdio.h>

struct dt_agg_snapshot;
struct dt_processes; // symbols/process/process.h
struct dt_watch;     // symbols/process/watch.h

/** How records name their probe. Strings live as long as the session. */
struct dt_probe_name {
	uint32_t id;
	const char *prov, *mod, *func, *name;
};

struct dt_consume_config {
	const struct dt_program_desc *program;
	struct dt_options *options; // setopt() changes them
	const int *map_fds;	    // by map index
	void *const *map_memory;    // mmapable maps
	unsigned n_cpus;	    // possible ones
	unsigned n_present;	    // CPUs that have a ring: 0 … n_present - 1
	int target;		    // process id of -c or -p, 0: none
	int wake_fd;		    // while it is readable nothing waits; 0: none
	struct dt_watch *watch;	    // of processes; listened to if their addresses are shown
	void *self;		    // given to the callbacks
	/** Never fails: an id in a record belongs to an enabled probe. */
	struct dt_probe_name (*probe)(void *self, uint32_t id);
	/** EPID of a clause on a probe. */
	uint32_t (*epid)(void *self, uint32_t clause, uint32_t probe);
	/** Messages for stderr without the "dtrace: " prefix: drops, errors of enabled probes. */
	void (*message)(void *self, const char *text);
	/** Firings that the kernel did not hand to a program; only grows. NULL: not known. */
	uint64_t (*misses)(void *self);
	/** Called again and again while a command of system() runs; NULL: nothing. */
	void (*waiting)(void *self);
	FILE *out; // borrowed; freopen() and -o are handled inside, by path
};

struct dt_consumer;

struct dt_error *dt_consumer_create(const struct dt_consume_config *config,
				    struct dt_consumer **ret);
void dt_consumer_destroy(struct dt_consumer *c);

/**
 * Wait until data arrives, timeout_ms passes or wake_fd is readable, then print all records that
 * are older than the merge window. `all`: every record, tracing has ended.
 */
struct dt_error *dt_consumer_work(struct dt_consumer *c, int timeout_ms, bool all);

/** dtrace_salvage() */
void dt_consumer_salvage(struct dt_consumer *c);

/** exit() was seen: *status is its argument. */
bool dt_consumer_exited(const struct dt_consumer *c, int *status);

/** After the end: nothing has been recorded that tells of an event, and no aggregation has data. */
bool dt_consumer_is_silent(const struct dt_consumer *c);

/**
 * An aggregation at this moment (consume/agg/snapshot.h), by its name without '@', "_" for the
 * anonymous one; NULL if the program has none of that name. The caller destroys it.
 */
struct dt_error *dt_consumer_snapshot(struct dt_consumer *c, const char *name, bool is_total,
				      struct dt_agg_snapshot **ret) dt_must_use;

/** What it knows of processes, for others as well; NULL: it follows none. They must not use it when
 *  the consumer is destroyed. */
struct dt_processes *dt_consumer_processes(struct dt_consumer *c);

/** A module of the kernel has been loaded: addresses get their names from a fresh look. */
void dt_consumer_note_module(struct dt_consumer *c);

/** At the end: print the aggregations that no printa() named, report the last drops, flush. */
struct dt_error *dt_consumer_finish(struct dt_consumer *c, bool print_aggs);

#endif
