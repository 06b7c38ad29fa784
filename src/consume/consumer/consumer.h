/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The consumer's state, and the functions that its files share.
 *
 *	consumer.c     life cycle, times of work, draining
 *	message.c      messages, the first failure
 *	record.c       descriptions; shows a record, holds it back, or reports its error
 *	show.c         passes a record and its effects to the sink
 *	actions.c      the table of actions
 *	effects.c      system, freopen, ftruncate, setopt
 *	drops.c        drops, errors of probes
 *	speculation.c  records that speculations hold back
 */
#ifndef DT_CONSUME_CONSUMER_CONSUMER_H
#define DT_CONSUME_CONSUMER_CONSUMER_H

#include "consume/consume.h"
#include "consume/data/shape.h"
#include "consume/print/print.h"
#include "consume/ring/timeline.h"
#include "consume/sink/sink.h"
#include "consume/value/frame.h"

/** The standard maps of a store. */
struct dt_source {
	struct dt_store *store;
	struct dt_ctl *ctl;
	struct dt_cpu *cpus;
	struct dt_cpu *reported; // drops already reported, by CPU
};

struct dt_consumer {
	struct dt_consume_config config;
	struct dt_source *sources; // by store
	struct dt_sink *sink;
	struct dt_sink_host host; // of the sink
	struct dt_out out;
	FILE *reopened; // by freopen(); NULL: the caller's
	struct dt_names names;
	struct dt_frame frame; // of dt_consumer_frame()
	struct dt_aggs aggs;
	struct dt_timeline timeline;
	struct dt_record_clause *clauses;
	struct dt_shapes shapes;
	struct dt_rec shown; // header of the last record shown
	unsigned shown_cpu;
	struct dt_error *failed; // the first failure; returned by the next dt_consumer_work()

	uint64_t woken;			  // when a program last woke the consumer
	uint64_t pending_since;		  // when records were first seen after a drain; 0: none
	uint64_t last_drain, last_status; // ns of CLOCK_MONOTONIC
	uint64_t last_count;		  // records of the last drain

	dt_vec(struct dt_drop_total) drops;
	unsigned advised;   // bit i: the advice on drops of cause i was given
	uint64_t malformed; // malformed records already reported
	uint64_t abandoned; // the same of records whose firings were left
	uint64_t faults;

	struct dt_specs *specs; // shared; NULL: the program does not speculate
	struct dt_speculation *speculations;
	size_t n_specs;
	uint64_t spec_late, spec_late_reported; // records that came after their speculation's end
	uint64_t last_clean;
	uint64_t misses; // the part of config.misses() already reported
	uint64_t slotless;
	enum dt_bufpolicy policy;
	bool deferred; // drains are rare: ended speculations are freed without waiting for one

	bool exited, recorded; // recorded: a record of a probe other than BEGIN, END and timers
	bool filled;	       // bufpolicy=fill: a ring is full
	int exit_status;
	uint64_t exit_time; // of the firing that called exit() first
};

/** Prepares the clauses' actions. Fails if the description contradicts itself. */
struct dt_error *dt_record_init(struct dt_consumer *c) dt_must_use;
void dt_record_deinit(struct dt_consumer *c);
/** Processes one record of the timeline; `arg` is the consumer. */
void dt_record_process(void *arg, unsigned cpu, const struct dt_entry *e,
		       const struct dt_entry *end);

// Records lie at multiples of 8 bytes, in the ring and in copies.
static inline const struct dt_rec *dt_record_head(const void *rec)
{
	return rec;
}

/** Returns the arms of the clause that the record holds, as a mask: bit g is guard g. */
uint64_t dt_record_mask(const struct dt_clause_desc *clause, const uint8_t *payload);

/** Returns the action of that name, or NULL. */
const struct dt_action_type *dt_action_type(const char *name);
/** Effects other than output (effects.c). They report a refusal as a message. */
void dt_effect_system(struct dt_consumer *c, const struct dt_action *a, const struct dt_record *r);
void dt_effect_freopen(struct dt_consumer *c, const struct dt_action *a, const struct dt_record *r);
void dt_effect_ftruncate(struct dt_consumer *c, const struct dt_action *a,
			 const struct dt_record *r);
void dt_effect_setopt(struct dt_consumer *c, const struct dt_action *a, const struct dt_record *r);

/** Shows one record, regardless of speculation. `is_last`: the firing has no more records. */
void dt_record_show(struct dt_consumer *c, unsigned cpu, const uint8_t *rec, bool is_last);
/** Reports whether two records of one CPU belong to the same firing. */
static inline bool dt_record_same_firing(const struct dt_rec *a, const struct dt_rec *b)
{
	return a->time == b->time && a->probe == b->probe;
}

void dt_spec_init(struct dt_consumer *c);
void dt_spec_deinit(struct dt_consumer *c);
/** Holds back a record that belongs to the speculation. */
void dt_spec_record(struct dt_consumer *c, uint64_t token, unsigned cpu, const struct dt_entry *e);
/** Commits the speculation, i.e. prints it now, or discards it. Does nothing if it has already
 *  ended or token is 0. */
void dt_spec_end(struct dt_consumer *c, uint64_t token, bool commit);
/** Reports whether a speculation has ended and is not yet free again. */
bool dt_spec_closed(const struct dt_consumer *c);
/** Frees the speculations that have ended. The caller has read everything up to time `limit` from
 *  the rings. */
void dt_spec_clean(struct dt_consumer *c, uint64_t limit);

/** Reports the drops since the last call. */
void dt_drops_report(struct dt_consumer *c);
/** Reports, at the end, the records that are not complete. */
void dt_drops_report_open(struct dt_consumer *c);
/** Reports the fault of a DT_REC_ERROR record. */
void dt_drops_error(struct dt_consumer *c, const struct dt_rec *head,
		    const struct dt_fault_info *fault);

/** Writes a message to stderr, after flushing everything printed so far. */
void dt_consumer_message(struct dt_consumer *c, const char *fmt, ...) dt_printf_like(2, 3);
/** Keeps the first error. Takes ownership; NULL is fine. */
void dt_consumer_fail(struct dt_consumer *c, struct dt_error *err);

#endif
