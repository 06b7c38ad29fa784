/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A copy of an aggregation for export. It owns all its data, may outlive the session, and later
 * printing, clearing and truncating do not change it.
 *
 * A row is an entry of a map: its key is encoded as bytes that do not depend on the session, so
 * that snapshots of different sessions can be merged. No two rows have the same key.
 */
#ifndef DT_CONSUME_AGG_SNAPSHOT_H
#define DT_CONSUME_AGG_SNAPSHOT_H

#include "abi/aggs.h"
#include "base/error.h"
#include "base/map.h"
#include "consume/value/value.h"

struct dt_agg;
struct dt_aggs;

/** A part of each key. */
struct dt_snapshot_part {
	enum dt_datum_kind kind;
	const char *name, *type; // as of struct dt_shape_field
	bool is_signed;		 // an integer
	uint32_t width;		 // of an integer, in bytes
	struct dt_field shown;	 // describes the bytes of a datum to dt_value_print()
};

/** The value of a map's entry. The entry's key has a u32 for each part, its number of bytes, and
 * then the parts themselves; each is padded with zeros to a multiple of 8. */
struct dt_snapshot_row {
	const char *const *stacks; // texts of the parts that are stacks; NULL: there are none
	uint64_t words[];	   // n_words
};

struct dt_agg_snapshot {
	struct dt_arena *arena; // owns everything but the map
	struct dt_map map;	// struct dt_snapshot_row by key, in the order of the rows
	const char *name;	// without '@'; "_" for the anonymous one
	const struct dt_agg_function *func;
	int64_t params[DT_AGG_PARAMS];
	const struct dt_bucket *buckets; // n_buckets; NULL: not a histogram
	const struct dt_snapshot_part *parts;
	size_t n_words, n_parts;
	size_t n_buckets; // of a histogram: the other words are its sum (struct dt_agg_desc)
	int64_t normal;	  // divisor of normalize(); values are not yet divided
	uint64_t time;	  // of reading it, by bpf_ktime_get_ns()
	bool rawbytes;	  // of -x rawbytes
	bool is_built;	  // by dt_snapshot_create()
	bool is_total, lost_by_trunc, lost_by_clear;
	struct dt_out *text; // scratch of dt_snapshot_text()
};

/**
 * Copies the aggregation in the order of printa() (copy.c). `is_total`: includes the values that
 * clear() and trunc() hide, as counters that only grow, in no order; the flags lost_by_… report
 * values that the kernel no longer has. The caller has just called dt_agg_read().
 */
struct dt_agg_snapshot *dt_agg_snapshot_create(struct dt_aggs *a, struct dt_agg *g, bool is_total);
/** Copies the additions to each key since the previous call, in no order: the rows with changes
 * and the new ones. Values of min() and max() cannot be subtracted: copies them as they are. The
 * caller has just called dt_agg_read(). */
struct dt_agg_snapshot *dt_agg_snapshot_take(struct dt_aggs *a, struct dt_agg *g);
/** NULL is fine. */
void dt_agg_snapshot_destroy(struct dt_agg_snapshot *s);
/** Returns a snapshot with the properties of `like` and without rows. Its time is 0. */
struct dt_agg_snapshot *dt_snapshot_like(const struct dt_agg_snapshot *like);

/** A part of a key, as its kind demands: a number, or bytes: a string, bytes, the text of a symbol,
 *  or the frames of a stack, with a newline between them. */
struct dt_snapshot_datum {
	int64_t integer;
	const void *bytes;
	size_t n_bytes;
};

/**
 * Creates a snapshot without rows (build.c). `form` gives it the name, function, parameters, normal
 * and time, and of each part the kind, and the sign and width of an integer. The strings are
 * copied. A stack becomes a string. Fails if the function does not take the parameters.
 */
struct dt_error *dt_snapshot_create(const struct dt_agg_snapshot *form,
				    struct dt_agg_snapshot **ret) dt_must_use;
/** Combines the words with those of the key's row, which is created if there is none. */
void dt_snapshot_combine(struct dt_agg_snapshot *s, const struct dt_snapshot_datum *key,
			 const uint64_t *words);

/** Returns the row with the encoded key. If there is none, creates it with a value of zeros. The
 *  texts of stacks are copied. */
struct dt_snapshot_row *dt_snapshot_add(struct dt_agg_snapshot *s, const void *key, size_t len,
					const char *const *stacks);
/** Adds the rows of `other`, in their order. Fails if the two differ in the function, its
 *  parameters, or the types of keys. */
struct dt_error *dt_snapshot_merge(struct dt_agg_snapshot *into,
				   const struct dt_agg_snapshot *other) dt_must_use;
/** Subtracts the rows of `earlier` from equal ones. Extremes cannot be subtracted and stay; so does
 *  a row that has fewer values than before, since it was cleared. Fails like a merge. */
struct dt_error *dt_snapshot_subtract(struct dt_agg_snapshot *from,
				      const struct dt_agg_snapshot *earlier) dt_must_use;

static inline const struct dt_snapshot_row *dt_snapshot_row(const struct dt_agg_snapshot *s,
							    size_t row)
{
	return s->map.entries[row].value;
}

/** Returns the bytes of a part of a row's key and writes their number. An INTEGER is an int64_t, a
 *  STRING a terminated text; a STACK is the process and the frames, 8 bytes each;
 *  a SYMBOL is 8 bytes of the process and a terminated text. Process 0 is the kernel. */
const void *dt_snapshot_part(const struct dt_agg_snapshot *s, size_t row, size_t part, size_t *len);
/** Returns a part as printa() shows it, a stack with a line for each frame. The text lives until
 * the next call. */
const char *dt_snapshot_text(const struct dt_agg_snapshot *s, size_t row, size_t part);

#endif
