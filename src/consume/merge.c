/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The merge by time. Windows are bounded, so a drain goes in slices: fill the windows, hand out up
 * to the horizon, free the rings' space, until nothing older than the limit is left. The lane whose
 * window is full and ends first sets the horizon and so always advances; a drain ends because the
 * limit stands still while time goes on.
 *
 * A record that is busy for long (a program sleeps on a page fault) delays its own ring only.
 */
#include "consume/merge.h"

#include "abi/layout.h"

#include <stdlib.h>
#include <string.h>

enum {
	WINDOW = 4096,		    // entries
	SLACK_NS = 100000,	    // how far two records of a ring may be out of order
	COPY_MAX = 16 * 1024 * 1024 // bytes copied out of one ring
};

void dt_merge_init(struct dt_merge *m, size_t max_lanes)
{
	*m = (struct dt_merge){
	    .lanes = dt_zalloc((max_lanes + 1) * sizeof(*m->lanes)),
	    .heap = dt_zalloc((max_lanes + 1) * sizeof(*m->heap)),
	};
}

void dt_merge_deinit(struct dt_merge *m)
{
	for (size_t i = 0; i < m->n; i++) {
		free(m->lanes[i].entries);
		free(m->lanes[i].copies);
	}
	free(m->lanes);
	free(m->heap);
	*m = (struct dt_merge){0};
}

void dt_merge_add(struct dt_merge *m, unsigned cpu, const struct dt_ring *ring)
{
	m->lanes[m->n++] = (struct dt_lane){.ring = *ring, .cpu = cpu};
}

bool dt_merge_pending(const struct dt_merge *m)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->lanes[i].n || dt_ring_pending(&m->lanes[i].ring))
			return true;
	return false;
}

bool dt_merge_filling(const struct dt_merge *m, unsigned parts)
{
	for (size_t i = 0; i < m->n; i++)
		if (dt_ring_used(&m->lanes[i].ring) > m->lanes[i].ring.size / parts)
			return true;
	return false;
}

static void insert(struct dt_lane *l, const struct dt_entry *e)
{
	if (l->n == l->cap) {
		l->cap = l->cap ? l->cap * 2 : 64;
		l->entries = dt_realloc(l->entries, l->cap * sizeof(*l->entries));
	}
	size_t i = l->n++;
	for (; i > l->head && l->entries[i - 1].time > e->time; i--)
		l->entries[i] = l->entries[i - 1];
	l->entries[i] = *e;
}

/** Read what the ring has into the window. */
static void fill(struct dt_merge *m, struct dt_lane *l)
{
	struct dt_entry e;

	l->busy = false;
	while (l->n < WINDOW && (e.rec = dt_ring_next(&l->ring, &e.len, &e.pos, &l->busy))) {
		if (e.len < sizeof(struct dt_rec)) {
			m->malformed++;
			continue;
		}
		memcpy(&e.time, e.rec, sizeof(e.time));
		insert(l, &e);
	}
	l->full = l->n == WINDOW;
	if (l->full) {
		uint64_t middle = l->entries[WINDOW / 2].time, last = l->entries[WINDOW - 1].time;

		l->cut = last - middle > SLACK_NS ? last - SLACK_NS : middle;
	}
}

static bool older(const struct dt_lane *a, const struct dt_lane *b)
{
	uint64_t x = a->entries[a->head].time, y = b->entries[b->head].time;

	return x < y || (x == y && a->cpu < b->cpu);
}

static void sift_down(struct dt_merge *m, size_t i)
{
	struct dt_lane *l = m->heap[i];

	for (size_t child; (child = 2 * i + 1) < m->n_heap; i = child) {
		if (child + 1 < m->n_heap && older(m->heap[child + 1], m->heap[child]))
			child++;
		if (!older(m->heap[child], l))
			break;
		m->heap[i] = m->heap[child];
	}
	m->heap[i] = l;
}

/** Hand out the first entry of the lane. */
static void hand_out(struct dt_lane *l, dt_merge_fn *fn, void *arg)
{
	struct dt_entry *e = &l->entries[l->head++];

	fn(arg, l->cpu, e, l->head < l->n ? e + 1 : NULL);
}

/** Hand out everything up to the horizon, one lane after the other. */
static uint64_t concatenate(struct dt_merge *m, uint64_t horizon, dt_merge_fn *fn, void *arg)
{
	uint64_t count = 0;

	for (size_t i = 0; i < m->n; i++) {
		struct dt_lane *l = &m->lanes[i];

		for (; l->head < l->n && l->entries[l->head].time <= horizon; count++)
			hand_out(l, fn, arg);
	}
	return count;
}

/** Hand out everything up to the horizon. */
static uint64_t merge(struct dt_merge *m, uint64_t horizon, dt_merge_fn *fn, void *arg)
{
	uint64_t count = 0;

	m->n_heap = 0;
	for (size_t i = 0; i < m->n; i++)
		if (m->lanes[i].head < m->lanes[i].n)
			m->heap[m->n_heap++] = &m->lanes[i];
	for (size_t i = m->n_heap; i-- > 0;)
		sift_down(m, i);
	while (m->n_heap) {
		struct dt_lane *l = m->heap[0];

		if (l->entries[l->head].time > horizon)
			break;
		hand_out(l, fn, arg);
		count++;
		if (l->head == l->n)
			m->heap[0] = m->heap[--m->n_heap];
		if (m->n_heap)
			sift_down(m, 0);
	}
	return count;
}

/** Copy all entries that wait out of the ring, unless they are too many. */
static void copy_out(struct dt_lane *l)
{
	size_t size = 0, at = 0;

	for (size_t i = 0; i < l->n; i++)
		size += (l->entries[i].len + 7) & ~(size_t)7;
	if (size > COPY_MAX)
		return;
	uint8_t *copies = dt_malloc(size);
	for (size_t i = 0; i < l->n; i++) {
		struct dt_entry *e = &l->entries[i];

		memcpy(copies + at, e->rec, e->len);
		e->rec = copies + at;
		e->pos = UINT64_MAX;
		at += (e->len + 7) & ~(size_t)7;
	}
	free(l->copies);
	l->copies = copies;
	dt_ring_release(&l->ring, l->ring.at);
}

/** Forget what was handed out and free the ring's space before the first entry that waits. */
static void release(struct dt_lane *l)
{
	uint64_t pos = l->ring.at;

	l->n -= l->head;
	if (l->n && l->head)
		memmove(l->entries, l->entries + l->head, l->n * sizeof(*l->entries));
	l->head = 0;
	for (size_t i = 0; i < l->n; i++)
		if (l->entries[i].pos < pos)
			pos = l->entries[i].pos;
	dt_ring_release(&l->ring, pos);
	if (!l->n) {
		free(l->copies);
		l->copies = NULL;
	} else if (pos != l->ring.at && dt_ring_used(&l->ring) > l->ring.size / 2) {
		copy_out(l);
	}
}

uint64_t dt_merge_drain(struct dt_merge *m, uint64_t limit, dt_merge_fn *fn, void *arg, bool *busy)
{
	uint64_t count = 0;
	bool more = true;

	while (more) {
		uint64_t horizon = limit;

		more = false;
		for (size_t i = 0; i < m->n; i++) {
			struct dt_lane *l = &m->lanes[i];

			fill(m, l);
			if (busy)
				*busy |= l->busy;
			more |= l->full && l->cut < limit;
			if (l->full && l->cut < horizon)
				horizon = l->cut;
		}
		count += m->by_ring ? concatenate(m, horizon, fn, arg) : merge(m, horizon, fn, arg);
		for (size_t i = 0; i < m->n; i++)
			release(&m->lanes[i]);
	}
	return count;
}
