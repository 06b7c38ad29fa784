/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Aggregations of the public header.
 */
#include "session/program/program.h"

#include "abi/summary.h"
#include "consume/agg/snapshot.h"
#include "consume/consume.h"
#include "consume/sink/snapshot/show.h"

#include <string.h>

struct dt_error *dtrace_aggregation_read(struct dtrace *d, const char *name, bool is_total,
					 struct dt_agg_snapshot **ret)
{
	DT_TRY(dt_session_enter(d, name));
	DT_SESSION_CALL(d);
	struct dt_agg_snapshot *s = NULL;

	if (!ret)
		return dt_error_new(DT_ERR_USAGE, "an argument is NULL");
	if (!d->tracing.consumer)
		return dt_error_new(DT_ERR_USAGE, "tracing has not begun: nothing is aggregated");
	DT_TRY(dt_consumer_snapshot(d->tracing.consumer, name, is_total, &s));
	if (!s)
		return dt_error_new(DT_ERR_USAGE, "the program has no aggregation @%s", name);
	*ret = s;
	return NULL;
}

struct dt_error *dtrace_aggregation_take(struct dtrace *d, const char *name, uint64_t idle,
					 struct dt_agg_snapshot **ret, size_t *expired)
{
	DT_TRY(dt_session_enter(d, name));
	DT_SESSION_CALL(d);
	struct dt_agg_snapshot *s = NULL;
	size_t n = 0;

	if (!ret)
		return dt_error_new(DT_ERR_USAGE, "an argument is NULL");
	if (!d->tracing.consumer)
		return dt_error_new(DT_ERR_USAGE, "tracing has not begun: nothing is aggregated");
	DT_TRY(dt_consumer_take(d->tracing.consumer, name, idle, &s, &n));
	if (!s)
		return dt_error_new(DT_ERR_USAGE, "the program has no aggregation @%s", name);
	*ret = s;
	if (expired)
		*expired = n;
	return NULL;
}

const char *dtrace_aggregation_name(const struct dtrace *d, size_t i)
{
	return d && d->programs->desc && i < d->programs->desc->n_aggs
		   ? d->programs->desc->aggs[i].name
		   : NULL;
}

void dtrace_aggregation_free(struct dt_agg_snapshot *a)
{
	dt_agg_snapshot_destroy(a);
}

struct dt_agg_snapshot *dtrace_aggregation_copy(const struct dt_agg_snapshot *a)
{
	struct dt_agg_snapshot *copy = a ? dt_snapshot_like(a) : NULL;

	if (copy)
		dt_error_destroy(dt_snapshot_merge(copy, a)); // cannot fail: both have one form
	return copy;
}

struct dt_error *dtrace_aggregation_merge(struct dt_agg_snapshot *into,
					  const struct dt_agg_snapshot *other)
{
	if (!into || !other)
		return dt_error_new(DT_ERR_USAGE, "an argument is NULL");
	return dt_snapshot_merge(into, other);
}

struct dt_error *dtrace_aggregation_subtract(struct dt_agg_snapshot *from,
					     const struct dt_agg_snapshot *earlier)
{
	if (!from || !earlier)
		return dt_error_new(DT_ERR_USAGE, "an argument is NULL");
	return dt_snapshot_subtract(from, earlier);
}

// ---- aggregations from data

/** Returns the kind of data; DT_DATUM_FLOAT, which no key has, if there is none. */
static enum dt_datum_kind datum_kind(enum dtrace_kind kind)
{
	for (int k = 0; k <= DT_DATUM_SYMBOL; k++)
		if (dt_api_kind((enum dt_datum_kind)k) == kind)
			return (enum dt_datum_kind)k;
	return DT_DATUM_FLOAT;
}

struct dt_error *dtrace_aggregation_create(const struct dtrace_aggregation_info *info,
					   const struct dtrace_field *keys, size_t n,
					   struct dt_agg_snapshot **ret)
{
	struct dtrace_aggregation_info given = {.size = sizeof(given)};

	if (!info || !ret || (n && !keys))
		return dt_error_new(DT_ERR_USAGE, "an argument is NULL");
	given.size = info->size < sizeof(given) ? info->size : sizeof(given);
	memcpy(&given, info, given.size);
	dt_cleanup(dt_free_p) struct dt_snapshot_part *parts = dt_zalloc((n + 1) * sizeof(*parts));
	struct dt_agg_snapshot form = {
	    .name = given.name ? given.name : "_",
	    .func = given.function ? dt_agg_function(given.function) : NULL,
	    .parts = parts,
	    .n_parts = n,
	    .normal = given.normal,
	    .time = given.time,
	    .is_total = given.is_total,
	    .lost_by_trunc = given.lost_by_trunc,
	    .lost_by_clear = given.lost_by_clear,
	};

	if (!form.func || given.n_parameters != form.func->n_params || (n && keys->size < 8))
		return dt_error_new(DT_ERR_USAGE, "no aggregating function with %zu parameters",
				    given.n_parameters);
	if (given.n_parameters)
		memcpy(form.params, given.parameters, given.n_parameters * sizeof(*form.params));
	for (size_t i = 0; i < n; i++) {
		struct dtrace_field key = {.size = sizeof(key)};
		const char *from = (const char *)keys + i * keys->size;

		memcpy(&key, from, keys->size < sizeof(key) ? keys->size : sizeof(key));
		parts[i].kind = datum_kind(key.kind);
		parts[i].is_signed = key.is_signed;
		parts[i].width = key.width;
	}
	return dt_snapshot_create(&form, ret);
}

/** Writes the words of a value that is no histogram. Words of no values are zeros. */
static void write_words(const struct dt_agg_function *fn, const struct dtrace_aggregation_value *v,
			uint64_t *words)
{
	if (fn->set) {
		if (v->has_number)
			fn->set(words, v->number);
		return;
	}
	words[fn->at.count - 1] = v->count;
	words[fn->at.sum - 1] = (uint64_t)v->sum;
	if (fn->at.squares)
		memcpy(words + fn->at.squares - 1, v->squares, sizeof(v->squares));
}

struct dt_error *dtrace_aggregation_add(struct dt_agg_snapshot *a, const struct dtrace_datum *key,
					const struct dtrace_aggregation_value *value,
					const int64_t *counts)
{
	struct dtrace_aggregation_value v = {.size = sizeof(v)};

	if (!a || (a->n_parts && !key) || (a->buckets ? !counts : !value))
		return dt_error_new(DT_ERR_USAGE, "an argument is NULL");
	if (!a->is_built)
		return dt_error_new(DT_ERR_USAGE, "@%s was read from a session", a->name);
	dt_cleanup(dt_free_p) struct dt_snapshot_datum *parts =
	    dt_zalloc((a->n_parts + 1) * sizeof(*parts));
	for (size_t i = 0; i < a->n_parts; i++) {
		parts[i] = (struct dt_snapshot_datum){key[i].integer, key[i].bytes, key[i].n_bytes};
		if (!key[i].bytes)
			parts[i].n_bytes = 0;
	}
	if (a->buckets) {
		dt_snapshot_combine(a, parts, (const uint64_t *)counts);
		return NULL;
	}
	dt_cleanup(dt_free_p) uint64_t *words = dt_zalloc(a->n_words * sizeof(*words));
	memcpy(&v, value, value->size < sizeof(v) ? value->size : sizeof(v));
	write_words(a->func, &v, words);
	dt_snapshot_combine(a, parts, words);
	return NULL;
}

const char *dtrace_aggregation_show(const struct dt_agg_snapshot *a, const struct dtrace *d,
				    bool is_json)
{
	if (!a || !d)
		return "";
	a->text->len = 0;
	dt_snapshot_show(a, (struct dt_options *)&d->options, is_json, a->text);
	dt_out_char(a->text, '\0');
	return a->text->data;
}

bool dtrace_aggregation_info(const struct dt_agg_snapshot *a, struct dtrace_aggregation_info *ret)
{
	if (!a || !ret)
		return false;
	const struct dtrace_aggregation_info info = {
	    .size = sizeof(info),
	    .name = a->name,
	    .function = a->func->name,
	    .parameters = a->params,
	    .n_parameters = a->func->n_params,
	    .time = a->time,
	    .normal = a->normal,
	    .is_total = a->is_total,
	    .lost_by_trunc = a->lost_by_trunc,
	    .lost_by_clear = a->lost_by_clear,
	};
	dt_api_copy(ret, &info, sizeof(info));
	return true;
}

// ---- keys

size_t dtrace_aggregation_rows(const struct dt_agg_snapshot *a)
{
	return a ? a->map.len : 0;
}

size_t dtrace_aggregation_keys(const struct dt_agg_snapshot *a)
{
	return a ? a->n_parts : 0;
}

bool dtrace_aggregation_key(const struct dt_agg_snapshot *a, size_t key, struct dtrace_field *ret)
{
	if (!a || key >= a->n_parts || !ret)
		return false;
	const struct dt_snapshot_part *p = &a->parts[key];
	const struct dtrace_field field = {
	    .size = sizeof(field),
	    .name = p->name,
	    .type = p->type,
	    .action = a->func->name,
	    .number = key,
	    .kind = dt_api_kind(p->kind),
	    .is_signed = p->is_signed,
	    .width = p->width,
	};
	dt_api_copy(ret, &field, sizeof(field));
	return true;
}

static bool has_key(const struct dt_agg_snapshot *a, size_t row, size_t key)
{
	return a && row < a->map.len && key < a->n_parts;
}

/** Returns the bytes of a part if it is there and of this kind, else NULL. */
static const void *part_of(const struct dt_agg_snapshot *a, size_t row, size_t key,
			   enum dt_datum_kind kind, size_t *len)
{
	return has_key(a, row, key) && a->parts[key].kind == kind
		   ? dt_snapshot_part(a, row, key, len)
		   : NULL;
}

int64_t dtrace_aggregation_key_integer(const struct dt_agg_snapshot *a, size_t row, size_t key)
{
	int64_t v = 0;
	size_t len;
	const void *part = part_of(a, row, key, DT_DATUM_INTEGER, &len);

	if (part)
		memcpy(&v, part, sizeof(v));
	return v;
}

const void *dtrace_aggregation_key_bytes(const struct dt_agg_snapshot *a, size_t row, size_t key,
					 size_t *len)
{
	size_t n = 0;
	const void *bytes = part_of(a, row, key, DT_DATUM_BYTES, &n);

	if (!bytes && (bytes = part_of(a, row, key, DT_DATUM_STRING, &n)))
		n--; // its end
	if (len)
		*len = n;
	return bytes;
}

size_t dtrace_aggregation_key_stack(const struct dt_agg_snapshot *a, size_t row, size_t key,
				    const uint64_t **frames, pid_t *process)
{
	size_t len = 0;
	const uint64_t *words = part_of(a, row, key, DT_DATUM_STACK, &len);
	size_t n = words ? len / sizeof(*words) - 1 : 0;

	if (!words)
		words = part_of(a, row, key, DT_DATUM_SYMBOL, &len);
	if (frames)
		*frames = n ? words + 1 : NULL;
	if (process)
		*process = words ? (pid_t)words[0] : 0;
	return n;
}

const char *dtrace_aggregation_key_text(const struct dt_agg_snapshot *a, size_t row, size_t key)
{
	return has_key(a, row, key) ? dt_snapshot_text(a, row, key) : "";
}

// ---- values

int64_t dtrace_aggregation_number(const struct dt_agg_snapshot *a, size_t row)
{
	return a && row < a->map.len && a->func->number
		   ? a->func->number(dt_snapshot_row(a, row)->words, 1)
		   : 0;
}

/** Returns the word with this number, from 1; 0: there is none. */
static uint64_t word_at(const uint64_t *words, unsigned number)
{
	return number ? words[number - 1] : 0;
}

bool dtrace_aggregation_value(const struct dt_agg_snapshot *a, size_t row,
			      struct dtrace_aggregation_value *ret)
{
	if (!a || row >= a->map.len || !ret)
		return false;
	const struct dt_agg_function *fn = a->func;
	const uint64_t *words = dt_snapshot_row(a, row)->words;
	struct dtrace_aggregation_value v = {
	    .size = sizeof(v),
	    .has_number = fn->number && !(fn->is_empty && fn->is_empty(words)),
	    .number = dtrace_aggregation_number(a, row),
	    .count = word_at(words, fn->at.count),
	    .sum = (int64_t)word_at(words, fn->at.sum),
	    .has_sum = fn->at.sum != 0,
	};

	if (fn->at.squares)
		memcpy(v.squares, words + fn->at.squares - 1, sizeof(v.squares));
	if (a->n_buckets)
		v.count = (uint64_t)dt_count_values((const int64_t *)words, a->n_buckets);
	if (a->n_buckets && a->n_words > a->n_buckets) {
		v.sum = (int64_t)words[a->n_buckets];
		v.has_sum = !words[a->n_buckets + 1];
	}
	dt_api_copy(ret, &v, sizeof(v));
	return true;
}

size_t dtrace_aggregation_buckets(const struct dt_agg_snapshot *a)
{
	return a ? a->n_buckets : 0;
}

bool dtrace_aggregation_bucket(const struct dt_agg_snapshot *a, size_t bucket,
			       struct dtrace_bucket *ret)
{
	size_t n = dtrace_aggregation_buckets(a);

	if (bucket >= n || !ret)
		return false;
	const struct dtrace_bucket b = {
	    .size = sizeof(b),
	    .low = a->buckets[bucket].low,
	    .high = a->buckets[bucket].high,
	    .is_open_below = !bucket,
	    .is_open_above = bucket + 1 == n,
	};
	dt_api_copy(ret, &b, sizeof(b));
	return true;
}

const int64_t *dtrace_aggregation_counts(const struct dt_agg_snapshot *a, size_t row, size_t *n)
{
	size_t buckets = a && row < a->map.len ? dtrace_aggregation_buckets(a) : 0;

	if (n)
		*n = buckets;
	return buckets ? (const int64_t *)dt_snapshot_row(a, row)->words : NULL;
}

bool dtrace_aggregation_percentile(const struct dt_agg_snapshot *a, size_t row, uint32_t share,
				   int64_t *ret)
{
	size_t n = 0;
	const int64_t *counts = dtrace_aggregation_counts(a, row, &n);

	return counts && ret && share <= 1000000 &&
	       dt_percentile(a->buckets, counts, n, share, ret);
}
