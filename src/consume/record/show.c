/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shows a record: carries out its actions and passes them to the sink, in the clause's order.
 */
#include "consume/internal.h"

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

static void perform_action(struct dt_consumer *c, const struct dt_action *a,
			   const struct dt_record *r)
{
	if (!read_aggs(c, a))
		return;
	dt_symbols_as_of(&c->names.symbols, a->desc->n_aggs ? 0 : r->head->time);
	if (a->type->carry_out)
		a->type->carry_out(c, a, r);
	if (c->sink->type->effect && (a->type->carry_out || a->type->shows == DT_SHOW_AGGS))
		c->sink->type->effect(c->sink, r, a);
	if (a->type->shows && c->sink->type->action)
		c->sink->type->action(c->sink, r, a);
}

static void perform_actions(struct dt_consumer *c, const struct dt_record *r)
{
	const struct dt_record_clause *clause = r->clause;

	for (size_t i = 0; i < clause->desc->n_actions; i++)
		if (dt_record_has(r->mask, &clause->actions[i]))
			perform_action(c, &clause->actions[i], r);
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
	if (c->sink->type->action || clause->has_events)
		perform_actions(c, &r);
	if (c->sink->type->end_record)
		c->sink->type->end_record(c->sink, &r);
	dt_symbols_as_of(&c->names.symbols, 0);
}

// A dynamic size can only make the dump shorter.
size_t dt_action_memory_size(const struct dt_action *a, const struct dt_record *r)
{
	const struct dt_field *fields = a->desc->fields;
	int64_t size = fields[0].size;

	if (a->desc->n_fields > 1 && fields[1].kind == DT_FIELD_INT) {
		int64_t limit = dt_field_int(&fields[1], r->payload);

		size = limit < 0 ? 0 : limit < size ? limit : size;
	}
	return (size_t)size;
}
