/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Claims space for records in a pool of chunks (abi/native.h: struct dt_native_pool). A level has
 * no rival but for whole chunks. A firing may be left at any instruction, by a jump out of a signal
 * handler or the end of its thread: then the next claim of the level still finds free space.
 *
 * Decision: docs/dev/decisions/0105-records-from-a-pool-of-chunks.md
 */
#include "../runtime.h"
#include "abi/native.h"

#define NO_CHUNK (~0ULL)

static __always_inline u8 *chunks_of(const struct dt_native_map *m)
{
	return (u8 *)m + m->distance;
}

/** Returns the offset of a new chunk, or NO_CHUNK. A level always looks from the same one on, so
 * that it uses again what is in the caches. */
static __always_inline u64 take_chunk(struct dt_native_level *l, const struct dt_native_map *m)
{
	struct dt_native_pool *pool =
	    (struct dt_native_pool *)(chunks_of(m) - m->n * sizeof(u64)) - 1;
	u64 label, i = l->lane % m->n;

	// If the firing is left by a jump, the next one begins with another chunk.
	*(volatile u64 *)&l->room = 0;
	if (*(volatile u64 *)&pool->is_full)
		return NO_CHUNK;
	*(volatile u64 *)&l->n_chunks = l->n_chunks + 1;
	label = DT_NATIVE_LABEL(l->lane, l->n_chunks);
	for (u32 k = 0; k < m->n; k++) {
		i = i + 1 < m->n ? i + 1 : 0;
		if (!*(volatile u64 *)&pool->labels[i] &&
		    !__sync_val_compare_and_swap(&pool->labels[i], 0, label))
			return i * m->stride;
	}
	*(volatile u64 *)&pool->is_full = 1;
	return NO_CHUNK;
}

/** Claims `size` bytes for a record with its header, at most a chunk. Returns the address behind
 * the header, or 0 if there is no chunk. */
u64 dt_native_claim(u64 size, u64 map, u64 processor, u64 level)
{
	const struct dt_native_map *m = (const struct dt_native_map *)map;
	struct dt_native_level *l = (struct dt_native_level *)level;
	u64 at = l->room, used = at & (m->stride - 1);
	struct dt_ring_hdr *hdr;

	if (!used || used + size > m->stride || at > (u64)m->n * m->stride) {
		at = take_chunk(l, m);
		if (at == NO_CHUNK)
			return 0;
	}
	hdr = (struct dt_ring_hdr *)(chunks_of(m) + at);
	*(volatile u32 *)&hdr->skipped = (u32)processor << DT_RING_CPU_SHIFT;
	*(volatile u32 *)&hdr->word = (u32)size | DT_RING_OPEN;
	*(volatile u64 *)&l->room = at + size;
	return (u64)(hdr + 1);
}
