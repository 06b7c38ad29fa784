/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Whole translations. The value of xlate<T>(e) is a struct in scratch memory, which is zeroed and
 * then filled in the translator's order of members. Strings are truncated to the member's array.
 *
 * Decision: docs/dev/decisions/0035-translation-operand-once.md
 */
#include "lower/value/value.h"

static void store_member(struct dt_gen *g, dt_reg to, const struct dt_node *m, uint64_t whole)
{
	const struct dt_node *value = m->lhs;
	struct dt_place p = {.kind = DT_PLACE_MEM, .base = to, .scratch = true, .type = m->type};
	uint64_t size = dt_type_resolve(m->type)->size;
	struct dt_place from;

	p.off = m->bit_offset / 8;
	if (dt_node_is_string(value)) {
		dt_gen_string_or_empty(g, value, dt_place_direct(g, &p), size);
	} else if (!dt_type_in_memory(m->type)) {
		if (m->member->bit_width) {
			p.off = 0;
			dt_place_bits(&p, m->bit_offset, m->member->bit_width, whole);
		}
		dt_place_store(g, &p, dt_gen_value(g, value));
	} else if (dt_node_has_place(value)) {
		from = dt_gen_place(g, value);
		dt_place_copy(g, to, p.off, &from, size);
	} else {
		from = (struct dt_place){
		    .kind = DT_PLACE_KERNEL, .base = dt_gen_value(g, value), .type = m->type};
		dt_place_copy(g, to, p.off, &from, size);
	}
}

struct dt_place dt_gen_translation(struct dt_gen *g, const struct dt_node *n)
{
	uint32_t size = dt_type_resolve(n->type)->size;
	dt_reg to = dt_gen_scratch(g, size);

	dt_gen_zero(g, to, 0, size);
	if (n->rhs)
		dt_gen_effect(g, n->rhs);
	for (const struct dt_node *m = n->list; m; m = m->next)
		store_member(g, to, m, size);
	return (struct dt_place){
	    .kind = DT_PLACE_MEM, .base = to, .scratch = true, .type = n->type};
}
