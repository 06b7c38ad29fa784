/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes patches. Before a stop, the placer makes the kernel copy every page, by writing a byte
 * with its own value. Copying takes seven times as long as writing the patches, which happens in
 * the stop.
 *
 * In the stop, the placer skips a site whose text differs from the expected one. A site waits for a
 * later stop if the pc of a thread is in it and cannot be moved to a copy, or if a word of a stack
 * points into it, because a signal handler may have saved a pc there. Then the placer moves
 * threads, and then writes sites. It writes a hop after the patch to which the hop leads.
 */
#include "place/program/target.h"

#include "place/program/jumps.h"
#include "place/program/step.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	PAGE = 4096,
	BATCH = 1000,
	WAIT_TRIES = 10,
	WAIT_US = 1000, // it doubles: 1 s in total
};

enum site_state { PENDING, WAITS, WRITTEN, LEFT_OUT };

struct site {
	struct dt_place_patch *patch;
	enum site_state state;
	bool is_hop;
	uint64_t leads_to;
	uint64_t device, inode, offset;
};

static int compare_sites(const void *a, const void *b)
{
	const struct site *x = a, *y = b;

	return (x->patch->at > y->patch->at) - (x->patch->at < y->patch->at);
}

static int compare_from(const void *a, const void *b)
{
	const struct dt_place_moved *x = a, *y = b;

	return x->from != y->from ? (x->from > y->from) - (x->from < y->from)
				  : (x->to > y->to) - (x->to < y->to);
}

static int compare_stubs(const void *a, const void *b)
{
	const struct dt_place_code *x = a, *y = b;

	return (x->begin > y->begin) - (x->begin < y->begin);
}

/** Adds the tables of a request to those of the target. */
static void keep_tables(struct dt_target *t, const struct dt_patching *p)
{
	for (size_t i = 0; i < p->n_moved; i++) {
		dt_vec_push(&t->by_from, p->moved[i]);
		dt_vec_push(&t->by_to, p->moved[i]);
	}
	if (p->n_moved) {
		qsort(t->by_from.data, t->by_from.len, sizeof(*t->by_from.data), compare_from);
		qsort(t->by_to.data, t->by_to.len, sizeof(*t->by_to.data), dt_moved_compare_to);
	}
}

// ---- sites

/** Returns the last site whose address is at most `at`, or NULL. */
static struct site *find_site(struct site *sites, size_t n, uint64_t at)
{
	size_t i = dt_leading(sites, n, e, e->patch->at <= at);

	return i ? &sites[i - 1] : NULL;
}

/** Returns the site behind whose first byte `at` points, or NULL. */
static struct site *find_inside(struct site *sites, size_t n, uint64_t at)
{
	struct site *s = n && at > sites[0].patch->at ? find_site(sites, n, at) : NULL;

	return s && at > s->patch->at && at < s->patch->at + s->patch->size ? s : NULL;
}

/** Reports whether an address lies in a stub of the request. */
static bool is_stub(const struct dt_patching *p, uint64_t at)
{
	size_t i = dt_leading(p->stubs, p->n_stubs, e, e->begin <= at);

	return i && at < p->stubs[i - 1].end;
}

/** Makes a list of the sites, sorted. Leaves out those outside of private executable memory,
 *  patches that lead to no stub, and those that begin in another one. */
static struct site *create_sites(const struct dt_maps *maps, const struct dt_patching *p)
{
	struct site *sites = dt_zalloc((p->n + 1) * sizeof(*sites));

	if (p->n_stubs)
		qsort(p->stubs, p->n_stubs, sizeof(*p->stubs), compare_stubs);
	for (size_t i = 0; i < p->n; i++) {
		struct dt_place_patch *patch = &p->patches[i];
		const struct dt_mapping *m = dt_maps_find(maps, patch->at);
		struct site *s = &sites[i];

		s->patch = patch;
		if (!m || m->shared || !m->executable || m->writable || !patch->size ||
		    patch->size > DT_PLACE_BYTES ||
		    patch->at / PAGE != (patch->at + patch->size - 1) / PAGE) {
			s->state = LEFT_OUT;
			continue;
		}
		if (!dt_jump_parse(patch->new, patch->size, patch->at, &s->leads_to, &s->is_hop) ||
		    (!s->is_hop && !is_stub(p, s->leads_to))) {
			s->state = LEFT_OUT;
			continue;
		}
		s->device = m->device;
		s->inode = m->inode;
		s->offset = m->offset + (patch->at - m->begin);
	}
	if (p->n)
		qsort(sites, p->n, sizeof(*sites), compare_sites);
	for (size_t i = 1; i < p->n; i++)
		if (sites[i].patch->at < sites[i - 1].patch->at + sites[i - 1].patch->size)
			sites[i].state = LEFT_OUT;
	return sites;
}

/** Copies the pages of the pending sites. */
static void copy_pages(struct dt_target *t, const struct site *sites, size_t n)
{
	uint64_t last = 0;
	uint8_t byte;

	for (size_t i = 0; i < n; i++) {
		uint64_t at = sites[i].patch->at + 1; // another tracer's trap may be the first byte

		if (sites[i].state != PENDING || at / PAGE == last ||
		    !dt_target_read(t, at, &byte, 1))
			continue;
		dt_error_destroy(dt_target_write(t, at, &byte, 1));
		last = at / PAGE;
	}
}

// ---- the stop

/** A part of the sorted sites, and those of it that this stop writes. */
struct batch {
	struct dt_target *target;
	struct site *sites, *all;
	size_t n, n_all;
	bool hops; // else all others
};

static void delay_site(void *self, uint64_t word)
{
	struct batch *b = self;
	struct site *s = find_inside(b->sites, b->n, word);

	if (s && s->state == PENDING)
		s->state = WAITS;
}

static void check_text(struct batch *b)
{
	uint8_t text[DT_PLACE_BYTES];

	for (size_t i = 0; i < b->n; i++) {
		struct site *s = &b->sites[i];

		if (s->state == PENDING &&
		    (!dt_target_read(b->target, s->patch->at, text, s->patch->size) ||
		     memcmp(text, s->patch->old, s->patch->size) != 0))
			s->state = LEFT_OUT;
	}
}

/** A hop without its second jump would lead into padding. */
static void check_hops(struct batch *b)
{
	for (size_t i = 0; i < b->n; i++) {
		struct site *s = &b->sites[i], *to;

		if (s->state != PENDING || !s->is_hop)
			continue;
		to = find_site(b->all, b->n_all, s->leads_to);
		if (!to || to->patch->at != s->leads_to || to->state == LEFT_OUT)
			s->state = LEFT_OUT;
		else if (to->state != WRITTEN)
			s->state = WAITS;
	}
}

/** Returns the first copy of an instruction, or NULL. */
static const struct dt_place_moved *find_copy(const struct dt_target *t, uint64_t from)
{
	size_t i = dt_leading(t->by_from.data, t->by_from.len, e, e->from < from);

	return i < t->by_from.len && t->by_from.data[i].from == from ? &t->by_from.data[i] : NULL;
}

/** Delays the sites in which threads stand that cannot be moved. */
static void check_tasks(struct batch *b, struct dt_stop *stop)
{
	for (struct dt_task *k = NULL; (k = dt_stop_next(stop, k));) {
		uint64_t pc = dt_registers_pc(&k->regs);

		dt_words_walk(k, delay_site, b);
		if (k->is_waiting || dt_registers_restart(&k->regs) || !find_copy(b->target, pc))
			delay_site(b, pc);
	}
}

static struct dt_error *move_tasks(struct batch *b, struct dt_stop *stop)
{
	for (struct dt_task *k = NULL; (k = dt_stop_next(stop, k));) {
		uint64_t pc = dt_registers_pc(&k->regs);
		const struct site *s = find_inside(b->sites, b->n, pc);
		const struct dt_place_moved *copy = find_copy(b->target, pc);

		// A thread in a loop may not come to a patch. It may go to any copy.
		if (!copy || (s && s->state != PENDING) || k->is_waiting ||
		    dt_registers_restart(&k->regs))
			continue;
		dt_registers_set_pc(&k->regs, copy->to);
		if (!dt_registers_write(k->tid, &k->regs))
			return dt_error_new(DT_ERR_PROC_GONE, "process %d has ended",
					    b->target->pid);
		dt_place_step();
	}
	return NULL;
}

static struct dt_error *write_sites(struct batch *b)
{
	for (size_t i = 0; i < b->n; i++) {
		struct site *s = &b->sites[i];
		struct dt_written w = {*s->patch, s->device, s->inode, s->offset};

		if (s->state != PENDING || s->is_hop != b->hops)
			continue;
		dt_vec_push(&b->target->written, w);
		DT_TRY(dt_target_write(b->target, w.patch.at, w.patch.new, w.patch.size));
		s->state = WRITTEN;
		dt_place_step();
	}
	return NULL;
}

static struct dt_error *patch_batch(struct batch *b)
{
	struct dt_stop stop;
	struct dt_error *err;

	copy_pages(b->target, b->sites, b->n);
	DT_TRY(dt_target_stop(b->target, &stop));
	dt_place_step();
	check_text(b);
	check_tasks(b, &stop);
	if (b->hops)
		check_hops(b);
	err = move_tasks(b, &stop);
	if (!err)
		err = write_sites(b);
	dt_stop_end(&stop);
	return err;
}

/** Reports whether a site of this kind is pending. */
static bool is_due(const struct site *s, bool hops)
{
	return s->state == PENDING && s->is_hop == hops;
}

static struct dt_error *patch_all(struct dt_target *t, struct site *sites, size_t n, bool hops)
{
	size_t begin = 0;

	while (begin < n) {
		size_t end = begin, due = 0;

		while (end < n && due < BATCH)
			due += is_due(&sites[end++], hops);
		if (due)
			DT_TRY(patch_batch(&(struct batch){.target = t,
							   .sites = sites + begin,
							   .n = end - begin,
							   .all = sites,
							   .n_all = n,
							   .hops = hops}));
		begin = end;
	}
	return NULL;
}

/** Makes waiting sites pending again. Returns false if there are none. */
static bool wake_sites(struct site *sites, size_t n)
{
	bool any = false;

	for (size_t i = 0; i < n; i++)
		if (sites[i].state == WAITS) {
			sites[i].state = PENDING;
			any = true;
		}
	return any;
}

static struct dt_error *patch_until_done(struct dt_target *t, struct site *sites, size_t n)
{
	for (unsigned try = 0; try < WAIT_TRIES; try++) {
		DT_TRY(patch_all(t, sites, n, false));
		DT_TRY(patch_all(t, sites, n, true));
		if (!wake_sites(sites, n))
			break;
		usleep(WAIT_US << try);
	}
	return NULL;
}

struct dt_error *dt_target_patch(struct dt_target *t, const struct dt_patching *p)
{
	struct dt_maps maps;
	struct site *sites;
	struct dt_error *err;

	DT_TRY(dt_maps_read(dt_target_thread(t->pid), &maps));
	sites = create_sites(&maps, p);
	dt_maps_deinit(&maps);
	keep_tables(t, p);
	err = patch_until_done(t, sites, p->n);
	for (size_t i = 0; i < p->n; i++) {
		sites[i].patch->is_absent = sites[i].state != WRITTEN;
		sites[i].patch->is_used = sites[i].patch->is_absent && sites[i].state != LEFT_OUT;
	}
	free(sites);
	return err;
}
