/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One ring, read in place. The order of the memory accesses is what matters: the head is read
 * before any header (acquire), a header's word before its record (acquire), and what is freed is
 * zeroed before the tail moves (release), because a header that is 0 means "not complete".
 */
#include "consume/ring/ring.h"

#include <string.h>

void dt_ring_init(struct dt_ring *r, struct dt_cpu *cpu, void *data, uint64_t size, uint64_t chunk)
{
	*r = (struct dt_ring){
	    .cpu = cpu, .data = data, .size = size, .chunk = chunk, .at = cpu->tail};
}

bool dt_ring_rewind(struct dt_ring *r)
{
	uint64_t head = __atomic_load_n(&r->cpu->head, __ATOMIC_ACQUIRE), oldest = 0;

	if (__atomic_load_n(&r->cpu->open, __ATOMIC_ACQUIRE))
		return false;
	if (head > r->size)
		oldest = (head - r->size + r->chunk - 1) & ~(r->chunk - 1);
	if (oldest > r->at)
		r->at = r->cpu->tail = oldest;
	return true;
}

bool dt_ring_pending(const struct dt_ring *r)
{
	return __atomic_load_n(&r->cpu->head, __ATOMIC_SEQ_CST) != r->at;
}

uint64_t dt_ring_used(const struct dt_ring *r)
{
	return __atomic_load_n(&r->cpu->head, __ATOMIC_RELAXED) - r->cpu->tail;
}

static struct dt_ring_hdr *header_at(const struct dt_ring *r, uint64_t pos)
{
	return (struct dt_ring_hdr *)(r->data + (pos & (r->size - 1)));
}

static uint64_t rest_of_chunk(const struct dt_ring *r)
{
	return r->chunk - (r->at & (r->chunk - 1));
}

/** Was the rest of this chunk left behind by the claim that begins the next one? */
static bool skip_rest(struct dt_ring *r, uint64_t head)
{
	uint64_t rest = rest_of_chunk(r);
	const struct dt_ring_hdr *next = header_at(r, r->at + rest);

	if (head - r->at <= rest || !__atomic_load_n(&next->word, __ATOMIC_ACQUIRE) ||
	    next->skipped != rest)
		return false;
	r->at += rest;
	return true;
}

const uint8_t *dt_ring_next(struct dt_ring *r, uint32_t *len, uint64_t *pos, bool *busy)
{
	uint64_t head = __atomic_load_n(&r->cpu->head, __ATOMIC_ACQUIRE);

	while (r->at != head) {
		const struct dt_ring_hdr *header = header_at(r, r->at);
		uint32_t word = __atomic_load_n(&header->word, __ATOMIC_ACQUIRE);
		uint32_t size = word & DT_RING_SIZE;

		// What stands in a rest that was left behind may be an old header.
		if (r->overwrite && skip_rest(r, head))
			continue;
		if (!word) {
			if (skip_rest(r, head))
				continue;
			if (busy)
				*busy = true;
			return NULL;
		}
		if (size % 8 || size < sizeof(*header) || size > rest_of_chunk(r) ||
		    size > head - r->at) {
			r->damaged++;
			r->at = head;
			return NULL;
		}
		*pos = r->at;
		r->at += size;
		if (!(word & DT_RING_DISCARD)) {
			*len = size - sizeof(*header);
			return (const uint8_t *)(header + 1);
		}
	}
	return NULL;
}

void dt_ring_release(struct dt_ring *r, uint64_t pos)
{
	uint64_t tail = r->cpu->tail;
	uint64_t start = tail & (r->size - 1), n = pos - tail < r->size ? pos - tail : r->size;
	uint64_t first = n < r->size - start ? n : r->size - start;

	memset(r->data + start, 0, first);
	memset(r->data, 0, n - first);
	__atomic_store_n(&r->cpu->tail, pos, __ATOMIC_RELEASE);
}
