/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One record: its clause says what the payload holds and what to do with it.
 *
 * A description is checked once, here; after that a record only has to be long enough. Whatever
 * does not fit is counted as malformed, never followed. A record that belongs to a speculation is
 * handed to speculation.c, which calls back when it is committed.
 */
#include "consume/internal.h"
#include "consume/sink/json.h"

#include "types/types.h"

#include <stdlib.h>

enum { CLAUSE_MASK = 8 }; // bytes of the payload's mask of branches

/** Fewest fields and aggregations of an action, and whether it must have a format. */
static const struct {
	unsigned char fields, aggs;
	bool format;
} needs[] = {
    [DT_ACT_TRACE] = {1, 0, false},	  [DT_ACT_TRACEMEM] = {1, 0, false},
    [DT_ACT_PRINT] = {1, 0, false},	  [DT_ACT_STACK] = {1, 0, false},
    [DT_ACT_SYM] = {1, 0, false},	  [DT_ACT_PRINTF] = {0, 0, true},
    [DT_ACT_PRINTA] = {0, 1, false},	  [DT_ACT_CLEAR] = {0, 1, false},
    [DT_ACT_TRUNC] = {0, 1, false},	  [DT_ACT_NORMALIZE] = {1, 1, false},
    [DT_ACT_DENORMALIZE] = {0, 1, false}, [DT_ACT_EXIT] = {1, 0, false},
    [DT_ACT_SYSTEM] = {0, 0, true},	  [DT_ACT_FREOPEN] = {0, 0, true},
    [DT_ACT_FTRUNCATE] = {0, 0, false},	  [DT_ACT_SETOPT] = {1, 0, false},
    [DT_ACT_SPECULATE] = {1, 0, false},	  [DT_ACT_COMMIT] = {1, 0, false},
    [DT_ACT_DISCARD] = {1, 0, false},
};

static bool is_consistent(const struct dt_consumer *c, const struct dt_clause_desc *clause,
			  const struct dt_action_desc *a)
{
	if ((size_t)a->act >= dt_array_len(needs))
		return false;
	bool ok = a->n_fields >= needs[a->act].fields && a->n_aggs >= needs[a->act].aggs &&
		  (a->format || !needs[a->act].format) && a->guard < 64 &&
		  (a->guard < 0 || (clause->has_mask && clause->payload >= CLAUSE_MASK));
	for (size_t i = 0; i < a->n_fields; i++)
		ok = ok && dt_field_check(&a->fields[i], clause->payload);
	for (size_t i = 0; i < a->n_aggs; i++)
		ok = ok && a->aggs[i] < c->aggs.n &&
		     c->aggs.v[a->aggs[i]].desc->n_keys == c->aggs.v[a->aggs[0]].desc->n_keys &&
		     c->aggs.v[a->aggs[i]].desc->key_size == c->aggs.v[a->aggs[0]].desc->key_size;
	return ok;
}

static struct dt_error *init_action(struct dt_consumer *c, const struct dt_clause_desc *clause,
				    struct dt_action *a)
{
	const struct dt_action_desc *d = a->desc;

	if (!is_consistent(c, clause, d))
		return dt_error_new(
		    DT_ERR_OTHER, "description of the action in line %u is inconsistent", d->line);
	a->aggs = dt_zalloc((d->n_aggs + 1) * sizeof(*a->aggs));
	for (size_t i = 0; i < d->n_aggs; i++)
		a->aggs[i] = &c->aggs.v[d->aggs[i]];
	if (!d->format)
		return NULL;
	if (d->act == DT_ACT_PRINTA)
		return dt_printf_init(&a->format, d->format, a->aggs[0]->desc->keys,
				      a->aggs[0]->desc->n_keys, d->n_aggs);
	return dt_printf_init(&a->format, d->format, d->fields, d->n_fields, 0);
}

static bool is_end(enum dt_act act)
{
	return act == DT_ACT_COMMIT || act == DT_ACT_DISCARD;
}

static void init_speculation(struct dt_record_clause *clause)
{
	clause->silent = clause->desc->n_actions > 0;
	for (size_t k = 0; k < clause->desc->n_actions; k++) {
		enum dt_act act = clause->desc->actions[k].act;

		clause->speculates |= is_end(act) || act == DT_ACT_SPECULATE;
		clause->silent &= is_end(act);
	}
}

struct dt_error *dt_record_init(struct dt_consumer *c)
{
	const struct dt_program_desc *p = c->config.program;

	c->clauses = dt_zalloc((p->n_clauses + 1) * sizeof(*c->clauses));
	for (size_t i = 0; i < p->n_clauses; i++) {
		struct dt_record_clause *clause = &c->clauses[i];

		clause->desc = &p->clauses[i];
		clause->actions =
		    dt_zalloc((clause->desc->n_actions + 1) * sizeof(*clause->actions));
		for (size_t k = 0; k < clause->desc->n_actions; k++) {
			clause->actions[k].desc = &clause->desc->actions[k];
			DT_TRY(init_action(c, clause->desc, &clause->actions[k]));
		}
		init_speculation(clause);
	}
	return NULL;
}

void dt_record_deinit(struct dt_consumer *c)
{
	for (size_t i = 0; c->clauses && i < c->config.program->n_clauses; i++) {
		struct dt_record_clause *clause = &c->clauses[i];

		for (size_t k = 0; clause->actions && k < clause->desc->n_actions; k++) {
			dt_printf_deinit(&clause->actions[k].format);
			free(clause->actions[k].aggs);
		}
		free(clause->actions);
	}
	free(c->clauses);
}

static void trace(struct dt_consumer *c, const struct dt_field *f, const uint8_t *base)
{
	const struct dt_value_style style = {
	    .quiet = c->config.options->v[DT_OPT_quiet],
	    .rawbytes = c->config.options->v[DT_OPT_rawbytes],
	    .text_width = DT_TRACE_WIDTH,
	};

	dt_value_print(&c->out, &c->names, f, base, &style);
}

// The dynamic size, if there is one, can only make the dump shorter.
size_t dt_record_tracemem_size(const struct dt_action_desc *a, const uint8_t *base)
{
	int64_t size = a->fields[0].size;

	if (a->n_fields > 1 && a->fields[1].kind == DT_FIELD_INT) {
		int64_t limit = dt_field_int(&a->fields[1], base);

		size = limit < 0 ? 0 : limit < size ? limit : size;
	}
	return (size_t)size;
}

static void print(struct dt_consumer *c, const struct dt_field *f, const uint8_t *base)
{
	static const struct dt_value_style style = {.quiet = true, .text_width = DT_TRACE_WIDTH};

	if (f->type && f->kind <= DT_FIELD_BYTES)
		dt_value_typed(&c->out, f->type, base + f->offset, f->size);
	else
		dt_value_print(&c->out, &c->names, f, base, &style);
}

bool dt_record_snapshot(struct dt_consumer *c, const struct dt_action *a, uint64_t time)
{
	struct dt_error *err = NULL;

	for (size_t i = 0; i < a->desc->n_aggs && !err; i++)
		err = dt_agg_snapshot(&c->aggs, a->aggs[i], time);
	dt_consumer_fail(c, err);
	return !err;
}

static void printa(struct dt_consumer *c, const struct dt_action *a)
{
	for (size_t i = 0; i < a->desc->n_aggs; i++)
		a->aggs[i]->printed = true;
	if (!a->desc->format)
		dt_out_char(&c->out, '\n');
	dt_agg_print(&c->aggs, &c->out, a->aggs, a->desc->n_aggs,
		     a->desc->format ? &a->format : NULL);
}

static void normalize(struct dt_consumer *c, const struct dt_action *a, const uint8_t *base)
{
	int64_t normal = dt_field_int(&a->desc->fields[0], base);

	if (!normal)
		dt_consumer_message(c, "normalize() of @%s by zero is ignored",
				    a->aggs[0]->desc->name);
	else
		a->aggs[0]->normal = normal;
}

static void act_on_agg(struct dt_consumer *c, const struct dt_action *a, const struct dt_record *r)
{
	struct dt_agg *g = a->aggs[0];

	if (!dt_record_snapshot(c, a, r->head.time))
		return;
	switch (a->desc->act) {
	case DT_ACT_PRINTA:
		printa(c, a);
		break;
	case DT_ACT_CLEAR:
		dt_consumer_fail(c, dt_agg_clear(&c->aggs, g));
		break;
	case DT_ACT_TRUNC:
		dt_consumer_fail(c, dt_agg_trunc(&c->aggs, g,
						 a->desc->n_fields
						     ? dt_field_int(&a->desc->fields[0], r->payload)
						     : 0));
		break;
	case DT_ACT_NORMALIZE:
		normalize(c, a, r->payload);
		break;
	default:
		g->normal = 1;
		break;
	}
}

void dt_record_act(struct dt_consumer *c, const struct dt_action *a, const struct dt_record *r)
{
	const struct dt_action_desc *d = a->desc;

	switch (d->act) {
	case DT_ACT_TRACE:
	case DT_ACT_STACK:
	case DT_ACT_SYM:
		trace(c, &d->fields[0], r->payload);
		break;
	case DT_ACT_TRACEMEM:
		dt_value_dump(&c->out, r->payload + d->fields[0].offset,
			      dt_record_tracemem_size(d, r->payload));
		break;
	case DT_ACT_PRINT:
		print(c, &d->fields[0], r->payload);
		break;
	case DT_ACT_PRINTF:
		dt_printf_print(&a->format, &c->out, &c->names, r->payload, NULL, NULL);
		break;
	case DT_ACT_PRINTA:
	case DT_ACT_CLEAR:
	case DT_ACT_TRUNC:
	case DT_ACT_NORMALIZE:
	case DT_ACT_DENORMALIZE:
		act_on_agg(c, a, r);
		break;
	case DT_ACT_EXIT:
		if (!c->exited)
			c->exit_status = (int)dt_field_int(&d->fields[0], r->payload);
		c->exited = true;
		break;
	case DT_ACT_SYSTEM:
		dt_effect_system(c, &a->format, r->payload);
		break;
	case DT_ACT_FREOPEN:
		dt_effect_freopen(c, &a->format, r->payload);
		break;
	case DT_ACT_FTRUNCATE:
		dt_effect_ftruncate(c);
		break;
	case DT_ACT_SETOPT:
		dt_effect_setopt(c, d, r->payload);
		break;
	case DT_ACT_SPECULATE:
	case DT_ACT_COMMIT:
	case DT_ACT_DISCARD:
		break;
	}
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

/** Which of a clause's actions the record holds: bit g is the arm with guard g. */
static bool is_done(const struct dt_action_desc *a, uint64_t mask)
{
	return a->guard < 0 || mask >> a->guard & 1;
}

static uint64_t mask_of(const struct dt_clause_desc *clause, const uint8_t *payload)
{
	uint64_t mask = UINT64_MAX;

	if (clause->has_mask && clause->payload >= CLAUSE_MASK)
		memcpy(&mask, payload, sizeof(mask));
	return mask;
}

void dt_record_print(struct dt_consumer *c, unsigned cpu, const struct dt_entry *e,
		     const struct dt_entry *next)
{
	struct dt_record r = {.cpu = cpu, .next = next, .payload = e->rec + sizeof(r.head)};

	memcpy(&r.head, e->rec, sizeof(r.head));
	const struct dt_record_clause *clause = &c->clauses[r.head.clause];
	uint64_t mask = mask_of(clause->desc, r.payload);
	r.probe = dt_names_get(&c->names, r.head.probe);
	if (c->oformat == DT_OFORMAT_JSON) {
		if (clause->desc->n_actions || !c->config.options->v[DT_OPT_quiet])
			dt_json_record(c, clause, &r, mask);
		return;
	}
	dt_prefix_print(c, &r);
	for (size_t i = 0; i < clause->desc->n_actions; i++)
		if (is_done(clause->actions[i].desc, mask))
			dt_record_act(c, &clause->actions[i], &r);
	if (!c->config.options->v[DT_OPT_quiet])
		dt_out_char(&c->out, '\n');
}

/** Carry out what the record says of speculations; the token of the one it belongs to, or 0. */
static uint64_t speculate(struct dt_consumer *c, const struct dt_record_clause *clause,
			  const uint8_t *payload)
{
	uint64_t mask = mask_of(clause->desc, payload), belongs = 0;

	for (size_t i = 0; i < clause->desc->n_actions; i++) {
		const struct dt_action_desc *a = clause->actions[i].desc;
		bool speculates = a->act == DT_ACT_SPECULATE;

		if (!is_done(a, mask) || (!speculates && !is_end(a->act)))
			continue;
		uint64_t token = (uint64_t)dt_field_int(&a->fields[0], payload);
		if (speculates)
			belongs = token;
		else
			dt_spec_end(c, token, a->act == DT_ACT_COMMIT);
	}
	return belongs;
}

void dt_record_process(void *arg, unsigned cpu, const struct dt_entry *e,
		       const struct dt_entry *next)
{
	struct dt_consumer *c = arg;
	const uint8_t *payload = e->rec + sizeof(struct dt_rec);
	struct dt_rec head;
	uint64_t token = 0;

	memcpy(&head, e->rec, sizeof(head));
	if (head.clause == DT_REC_ERROR) {
		process_error(c, &head, e);
		return;
	}
	if (head.clause >= c->config.program->n_clauses ||
	    e->len - sizeof(head) < c->clauses[head.clause].desc->payload) {
		c->timeline.malformed++;
		return;
	}
	const struct dt_record_clause *clause = &c->clauses[head.clause];
	if (clause->speculates)
		token = speculate(c, clause, payload);
	if (token)
		dt_spec_record(c, token, cpu, e, next);
	else if (!clause->silent)
		dt_record_print(c, cpu, e, next);
}
