/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Opens, uses and closes speculations (abi/layout.h: struct dt_spec_slot).
 *
 * Every change of state is one compare-and-swap, so if several CPUs commit or discard a
 * speculation, the first one wins. The generation in a token distinguishes late records of a
 * speculation from those of a later one with the same id.
 */
#include "runtime.h"

enum { TRIES = 16 };

/** Opens a speculation and returns its id. Returns 0 if all are in use, or -1 if some are closed
 * but not yet free. */
s64 dt_spec_open(struct dt_specs *s)
{
	if (!s)
		return 0;
	for (int i = 0; i < TRIES; i++) {
		u64 first = *(volatile u64 *)&s->free, id = (u32)first;
		struct dt_spec_slot *spec;
		u64 next;

		if (!id)
			return *(volatile u64 *)&s->closed ? -1 : 0;
		// The verifier of Linux 6.1 requires the bound on exactly this register.
		asm volatile("" : "+r"(id));
		if (id > DT_SPECS_MAX)
			return 0;
		spec = &s->v[id];
		next = (first >> 32) + 1;
		if (__sync_val_compare_and_swap(&s->free, first, next << 32 | spec->next) ==
		    first) {
			spec->used = 0;
			*(volatile u64 *)&spec->state =
			    ((spec->state >> 2) + 1) << 2 | DT_SPEC_ACTIVE;
			return id;
		}
	}
	return -1;
}

/** Reserves `size` bytes for a record and returns the token. Returns 0 if the speculation does not
 *  exist, or -1 if it is full. */
s64 dt_spec_use(struct dt_specs *s, u64 id, u64 size, u64 limit)
{
	struct dt_spec_slot *spec;
	u64 state;

	if (!s || id > DT_SPECS_MAX)
		return 0;
	spec = &s->v[id];
	state = *(volatile u64 *)&spec->state;
	if ((state & 3) != DT_SPEC_ACTIVE)
		return 0;
	if (*(volatile u32 *)&spec->used + size > limit)
		return -1;
	if (__sync_fetch_and_add(&spec->used, (u32)size) + size > limit) {
		__sync_fetch_and_add(&spec->used, (u32)-size);
		return -1;
	}
	return DT_SPEC_TOKEN(state, id);
}

/** Closes the speculation as DT_SPEC_COMMITTED or DT_SPEC_DISCARDED, and returns its token, or 0 if
 *  the speculation does not exist. */
s64 dt_spec_close(struct dt_specs *s, u64 id, u64 how)
{
	struct dt_spec_slot *spec;
	u64 state;

	if (!s || id > DT_SPECS_MAX)
		return 0;
	spec = &s->v[id];
	state = *(volatile u64 *)&spec->state;
	if ((state & 3) != DT_SPEC_ACTIVE)
		return 0;
	__sync_fetch_and_add(&s->closed, 1);
	*(volatile u64 *)&spec->closed = bpf_ktime_get_ns();
	if (__sync_val_compare_and_swap(&spec->state, state, (state & ~3ULL) | (how & 3)) !=
	    state) {
		__sync_fetch_and_add(&s->closed, -1);
		return 0;
	}
	return DT_SPEC_TOKEN(state, id);
}

/** Pushes an id onto the stack of free speculations. Returns 0 after too many lost races. */
static int free_speculation(struct dt_specs *s, u64 id)
{
	for (int i = 0; i < TRIES; i++) {
		u64 first = *(volatile u64 *)&s->free, next = (first >> 32) + 1;

		s->v[id].next = (u32)first;
		if (__sync_val_compare_and_swap(&s->free, first, next << 32 | id) == first)
			return 1;
	}
	return 0;
}

/**
 * Frees a closed speculation once its closing record is sure to reach the consumer. This program or
 * the consumer, at cleanrate, frees it: whichever changes the state first.
 */
s64 dt_spec_free(struct dt_specs *s, u64 token)
{
	u64 id = DT_SPEC_TOKEN_ID(token), state;
	struct dt_spec_slot *spec;

	asm volatile("" : "+r"(id)); // as above
	if (!s || !id || id > DT_SPECS_MAX)
		return 0;
	spec = &s->v[id];
	state = *(volatile u64 *)&spec->state;
	if (DT_SPEC_TOKEN(state, id) != token || (state & 3) < DT_SPEC_COMMITTED)
		return 0;
	if (__sync_val_compare_and_swap(&spec->state, state, state & ~3ULL) != state)
		return 0;
	if (free_speculation(s, id))
		__sync_fetch_and_add(&s->closed, -1);
	else
		*(volatile u64 *)&spec->state = state;
	return 0;
}
