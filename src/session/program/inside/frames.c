/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables by which the target's own unwinders pass the code of probes. They lie in the areas of the
 * stubs, and the finder leads to them.
 *
 * Decision: docs/dev/decisions/0143-stubs-have-unwinding-tables.md
 */
#include "session/program/inside/inside.h"

#include "instrument/move/cfi.h"
#include "session/process/process.h"

#include <stdlib.h>

void dt_session_frames_begin(struct dt_inside *in)
{
	dt_vec_foreach (&in->areas, a) {
		if (!a->is_new || !in->finds)
			continue;
		dt_session_frames_drop(a);
		a->copy.cfi = dt_zalloc(sizeof(*a->copy.cfi));
		a->header = 0;
	}
}

void dt_session_frames_drop(struct dt_inside_area *a)
{
	if (a->copy.cfi)
		dt_cfi_deinit(a->copy.cfi);
	free(a->copy.cfi);
	a->copy.cfi = NULL;
}

void dt_session_frames_add_finder(struct dt_inside *in)
{
	struct dt_inside_area *a =
	    in->finds ? dt_session_inside_area(in, in->finder.planned.file) : NULL;

	if (a && a->is_new && !in->finder_list)
		a->routines.finder =
		    dt_finder_add(&a->copy, &in->finder.planned.plan, &in->finder_list);
}

/** Adds the rows of a program, which is at `base`. Its functions use no stack but for return
 *  addresses. */
static void add_program(struct dt_cfi *f, const struct dt_native_program *p, uint64_t base)
{
	const struct dt_cfi_state plain = {.kind = DT_CFI_FUNCTION, .depth = sizeof(uint64_t)};

	dt_cfi_add(f, base, &plain);
	dt_vec_foreach (&p->saves, s) {
		struct dt_cfi_state saved = plain;
		int32_t at = s->at;

		saved.in_level = s->regs;
		for (unsigned reg = 0; reg < DT_CFI_REGS; reg++)
			if (s->regs >> reg & 1) {
				saved.at[reg] = at;
				at += (int32_t)sizeof(uint64_t);
			}
		dt_cfi_add(f, base + s->begin, &saved);
		dt_cfi_add(f, base + s->end, &plain);
	}
	dt_cfi_end(f, base + p->code.bytes.len);
}

/** Adds the rows of all programs to those of an area. */
static void add_programs(const struct dtrace *d, const struct dt_copy *area)
{
	if (!area->cfi)
		return;
	dt_cfi_end(area->cfi, area->base + area->bytes.len);
	dt_vec_foreach (&d->programs->list, p)
		if ((*p)->native)
			add_program(area->cfi, (*p)->native, d->inside->code + (*p)->entry);
}

void dt_session_frames_finish(struct dtrace *d)
{
	struct dt_inside *in = d->inside;

	add_programs(d, &in->areas.data[0].copy);
	dt_vec_foreach (&in->areas, a) {
		if (!a->copy.cfi)
			continue;
		a->header = dt_cfi_finish(a->copy.cfi, &a->copy, a->size);
		dt_session_frames_drop(a);
	}
}

struct dt_error *dt_session_frames_publish(struct dtrace *d)
{
	struct dt_finder_range list[DT_FINDER_RANGES] = {0};
	struct dt_inside *in = d->inside;
	size_t n = 0;

	if (!in->finder_list)
		return NULL;
	if (in->areas.data[0].header)
		list[n++] = (struct dt_finder_range){.begin = in->code,
						     .size = d->loaded->region.code_used,
						     .header = in->areas.data[0].header};
	dt_vec_foreach (&in->areas, a)
		if (a->header && n < DT_FINDER_RANGES)
			list[n++] = (struct dt_finder_range){
			    .begin = a->copy.base, .size = a->copy.bytes.len, .header = a->header};
	return dt_place_write(d->targets->placer, in->pid, in->finder_list, list,
			      n * sizeof(*list));
}
