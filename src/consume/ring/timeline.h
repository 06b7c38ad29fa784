/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Records of many rings in the order of their time.
 *
 * A ring is nearly in order: the records of a firing that interrupts another one stand before the
 * rest of the other's. Each ring is read through a window of sorted entries; the windows are merged
 * up to a horizon, before which no ring can bring anything more. Records of one firing have one
 * time and come from one ring, so that they are handed out together, in the order of their clauses.
 * Records stay in the ring until they are printed, and are copied out only when they must wait and
 * the ring is filling up. A record that is not complete for long (its program sleeps on a page that
 * does not come) is passed, and handed out late.
 */
#ifndef DT_CONSUME_RING_TIMELINE_H
#define DT_CONSUME_RING_TIMELINE_H

#include "consume/ring/ring.h"

#include "base/mem.h"

struct dt_entry {
	uint64_t time;
	uint64_t pos; // in the ring; UINT64_MAX: copied out
	const uint8_t *rec;
	uint32_t len;
};

/** One ring and its window. */
struct dt_lane {
	struct dt_ring ring;
	unsigned cpu;
	struct dt_entry *entries; // sorted by time; [head, n) are not yet handed out
	size_t head, n, cap;
	uint64_t last;	 // time of the record that was read last
	uint64_t until;	 // what may be handed out now
	uint8_t *copies; // records copied out
	uint64_t cut;	 // the window is full: later entries may be as old as this
	bool full;
	bool busy;	     // the next record is reserved, and not yet complete
	uint64_t busy_at;    // its position
	uint64_t busy_since; // when it was first seen so
	uint64_t mark;	     // at `marked`, such a record was read, and the ring's head was here
	uint64_t marked;
};

struct dt_timeline {
	struct dt_lane *lanes;
	struct dt_lane **heap; // lanes with something to hand out, the oldest first
	size_t n, n_heap;
	bool by_ring;	    // -x temporal=off: one ring after the other, each in order
	uint64_t filled;    // when all that may be handed out was in the rings
	uint64_t patience;  // ns that all wait for one record that is being written
	uint64_t endurance; // ns that its own ring does
	uint64_t malformed; // records too short for struct dt_rec
};

void dt_timeline_init(struct dt_timeline *t, size_t max_lanes);
void dt_timeline_deinit(struct dt_timeline *t);
/** Add a ring; the merge owns it from here on. */
void dt_timeline_add(struct dt_timeline *t, unsigned cpu, const struct dt_ring *ring);

/** Anything unread or held back? */
bool dt_timeline_pending(const struct dt_timeline *t);
/** Is some ring fuller than one part in `parts`? */
bool dt_timeline_filling(const struct dt_timeline *t, unsigned parts);

/** Called for each record, which is in place until it returns. What follows in the same ring lies
 *  behind it, up to `end`. */
typedef void dt_timeline_fn(void *arg, unsigned cpu, const struct dt_entry *e,
			    const struct dt_entry *end);

/** Records that are claimed and were never complete. */
uint64_t dt_timeline_open(const struct dt_timeline *t);

/** A limit: everything, but for what must wait for a record that is being written; everything. */
#define DT_TIMELINE_READY (UINT64_MAX - 1)
#define DT_TIMELINE_ALL	  UINT64_MAX

/**
 * Hand out every record with a time up to `limit`, and free its place. Returns how many. *busy (may
 * be NULL) tells that a ring's next record is reserved but not yet submitted; the records before it
 * that may be of the same firing then wait for it, and for a while so does what is younger in other
 * rings, unless the rings fill up.
 */
uint64_t dt_timeline_drain(struct dt_timeline *t, uint64_t limit, dt_timeline_fn *fn, void *arg,
			   bool *busy);

#endif
