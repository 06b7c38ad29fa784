/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Aggregations of the public header.
 */
#include "session/program/program.h"

#include "consume/agg/snapshot.h"
#include "consume/consume.h"

struct dt_error *dtrace_aggregation_read(struct dtrace *d, const char *name, bool is_total,
					 struct dt_agg_snapshot **ret)
{
	DT_TRY(dt_session_enter(d, name));
	DT_SESSION_CALL(d);
	struct dt_agg_snapshot *s = NULL;

	if (!d->tracing.consumer)
		return dt_error_new(DT_ERR_USAGE, "tracing has not begun: nothing is aggregated");
	DT_TRY(dt_consumer_snapshot(d->tracing.consumer, name, is_total, &s));
	if (!s)
		return dt_error_new(DT_ERR_USAGE, "the program has no aggregation @%s", name);
	*ret = s;
	return NULL;
}

void dtrace_aggregation_free(struct dt_agg_snapshot *a)
{
	dt_agg_snapshot_destroy(a);
}

const char *dtrace_aggregation_name(const struct dtrace *d, size_t i)
{
	return d && d->programs->desc && i < d->programs->desc->n_aggs
		   ? d->programs->desc->aggs[i].name
		   : NULL;
}

const char *dtrace_aggregation_function(const struct dt_agg_snapshot *a)
{
	return a->function;
}

uint64_t dtrace_aggregation_time(const struct dt_agg_snapshot *a)
{
	return a->time;
}

int64_t dtrace_aggregation_normal(const struct dt_agg_snapshot *a)
{
	return a->normal;
}

size_t dtrace_aggregation_rows(const struct dt_agg_snapshot *a)
{
	return a->n_rows;
}

size_t dtrace_aggregation_keys(const struct dt_agg_snapshot *a)
{
	return a->n_keys;
}

const char *dtrace_aggregation_key(const struct dt_agg_snapshot *a, size_t row, size_t key)
{
	return row < a->n_rows && key < a->n_keys ? a->rows[row].keys[key].text : NULL;
}

bool dtrace_aggregation_key_number(const struct dt_agg_snapshot *a, size_t row, size_t key,
				   int64_t *ret)
{
	if (row >= a->n_rows || key >= a->n_keys)
		return false;
	const struct dt_snapshot_key *k = &a->rows[row].keys[key];

	if (k->is_number)
		*ret = k->number;
	return k->is_number;
}

int64_t dtrace_aggregation_number(const struct dt_agg_snapshot *a, size_t row)
{
	return row < a->n_rows ? a->rows[row].number : 0;
}

size_t dtrace_aggregation_buckets(const struct dt_agg_snapshot *a)
{
	return a->n_buckets;
}

enum dtrace_bucket dtrace_aggregation_bucket(const struct dt_agg_snapshot *a, size_t bucket,
					     int64_t *value)
{
	static const enum dtrace_bucket kinds[] = {
	    [DT_BUCKET_VALUE] = DTRACE_BUCKET_VALUE,
	    [DT_BUCKET_BELOW] = DTRACE_BUCKET_BELOW,
	    [DT_BUCKET_ABOVE] = DTRACE_BUCKET_ABOVE,
	};

	*value = 0;
	if (bucket >= a->n_buckets)
		return DTRACE_BUCKET_VALUE;
	*value = a->buckets[bucket].value;
	return kinds[a->buckets[bucket].kind];
}

int64_t dtrace_aggregation_count(const struct dt_agg_snapshot *a, size_t row, size_t bucket)
{
	return row < a->n_rows && bucket < a->n_buckets ? a->rows[row].counts[bucket] : 0;
}
