/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shows a record: passes it to the sink, then carries out its effects and passes each to the sink.
 *
 * Decision: docs/dev/decisions/0081-sinks-receive-records-as-handlers-do.md
 */
#include "consume/consumer/consumer.h"

uint64_t dt_record_mask(const struct dt_clause_desc *clause, const uint8_t *payload)
{
	uint64_t mask = UINT64_MAX;

	if (clause->has_mask && clause->payload >= DT_PAYLOAD_WORD)
		memcpy(&mask, payload, sizeof(mask));
	return mask;
}

/** Returns process << 32 | thread, or 0. */
static uint64_t thread_of(const struct dt_clause_desc *clause, const uint8_t *payload)
{
	uint32_t at = clause->has_mask ? DT_PAYLOAD_WORD : 0;
	uint64_t thread = 0;

	if (clause->has_thread && clause->payload >= at + DT_PAYLOAD_WORD)
		memcpy(&thread, payload + at, sizeof(thread));
	return thread;
}

/** Reads the action's aggregations unless they were read after the record. Returns false on
 *  failure. */
static bool read_aggs(struct dt_consumer *c, const struct dt_action *a)
{
	struct dt_error *err = NULL;

	for (size_t i = 0; i < a->desc->n_aggs && !err; i++)
		err = dt_agg_read(&c->aggs, a->aggs[i], c->timeline.filled);
	if (err)
		dt_consumer_fail(c, err);
	return !err;
}

static void perform_effect(struct dt_consumer *c, const struct dt_record *r, size_t number)
{
	const struct dt_action *a = &r->clause->actions[number];
	bool is_read = read_aggs(c, a);

	dt_symbols_as_of(&c->names.symbols, a->desc->n_aggs ? 0 : r->head->time);
	if (is_read && a->type->carry_out)
		a->type->carry_out(c, a, r);
	c->sink->type->effect(c->sink, r, number, is_read ? a->desc->n_aggs : 0);
}

void dt_record_show(struct dt_consumer *c, unsigned cpu, const uint8_t *rec, bool is_last)
{
	const struct dt_rec *head = dt_record_head(rec);
	const struct dt_record_clause *clause = &c->clauses[head->clause];
	uint64_t thread = thread_of(clause->desc, rec + sizeof(*head));
	const struct dt_record r = {
	    .clause = clause,
	    .cpu = cpu,
	    .thread = (uint32_t)thread,
	    .process = (uint32_t)(thread >> 32),
	    .head = head,
	    .payload = rec + sizeof(*head),
	    .mask = dt_record_mask(clause->desc, rec + sizeof(*head)),
	    .probe = dt_names_get(&c->names, head->probe),
	    .is_first = c->shown_cpu != cpu || !dt_record_same_firing(&c->shown, head),
	    .is_last = is_last,
	};
	c->shown = *head;
	c->shown_cpu = cpu;
	dt_symbols_as_of(&c->names.symbols, head->time);
	c->sink->type->record(c->sink, &r);
	for (size_t i = 0; clause->has_events && i < clause->desc->n_actions; i++)
		if (clause->actions[i].is_event && dt_record_has(r.mask, &clause->actions[i]))
			perform_effect(c, &r, i);
	dt_symbols_as_of(&c->names.symbols, 0);
}
