/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The bounds of a histogram are fixed for its life: 0, 1, 3 … 2^40 - 1 for functions whose buckets
 * contain all powers of two, all upper bounds of buckets for lquantize() and llquantize(); a
 * declared range selects others of them. Every bound is the upper bound of a bucket, so the counts
 * are exact.
 */
#include "export/metric/encode.h"

#include "base/time.h"

#include <string.h>
#include <time.h>

// ---- bounds

/** Reports whether the upper bound of a bucket can be a bound of functions with powers of two. */
static bool is_power(int64_t high)
{
	uint64_t v = high < 0 ? 0 - (uint64_t)high : (uint64_t)high + 1;

	return !(v & (v - 1));
}

static bool is_bound(const struct dtrace_metric *m, bool has_parameters, int64_t high)
{
	static const int64_t top = (INT64_C(1) << 40) - 1;

	if (high == INT64_MAX || (!has_parameters && !is_power(high)))
		return false;
	if (m->has_range)
		return high >= m->low && high <= m->high;
	return has_parameters || (high >= 0 && high <= top);
}

/** Sets bounds, and the word of each bucket: that of the first bound that is not below it. */
static void set_bounds(struct dt_encoded *f, const struct dtrace_aggregation *a,
		       bool has_parameters)
{
	struct dtrace_bucket b = {.size = sizeof(b)};
	size_t n = dtrace_aggregation_buckets(a);

	f->bounds = dt_malloc((n + 1) * sizeof(*f->bounds));
	f->cells = dt_malloc((n + 1) * sizeof(*f->cells));
	for (size_t i = 0; i < n && dtrace_aggregation_bucket(a, i, &b); i++) {
		f->cells[i] = f->n_bounds;
		if (is_bound(&f->metric, has_parameters, b.high))
			f->bounds[f->n_bounds++] = b.high;
	}
	f->n_words = f->n_bounds + 1 + (f->metric.has_sum ? 2 : 0);
}

// ---- values

static void put_histogram(struct dt_encoder *e, const struct dt_encoded *f,
			  const struct dtrace_aggregation *a, size_t row,
			  const struct dtrace_aggregation_value *v)
{
	size_t n;
	const int64_t *counts = dtrace_aggregation_counts(a, row, &n);

	for (size_t i = 0; i < n; i++)
		e->words.data[f->cells[i]] += (uint64_t)counts[i];
	if (f->metric.has_sum) {
		e->words.data[f->n_bounds + 1] = (uint64_t)v->sum;
		e->words.data[f->n_bounds + 2] = !v->has_sum;
	}
}

/** Writes the value of a row to e->words. */
static void put_value(struct dt_encoder *e, const struct dt_encoded *f,
		      const struct dtrace_aggregation *a, size_t row)
{
	struct dtrace_aggregation_value v = {.size = sizeof(v)};

	dtrace_aggregation_value(a, row, &v);
	memset(e->words.data, 0, f->n_words * sizeof(uint64_t));
	switch (f->metric.kind) {
	case DTRACE_METRIC_COUNTER:
	case DTRACE_METRIC_GAUGE:
		e->words.data[0] = (uint64_t)v.number;
		break;
	case DTRACE_METRIC_MOMENTS:
		e->words.data[0] = (uint64_t)v.sum;
		e->words.data[1] = v.count;
		memcpy(e->words.data + 2, v.squares, (f->n_words - 2) * sizeof(uint64_t));
		break;
	case DTRACE_METRIC_HISTOGRAM:
		put_histogram(e, f, a, row, &v);
		break;
	default:
		break;
	}
}

static void encode_words(const struct dt_encoder *e, size_t n_words, struct dt_wire *out)
{
	size_t n = 0;

	for (size_t i = 0; i < n_words; i++)
		n += e->words.data[i] != 0;
	dt_wire_number(out, n);
	for (size_t i = 0; i < n_words; i++) {
		if (!e->words.data[i])
			continue;
		dt_wire_number(out, i);
		dt_wire_signed(out, (int64_t)e->words.data[i]);
	}
}

static void encode_key(const struct dtrace_aggregation *a, size_t row, size_t key,
		       struct dt_wire *out)
{
	struct dtrace_field field = {.size = sizeof(field)};
	const char *text;
	size_t len;

	dtrace_aggregation_key(a, key, &field);
	if (field.kind == DTRACE_STRING &&
	    (text = dtrace_aggregation_key_bytes(a, row, key, &len))) {
		dt_wire_text(out, text, len);
		return;
	}
	text = dtrace_aggregation_key_text(a, row, key);
	text += strspn(text, " ");
	dt_wire_string(out, text);
}

static void encode_rows(struct dt_encoder *e, const struct dt_encoded *f,
			const struct dtrace_aggregation *a, struct dt_wire *out)
{
	size_t rows = dtrace_aggregation_rows(a);

	dt_vec_reserve(&e->words, f->n_words);
	dt_wire_number(out, rows);
	for (size_t row = 0; row < rows; row++) {
		put_value(e, f, a, row);
		for (size_t key = 0; key < f->metric.n_labels; key++)
			encode_key(a, row, key, out);
		encode_words(e, f->n_words, out);
	}
}

// ---- frames

/** Adds the aggregation, unless it is not exported. */
static struct dtrace_error *add_family(struct dt_encoder *e, const struct dtrace_metric *m)
{
	struct dtrace_aggregation_info info = {.size = sizeof(info)};
	struct dt_encoded f = {.metric = *m, .n_words = 1};
	struct dtrace_aggregation *a;
	struct dtrace_error *err;

	if (m->kind == DTRACE_METRIC_NONE)
		return NULL;
	err = dtrace_aggregation_read(e->d, m->aggregation, false, &a);
	if (err)
		return err;
	dtrace_aggregation_info(a, &info);
	if (m->kind == DTRACE_METRIC_MOMENTS)
		f.n_words = strcmp(m->function, "stddev") ? 2 : 4;
	if (m->kind == DTRACE_METRIC_HISTOGRAM)
		set_bounds(&f, a, info.n_parameters != 0);
	dt_vec_push(&e->families, f);
	dtrace_aggregation_free(a);
	return NULL;
}

static bool is_state(const struct dtrace_metric *m)
{
	return !strcmp(m->function, "min") || !strcmp(m->function, "max");
}

static void declare_family(const struct dt_encoded *f, struct dt_wire *out)
{
	const struct dtrace_metric *m = &f->metric;

	dt_wire_number(out, m->kind);
	dt_wire_number(out, m->divisor);
	dt_wire_number(out, m->limit);
	dt_wire_number(out, f->n_words);
	dt_wire_number(out, is_state(m));
	dt_wire_string(out, m->name);
	dt_wire_string(out, m->help);
	dt_wire_string(out, m->unit);
	dt_wire_string(out, m->aggregation);
	dt_wire_string(out, m->function);
	dt_wire_number(out, m->n_labels);
	for (size_t i = 0; i < m->n_labels; i++)
		dt_wire_string(out, m->labels[i]);
	dt_wire_number(out, f->n_bounds);
	for (size_t i = 0; i < f->n_bounds; i++)
		dt_wire_signed(out, f->bounds[i]);
}

struct dtrace_error *dt_encoder_init(struct dt_encoder *e, struct dtrace *d, uint64_t idle,
				     struct dt_wire *ret)
{
	struct dtrace_metric m = {.size = sizeof(m)};

	*e = (struct dt_encoder){.d = d, .idle = idle};
	for (size_t i = 0; dtrace_metric(d, i, &m); i++) {
		struct dtrace_error *err = add_family(e, &m);

		if (err)
			return err;
	}
	dt_wire_number(ret, DT_FRAME_METRICS);
	dt_wire_number(ret, (uint64_t)time(NULL));
	dt_wire_number(ret, e->families.len);
	dt_vec_foreach (&e->families, f)
		declare_family(f, ret);
	return NULL;
}

void dt_encoder_deinit(struct dt_encoder *e)
{
	dt_vec_foreach (&e->families, f) {
		free(f->bounds);
		free(f->cells);
	}
	dt_vec_deinit(&e->families);
	dt_vec_deinit(&e->words);
}

static void encode_own(const struct dt_encoder *e, struct dt_wire *out)
{
	struct dtrace_statistics s = {.size = sizeof(s)};
	struct dtrace_drop drop = {.size = sizeof(drop)};
	size_t n_drops = 0;

	dtrace_statistics(e->d, &s);
	const struct {
		enum dt_own own;
		uint64_t value;
	} values[] = {
	    {DT_OWN_ERRORS, s.errors},
	    {DT_OWN_MISSED, s.missed_firings},
	    {DT_OWN_PROBES, dtrace_match_count(e->d)},
	    {DT_OWN_MEMORY, s.buffer_bytes + s.state_bytes + s.max_aggregation_bytes},
	    {DT_OWN_LAG, s.lag},
	};

	while (dtrace_drops(e->d, n_drops, &drop))
		n_drops++;
	dt_wire_number(out, n_drops + dt_array_len(values));
	for (size_t i = 0; i < n_drops && dtrace_drops(e->d, i, &drop); i++) {
		dt_wire_number(out, DT_OWN_DROPS);
		dt_wire_string(out, drop.kind);
		dt_wire_number(out, drop.count);
	}
	for (size_t i = 0; i < dt_array_len(values); i++) {
		dt_wire_number(out, values[i].own);
		dt_wire_string(out, "");
		dt_wire_number(out, values[i].value);
	}
}

struct dtrace_error *dt_encode_snapshot(struct dt_encoder *e, struct dt_wire *ret)
{
	dt_wire_number(ret, DT_FRAME_SNAPSHOT);
	dt_wire_number(ret, dt_now());
	encode_own(e, ret);
	dt_wire_number(ret, e->families.len);
	for (size_t i = 0; i < e->families.len; i++) {
		const struct dt_encoded *f = &e->families.data[i];
		struct dtrace_aggregation *a;
		struct dtrace_error *err =
		    dtrace_aggregation_take(e->d, f->metric.aggregation, e->idle, &a, NULL);

		if (err)
			return err;
		dt_wire_number(ret, i);
		encode_rows(e, f, a, ret);
		dtrace_aggregation_free(a);
	}
	return NULL;
}
