/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Frees the speculations that actions of a record have ended, once the record is complete and thus
 * visible to the consumer, unless the ring was full.
 *
 * Decision: docs/dev/decisions/0010-speculations-in-ordinary-rings.md
 */
#include "lower/record/record.h"

void dt_gen_record_frees(struct dt_gen *g)
{
	struct dt_record_token *t = dt_arena_new(g->l->arena, struct dt_record_token);
	const struct dt_action_desc *a = g->record.act;

	*t = (struct dt_record_token){
	    .next = g->record.tokens,
	    .at = sizeof(struct dt_rec) + a->fields[a->n_fields - 1].offset,
	    .guard = a->guard,
	};
	g->record.tokens = t;
}

/** Frees the speculation if the action that ends it has run. */
static void free_speculation(struct dt_gen *g, const struct dt_record_token *t)
{
	struct dt_ir_func *f = g->f;
	dt_label none = dt_ir_label(f);
	dt_reg bit, specs;

	if (t->guard >= 0) {
		bit = dt_ir_bini(f, DT_IR_AND, g->record.mask, (int64_t)(UINT64_C(1) << t->guard));
		dt_ir_branchi(f, DT_IR_EQ, bit, 0, none);
	}
	specs = dt_ir_map_value(f, dt_gen_spec_map(g), 0);
	dt_ir_call(f, "dt_spec_free", 2, specs, dt_ir_load(f, 8, g->record.rec, t->at));
	dt_ir_place(f, none);
}

void dt_gen_record_free_tokens(struct dt_gen *g)
{
	dt_label lost = dt_ir_label(g->f);

	if (!g->record.tokens)
		return;
	dt_ir_branchi(g->f, DT_IR_SLT, g->record.pos, 0, lost);
	for (const struct dt_record_token *t = g->record.tokens; t; t = t->next)
		free_speculation(g, t);
	dt_ir_place(g->f, lost);
}
