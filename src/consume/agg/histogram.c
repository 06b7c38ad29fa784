/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A histogram is a list of buckets, for all functions.
 */
#include "consume/agg/histogram.h"

#include "abi/summary.h"

#include <stdlib.h>
#include <string.h>

void dt_histogram_init(struct dt_histogram *h, const struct dt_agg_desc *desc)
{
	h->n = desc->func->words(desc->params);
	h->buckets = dt_zalloc(h->n * sizeof(*h->buckets));
	desc->func->buckets(desc->params, h->n, h->buckets);
	h->is_summarized = desc->func->is_summarized;
	h->middle = h->buckets[0].kind == DT_BUCKET_BELOW ? 1 : h->n / 2;
}

void dt_histogram_deinit(struct dt_histogram *h)
{
	free(h->buckets);
	*h = (struct dt_histogram){0};
}

// Units in ascending order. The last one is for all larger values.
static const struct ladder {
	const char *const *names;
	int step;
} times = {(const char *const[]){"ns", "us", "ms", "s", NULL}, 1000},
  sizes = {(const char *const[]){"B", "KB", "MB", "GB", "TB", "PB", "EB", NULL}, 1024};

/** Writes the value like 16.38us: four digits, in the largest unit in which it is at least 1. */
static size_t with_unit(char *buf, size_t size, int64_t value, enum dt_aggunits units)
{
	const struct ladder *l = units == DT_AGGUNITS_BYTES ? &sizes : &times;
	const char *const *unit = l->names + (l == &times ? units - DT_AGGUNITS_NS : 0);
	long double v = (long double)value;

	for (; unit[1] && (v >= l->step || v <= -l->step); unit++)
		v /= l->step;
	return (size_t)snprintf(buf, size, "%.4Lg%s", v, value ? *unit : "");
}

static size_t label_value(char *buf, size_t size, int64_t v, enum dt_aggunits units)
{
	return units ? with_unit(buf, size, v, units)
		     : (size_t)snprintf(buf, size, "%lld", (long long)v);
}

size_t dt_value_label(int64_t v, enum dt_aggunits units, char buf[DT_BUCKET_LABEL])
{
	return label_value(buf, DT_BUCKET_LABEL, v, units);
}

size_t dt_bucket_label(const struct dt_bucket *b, enum dt_aggunits units, char buf[DT_BUCKET_LABEL])
{
	static const char *const before[] = {"", "< ", ">= "};
	size_t n = (size_t)snprintf(buf, DT_BUCKET_LABEL, "%s", before[b->kind]);

	return n + label_value(buf + n, DT_BUCKET_LABEL - n, b->value, units);
}

static void print_label(struct dt_out *o, const struct dt_bucket *b, enum dt_aggunits units)
{
	char text[DT_BUCKET_LABEL];

	dt_out_padded(o, text, dt_bucket_label(b, units, text), 16, false);
	dt_out_char(o, ' ');
}

/** Finds the buckets to show: those with a count, and one more on either side. */
static void find_bucket_range(const struct dt_histogram *h, const int64_t *counts, size_t *first,
			      size_t *last)
{
	size_t a = 0, z = h->n - 1;

	while (a < h->n && !counts[a])
		a++;
	if (a == h->n) {
		*first = h->middle - 1;
		*last = h->middle + 1 < h->n ? h->middle + 1 : h->n - 1;
		return;
	}
	while (!counts[z])
		z--;
	*first = a ? a - 1 : 0;
	*last = z + 1 < h->n ? z + 1 : z;
}

void dt_histogram_print(struct dt_out *o, const struct dt_histogram *h, const int64_t *counts,
			struct dt_scale scale)
{
	size_t first, last;

	find_bucket_range(h, counts, &first, &last);
	for (size_t i = first; i <= last; i++)
		dt_scale_add(&scale, counts[i]);
	dt_out_printf(o, "\n%16s", "value");
	dt_bar_header(o);
	for (size_t i = first; i <= last; i++) {
		print_label(o, &h->buckets[i], scale.units);
		dt_bar_print(o, &scale, counts[i]);
	}
}

// The weight of underflows is the lowest bound minus 1, that of overflows the bound plus 1.
static long double bucket_weight(const struct dt_bucket *b)
{
	return (long double)b->value + (b->kind == DT_BUCKET_BELOW   ? -1
					: b->kind == DT_BUCKET_ABOVE ? 1
								     : 0);
}

/** Returns the first criterion of the order and writes the second. */
static long double weigh_counts(const struct dt_histogram *h, const int64_t *counts,
				int64_t *second)
{
	int64_t numbers[DT_SUMMARY_NUMBERS];
	long double sum = 0;

	if (h->is_summarized) {
		dt_summarize(h->buckets, counts, h->n, 1, numbers);
		*second = numbers[DT_SUMMARY_COUNT];
		return (long double)numbers[DT_SUMMARY_P99];
	}
	*second = 0;
	for (size_t i = 0; i < h->n; i++) {
		if (!counts[i]) // most of them
			continue;
		long double w = bucket_weight(&h->buckets[i]);

		sum += w * (long double)counts[i];
		if (w == 0)
			*second = counts[i];
	}
	return sum;
}

int dt_histogram_compare(const struct dt_histogram *h, const int64_t *a, const int64_t *b)
{
	int64_t second_a, second_b;
	long double x = weigh_counts(h, a, &second_a), y = weigh_counts(h, b, &second_b);

	if (x != y)
		return x < y ? -1 : 1;
	return second_a < second_b ? -1 : second_a > second_b;
}

// Numbers of the same sign are in the order of their bits.
bool dt_histogram_rank(const struct dt_histogram *h, const int64_t *counts, uint64_t ret[2])
{
	static const uint64_t sign = UINT64_C(1) << 63;
	int64_t second;
	long double weight = weigh_counts(h, counts, &second);
	double rounded = (double)weight + 0.0; // no -0
	uint64_t bits;

	memcpy(&bits, &rounded, sizeof(bits));
	ret[0] = bits & sign ? ~bits : bits | sign;
	ret[1] = (uint64_t)second ^ sign;
	return (long double)rounded == weight;
}
