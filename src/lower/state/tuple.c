/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Packed tuples, the keys of arrays and aggregations.
 *
 * A position of a tuple has the same format in all uses. A string is as long as the longest
 * expression in that position. If every use is the same part of a probe's name, it is stored as a
 * number: in an aggregation the probe's id, from which the consumer finds the name, in an array the
 * number of the text, which probes may share. Padding is zero, so equal tuples have equal bytes.
 */
#include "lower/state/state.h"

#include "abi/cells.h"

uint32_t dt_lower_align(const struct dt_field *f)
{
	return f->kind == DT_FIELD_INT || f->kind == DT_FIELD_PROBE || f->kind == DT_FIELD_NAME
		   ? f->size
		   : 8;
}

void dt_field_widen(uint32_t strsize, struct dt_field *have, const struct dt_field *f)
{
	if (have->kind != f->kind || have->part != f->part) {
		have->kind = DT_FIELD_STRING;
		have->part = 0;
		have->size = dt_lower_round(strsize, 8);
	}
	have->is_data |= f->is_data;
	have->has_default_frames |= f->has_default_frames;
	if (f->size > have->size)
		have->size = f->size;
	if (f->max_frames > have->max_frames)
		have->max_frames = f->max_frames;
}

static bool is_stack(const struct dt_field *f)
{
	return f->kind == DT_FIELD_KSTACK || f->kind == DT_FIELD_USTACK;
}

/** Returns the longest string or stack if it is long, else NULL. */
static struct dt_field *longest_field(const struct dt_tuple *t)
{
	struct dt_field *found = NULL;

	for (size_t i = 0; i < t->n; i++) {
		struct dt_field *f = &t->fields[i];

		if ((f->kind == DT_FIELD_STRING || is_stack(f)) && f->size >= DT_CELL_PIECE &&
		    (!found || f->size > found->size))
			found = f;
	}
	return found;
}

static uint32_t lay_out_field(struct dt_field *f, uint32_t at)
{
	f->offset = dt_lower_round(at, dt_lower_align(f));
	return f->offset + f->size;
}

void dt_tuple_layout(struct dt_tuple *t, uint32_t before)
{
	struct dt_field *last = longest_field(t);
	uint32_t at = before;

	for (size_t i = 0; i < t->n; i++)
		if (&t->fields[i] != last)
			at = lay_out_field(&t->fields[i], at);
	if (last)
		at = lay_out_field(last, at);
	t->size = dt_lower_round(at, 8);
	t->tail = last ? last->offset : t->size;
	t->ends_with_stack = last && is_stack(last);
}

bool dt_tuple_join(uint32_t strsize, struct dt_tuple *a, struct dt_tuple *b)
{
	bool changed = false;

	for (size_t i = 0; i < a->n && i < b->n; i++) {
		struct dt_field *x = &a->fields[i], *y = &b->fields[i], wide = *x;

		dt_field_widen(strsize, &wide, y);
		changed = changed || wide.kind != x->kind || wide.size != x->size ||
			  wide.kind != y->kind || wide.size != y->size;
		x->kind = y->kind = wide.kind;
		x->size = y->size = wide.size;
		x->part = y->part = wide.part;
		x->max_frames = y->max_frames = wide.max_frames;
	}
	return changed;
}
