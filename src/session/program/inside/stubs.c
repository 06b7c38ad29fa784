/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stubs of the planned sites, in areas near their files. All probes of an address share one point
 * of a stub, which calls their programs in the kernel's order. Sites whose instructions overlap
 * share a stub. The checker reads each stub before it is written; if it refuses one, its sites keep
 * their text.
 */
#include "session/program/body/body.h"

#include "instrument/check/check.h"
#include "provider/uprobe/uprobe.h"
#include "session/process/process.h"
#include "session/program/inside/following.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	ROUTINES_ROOM = 16 << 10, // bytes of an area's routines, at most
	SITE_ROOM = 1280,	  // of a site: its part of a stub, with the call and its rows
	REACH = 1 << 30,	  // an area's files lie within it
};

// ---- areas

static int compare_areas(const void *a, const void *b)
{
	const struct dt_inside_area *x = a, *y = b;

	return x->low < y->low ? -1 : x->low > y->low;
}

/** Returns the bytes for the stubs of sites of the file that are to be patched. */
static size_t count_bytes(const struct dt_inside *in, const struct dt_inside_file *f)
{
	size_t n =
	    (in->waits && in->hook.planned.file == f) + (in->finds && in->finder.planned.file == f);

	dt_vec_foreach (&in->sites, s)
		n += s->file == f && s->refusal == DT_REFUSE_NONE && !s->body;
	dt_vec_foreach (&in->guards, g)
		n += (*g)->planned.file == f && (*g)->planned.refusal == DT_REFUSE_NONE;
	n *= SITE_ROOM;
	dt_vec_foreach (&in->bodies, b)
		n += (*b)->file == f ? dt_session_body_room(*b) : 0;
	return n;
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
		struct dt_inside_area a = {.low = (*f)->low,
					   .high = (*f)->high,
					   .size = count_bytes(in, *f),
					   .is_new = true};

		if (a.size)
			dt_vec_push(&in->areas, a);
	}
	if (in->areas.len)
		merge_areas(in);
	dt_vec_foreach (&in->areas, a)
		a->size += ROUTINES_ROOM;
}

struct dt_inside_area *dt_session_inside_area(struct dt_inside *in, const struct dt_inside_file *f)
{
	dt_vec_foreach (&in->areas, a)
		if (a->only == f && !a->is_free)
			return a;
	dt_vec_foreach (&in->areas, a)
		if (!a->only && f->low >= a->low && f->high <= a->high)
			return a;
	return NULL;
}

/** Reports whether an area that is free suits the file. */
static bool suits(const struct dt_inside_area *a, const struct dt_inside_file *f, size_t size)
{
	uint64_t begin = a->copy.base < f->low ? a->copy.base : f->low;
	uint64_t end = a->copy.base + a->size > f->high ? a->copy.base + a->size : f->high;

	return a->is_free && a->size >= size && end - begin <= REACH;
}

/** Gives a file that is mapped while tracing a free area, or a new one that is to be allocated. */
static void add_area(struct dt_inside *in, const struct dt_inside_file *f)
{
	struct dt_inside_area new = {.low = f->low,
				     .high = f->high,
				     .size = count_bytes(in, f) + ROUTINES_ROOM,
				     .only = f,
				     .is_new = true};

	dt_vec_foreach (&in->areas, a) {
		if (!suits(a, f, new.size))
			continue;
		a->only = f;
		a->is_new = true;
		a->is_free = false;
		a->copy.bytes.len = 0;
		return;
	}
	dt_vec_push(&in->areas, new);
}

/** Allocates areas for the new files that have sites. */
static struct dt_error *allocate_later(struct dtrace *d)
{
	struct dt_inside *in = d->inside;
	size_t page = (size_t)sysconf(_SC_PAGESIZE), before = in->areas.len, n;
	dt_cleanup(dt_free_p) struct dt_place_memory *memory = NULL;
	struct dt_error *err = NULL;

	dt_vec_foreach (&in->files, f)
		if ((*f)->is_new && count_bytes(in, *f))
			add_area(in, *f);
	n = in->areas.len - before;
	memory = dt_zalloc((n + 1) * sizeof(*memory));
	for (size_t i = 0; i < n; i++) {
		struct dt_inside_area *a = &in->areas.data[before + i];

		a->size = (a->size + page - 1) / page * page;
		memory[i] =
		    (struct dt_place_memory){.size = a->size, .low = a->low, .high = a->high};
	}
	if (n)
		err = dt_place_allocate(d->targets->placer, in->pid, memory, n);
	for (size_t i = 0; !err && i < n; i++)
		in->areas.data[before + i].copy.base = memory[i].at;
	if (err)
		in->areas.len = before;
	return err;
}

// ---- stubs

/** A call that a stub makes, with its site. */
struct call {
	struct dt_inside_site *site;
	uint64_t at; // where its block begins: address in the target
	struct dt_stub_call call;
	size_t order;
	bool is_finder; // no program: the stub answers the function
};
typedef dt_vec(struct call) calls;

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_calls(const void *a, const void *b)
{
	const struct call *x = a, *y = b;
	int order = compare_numbers(x->at, y->at);

	return order ? order : compare_numbers(x->order, y->order);
}

/** Orders the calls of a block: by the instruction, entries first, then as the kernel does. */
static int compare_points(const void *a, const void *b)
{
	const struct call *x = a, *y = b;
	const struct dt_plan *p = &x->site->plan, *q = &y->site->plan;
	int order = compare_numbers(p->fires, q->fires);

	if (!order)
		order = compare_numbers(y->is_finder, x->is_finder);
	if (!order)
		order = compare_numbers(p->probed, q->probed);
	return order ? order : compare_numbers(x->order, y->order);
}

static bool same_point(const struct call *x, const struct call *y)
{
	return x->site->plan.fires == y->site->plan.fires &&
	       x->site->plan.probed == y->site->plan.probed && x->is_finder == y->is_finder;
}

static void add_call(struct dt_inside_site *s, const struct dt_stub_call *call, calls *ret)
{
	if (s->plan.end == s->plan.at || s->refusal != DT_REFUSE_NONE || !s->file->is_new ||
	    s->is_counted)
		return; // never executed, or refused, or patched, or counted with its block
	if (!s->body)
		dt_text_settle(s->file->text, &s->plan);
	dt_vec_push(
	    ret,
	    ((struct call){
		.site = s, .at = s->plan.at + s->file->bias, .call = *call, .order = ret->len}));
}

static struct dt_stub_call call_of(const struct dtrace *d, const struct dt_prog *p)
{
	return (struct dt_stub_call){.entry = d->inside->code + p->entry,
				     .clobbers = p->native->clobbers,
				     .reads = p->native->reads,
				     .shares_level = p->native->shares_level};
}

/** Collects the calls of a program that belongs to no probe. */
static void collect_others(struct dtrace *d, const struct dt_prog *p, calls *ret)
{
	struct dt_stub_call call = call_of(d, p);

	call.is_quiet = true;
	if (p->is_hook)
		add_call(&d->inside->hook.planned, &call, ret);
	for (size_t i = 0; !p->is_hook && i < d->inside->guards.len; i++) {
		struct dt_inside_guard *g = d->inside->guards.data[i];

		if (g->is_exec_gate != p->is_exec_gate)
			continue;
		call.cookie = g->operands;
		add_call(&g->planned, &call, ret);
	}
}

/** Collects the call of the finder. */
static void collect_finder(struct dt_inside *in, calls *ret)
{
	size_t before = ret->len;

	if (in->finds)
		add_call(&in->finder.planned, &(struct dt_stub_call){0}, ret);
	if (ret->len > before)
		dt_vec_last(ret).is_finder = true;
}

/** Collects the calls of sites that are to be patched. */
static void collect_calls(struct dtrace *d, calls *ret)
{
	dt_vec_foreach (&d->programs->groups, gp) {
		const struct dt_group *g = *gp;
		struct dt_stub_call call;

		if (g->why || !g->is_inside)
			continue;
		call = call_of(d, g->prog);
		dt_vec_foreach (&g->probes, probe) {
			struct dt_inside_site *s = dt_session_inside_sites(d, *probe);

			for (size_t i = 0; s && i < (*probe)->n_sites; i++, s++) {
				call.cookie = dt_uprobe_cookie(*probe, s->site);
				add_call(s, &call, ret);
			}
		}
	}
	dt_vec_foreach (&d->programs->list, p)
		if ((*p)->is_hook || (*p)->is_guard || (*p)->is_exec_gate)
			collect_others(d, *p, ret);
	collect_finder(d->inside, ret);
	if (ret->len)
		qsort(ret->data, ret->len, sizeof(*ret->data), compare_calls);
}

/** Leaves a site to the kernel or, if that is not permitted, reports it. */
static void leave_site(struct dtrace *d, struct dt_inside_site *s, enum dt_refusal why)
{
	s->refusal = why;
	s->in_place = false;
	if (s == &d->inside->finder.planned)
		d->inside->finds = false;
	else if (s == &d->inside->hook.planned)
		d->inside->waits = false;
	else if (!s->probe)
		dt_session_debug(d, "no guard at %llx of %s: %s", (unsigned long long)s->plan.fires,
				 s->file->path, dt_refusal_texts[why]);
	else if (dt_session_has_kernel(d))
		d->inside->has_left = true;
	else
		dt_session_inside_skip(d, s, 1);
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

/** Reports why the checker refuses the stub of an address. */
static enum dt_refusal refuse_stub(struct dtrace *d, const struct dt_inside_file *f, uint64_t at,
				   struct dt_error *err, struct dt_stub *stub)
{
	dt_session_debug(d, "address %llx of %s: %s", (unsigned long long)at, f->path,
			 err->message);
	dt_error_destroy(err);
	dt_stub_deinit(stub);
	return DT_REFUSE_CHECK;
}

/** Adds the stub of a block to its area, if the checker permits it. */
static enum dt_refusal add_stub(struct dtrace *d, const struct dt_inside_file *f,
				const struct dt_stub_block *block, struct dt_stub *ret)
{
	struct dt_inside_area *area = dt_session_inside_area(d->inside, f);
	const struct dt_stub_target target = stub_target(d);
	enum dt_refusal why;
	struct dt_error *err;

	if (!area || !block->bytes)
		return DT_REFUSE_REACH;
	why = dt_stub_add(&area->copy, &target, &area->routines, block, ret);
	if (why != DT_REFUSE_NONE)
		return why;
	if (area->copy.bytes.len > area->size)
		return DT_REFUSE_REACH;
	err = dt_check_site(&(struct dt_check_site){.area = &area->copy,
						    .target = &target,
						    .routines = &area->routines,
						    .block = block,
						    .stub = ret});
	return err ? refuse_stub(d, f, block->plan->at, err, ret) : DT_REFUSE_NONE;
}

/** Makes the points of c[0 … n-1], whose calls `list` gets. Returns their number. */
static size_t make_points(const struct call *c, size_t n, struct dt_stub_call *list,
			  struct dt_stub_point *points)
{
	size_t n_points = 0;

	for (size_t i = 0; i < n; i++) {
		list[i] = c[i].call;
		if (!i || !same_point(&c[i - 1], &c[i]))
			points[n_points++] = (struct dt_stub_point){
			    .plan = &c[i].site->plan, .calls = c[i].is_finder ? NULL : &list[i]};
		points[n_points - 1].n_calls += !c[i].is_finder;
	}
	return n_points;
}

/** Makes the stub of c[0 … n-1], whose sites are the block at `plan`. */
static enum dt_refusal make_stub(struct dtrace *d, const struct dt_plan *plan, const struct call *c,
				 size_t n, struct dt_stub *ret)
{
	const struct dt_inside_file *f = c->site->file;
	dt_cleanup(dt_free_p) struct dt_stub_call *list = dt_malloc(n * sizeof(*list));
	dt_cleanup(dt_free_p) struct dt_stub_point *points = dt_malloc(n * sizeof(*points));
	struct dt_stub_block block = {.plan = plan, .bias = f->bias, .points = points};
	size_t size;

	block.bytes = dt_text_bytes(f->text, plan->at, &size);
	block.padding = plan->hop ? dt_text_bytes(f->text, plan->hop, &size) : NULL;
	block.n_points = make_points(c, n, list, points);
	return add_stub(d, f, &block, ret);
}

/** Makes the stub of a body, with the calls c[0 … n-1]. */
static enum dt_refusal make_body(struct dtrace *d, const struct dt_inside_body *b, struct call *c,
				 size_t n, struct dt_stub *ret)
{
	const struct dt_inside_file *f = b->file;
	struct dt_inside_area *area = dt_session_inside_area(d->inside, f);
	const struct dt_stub_target target = stub_target(d);
	const struct dt_body_counters counters = dt_session_counts_of(d, b);
	dt_cleanup(dt_free_p) struct dt_stub_call *list = dt_malloc((n + 1) * sizeof(*list));
	dt_cleanup(dt_free_p) struct dt_stub_point *points = dt_malloc((n + 1) * sizeof(*points));
	struct dt_stub_body body = {.text = f->text,
				    .body = &b->plan,
				    .bias = f->bias,
				    .points = points,
				    .counters = b->counts ? &counters : NULL};
	enum dt_refusal why;
	struct dt_error *err;

	if (!area)
		return DT_REFUSE_REACH;
	if (n)
		qsort(c, n, sizeof(*c), compare_points);
	body.n_points = make_points(c, n, list, points);
	why = dt_stub_add_body(&area->copy, &target, &area->routines, &body, ret);
	if (why != DT_REFUSE_NONE)
		return why;
	if (area->copy.bytes.len > area->size)
		return DT_REFUSE_REACH;
	err = dt_check_body(&(struct dt_check_body){.area = &area->copy,
						    .target = &target,
						    .routines = &area->routines,
						    .body = &body,
						    .stub = ret});
	return err ? refuse_stub(d, f, b->plan.begin, err, ret) : DT_REFUSE_NONE;
}

/** Leaves all sites of a body. */
static void leave_body(struct dtrace *d, const struct dt_inside_body *b, enum dt_refusal why)
{
	dt_vec_foreach (&d->inside->sites, s)
		if (s->body == b && s->refusal == DT_REFUSE_NONE)
			leave_site(d, s, why);
	dt_vec_foreach (&d->inside->guards, g)
		if ((*g)->planned.body == b && (*g)->planned.refusal == DT_REFUSE_NONE)
			leave_site(d, &(*g)->planned, why);
}

/** Finds the calls of a body, which are adjacent. */
static struct call *find_calls(calls *all, const struct dt_inside_body *b, size_t *n)
{
	uint64_t at = b->plan.begin + b->file->bias;
	size_t i = dt_leading(all->data, all->len, e, e->at < at), end;

	for (end = i; end < all->len && all->data[end].site->body == b;)
		end++;
	*n = end - i;
	return all->data + i;
}

static void make_bodies(struct dtrace *d, calls *all)
{
	dt_vec_foreach (&d->inside->bodies, b) {
		struct dt_stub stub = {0};
		size_t n;
		struct call *c = find_calls(all, *b, &n);
		enum dt_refusal why;

		(*b)->stub = 0;
		if (!(*b)->file->is_new || (!n && !(*b)->counts))
			continue;
		why = make_body(d, *b, c, n, &stub);
		if (why != DT_REFUSE_NONE) {
			leave_body(d, *b, why);
			continue;
		}
		dt_vec_push(&d->inside->stubs, stub);
		(*b)->stub = d->inside->stubs.len;
	}
}

/** Makes the stub of the block that begins with the first of n calls. Returns the number of its
 *  calls. */
static size_t make_block(struct dtrace *d, struct call *c, size_t n)
{
	struct dt_plan plan = c->site->plan;
	struct dt_stub stub = {0};
	enum dt_refusal why;
	size_t count = 1;

	while (count < n && c[count].site->file == c->site->file &&
	       dt_plan_join(&plan, &c[count].site->plan))
		count++;
	qsort(c, count, sizeof(*c), compare_points);
	for (size_t i = 0; i < count; i++)
		c[i].at = plan.at + c[i].site->file->bias;
	why = make_stub(d, &plan, c, count, &stub);
	if (why == DT_REFUSE_NONE)
		dt_vec_push(&d->inside->stubs, stub);
	for (size_t i = 0; why != DT_REFUSE_NONE && i < count; i++)
		leave_site(d, c[i].site, why);
	return count;
}

static void make_stubs(struct dtrace *d, calls *all)
{
	const struct dt_stub_target target = stub_target(d);

	dt_session_frames_begin(d->inside);
	dt_vec_foreach (&d->inside->areas, a)
		if (a->is_new)
			dt_stub_routines(&a->copy, &target, &a->routines);
	dt_session_frames_add_finder(d->inside);
	make_bodies(d, all);
	for (size_t i = 0; i < all->len; dt_session_following_accept(d))
		i += all->data[i].site->body ? 1 : make_block(d, &all->data[i], all->len - i);
	dt_session_frames_finish(d);
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

static void pack_patch(struct parcel *p, const struct dt_patch *from)
{
	struct dt_place_patch patch = {.at = from->at, .size = from->size};

	memcpy(patch.old, from->old, sizeof(patch.old));
	memcpy(patch.new, from->new, sizeof(patch.new));
	dt_vec_push(&p->patches, patch);
}

static void pack_stub(struct parcel *p, const struct dt_stub *s)
{
	for (unsigned k = 0; k < s->n_patches; k++)
		pack_patch(p, &s->patches[k]);
	dt_vec_foreach (&s->ways, way)
		pack_patch(p, way);
	dt_vec_foreach (&s->moved.v, m)
		dt_vec_push(&p->moved, ((struct dt_place_moved){m->from, m->to, false}));
	dt_vec_foreach (&s->firings, f)
		dt_vec_push(&p->moved, ((struct dt_place_moved){f->from, f->begin, s->ways.len}));
	dt_vec_foreach (&s->counters, f)
		dt_vec_push(&p->moved, ((struct dt_place_moved){f->from, f->begin, true}));
	dt_vec_push(&p->stubs, ((struct dt_place_code){s->begin, s->end}));
}

/** Leaves a body if one of its patches is absent. */
static void note_body(struct dtrace *d, const struct dt_inside_body *b, const struct dt_map *absent)
{
	dt_vec_foreach (&d->inside->stubs.data[b->stub - 1].ways, way) {
		const struct dt_place_patch *patch = dt_map_get(absent, &way->at, sizeof(way->at));

		if (!patch)
			continue;
		leave_body(d, b, patch->is_used ? DT_REFUSE_USED : DT_REFUSE_CHANGED);
		return;
	}
}

/** Notes the sites that are patched, and leaves the others. */
static void note_patched(struct dtrace *d, const struct parcel *p, const calls *all)
{
	struct dt_map absent = {0};

	dt_vec_foreach (&p->patches, patch)
		if (patch->is_absent)
			dt_map_put(&absent, &patch->at, sizeof(patch->at), patch);
	dt_vec_foreach (all, c) {
		const struct dt_place_patch *patch = dt_map_get(&absent, &c->at, sizeof(c->at));

		if (c->site->refusal != DT_REFUSE_NONE || c->site->body)
			continue;
		if (patch)
			leave_site(d, c->site, patch->is_used ? DT_REFUSE_USED : DT_REFUSE_CHANGED);
		else
			c->site->is_patched = true;
	}
	dt_vec_foreach (&d->inside->bodies, b)
		if ((*b)->stub)
			note_body(d, *b, &absent);
	dt_vec_foreach (&d->inside->sites, s)
		s->is_patched |= s->body && s->body->stub && s->refusal == DT_REFUSE_NONE;
	dt_map_deinit(&absent);
}

/** Writes the new areas. */
static struct dt_error *write_areas(struct dtrace *d)
{
	struct dt_inside *in = d->inside;

	dt_vec_foreach (&in->areas, a) {
		if (!a->is_new)
			continue;
		DT_TRY(dt_place_write(d->targets->placer, in->pid, a->copy.base, a->copy.bytes.data,
				      a->copy.bytes.len < a->size ? a->copy.bytes.len : a->size));
		a->is_new = false;
	}
	return dt_session_frames_publish(d);
}

static struct dt_error *open_directory(struct dtrace *d)
{
	static const uint64_t is_open = 1;

	return dt_place_write(d->targets->placer, d->inside->pid,
			      d->inside->directory + offsetof(struct dt_native_directory, is_open),
			      &is_open, sizeof(is_open));
}

static void deinit_parcel(struct parcel *p)
{
	dt_vec_deinit(&p->patches);
	dt_vec_deinit(&p->moved);
	dt_vec_deinit(&p->stubs);
}

static struct dt_error *send_parcel(struct dtrace *d, struct parcel *p)
{
	if (p->moved.len)
		qsort(p->moved.data, p->moved.len, sizeof(*p->moved.data), compare_moved);
	if (p->stubs.len)
		qsort(p->stubs.data, p->stubs.len, sizeof(*p->stubs.data), compare_stubs);
	return dt_place_patch(d->targets->placer, d->inside->pid, p->patches.data, p->patches.len,
			      p->moved.data, p->moved.len, p->stubs.data, p->stubs.len);
}

/** Writes the patches. That of the finder comes first, and goes last. */
static struct dt_error *patch_all(struct dtrace *d, const calls *all)
{
	struct parcel first = {0}, rest = {0};
	struct dt_error *err = NULL;

	dt_vec_foreach (&d->inside->stubs, s)
		pack_stub(s->finds ? &first : &rest, s);
	dt_vec_foreach (&first.patches, patch)
		patch->is_kept = true;
	if (first.patches.len)
		err = send_parcel(d, &first);
	if (!err)
		err = send_parcel(d, &rest);
	dt_vec_foreach (&first.patches, patch)
		dt_vec_push(&rest.patches, *patch);
	if (!err)
		note_patched(d, &rest, all);
	deinit_parcel(&first);
	deinit_parcel(&rest);
	return err;
}

/** Notes the number of places that programs serve, for other dtraces. */
static struct dt_error *note_places(const struct dtrace *d)
{
	size_t n = 0;

	dt_vec_foreach (&d->inside->sites, s)
		n += s->refusal == DT_REFUSE_NONE && s->file->high;
	return dt_place_note(d->targets->placer, d->inside->pid, n);
}

/** Makes and writes the stubs of the calls, and patches their sites. */
static struct dt_error *attach_calls(struct dtrace *d, calls *all)
{
	struct dt_inside *in = d->inside;
	struct dt_error *err;

	make_stubs(d, all);
	if (in->has_left)
		return NULL;
	err = write_areas(d);
	if (!err)
		err = open_directory(d);
	if (!err)
		err = note_places(d);
	if (!err)
		err = patch_all(d, all);
	if (!err && !in->has_left)
		err = dt_session_inside_raise(d);
	dt_vec_foreach (&in->stubs, s)
		dt_stub_deinit(s);
	in->stubs.len = 0;
	dt_vec_foreach (&in->files, f)
		(*f)->is_new = false;
	return err;
}

struct dt_error *dt_session_inside_attach(struct dtrace *d)
{
	struct dt_error *err;
	calls all = {0};

	if (!d->programs->in_target)
		return NULL;
	collect_calls(d, &all);
	err = attach_calls(d, &all);
	if (!err && !d->inside->has_left)
		dt_session_counts_attach(d);
	dt_vec_deinit(&all);
	if (!err)
		err = note_places(d); // without those that could not be patched
	return err ? dt_session_inside_refuse(d, err) : dt_session_inside_check(d);
}

struct dt_error *dt_session_inside_attach_image(struct dtrace *d)
{
	struct dt_error *err = NULL;
	calls all = {0};

	collect_calls(d, &all);
	if (all.len)
		err = attach_calls(d, &all);
	dt_vec_deinit(&all);
	return err ? err : note_places(d);
}

struct dt_error *dt_session_inside_attach_later(struct dtrace *d)
{
	dt_session_guards_plan(d);
	DT_TRY(allocate_later(d));
	return dt_session_inside_attach_image(d);
}
