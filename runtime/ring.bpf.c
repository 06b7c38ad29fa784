/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Claiming space in a CPU's ring (abi/layout.h: struct dt_ring_hdr).
 *
 * Only programs on this CPU move its head, but one of them may interrupt another anywhere, so the
 * head moves by compare-and-swap.
 */
#include "runtime.h"

struct dt_ring_pad {
	u64 bytes;
};

/**
 * Claim `size` bytes, a multiple of 8 and at most `chunk`, in the ring of `ring` bytes; both are
 * powers of two. Returns the position, or -1 if the ring is full. `pad` receives how many bytes of
 * the chunk before were left behind. Eight interruptions in a row count as full.
 */
s64 dt_ring_claim(struct dt_cpu *cpu, u64 size, u64 chunk, u64 ring, struct dt_ring_pad *pad)
{
	if (!cpu || !pad)
		return -1;
	for (int i = 0; i < 8; i++) {
		u64 head = *(volatile u64 *)&cpu->head;
		u64 rest = chunk - (head & (chunk - 1));
		u64 skip = size > rest ? rest : 0;

		if (head + skip + size - *(volatile u64 *)&cpu->tail > ring)
			return -1;
		if (__sync_val_compare_and_swap(&cpu->head, head, head + skip + size) == head) {
			pad->bytes = skip;
			return head + skip;
		}
	}
	return -1;
}

/** The same with bufpolicy=fill: once it has failed it always fails. */
s64 dt_ring_claim_fill(struct dt_cpu *cpu, u64 size, u64 chunk, u64 ring, struct dt_ring_pad *pad)
{
	s64 pos;

	if (!cpu || *(volatile u64 *)&cpu->full)
		return -1;
	pos = dt_ring_claim(cpu, size, chunk, ring, pad);
	if (pos < 0)
		*(volatile u64 *)&cpu->full = 1;
	return pos;
}

/**
 * The same with bufpolicy=ring: overwrite the oldest, but nothing that is still being written,
 * which can only be a record of a program that this one interrupted. `open` goes up whatever the
 * result.
 */
s64 dt_ring_claim_over(struct dt_cpu *cpu, u64 size, u64 chunk, u64 ring, struct dt_ring_pad *pad)
{
	if (!cpu || !pad)
		return -1;
	// Whoever interrupts between these two has finished before we go on: its position, which is
	// then here, is not behind ours.
	if (!*(volatile u64 *)&cpu->open)
		*(volatile u64 *)&cpu->open_pos = *(volatile u64 *)&cpu->head;
	__sync_fetch_and_add(&cpu->open, 1);
	for (int i = 0; i < 8; i++) {
		u64 head = *(volatile u64 *)&cpu->head;
		u64 rest = chunk - (head & (chunk - 1));
		u64 skip = size > rest ? rest : 0;

		if (head + skip + size - *(volatile u64 *)&cpu->open_pos > ring)
			return -1;
		if (__sync_val_compare_and_swap(&cpu->head, head, head + skip + size) == head) {
			pad->bytes = skip;
			return head + skip;
		}
	}
	return -1;
}
