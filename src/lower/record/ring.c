/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Records in the rings (struct dt_ring_hdr), by the executor's phrases: a program claims bytes,
 * fills them in place, and publishes them.
 */
#include "lower/record/record.h"

int64_t dt_ring_whole(int64_t size)
{
	return dt_lower_round(sizeof(struct dt_ring_hdr) + size, 8);
}

static int64_t buffer_policy(const struct dt_gen *g)
{
	return g->l->setup.options->v[DT_OPT_bufpolicy];
}

static const char *claim_function(const struct dt_gen *g)
{
	static const char *const names[] = {
	    [DT_BUFPOLICY_SWITCH] = "dt_ring_claim",
	    [DT_BUFPOLICY_RING] = "dt_ring_claim_over",
	    [DT_BUFPOLICY_FILL] = "dt_ring_claim_fill",
	};

	return names[buffer_policy(g)];
}

static struct dt_ir_rings rings_of(const struct dt_gen *g)
{
	return (struct dt_ir_rings){.size = dt_lower_ring_size(g->l),
				    .chunk = dt_lower_ring_chunk(g->l),
				    .claim = claim_function(g),
				    .overwrites = buffer_policy(g) == DT_BUFPOLICY_RING,
				    .has_pool = g->l->setup.has_pool};
}

dt_reg dt_gen_ring_claim(struct dt_gen *g, dt_reg bytes, dt_label full, dt_reg *pos)
{
	unsigned taken[2] = {dt_gen_stack_alloc(g, 8), dt_gen_stack_alloc(g, 8)};
	dt_slot room[2] = {dt_gen_stack_slot(g, taken[0]), dt_gen_stack_slot(g, taken[1])};
	struct dt_ir_rings rings = rings_of(g);
	dt_reg rec = dt_gen_phrases(g)->claim_record(g->f, &rings, bytes, room, full, pos);

	dt_gen_stack_release(g, taken[1]);
	dt_gen_stack_release(g, taken[0]);
	return rec;
}

dt_reg dt_gen_ring_find(struct dt_gen *g, dt_reg pos, dt_reg bytes, dt_label fail)
{
	unsigned taken = dt_gen_stack_alloc(g, 8);
	struct dt_ir_rings rings = rings_of(g);
	dt_reg rec = dt_gen_phrases(g)->find_record(g->f, &rings, pos, bytes,
						    dt_gen_stack_slot(g, taken), fail);

	dt_gen_stack_release(g, taken);
	return rec;
}

void dt_gen_ring_done(struct dt_gen *g)
{
	struct dt_ir_rings rings = rings_of(g);
	unsigned taken;

	if (!rings.overwrites)
		return;
	taken = dt_gen_stack_alloc(g, 8);
	dt_gen_phrases(g)->end_claim(g->f, &rings, dt_gen_stack_slot(g, taken));
	dt_gen_stack_release(g, taken);
}

static void publish_word(struct dt_gen *g, dt_reg rec, dt_reg word)
{
	dt_gen_phrases(g)->publish_record(g->f, rec, word);
	dt_gen_ring_done(g);
}

void dt_gen_ring_submit(struct dt_gen *g, dt_reg rec, dt_reg bytes)
{
	unsigned taken;

	publish_word(g, rec, bytes);
	taken = dt_gen_stack_alloc(g, 8);
	dt_gen_phrases(g)->wake_consumer(g->f, dt_gen_stack_slot(g, taken));
	dt_gen_stack_release(g, taken);
}

void dt_gen_ring_discard(struct dt_gen *g, dt_reg rec, dt_reg bytes)
{
	publish_word(g, rec, dt_ir_bini(g->f, DT_IR_OR, bytes, DT_RING_DISCARD));
}
