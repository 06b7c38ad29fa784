/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The metrics of a tracing as an exporter knows them: families and series with totals, made from
 * frames (wire.h). A model needs no session, and trusts no frame.
 *
 * Totals survive whatever the D program does: snapshots hold additions. A total of a counter or
 * bucket that would fall keeps its value until it has grown past it (`shown`).
 *
 * Keys with equal labels are one series. Keys beyond the family's limit are added to the series
 * `other`, whose labels all are "other"; once it exists, all new keys go there. A series without
 * changes for an hour is removed.
 */
#ifndef DT_EXPORT_METRIC_MODEL_H
#define DT_EXPORT_METRIC_MODEL_H

#include "base/map.h"
#include "base/vec.h"
#include "dtrace/dtrace.h"
#include "export/metric/wire.h"

typedef unsigned __int128 dt_u128;

struct dt_series {
	const char **labels; // n_labels, valid UTF-8; owned, with their texts, by the series
	uint64_t changed;    // time of the snapshot that changed it last
	uint64_t generation; // of the last snapshot that contains it, if the family is_state
	int64_t *shown;	     // n_words: to be exported (dt_series_number())
	int64_t words[];     // n_words: sums of the additions
};

struct dt_family {
	enum dtrace_metric_kind kind;
	uint64_t divisor; // of values and bounds, to seconds or bytes
	size_t limit, n_words;
	bool is_state;
	char *name; // with the unit, without "_total"
	char *help, *unit, *aggregation, *function;
	char **labels;
	size_t n_labels;
	int64_t *bounds; // of a histogram, ascending; word i counts up to bounds[i]
	size_t n_bounds;
	struct dt_map series; // struct dt_series by its labels, each with its zero
	struct dt_series *other;
};

/** A value of an own metric. */
struct dt_own_value {
	enum dt_own own;
	char *label; // valid UTF-8; "": none
	uint64_t value;
};

struct dt_model {
	uint64_t idle;	  // ns after which a series without changes is removed
	uint64_t started; // seconds since 1970
	uint64_t time;	  // of the last snapshot, ns of CLOCK_MONOTONIC; 0: none yet
	uint64_t generation;
	struct dt_family *families;
	size_t n_families;
	dt_vec(struct dt_own_value) own; // of the last snapshot
	uint64_t folded, expired, decreases;
	struct dt_map folded_keys; // hashes
};

static const uint64_t DT_MODEL_IDLE = UINT64_C(3600000000000);

/** A zeroed struct is an empty model without removal of series. */
void dt_model_deinit(struct dt_model *m);
/** Applies a frame (apply.c). Returns false if it is malformed; the model may then have a part of
 * it. */
bool dt_model_apply(struct dt_model *m, const uint8_t *frame, size_t len);

/** Returns a sentence on the heap if two families, or a family and the exporter, have one name;
 * else NULL.
 */
char *dt_model_clash(const struct dt_model *m);

/** Reports whether a histogram has the sum of its values: it was declared, and there was no
 * negative value. */
bool dt_family_has_sum(const struct dt_family *f, const struct dt_series *s);
/** Returns the words of a histogram's sum. */
static inline size_t dt_family_sum_word(const struct dt_family *f)
{
	return f->n_bounds + 1;
}
/** Returns the value of a word in seconds, bytes or as it is. */
static inline double dt_family_scaled(const struct dt_family *f, int64_t v)
{
	return f->divisor == 1 ? (double)v : (double)v / (double)f->divisor;
}
/** Returns the sum of squares of stddev(). */
double dt_series_squares(const struct dt_family *f, const struct dt_series *s);

/** Own metrics: their form. */
struct dt_own_metric {
	const char *name; // without "_total"
	const char *help;
	bool is_counter;
	const char *label; // NULL: none
	uint64_t divisor;
};
extern const struct dt_own_metric dt_own_metrics[DT_N_OWN];
/** Calls `fn` for each value of an own metric, also for those that the model counts itself. */
void dt_model_own(const struct dt_model *m, enum dt_own own,
		  void (*fn)(void *arg, const char *label, uint64_t value), void *arg);

/** Returns a copy on the heap in which U+FFFD replaces everything that is no UTF-8. */
char *dt_utf8_repair(const char *text, size_t len);

#endif
