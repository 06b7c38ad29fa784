/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Programs that dtrace itself runs, as machine code, in the thread that works on the session. There
 * is a slot for each CPU: records and the variable cpu name the CPU on which the thread runs.
 *
 * Decision: docs/dev/decisions/0087-a-slot-for-each-cpu-of-the-tracer.md
 */
#include "session/program/inside/following.h"

#include "base/time.h"

#include <sched.h>

void dt_session_host_init(struct dtrace *d)
{
	const struct dt_program_desc *desc = d->programs->desc;

	dt_native_region_deinit(&d->loaded->region);
	if (d->programs->in_target)
		dt_native_region_init_shared(&d->loaded->region, desc->maps, desc->n_maps,
					     d->inside->n_slots, 1, dt_session_inside_chunks(d));
	else
		dt_native_region_init(&d->loaded->region, desc->maps, desc->n_maps,
				      d->loaded->maps.store.n_present, true);
	dt_native_region_add_counters(&d->loaded->region, d->inside->n_counters);
}

struct dt_error *dt_session_host_compile(struct dtrace *d, struct dt_prog *p)
{
	struct dt_native_place place =
	    dt_native_region_place(&d->loaded->region, dt_options_string_bytes(&d->options));

	place.is_site = !p->group || (p->group->is_inside && !p->is_adder);
	place.has_children = place.is_site && d->options.v[DT_OPT_follow];
	// Another program may keep the number elsewhere.
	place.cpu_word =
	    place.is_site && !d->following->are_followed ? d->inside->facts.cpu_word : 0;
	p->native = dt_zalloc(sizeof(*p->native));
	return dt_native_compile(p->ir, &place, p->native);
}

void dt_session_host_free(struct dt_prog *p)
{
	if (p->native)
		dt_native_program_deinit(p->native);
	free(p->native);
	p->native = NULL;
}

/** Says why all reads of memory fail, if a program makes some and this process may not. */
static void check_peeks(struct dtrace *d)
{
	bool peeks = false;
	int why;

	dt_vec_foreach (&d->programs->list, p)
		peeks |= (*p)->native && (*p)->native->peeks;
	why = peeks ? dt_native_peek_error() : 0;
	if (why)
		dt_session_message(d,
				   "process_vm_readv() fails (%s), by a filter of system calls: "
				   "copyin() and reads by pointers raise faults",
				   dt_error_text(why));
}

struct dt_error *dt_session_host_load(struct dtrace *d)
{
	struct dt_native_region *r = &d->loaded->region;
	unsigned level = 0;
	size_t code = 0;

	dt_vec_foreach (&d->programs->list, p)
		if ((*p)->native)
			dt_native_program_measure((*p)->native, &code, &level);
	dt_native_region_settle(r, code, level);
	if (d->programs->in_target)
		DT_TRY(dt_session_inside_allocate(d));
	DT_TRY(dt_native_region_map(r, d->programs->desc->maps, code, level));
	dt_vec_foreach (&d->programs->list, p)
		if ((*p)->native)
			DT_TRY(dt_native_region_add(r, (*p)->native, &(*p)->entry));
	DT_TRY(dt_native_region_seal(r));
	if (r->n_own)
		dt_native_region_claim(r, r->n_slots - r->n_own, r->n_own);
	else
		dt_native_region_claim(r, 0, r->n_slots);
	check_peeks(d);
	return d->programs->in_target ? dt_session_inside_fill(d) : NULL;
}

/** Returns the slot for programs that run now. */
static unsigned own_slot(const struct dt_native_region *r)
{
	int cpu = sched_getcpu();

	if (r->n_own)
		return r->n_slots - 1;
	return cpu > 0 && (unsigned)cpu < r->n_slots ? (unsigned)cpu : 0;
}

void dt_session_host_run(struct dtrace *d, const struct dt_prog *p)
{
	struct dt_native_region *r = &d->loaded->region;

	dt_native_region_renew(r);
	dt_native_region_run(r, p->entry, own_slot(r), NULL);
	if (dt_session_has_exited(d))
		dt_session_set_active(d, false); // in the kernel, too
}

// ---- timers

void dt_session_host_begin(struct dtrace *d)
{
	dt_vec_foreach (&d->programs->groups, gp) {
		const struct dt_probe *p = (*gp)->probes.data[0];
		struct dt_timed_group t = {.group = *gp};

		if ((*gp)->why || !p->provider->period)
			continue;
		t.period = p->provider->period(p);
		t.due = dt_now() + t.period;
		dt_vec_push(&d->loaded->timers, t);
	}
}

/** Returns the timer that is due first, or NULL if there is none. */
static struct dt_timed_group *next_timer(const struct dtrace *d)
{
	struct dt_timed_group *first = NULL;

	dt_vec_foreach (&d->loaded->timers, t)
		if (!first || t->due < first->due)
			first = t;
	return first;
}

uint64_t dt_session_host_due(const struct dtrace *d)
{
	const struct dt_timed_group *t = next_timer(d);

	return t ? t->due : UINT64_MAX;
}

void dt_session_host_work(struct dtrace *d)
{
	uint64_t now = dt_now();
	struct dt_timed_group *t;

	while ((t = next_timer(d)) && t->due <= now && !dt_session_has_exited(d)) {
		dt_session_host_run(d, t->group->prog);
		// As in the kernel, firings for which it is too late are left out.
		t->due += (now - t->due) / t->period * t->period + t->period;
	}
}

void dt_session_host_deinit(struct dtrace *d)
{
	dt_vec_deinit(&d->loaded->timers);
	dt_native_region_deinit(&d->loaded->region);
}
