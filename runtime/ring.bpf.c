/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Claims space in a CPU's ring (abi/layout.h: struct dt_ring_hdr).
 *
 * Only programs on this CPU advance its head, but one of them may interrupt another anywhere, so
 * the head advances by compare-and-swap.
 */
#include "runtime.h"

struct dt_ring_pad {
	u64 bytes;
};

/**
 * Claims `size` bytes, a multiple of 8 and at most `chunk`, in a ring of `ring` bytes; `chunk` and
 * `ring` are powers of two. Returns the position, or -1 if the ring is full or after eight
 * interruptions in a row. `pad` receives the number of bytes left unused in the previous chunk.
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

/** The same for bufpolicy=fill: after a failure, all further claims fail. */
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
 * The same for bufpolicy=ring: overwrites the oldest records, but none that is still open. Only
 * programs that this one interrupted have open records. Always increments `open`.
 */
s64 dt_ring_claim_over(struct dt_cpu *cpu, u64 size, u64 chunk, u64 ring, struct dt_ring_pad *pad)
{
	if (!cpu || !pad)
		return -1;
	// A program that interrupts between these two lines ends before this one continues. It may
	// have set open_pos, but not to a position after ours.
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
