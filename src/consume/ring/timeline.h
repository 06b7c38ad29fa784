/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Merges the records of many rings by time.
 *
 * A ring is nearly in order: if a firing interrupts another one, its records stand before the rest
 * of the other's. Each ring is read through a window of sorted entries. The windows are merged up
 * to a horizon, before which no ring can yield another record. Records of one firing have the same
 * time and come from the same ring, so they are delivered together, in the order of their clauses.
 * Records stay in the ring until they are printed. They are copied only if they must wait while the
 * ring is filling up. If a record stays incomplete for long, because its program sleeps on a page
 * fault, it is passed and delivered late.
 */
#ifndef DT_CONSUME_RING_TIMELINE_H
#define DT_CONSUME_RING_TIMELINE_H

#include "consume/ring/ring.h"

#include "base/mem.h"

struct dt_entry {
	uint64_t time;
	uint64_t pos; // in the ring; UINT64_MAX: a copy
	const uint8_t *rec;
	uint32_t len;
	unsigned cpu;
	bool is_foreign; // dt_store.is_foreign: the record may be forged
};

/** One ring and its window. */
struct dt_lane {
	struct dt_ring ring;
	unsigned cpu;
	struct dt_entry *entries; // sorted by time; [head, n) are not yet delivered
	size_t head, n, cap;
	uint64_t last;	 // time of the record that was read last
	uint64_t until;	 // records up to this time may be delivered now
	uint8_t *copies; // of records
	uint64_t cut;	 // the window is full: later entries may be as old as this
	bool full;
	bool busy;	     // the next record is reserved and not yet complete
	uint64_t busy_at;    // its position
	uint64_t busy_since; // when it was first seen incomplete
	uint64_t mark;	     // the ring's head at time `marked`: records before it are older
	uint64_t marked;
};

struct dt_timeline {
	struct dt_lane *lanes;
	struct dt_pool pool;   // lanes whose chains have chunks are added; n = 0: there is none
	struct dt_cpu *slots;  // of the pool's lanes
	struct dt_lane **heap; // lanes with a record to deliver, the oldest first
	size_t n, n_heap;
	bool by_ring;	    // -x temporal=off: one ring after the other, each in order
	uint64_t filled;    // when the rings held every record that may be delivered
	uint64_t max_wait;  // ns that all rings wait for a record that is being written
	uint64_t endurance; // ns that its own ring waits
	uint64_t under_way; // firings that began at this time, or later, may still write records
	uint64_t malformed; // records too short for struct dt_rec
	/** Ends a drain with a time as limit early; later records wait. Asked every few thousand
	 *  records, with `arg` of the drain. NULL: never. */
	bool (*is_enough)(const void *arg);
};

void dt_timeline_init(struct dt_timeline *t, size_t max_lanes);
void dt_timeline_deinit(struct dt_timeline *t);
/** Adds a ring, and takes it over. */
void dt_timeline_add(struct dt_timeline *t, unsigned cpu, const struct dt_ring *ring);
/** Adds a pool: at most one. `slots` are the counters of its slots. */
void dt_timeline_add_pool(struct dt_timeline *t, const struct dt_store_pool *pool, void *data,
			  struct dt_cpu *slots);

/** Reports whether a record is unread or held back. Finds new chunks of the pool. */
bool dt_timeline_pending(struct dt_timeline *t);
/** Reports whether more than 1/parts of a ring's space is in use. */
bool dt_timeline_filling(const struct dt_timeline *t, unsigned parts);

/** Called for each record, which is valid until the function returns. The following entries of the
 *  same ring stand behind `e`, up to `end`. */
typedef void dt_timeline_fn(void *arg, unsigned cpu, const struct dt_entry *e,
			    const struct dt_entry *end);

/** Returns the number of records that were claimed and never completed. */
uint64_t dt_timeline_open(const struct dt_timeline *t);

/** Limits: all records, except those that must wait for a record that is being written; all
 *  records. */
#define DT_TIMELINE_READY (UINT64_MAX - 1)
#define DT_TIMELINE_ALL	  UINT64_MAX

/**
 * Delivers every record with a time up to `limit`, unless t->is_enough() ends it, and frees its
 * space. Returns their number. Sets
 * *busy, unless busy is NULL, if a ring's next record is reserved but not yet submitted. In that
 * case the records before it that may belong to the same firing wait for it. Younger records in
 * other rings wait for a while too, unless the rings fill up.
 */
uint64_t dt_timeline_drain(struct dt_timeline *t, uint64_t limit, dt_timeline_fn *fn, void *arg,
			   bool *busy);

#endif
