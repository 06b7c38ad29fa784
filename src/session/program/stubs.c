/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stubs of the planned sites, in areas near their files. All probes of an address share one stub.
 * The stub calls their programs in the kernel's order. The checker reads each stub before it is
 * written; if it refuses one, the site keeps its text.
 */
#include "session/program/inside.h"

#include "instrument/check/check.h"
#include "session/process/process.h"

#include <stdlib.h>
#include <string.h>

enum {
	ROUTINES_ROOM = 16 << 10, // bytes of an area's routines, at most
	STUB_ROOM = 512,	  // of a stub without its calls
	CALL_ROOM = 512,	  // of a call
	REACH = 1 << 30,	  // an area's files lie within it
};

// ---- areas

static int compare_areas(const void *a, const void *b)
{
	const struct dt_inside_area *x = a, *y = b;

	return x->low < y->low ? -1 : x->low > y->low;
}

/** Adds areas that are close to each other up to one. */
static void merge_areas(struct dt_inside *in)
{
	size_t n = 0;

	qsort(in->areas.data, in->areas.len, sizeof(*in->areas.data), compare_areas);
	for (size_t i = 1; i < in->areas.len; i++) {
		struct dt_inside_area *last = &in->areas.data[n];
		const struct dt_inside_area *a = &in->areas.data[i];

		if (a->high - last->low > REACH) {
			in->areas.data[++n] = *a;
			continue;
		}
		last->high = a->high > last->high ? a->high : last->high;
		last->size += a->size;
	}
	in->areas.len = n + 1;
}

void dt_session_inside_areas(struct dtrace *d)
{
	struct dt_inside *in = d->inside;

	in->areas.len = 0;
	dt_vec_foreach (&in->files, f) {
		struct dt_inside_area a = {.low = (*f)->low, .high = (*f)->high};

		dt_vec_foreach (&in->sites, s)
			if (s->file == *f && s->refusal == DT_REFUSE_NONE)
				a.size += STUB_ROOM + CALL_ROOM * d->programs->groups.len;
		if (a.size)
			dt_vec_push(&in->areas, a);
	}
	merge_areas(in);
	dt_vec_foreach (&in->areas, a)
		a->size += ROUTINES_ROOM;
}

static struct dt_inside_area *area_of(struct dt_inside *in, const struct dt_inside_file *f)
{
	dt_vec_foreach (&in->areas, a)
		if (f->low >= a->low && f->high <= a->high)
			return a;
	return NULL;
}

// ---- stubs

/** A call that a stub makes, with its site. */
struct call {
	struct dt_inside_site *site;
	uint64_t at; // address in the target
	struct dt_stub_call call;
	size_t order;
};
typedef dt_vec(struct call) calls;

static int compare_calls(const void *a, const void *b)
{
	const struct call *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static struct dt_inside_site *site_of(struct dt_inside *in, const struct dt_probe *p)
{
	uintptr_t n = (uintptr_t)dt_map_get(&in->by_probe, &p->id, sizeof(p->id));

	return n ? &in->sites.data[n - 1] : NULL;
}

static void collect_calls(struct dtrace *d, calls *ret)
{
	struct dt_inside *in = d->inside;

	dt_vec_foreach (&d->programs->groups, gp) {
		const struct dt_group *g = *gp;
		const struct dt_native_program *p = g->prog->native;

		if (g->why || !g->is_inside)
			continue;
		dt_vec_foreach (&g->probes, probe) {
			struct dt_inside_site *s = site_of(in, *probe);

			dt_vec_push(ret, ((struct call){.site = s,
							.at = s->plan.at + s->file->bias,
							.call = {.entry = in->code + g->prog->entry,
								 .cookie = (*probe)->id,
								 .clobbers = p->clobbers,
								 .reads = p->reads},
							.order = ret->len}));
		}
	}
	if (ret->len)
		qsort(ret->data, ret->len, sizeof(*ret->data), compare_calls);
}

static void skip_site(struct dtrace *d, struct dt_inside_site *s, enum dt_refusal why)
{
	const struct dt_probe *p = s->probe;

	s->refusal = why;
	dt_vec_push(&d->loaded->links.skips,
		    (struct dt_skip){p->prov, p->mod, p->func, p->name, 0, dt_refusal_texts[why]});
}

static struct dt_stub_target stub_target(const struct dtrace *d)
{
	const struct dt_inside *in = d->inside;
	const struct dt_native_region *r = &d->loaded->region;

	return (struct dt_stub_target){.directory = in->directory,
				       .slots = in->region + r->slots,
				       .levels = in->region + r->levels,
				       .level_size = r->level_size,
				       .n_slots = in->n_slots,
				       .thread_id = in->facts.thread_id};
}

/** Makes and checks the stub of c[0 … n-1], which are of one address. */
static enum dt_refusal make_stub(struct dtrace *d, const struct call *c, size_t n,
				 struct dt_stub *ret)
{
	const struct dt_inside_site *s = c->site;
	struct dt_inside_area *area = area_of(d->inside, s->file);
	const struct dt_stub_target target = stub_target(d);
	dt_cleanup(dt_free_p) struct dt_stub_call *list = dt_malloc(n * sizeof(*list));
	enum dt_refusal why;
	struct dt_error *err;
	size_t size;
	const uint8_t *bytes = dt_text_bytes(s->file->text, s->plan.at, &size);
	const uint8_t *padding =
	    s->plan.hop ? dt_text_bytes(s->file->text, s->plan.hop, &size) : NULL;

	const struct dt_stub_point point = {.plan = &s->plan, .calls = list, .n_calls = n};
	const struct dt_stub_block block = {.plan = &s->plan,
					    .bias = s->file->bias,
					    .bytes = bytes,
					    .padding = padding,
					    .points = &point,
					    .n_points = 1};

	for (size_t i = 0; i < n; i++)
		list[i] = c[i].call;
	if (!area || !bytes)
		return DT_REFUSE_REACH;
	why = dt_stub_add(&area->copy, &target, &area->routines, &block, ret);
	if (why != DT_REFUSE_NONE)
		return why;
	if (area->copy.bytes.len > area->size)
		return DT_REFUSE_REACH;
	err = dt_check_site(&(struct dt_check_site){.area = &area->copy,
						    .target = &target,
						    .routines = &area->routines,
						    .block = &block,
						    .stub = ret});
	if (!err)
		return DT_REFUSE_NONE;
	dt_session_debug(d, "%s: %s", s->probe->func, err->message);
	dt_error_destroy(err);
	dt_stub_deinit(ret);
	return DT_REFUSE_CHECK;
}

static void make_stubs(struct dtrace *d, const calls *all)
{
	const struct dt_stub_target target = stub_target(d);
	size_t first = 0;

	dt_vec_foreach (&d->inside->areas, a)
		dt_stub_routines(&a->copy, &target, &a->routines);
	for (size_t i = 1; i <= all->len; i++) {
		struct dt_stub stub = {0};
		enum dt_refusal why;

		if (i < all->len && all->data[i].at == all->data[first].at)
			continue;
		why = make_stub(d, &all->data[first], i - first, &stub);
		if (why == DT_REFUSE_NONE)
			dt_vec_push(&d->inside->stubs, stub);
		for (size_t k = first; why != DT_REFUSE_NONE && k < i; k++)
			skip_site(d, all->data[k].site, why);
		first = i;
	}
}

// ---- patches

/** The arguments of dt_place_patch(). */
struct parcel {
	dt_vec(struct dt_place_patch) patches;
	dt_vec(struct dt_place_moved) moved;
	dt_vec(struct dt_place_code) stubs;
};

static int compare_moved(const void *a, const void *b)
{
	const struct dt_place_moved *x = a, *y = b;

	return x->from < y->from ? -1 : x->from > y->from;
}

static int compare_stubs(const void *a, const void *b)
{
	const struct dt_place_code *x = a, *y = b;

	return x->begin < y->begin ? -1 : x->begin > y->begin;
}

static void add_stub(struct parcel *p, const struct dt_stub *s)
{
	for (unsigned k = 0; k < s->n_patches; k++) {
		struct dt_place_patch patch = {.at = s->patches[k].at, .size = s->patches[k].size};

		memcpy(patch.old, s->patches[k].old, sizeof(patch.old));
		memcpy(patch.new, s->patches[k].new, sizeof(patch.new));
		dt_vec_push(&p->patches, patch);
	}
	dt_vec_foreach (&s->moved.v, m)
		dt_vec_push(&p->moved, ((struct dt_place_moved){m->from, m->to}));
	dt_vec_foreach (&s->firings, f)
		dt_vec_push(&p->moved, ((struct dt_place_moved){f->from, f->begin}));
	dt_vec_push(&p->stubs, ((struct dt_place_code){s->begin, s->end}));
}

/** Reports the sites whose text was not changed. */
static void note_absent(struct dtrace *d, const struct parcel *p, const calls *all)
{
	struct dt_map absent = {0};

	dt_vec_foreach (&p->patches, patch)
		if (patch->is_absent)
			dt_map_put(&absent, &patch->at, sizeof(patch->at), d);
	dt_vec_foreach (all, c)
		if (c->site->refusal == DT_REFUSE_NONE &&
		    dt_map_get(&absent, &c->at, sizeof(c->at)))
			skip_site(d, c->site, DT_REFUSE_CHANGED);
	dt_map_deinit(&absent);
}

static struct dt_error *write_all(struct dtrace *d)
{
	static const uint64_t is_open = 1;
	struct dt_inside *in = d->inside;
	struct dt_placer *placer = d->targets->placer;

	dt_vec_foreach (&in->areas, a)
		DT_TRY(dt_place_write(placer, in->pid, a->copy.base, a->copy.bytes.data,
				      a->copy.bytes.len < a->size ? a->copy.bytes.len : a->size));
	return dt_place_write(placer, in->pid,
			      in->directory + offsetof(struct dt_native_directory, is_open),
			      &is_open, sizeof(is_open));
}

static struct dt_error *patch_all(struct dtrace *d, const calls *all)
{
	struct dt_inside *in = d->inside;
	struct parcel p = {0};
	struct dt_error *err;

	dt_vec_foreach (&in->stubs, s)
		add_stub(&p, s);
	if (p.moved.len)
		qsort(p.moved.data, p.moved.len, sizeof(*p.moved.data), compare_moved);
	if (p.stubs.len)
		qsort(p.stubs.data, p.stubs.len, sizeof(*p.stubs.data), compare_stubs);
	err = dt_place_patch(d->targets->placer, in->pid, p.patches.data, p.patches.len,
			     p.moved.data, p.moved.len, p.stubs.data, p.stubs.len);
	if (!err)
		note_absent(d, &p, all);
	dt_vec_deinit(&p.patches);
	dt_vec_deinit(&p.moved);
	dt_vec_deinit(&p.stubs);
	return err;
}

struct dt_error *dt_session_inside_attach(struct dtrace *d)
{
	struct dt_error *err;
	calls all = {0};

	if (!d->programs->in_target)
		return NULL;
	collect_calls(d, &all);
	make_stubs(d, &all);
	err = write_all(d);
	if (!err)
		err = patch_all(d, &all);
	dt_vec_deinit(&all);
	return err;
}
