/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Merges by time. Windows are bounded, so a drain works in slices: it fills the windows, delivers
 * records up to the horizon, and frees the rings' space, until no record older than the limit is
 * left. The lane whose full window ends first sets the horizon, and so always advances. A drain
 * ends because the limit is fixed while time passes.
 *
 * A record that is being written delays younger records in all rings. If it takes long (a program
 * sleeps on a page fault), it delays only those in its own ring; if it takes very long, none.
 * Several such records in a ring do not add up their waits: the time at which the ring's head
 * passed a record gives the record's minimum age.
 *
 * Decision: docs/dev/decisions/0019-one-time-per-firing.md
 * Decision: docs/dev/decisions/0055-incomplete-record-waits-a-second.md
 * Decision: docs/dev/decisions/0080-columns-filled-in-place.md
 */
#include "consume/ring/timeline.h"

#include "abi/layout.h"
#include "base/time.h"

#include <stdlib.h>
#include <string.h>

enum {
	WINDOW = 4096,		     // entries
	SLACK_NS = 1000000,	     // maximum disorder of two records in a ring
	COPY_MAX = 16 * 1024 * 1024, // bytes copied from a ring
	SKEW_NS = 1000,		     // of the clock of another process
	MAX_WAIT_NS = 100000000,
	ENDURANCE_NS = 1000000000,
};

void dt_timeline_init(struct dt_timeline *t, size_t max_lanes)
{
	*t = (struct dt_timeline){
	    .lanes = dt_zalloc((max_lanes + 1) * sizeof(*t->lanes)),
	    .heap = dt_zalloc((max_lanes + 1) * sizeof(*t->heap)),
	    .max_wait = MAX_WAIT_NS,
	    .endurance = ENDURANCE_NS,
	    .under_way = UINT64_MAX,
	};
}

void dt_timeline_deinit(struct dt_timeline *t)
{
	for (size_t i = 0; i < t->n; i++) {
		dt_ring_deinit(&t->lanes[i].ring);
		free(t->lanes[i].entries);
		free(t->lanes[i].copies);
	}
	if (t->pool.n)
		dt_pool_deinit(&t->pool);
	free(t->lanes);
	free(t->heap);
	*t = (struct dt_timeline){0};
}

void dt_timeline_add(struct dt_timeline *t, unsigned cpu, const struct dt_ring *ring)
{
	t->lanes[t->n++] = (struct dt_lane){.ring = *ring, .cpu = cpu};
}

void dt_timeline_add_pool(struct dt_timeline *t, const struct dt_store_pool *pool, void *data,
			  struct dt_cpu *slots)
{
	dt_pool_init(&t->pool, pool, data);
	t->slots = slots;
}

/** Adds the lane of a chain. */
static void begin_lane(void *arg, struct dt_chain *c)
{
	struct dt_timeline *t = arg;
	unsigned slot = (unsigned)(c - t->pool.chains) / DT_NATIVE_LEVELS;
	struct dt_ring ring;

	dt_ring_init_chain(&ring, &t->slots[slot], c);
	dt_timeline_add(t, slot, &ring);
}

static void look_at_pool(struct dt_timeline *t)
{
	if (t->pool.n)
		dt_pool_look(&t->pool, begin_lane, t);
}

bool dt_timeline_pending(struct dt_timeline *t)
{
	look_at_pool(t);
	for (size_t i = 0; i < t->n; i++)
		if (t->lanes[i].n || dt_ring_pending(&t->lanes[i].ring))
			return true;
	return false;
}

bool dt_timeline_filling(const struct dt_timeline *t, unsigned parts)
{
	for (size_t i = 0; i < t->n; i++)
		if (dt_ring_filling(&t->lanes[i].ring, parts))
			return true;
	return false;
}

uint64_t dt_timeline_open(const struct dt_timeline *t)
{
	uint64_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		n += dt_ring_open(&t->lanes[i].ring);
	return n;
}

/** Returns the place of the next entry. The ring writes into it, so that no entry is copied. */
static struct dt_entry *next_entry(struct dt_lane *l)
{
	if (l->n == l->cap) {
		l->cap = l->cap ? l->cap * 2 : 64;
		l->entries = dt_realloc(l->entries, l->cap * sizeof(*l->entries));
	}
	return &l->entries[l->n];
}

/** Moves the last entry to its place by time. */
static void sort_last(struct dt_lane *l)
{
	size_t i = l->n - 1;
	const struct dt_entry e = l->entries[i];

	for (; i > l->head && l->entries[i - 1].time > e.time; i--)
		l->entries[i] = l->entries[i - 1];
	l->entries[i] = e;
}

/** Returns the time of a record, or now if a process claims a later one: nothing may wait for it.
 * The process may have written the record after this pass began. */
static uint64_t believed_time(const struct dt_timeline *t, const struct dt_lane *l, uint64_t time)
{
	uint64_t latest;

	if (!l->ring.mirror || time <= t->filled)
		return time;
	latest = dt_now() + SKEW_NS;
	return time < latest ? time : latest;
}

/** Adds the record in the next entry to the window. Returns its time. */
static uint64_t take_record(struct dt_timeline *t, struct dt_lane *l)
{
	struct dt_entry *e = &l->entries[l->n];
	uint64_t time;

	if (e->len < sizeof(struct dt_rec)) {
		t->malformed++;
		return l->last;
	}
	memcpy(&time, e->rec, sizeof(time));
	time = believed_time(t, l, time);
	e->time = time;
	e->is_foreign = l->ring.mirror;
	e->cpu = l->ring.names_cpu ? dt_ring_cpu(&l->ring, e->pos) : l->cpu;
	l->n++;
	if (l->n - 1 > l->head && e[-1].time > time)
		sort_last(l);
	return time;
}

/** Reads records up to one that is not complete. */
static void read_on(struct dt_timeline *t, struct dt_lane *l)
{
	l->busy = false;
	while (l->n < WINDOW) {
		struct dt_entry *e = next_entry(l);

		e->rec = dt_ring_next(&l->ring, &e->len, &e->pos, &l->busy);
		if (!e->rec)
			break;
		l->last = take_record(t, l);
	}
}

/** Reads passed records that are complete now. */
static void read_late(struct dt_timeline *t, struct dt_lane *l)
{
	while (l->ring.passed.len && l->n < WINDOW) {
		struct dt_entry *e = next_entry(l);

		e->rec = dt_ring_late(&l->ring, &e->len, &e->pos);
		if (!e->rec)
			break;
		take_record(t, l);
	}
}

/** Reports whether the next record has been incomplete for too long. */
static bool is_overdue(struct dt_timeline *t, struct dt_lane *l)
{
	if (l->ring.at >= l->mark) {
		l->mark = __atomic_load_n(&l->ring.cpu->head, __ATOMIC_RELAXED);
		l->marked = t->filled;
	}
	return t->filled - l->marked >= t->endurance;
}

/** Reads the ring's records into the window. `all`: also those behind incomplete records. */
static void fill_window(struct dt_timeline *t, struct dt_lane *l, bool all)
{
	read_late(t, l);
	do
		read_on(t, l);
	while (l->busy && (all || is_overdue(t, l)) && dt_ring_pass(&l->ring));
	l->full = l->n == WINDOW;
	if (l->full) {
		uint64_t middle = l->entries[WINDOW / 2].time, last = l->entries[WINDOW - 1].time;

		l->cut = last - middle > SLACK_NS ? last - SLACK_NS : middle;
	}
}

static bool is_older(const struct dt_lane *a, const struct dt_lane *b)
{
	uint64_t x = a->entries[a->head].time, y = b->entries[b->head].time;

	return x < y || (x == y && a < b);
}

static void sift_down(struct dt_timeline *t, size_t i)
{
	struct dt_lane *l = t->heap[i];

	for (size_t child; (child = 2 * i + 1) < t->n_heap; i = child) {
		if (child + 1 < t->n_heap && is_older(t->heap[child + 1], t->heap[child]))
			child++;
		if (!is_older(t->heap[child], l))
			break;
		t->heap[i] = t->heap[child];
	}
	t->heap[i] = l;
}

/** Reports whether the lane has an entry to deliver. */
static bool is_ready(const struct dt_lane *l)
{
	return l->head < l->n && l->entries[l->head].time <= l->until;
}

/** Delivers the first entry of the lane. */
static void deliver_entry(struct dt_lane *l, dt_timeline_fn *fn, void *arg)
{
	struct dt_entry *e = &l->entries[l->head++];

	fn(arg, e->cpu, e, l->entries + l->n);
}

/** Delivers the ready entries, one lane after the other. */
static uint64_t concatenate_lanes(struct dt_timeline *t, dt_timeline_fn *fn, void *arg)
{
	uint64_t count = 0;

	for (size_t i = 0; i < t->n; i++)
		for (; is_ready(&t->lanes[i]); count++)
			deliver_entry(&t->lanes[i], fn, arg);
	return count;
}

/** Delivers the ready entries by time. */
static uint64_t merge_lanes(struct dt_timeline *t, dt_timeline_fn *fn, void *arg)
{
	uint64_t count = 0;

	t->n_heap = 0;
	for (size_t i = 0; i < t->n; i++)
		if (is_ready(&t->lanes[i]))
			t->heap[t->n_heap++] = &t->lanes[i];
	for (size_t i = t->n_heap; i-- > 0;)
		sift_down(t, i);
	while (t->n_heap) {
		deliver_entry(t->heap[0], fn, arg);
		count++;
		if (!is_ready(t->heap[0]))
			t->heap[0] = t->heap[--t->n_heap];
		if (t->n_heap)
			sift_down(t, 0);
	}
	return count;
}

/** Copies all waiting entries from the ring, unless they are too large. */
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

/** Removes delivered entries, and frees the ring's space before the first waiting one. */
static void release_entries(struct dt_lane *l)
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
	} else if (pos != l->ring.at && !l->ring.passed.len && dt_ring_filling(&l->ring, 2)) {
		copy_out(l);
	}
}

static void fill_all(struct dt_timeline *t, bool all, bool *busy)
{
	t->filled = dt_now();
	for (size_t i = 0; i < t->n; i++) {
		struct dt_lane *l = &t->lanes[i];

		fill_window(t, l, all);
		*busy |= l->busy;
		if (l->busy && (!l->busy_since || l->busy_at != l->ring.at)) {
			l->busy_at = l->ring.at;
			l->busy_since = t->filled;
		} else if (!l->busy) {
			l->busy_since = 0;
		}
	}
}

/** Returns the latest time that is certainly before the record that is being written. */
static uint64_t before_busy(const struct dt_lane *l)
{
	return l->last ? l->last - 1 : 0;
}

/** Returns the limit of this pass, which is lower if all rings wait for a record. Those of another
 * process wait for firings under way, not for open records. */
static uint64_t hold_back(const struct dt_timeline *t, uint64_t limit)
{
	if (limit == DT_TIMELINE_ALL || dt_timeline_filling(t, 2))
		return limit;
	if (t->under_way <= limit)
		limit = t->under_way - 1;
	for (size_t i = 0; i < t->n; i++) {
		const struct dt_lane *l = &t->lanes[i];

		if (l->busy && !l->ring.mirror && t->filled - l->busy_since < t->max_wait &&
		    before_busy(l) < limit)
			limit = before_busy(l);
	}
	return limit;
}

/** Sets the time up to which each lane is delivered. Returns the horizon, which is `limit` if no
 *  window is full. */
static uint64_t set_horizon(struct dt_timeline *t, uint64_t limit)
{
	uint64_t horizon = limit;

	for (size_t i = 0; i < t->n; i++)
		if (t->lanes[i].full && t->lanes[i].cut < horizon)
			horizon = t->lanes[i].cut;
	for (size_t i = 0; i < t->n; i++) {
		struct dt_lane *l = &t->lanes[i];
		bool waits = l->busy && limit != DT_TIMELINE_ALL && l->last <= horizon &&
			     t->filled - l->busy_since < t->endurance;

		l->until = waits ? before_busy(l) : horizon;
	}
	return horizon;
}

/** Reports whether the drain ends before its limit. */
static bool is_enough(const struct dt_timeline *t, uint64_t limit, const void *arg)
{
	return limit < DT_TIMELINE_READY && t->is_enough && t->is_enough(arg);
}

// At the end (DT_TIMELINE_ALL) no record waits for an incomplete one.
uint64_t dt_timeline_drain(struct dt_timeline *t, uint64_t limit, dt_timeline_fn *fn, void *arg,
			   bool *busy)
{
	uint64_t count = 0, horizon;
	bool is_busy = false;

	look_at_pool(t);
	for (size_t i = 0; i < t->n; i++)
		dt_ring_begin(&t->lanes[i].ring);
	do {
		fill_all(t, limit == DT_TIMELINE_ALL, &is_busy);
		limit = hold_back(t, limit);
		horizon = set_horizon(t, limit);
		count += t->by_ring ? concatenate_lanes(t, fn, arg) : merge_lanes(t, fn, arg);
		for (size_t i = 0; i < t->n; i++)
			release_entries(&t->lanes[i]);
	} while (horizon < limit && !is_enough(t, limit, arg));
	if (busy)
		*busy = is_busy;
	return count;
}
