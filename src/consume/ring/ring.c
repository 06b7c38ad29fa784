/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads a ring, in place or by copies. The order of memory accesses is essential: the head is read
 * before any header (acquire), a header's word before its record (acquire), and freed space is
 * zeroed before the tail moves (release), because a header of 0 means "not known yet".
 *
 * Decision: docs/dev/decisions/0008-record-rings-in-one-array.md
 */
#include "consume/ring/ring.h"

#include <stdlib.h>
#include <string.h>

void dt_ring_init(struct dt_ring *r, struct dt_cpu *cpu, void *data, uint64_t size, uint64_t chunk)
{
	*r = (struct dt_ring){.cpu = cpu,
			      .data = data,
			      .size = size,
			      .chunk = chunk,
			      .at = cpu->tail & ~7ULL,
			      .tail = cpu->tail & ~7ULL};
}

void dt_ring_init_chain(struct dt_ring *r, struct dt_cpu *cpu, struct dt_chain *chain)
{
	const struct dt_pool *p = chain->pool;

	*r = (struct dt_ring){.cpu = cpu,
			      .chain = chain,
			      .data = p->data,
			      .chunk = p->chunk,
			      .mirror = p->mirror,
			      .names_cpu = true};
}

void dt_ring_deinit(struct dt_ring *r)
{
	dt_vec_deinit(&r->passed);
	if (!r->chain)
		free(r->mirror);
}

/** Returns the ring's head. Records are aligned, but a process may write any head. */
static uint64_t head_of(const struct dt_ring *r)
{
	return __atomic_load_n(&r->cpu->head, __ATOMIC_SEQ_CST) &
	       ~(uint64_t)(sizeof(struct dt_ring_hdr) - 1);
}

void dt_ring_begin(struct dt_ring *r)
{
	r->end = head_of(r);
}

bool dt_ring_is_written(const struct dt_ring *r)
{
	return __atomic_load_n(&r->cpu->open, __ATOMIC_ACQUIRE);
}

void dt_ring_rewind(struct dt_ring *r)
{
	uint64_t head = head_of(r), oldest = 0;

	if (head > r->size)
		oldest = (head - r->size + r->chunk - 1) & ~(r->chunk - 1);
	if (oldest > r->at)
		r->at = r->tail = r->cpu->tail = oldest;
}

static struct dt_ring_hdr *record_header(const struct dt_ring *r, uint64_t pos)
{
	return (struct dt_ring_hdr *)(r->chain ? dt_chain_at(r->chain, pos)
					       : r->data + (pos & (r->size - 1)));
}

static uint32_t word_at(const struct dt_ring *r, uint64_t pos)
{
	return __atomic_load_n(&record_header(r, pos)->word, __ATOMIC_ACQUIRE);
}

static uint64_t rest_of_chunk(const struct dt_ring *r, uint64_t pos)
{
	return r->chunk - (pos & (r->chunk - 1));
}

/** Reports whether a record at `pos` can have this size: it does not leave its chunk. */
static bool fits_chunk(const struct dt_ring *r, uint64_t pos, uint32_t size)
{
	return size % 8 == 0 && size >= sizeof(struct dt_ring_hdr) && size <= rest_of_chunk(r, pos);
}

/** Returns the word of the next record of a chain, or 0 if its last chunk has no more. */
static uint32_t next_word(const struct dt_ring *r)
{
	return r->at < dt_chain_end(r->chain) ? word_at(r, r->at) : 0;
}

/** Reports whether something stands in a chain behind a record that ends at `pos`. */
static bool is_followed(const struct dt_ring *r, uint64_t pos)
{
	uint64_t end = dt_chain_end(r->chain);

	return pos < end && (end - pos > rest_of_chunk(r, pos) || word_at(r, pos));
}

/** dt_ring_pending() of a chain. */
static bool is_chain_pending(const struct dt_ring *r)
{
	uint32_t word = next_word(r);

	if (word & DT_RING_OPEN && fits_chunk(r, r->at, word & DT_RING_SIZE))
		return is_followed(r, r->at + (word & DT_RING_SIZE)); // then it was left
	return is_followed(r, r->at);
}

bool dt_ring_pending(const struct dt_ring *r)
{
	bool pending = r->chain ? is_chain_pending(r) : head_of(r) != r->at;

	dt_vec_foreach (&r->passed, pos)
		pending |= !(__atomic_load_n(&record_header(r, *pos)->word, __ATOMIC_SEQ_CST) &
			     DT_RING_OPEN);
	return pending;
}

bool dt_ring_filling(const struct dt_ring *r, unsigned parts)
{
	uint64_t held = r->passed.len ? r->at - r->tail : 0, used;

	if (r->chain)
		return r->chain->pool->n_behind > r->chain->pool->n / parts;
	used = head_of(r) - r->tail;
	return used - held > (r->size - held) / parts;
}

uint64_t dt_ring_open(const struct dt_ring *r)
{
	if (r->chain)
		return (next_word(r) & DT_RING_OPEN) != 0;
	return r->passed.len + (head_of(r) != r->at);
}

/** Skips the rest of this chunk if the claim of the next chunk left it unused. Returns false if
 *  not. */
static bool skip_rest(struct dt_ring *r, uint64_t head)
{
	uint64_t rest = rest_of_chunk(r, r->at);
	const struct dt_ring_hdr *next = record_header(r, r->at + rest);

	if (head - r->at <= rest || r->at + rest - r->tail > r->size ||
	    !__atomic_load_n(&next->word, __ATOMIC_ACQUIRE) ||
	    (next->skipped & DT_RING_SKIPPED) != rest)
		return false;
	r->at += rest;
	return true;
}

/** Reports whether the next record can have this size. */
static bool is_sound(const struct dt_ring *r, uint32_t size, uint64_t head)
{
	return fits_chunk(r, r->at, size) && size <= head - r->at &&
	       r->at + size - r->tail <= r->size;
}

static const uint8_t *record_at(const struct dt_ring *r, uint64_t pos, uint32_t word, uint32_t *len)
{
	const uint8_t *rec = (const uint8_t *)(record_header(r, pos) + 1);
	uint8_t *copy = r->mirror ? r->mirror + (rec - r->data) : NULL;

	*len = (word & DT_RING_SIZE) - sizeof(struct dt_ring_hdr);
	if (!copy)
		return rec;
	memcpy(copy, rec, *len);
	return copy;
}

unsigned dt_ring_cpu(const struct dt_ring *r, uint64_t pos)
{
	return record_header(r, pos)->skipped >> DT_RING_CPU_SHIFT;
}

/** dt_ring_next() of a chain. A word of 0 in any chunk but the last is the end of that chunk. */
static const uint8_t *next_in_chain(struct dt_ring *r, uint32_t *len, uint64_t *pos, bool *busy)
{
	while (is_followed(r, r->at)) {
		uint32_t word = word_at(r, r->at), size = word & DT_RING_SIZE;

		if (!word || !fits_chunk(r, r->at, size)) {
			r->damaged += word != 0;
			r->at += rest_of_chunk(r, r->at);
			continue;
		}
		if (word & DT_RING_OPEN) {
			bool is_last = !is_followed(r, r->at + size);

			if (is_last || word_at(r, r->at) != word) {
				if (busy)
					*busy = true;
				return NULL;
			}
			r->abandoned++;
		}
		*pos = r->at;
		r->at += size;
		if (!(word & (DT_RING_DISCARD | DT_RING_OPEN)))
			return record_at(r, *pos, word, len);
	}
	return NULL;
}

const uint8_t *dt_ring_next(struct dt_ring *r, uint32_t *len, uint64_t *pos, bool *busy)
{
	if (r->chain)
		return next_in_chain(r, len, pos, busy);
	uint64_t head = r->mirror ? r->end : head_of(r);

	while (r->at != head) {
		uint32_t word = word_at(r, r->at), size = word & DT_RING_SIZE;

		// An unused rest may contain an old header.
		if ((!word || r->overwrite) && skip_rest(r, head))
			continue;
		if (word && !is_sound(r, size, head)) {
			r->damaged++;
			r->at = head;
			return NULL;
		}
		if (!word || word & DT_RING_OPEN) {
			if (busy)
				*busy = true;
			return NULL;
		}
		*pos = r->at;
		r->at += size;
		if (!(word & DT_RING_DISCARD))
			return record_at(r, *pos, word, len);
	}
	return NULL;
}

bool dt_ring_pass(struct dt_ring *r)
{
	uint32_t word;

	if (r->chain) // nothing is behind it
		return false;
	word = word_at(r, r->at);
	if (!fits_chunk(r, r->at, word & DT_RING_SIZE))
		return false;
	dt_vec_push(&r->passed, r->at);
	r->at += word & DT_RING_SIZE;
	return true;
}

const uint8_t *dt_ring_late(struct dt_ring *r, uint32_t *len, uint64_t *pos)
{
	const uint8_t *rec = NULL;
	size_t kept = 0;

	for (size_t i = 0; i < r->passed.len; i++) {
		uint64_t at = r->passed.data[i];
		uint32_t word = word_at(r, at);

		if (rec || word & DT_RING_OPEN) {
			r->passed.data[kept++] = at;
		} else if (!fits_chunk(r, at, word & DT_RING_SIZE)) {
			r->damaged++;
		} else if (!(word & DT_RING_DISCARD)) {
			rec = record_at(r, at, word, len);
			*pos = at;
		}
	}
	r->passed.len = kept;
	return rec;
}

void dt_ring_release(struct dt_ring *r, uint64_t pos)
{
	if (r->chain) {
		dt_chain_release(r->chain, pos);
		return;
	}
	uint64_t end = r->passed.len && r->passed.data[0] < pos ? r->passed.data[0] : pos;
	uint64_t tail = r->tail, start = tail & (r->size - 1);
	uint64_t n = end - tail < r->size ? end - tail : r->size;
	uint64_t first = n < r->size - start ? n : r->size - start;

	memset(r->data + start, 0, first);
	memset(r->data, 0, n - first);
	r->tail = end;
	__atomic_store_n(&r->cpu->tail, end, __ATOMIC_RELEASE);
}
