/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The consumer's state, and what its files do for each other.
 *
 *	consumer.c            life cycle, waiting, draining
 *	message.c             messages, the first failure
 *	record/record.c       descriptions; a record: shown, held back or an error
 *	record/show.c         its actions
 *	record/actions.c      the table of actions
 *	record/effects.c      system, freopen, ftruncate, setopt
 *	record/drops.c        what was lost, errors of probes
 *	record/speculation.c  what speculations hold back
 */
#ifndef DT_CONSUME_INTERNAL_H
#define DT_CONSUME_INTERNAL_H

#include "consume/agg/print.h"
#include "consume/consume.h"
#include "consume/record/action.h"
#include "consume/ring/timeline.h"
#include "consume/ring/wake.h"
#include "consume/sink/sink.h"

struct dt_consumer {
	struct dt_consume_config config;
	struct dt_ctl *ctl;
	struct dt_cpu *cpus;
	struct dt_sink *sink;
	struct dt_out out;
	FILE *reopened; // by freopen(); NULL: the caller's
	struct dt_names names;
	struct dt_aggs aggs;
	struct dt_timeline timeline;
	struct dt_record_clause *clauses;
	struct dt_rec shown; // the last record that was shown
	unsigned shown_cpu;
	struct dt_error *failed; // by an action; returned by the next work

	int epoll_fd;
	struct dt_wake wake;
	uint64_t last_drain, last_status; // ns of CLOCK_MONOTONIC
	uint64_t last_count;		  // records of the last drain

	struct dt_cpu *reported; // drops already told of, by CPU
	unsigned advised;	 // bit i: the way out of drops of cause i has been told
	uint64_t malformed;	 // the same for records that made no sense

	struct dt_specs *specs; // shared; NULL: the program does not speculate
	struct dt_speculation *speculations;
	size_t n_specs;
	uint64_t spec_late, spec_late_reported; // records that came after the end of theirs
	uint64_t last_clean;
	uint64_t misses; // of config.misses(), already told of
	enum dt_bufpolicy policy;
	bool deferred; // records wait for longer than speculations may be kept from reuse

	bool exited, recorded; // recorded: something besides BEGIN, END and timers
	bool filled;	       // bufpolicy=fill: there is no more room
	int exit_status;
};

/** Prepare the clauses' actions. Error: the description contradicts itself. */
struct dt_error *dt_record_init(struct dt_consumer *c) dt_must_use;
void dt_record_deinit(struct dt_consumer *c);
/** One record of the merge; `arg` is the consumer. */
void dt_record_process(void *arg, unsigned cpu, const struct dt_entry *e,
		       const struct dt_entry *end);

// Records lie at multiples of 8 bytes, in the ring and in copies.
static inline const struct dt_rec *dt_record_head(const void *rec)
{
	return rec;
}

/** The arms of the clause that the record holds: bit g is that of guard g. */
uint64_t dt_record_mask(const struct dt_clause_desc *clause, const uint8_t *payload);
static inline bool dt_record_has(uint64_t mask, const struct dt_action *a)
{
	return a->desc->guard < 0 || mask >> a->desc->guard & 1;
}

/** Show one record, without regard to speculation; `is_last` of its firing. */
void dt_record_show(struct dt_consumer *c, unsigned cpu, const uint8_t *rec, bool is_last);
/** Of one CPU. */
static inline bool dt_record_same_firing(const struct dt_rec *a, const struct dt_rec *b)
{
	return a->time == b->time && a->probe == b->probe;
}

void dt_spec_init(struct dt_consumer *c);
void dt_spec_deinit(struct dt_consumer *c);
/** A record that belongs to the speculation. */
void dt_spec_record(struct dt_consumer *c, uint64_t token, unsigned cpu, const struct dt_entry *e);
/** It is committed (printed now) or discarded; again, or token 0: nothing happens. */
void dt_spec_end(struct dt_consumer *c, uint64_t token, bool commit);
/** Are there some that have ended and are not yet free again? */
bool dt_spec_closed(const struct dt_consumer *c);
/** Free them; everything up to `limit` has been read from the rings. */
void dt_spec_clean(struct dt_consumer *c, uint64_t limit);

/** Report what was lost since the last call. */
void dt_drops_report(struct dt_consumer *c);
/** At the end: records that are not complete. */
void dt_drops_report_open(struct dt_consumer *c);
/** A DT_REC_ERROR record. */
void dt_drops_error(struct dt_consumer *c, const struct dt_rec *head,
		    const struct dt_fault_info *fault);

/** A message for stderr, after everything printed so far. */
void dt_consumer_message(struct dt_consumer *c, const char *fmt, ...) dt_printf_like(2, 3);
/** Remember the first error; takes ownership; NULL is fine. */
void dt_consumer_fail(struct dt_consumer *c, struct dt_error *err);

#endif
