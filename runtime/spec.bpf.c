/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Speculations (abi/layout.h: struct dt_spec_slot): taking one, recording into it, ending it.
 *
 * Every change of state is one compare-and-swap, so that of several commits and discards the first
 * one counts, on whatever CPUs they are. The generation in a token keeps what is still on its way
 * from being taken for a part of a later speculation with the same id.
 */
#include "runtime.h"

enum { TRIES = 16 };

/** Take a free one: its id; 0: all are in use; -1: some have ended but are not yet free again. */
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
		// The verifier of Linux 6.1 wants the bound of just this register.
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

/** Make room for a record of `size` bytes: the token; 0: no such speculation; -1: it is full. */
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

/** End it as DT_SPEC_COMMITTED or DT_SPEC_DISCARDED: its token; 0: no such speculation. */
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

/** Put an id onto the stack of the free ones; 0: others were quicker too often. */
static int give_back(struct dt_specs *s, u64 id)
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
 * The record that tells of the end of a speculation is sure to reach the consumer, so the id is
 * free. Whoever changes the state, this program or the consumer at cleanrate, gives it back.
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
	if (give_back(s, id))
		__sync_fetch_and_add(&s->closed, -1);
	else
		*(volatile u64 *)&spec->state = state;
	return 0;
}
