/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Waits for the consumer inside the process, where only the clock can end the wait. The kernel
 * never loads this function. The loops suffice for some ten seconds.
 *
 * Decision: docs/dev/decisions/0123-target-waits-at-its-linker.md
 */
#include "../runtime.h"

enum { ROUNDS = 1 << 20, TURNS = 1 << 12 };

struct spin {
	volatile struct dt_gate *gate;
	u64 number, begin;
};

static long spin_step(u32 i, struct spin *s)
{
	u64 now = bpf_ktime_get_ns(), beat = s->gate->beat;

	if (s->gate->answered > s->number)
		return 1;
	if (beat < s->begin)
		beat = s->begin;
	if ((now <= beat || now - beat < DT_GATE_PATIENCE) && now - s->begin < DT_GATE_LIMIT)
		return 0;
	__sync_fetch_and_add(&s->gate->expired, 1);
	return 1;
}

static long spin_rounds(u32 i, struct spin *s)
{
	return bpf_loop(ROUNDS, spin_step, s, 0) < ROUNDS;
}

/** Returns when the consumer has answered that arrival at the gate, or is not expected to. */
u64 dt_native_spin(struct dt_gate *gate, u64 number)
{
	struct spin s = {gate, number, bpf_ktime_get_ns()};

	if (s.gate->expired != s.gate->noticed)
		__sync_fetch_and_add(&s.gate->expired, 1);
	else
		bpf_loop(TURNS, spin_rounds, &s, 0);
	return 0;
}
