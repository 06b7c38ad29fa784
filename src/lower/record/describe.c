/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Describes records for the consumer, while the actions of a clause fill them.
 */
#include "lower/record/record.h"

#include "lang/integer.h"
#include "lower/value/value.h"

#include <assert.h>
#include <string.h>

void dt_gen_record_describe(struct dt_gen *g)
{
	struct dt_clause_desc *d = &g->l->desc.clauses[g->clause.ast->index];
	const struct dt_gen_record *r = &g->record;

	d->actions = r->actions;
	d->n_actions = r->n_actions;
	d->payload = r->used ? r->payload : 0;
	d->records = r->used;
	d->is_default = r->used && !r->n_actions;
	d->has_mask = r->used && r->has_mask;
	d->has_thread = r->used && r->has_thread;
}

/** Returns the guard of the arm being lowered. The arm's first action sets its bit. */
static int guard_of_arm(struct dt_gen *g)
{
	struct dt_gen_record *r = &g->record;

	if (!r->guard) {
		r->unguarded = true;
		return -1;
	}
	if (*r->guard < 0) {
		if (r->n_guards == DT_RECORD_GUARDS) {
			dt_diag(&g->l->c->diags, g->clause.ast->loc, D_UNKNOWN,
				"more than %d branches of one clause record data",
				DT_RECORD_GUARDS);
			r->n_guards = 0;
		}
		*r->guard = r->n_guards++;
		dt_ir_bin_to(g->f, DT_IR_OR, r->mask, r->mask,
			     dt_ir_const(g->f, (int64_t)(1ULL << *r->guard)));
	}
	return *r->guard;
}

void dt_gen_act_begin(struct dt_gen *g, const char *act, const struct dt_node *call)
{
	struct dt_gen_record *r = &g->record;

	assert(r->used && !r->act && "its lowering says `records`, and actions do not nest");
	if (r->n_actions == r->cap_actions) {
		struct dt_action_desc *old = r->actions;

		r->cap_actions = r->cap_actions ? 2 * r->cap_actions : 4;
		r->actions = dt_arena_array(g->l->arena, struct dt_action_desc, r->cap_actions);
		if (r->n_actions)
			memcpy(r->actions, old, r->n_actions * sizeof(*old));
	}
	r->act = &r->actions[r->n_actions];
	r->act->act = act;
	r->act->line = call->loc.line;
	r->act->guard = guard_of_arm(g);
}

void dt_gen_act_format(struct dt_gen *g, const char *format)
{
	g->record.act->format = format;
}

/** Appends a field to the current action and sets its offset in the payload. */
static const struct dt_field *add_field(struct dt_arena *arena, struct dt_gen_record *r,
					const struct dt_field *field)
{
	struct dt_action_desc *a = r->act;
	struct dt_field *list = dt_arena_array(arena, struct dt_field, a->n_fields + 1);
	struct dt_field *f = &list[a->n_fields];

	if (a->n_fields)
		memcpy(list, a->fields, a->n_fields * sizeof(*list));
	*f = *field;
	f->offset = dt_lower_round(r->payload, dt_lower_align(f));
	r->payload = dt_lower_bytes((uint64_t)f->offset + f->size);
	a->fields = list;
	a->n_fields++;
	return f;
}

static void record_value(struct dt_gen *g, const struct dt_node *expr, const struct dt_field *field)
{
	const struct dt_field *f = add_field(g->l->arena, &g->record, field);

	dt_gen_store_field(g, expr, g->record.rec, sizeof(struct dt_rec) + f->offset, f);
}

void dt_gen_act_datum(struct dt_gen *g, const struct dt_node *expr)
{
	struct dt_field field;

	dt_lower_field(g, expr, false, &field);
	record_value(g, expr, &field);
}

void dt_gen_act_field(struct dt_gen *g, const struct dt_node *expr)
{
	struct dt_field field;

	dt_lower_field(g, expr, false, &field);
	if (field.kind == DT_FIELD_INT && !dt_node_fits(expr, expr->type))
		field.size = DT_FIELD_WORD;
	record_value(g, expr, &field);
}

void dt_gen_act_word(struct dt_gen *g, dt_reg value)
{
	const struct dt_field *f =
	    add_field(g->l->arena, &g->record,
		      &(struct dt_field){.kind = DT_FIELD_INT, .size = DT_FIELD_WORD});

	dt_ir_store(g->f, f->size, g->record.rec, sizeof(struct dt_rec) + f->offset, value);
}

void dt_gen_act_bytes(struct dt_gen *g, dt_reg addr, uint64_t bytes, bool user,
		      const struct dt_type *type)
{
	uint32_t size = dt_lower_bytes(bytes);
	const struct dt_field *f =
	    add_field(g->l->arena, &g->record,
		      &(struct dt_field){.kind = DT_FIELD_BYTES, .size = size, .type = type});
	dt_reg dst = dt_ir_bini(g->f, DT_IR_ADD, g->record.rec, sizeof(struct dt_rec) + f->offset);
	struct dt_place p = {.kind = user ? DT_PLACE_USER : DT_PLACE_KERNEL, .base = addr};

	dt_foreign_read(g, dst, size, &p);
}

void dt_gen_act_agg(struct dt_gen *g, const struct dt_ident *agg)
{
	struct dt_action_desc *a = g->record.act;
	unsigned *list = dt_arena_array(g->l->arena, unsigned, a->n_aggs + 1);

	if (a->n_aggs)
		memcpy(list, a->aggs, a->n_aggs * sizeof(*list));
	list[a->n_aggs++] = dt_lower_var(agg)->agg;
	a->aggs = list;
}

void dt_gen_act_end(struct dt_gen *g)
{
	g->record.act = NULL;
	g->record.n_actions++;
}
