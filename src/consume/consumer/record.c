/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Processes a record: its clause describes the payload and the actions.
 *
 * The description is checked once, here. After that a record only has to be long enough. Records
 * that are too short are counted as malformed and ignored. A record of a speculation goes to
 * speculation.c, and to show.c when it is committed.
 */
#include "consume/consumer/consumer.h"

#include <stdlib.h>
#include <string.h>

static bool fits_payload(const struct dt_consumer *c, const struct dt_clause_desc *clause,
			 const struct dt_action *action)
{
	const struct dt_action_type *type = action->type;
	const struct dt_action_desc *a = action->desc;
	bool ok = type && a->n_fields >= type->min_fields && a->n_aggs >= type->min_aggs &&
		  (a->format || !type->has_format) && a->guard < 64 &&
		  (a->guard < 0 || (clause->has_mask && clause->payload >= DT_PAYLOAD_WORD));

	for (size_t i = 0; i < a->n_fields; i++)
		ok = ok && dt_field_check(&a->fields[i], clause->payload);
	for (size_t i = 0; i < a->n_aggs; i++)
		ok = ok && a->aggs[i] < c->aggs.n &&
		     c->aggs.v[a->aggs[i]].desc->n_keys == c->aggs.v[a->aggs[0]].desc->n_keys &&
		     c->aggs.v[a->aggs[i]].desc->key_size == c->aggs.v[a->aggs[0]].desc->key_size;
	return ok;
}

/** Prepares the format. The fields of printa() are parts of the key. */
static struct dt_error *init_format(struct dt_action *a)
{
	const struct dt_action_desc *d = a->desc;
	const struct dt_agg_desc *agg = d->n_aggs ? a->aggs[0]->desc : NULL;

	if (!d->format)
		return NULL;
	if (agg)
		return dt_printf_init(&a->format, d->format, agg->keys, agg->n_keys, d->n_aggs);
	return dt_printf_init(&a->format, d->format, d->fields, d->n_fields, 0);
}

static struct dt_error *init_action(struct dt_consumer *c, const struct dt_clause_desc *clause,
				    const struct dt_action_desc *d, struct dt_action *a)
{
	a->desc = d;
	a->type = dt_action_type(d->act);
	if (!fits_payload(c, clause, a))
		return dt_error_new(
		    DT_ERR_OTHER, "description of the action in line %u is inconsistent", d->line);
	a->is_event = a->type->carry_out || a->type->shows == DT_SHOW_AGGS;
	a->aggs = dt_zalloc((d->n_aggs + 1) * sizeof(*a->aggs));
	for (size_t i = 0; i < d->n_aggs; i++) {
		a->aggs[i] = &c->aggs.v[d->aggs[i]];
		a->aggs[i]->printed |= a->type->shows == DT_SHOW_AGGS;
	}
	return init_format(a);
}

static struct dt_error *init_clause(struct dt_consumer *c, const struct dt_clause_desc *desc,
				    struct dt_record_clause *clause)
{
	clause->desc = desc;
	clause->silent = desc->n_actions > 0;
	clause->actions = dt_zalloc((desc->n_actions + 1) * sizeof(*clause->actions));
	for (size_t i = 0; i < desc->n_actions; i++) {
		struct dt_action *a = &clause->actions[i];

		DT_TRY(init_action(c, desc, &desc->actions[i], a));
		clause->speculates |= a->type->joins || a->type->end;
		clause->has_effects |= a->type->carry_out != NULL;
		clause->has_events |= a->is_event;
		clause->silent &= a->type->end != NULL;
	}
	return NULL;
}

struct dt_error *dt_record_init(struct dt_consumer *c)
{
	const struct dt_program_desc *p = c->config.program;

	c->clauses = dt_zalloc((p->n_clauses + 1) * sizeof(*c->clauses));
	for (size_t i = 0; i < p->n_clauses; i++)
		DT_TRY(init_clause(c, &p->clauses[i], &c->clauses[i]));
	dt_shapes_init(&c->shapes, c->clauses, p->n_clauses);
	for (size_t i = 0; i < p->n_clauses; i++)
		c->clauses[i].shape = &c->shapes.v[i];
	return NULL;
}

void dt_record_deinit(struct dt_consumer *c)
{
	for (size_t i = 0; c->clauses && i < c->config.program->n_clauses; i++) {
		const struct dt_record_clause *clause = &c->clauses[i];

		for (size_t k = 0; clause->actions && k < clause->desc->n_actions; k++) {
			dt_printf_deinit(&clause->actions[k].format);
			free(clause->actions[k].aggs);
		}
		free(clause->actions);
	}
	free(c->clauses);
	dt_shapes_deinit(&c->shapes);
}

static void process_error(struct dt_consumer *c, const struct dt_rec *head,
			  const struct dt_entry *e)
{
	struct dt_fault_info fault;

	if (e->len < sizeof(*head) + sizeof(fault)) {
		c->timeline.malformed++;
		return;
	}
	memcpy(&fault, e->rec + sizeof(*head), sizeof(fault));
	dt_drops_error(c, head, &fault);
}

/** Reports whether no other clause of the firing follows. */
static bool is_last(const struct dt_entry *e, const struct dt_entry *end)
{
	for (const struct dt_entry *n = e + 1; n < end && n->time == e->time; n++)
		if (dt_record_same_firing(dt_record_head(e->rec), dt_record_head(n->rec)))
			return false;
	return true;
}

/** Carries out the record's actions on speculations. Returns the token of the speculation that the
 *  record belongs to, or 0. */
static uint64_t apply_speculation(struct dt_consumer *c, const struct dt_record_clause *clause,
				  const uint8_t *payload)
{
	uint64_t mask = dt_record_mask(clause->desc, payload), belongs = 0;

	for (size_t i = 0; i < clause->desc->n_actions; i++) {
		const struct dt_action *a = &clause->actions[i];

		if (!dt_record_has(mask, a) || (!a->type->joins && !a->type->end))
			continue;
		uint64_t token = (uint64_t)dt_field_int(&a->desc->fields[0], payload);
		if (a->type->joins)
			belongs = token;
		else
			a->type->end(c, token);
	}
	return belongs;
}

/** Reports whether the record is of an event, not of BEGIN, END or a timer. */
static bool is_new(struct dt_consumer *c, const struct dt_rec *head)
{
	const char *provider = dt_names_get(&c->names, head->probe)->name.prov;

	return strcmp(provider, "dtrace") != 0 && strcmp(provider, "profile") != 0;
}

/** Reports whether no program in the entry's store has written the record. It could speak of other
 *  processes, and the name of each new probe takes memory. */
static bool is_forged(const struct dt_consumer *c, const struct dt_entry *e)
{
	const struct dt_rec *head = dt_record_head(e->rec);

	return e->is_foreign && c->config.may_record &&
	       !c->config.may_record(c->config.self, head->clause, head->probe);
}

/** Reports whether the firing began after exit(). Programs of one store stop by themselves, those
 * of another only when the consumer stops them. */
static bool is_late(const struct dt_consumer *c, const struct dt_rec *head)
{
	return c->exited && c->config.n_stores > 1 && head->time > c->exit_time &&
	       head->probe != DT_PROBE_END && head->probe != DT_PROBE_ERROR;
}

void dt_record_process(void *arg, unsigned cpu, const struct dt_entry *e,
		       const struct dt_entry *end)
{
	struct dt_consumer *c = arg;
	const struct dt_rec *head = dt_record_head(e->rec);
	uint64_t token = 0;

	if (is_forged(c, e)) {
		c->timeline.malformed++;
		return;
	}
	if (is_late(c, head))
		return;
	if (!c->recorded)
		c->recorded = is_new(c, head);
	if (head->clause == DT_REC_ERROR) {
		process_error(c, head, e);
		return;
	}
	if (head->clause >= c->config.program->n_clauses ||
	    e->len - sizeof(*head) < c->clauses[head->clause].desc->payload) {
		c->timeline.malformed++;
		return;
	}
	const struct dt_record_clause *clause = &c->clauses[head->clause];
	if (clause->speculates)
		token = apply_speculation(c, clause, e->rec + sizeof(*head));
	if (token)
		dt_spec_record(c, token, cpu, e);
	else if (!clause->silent)
		dt_record_show(c, cpu, e->rec, is_last(e, end));
}
