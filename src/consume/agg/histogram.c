/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A histogram is a list of buckets, for all functions.
 */
#include "consume/agg/histogram.h"

#include <stdlib.h>
#include <string.h>

void dt_histogram_init(struct dt_histogram *h, const struct dt_agg_desc *desc)
{
	h->n = desc->func->words(desc->params);
	h->buckets = dt_zalloc(h->n * sizeof(*h->buckets));
	desc->func->buckets(desc->params, h->n, h->buckets);
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

size_t dt_bucket_label(const struct dt_bucket *b, enum dt_aggunits units, char buf[DT_BUCKET_LABEL])
{
	static const char *const before[] = {"", "< ", ">= "};
	size_t n = (size_t)snprintf(buf, DT_BUCKET_LABEL, "%s", before[b->kind]);

	if (units)
		return n + with_unit(buf + n, DT_BUCKET_LABEL - n, b->value, units);
	return n + (size_t)snprintf(buf + n, DT_BUCKET_LABEL - n, "%lld", (long long)b->value);
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

/** Returns the sum of value × count, and writes the count of the bucket that has weight 0. */
static long double weigh_counts(const struct dt_histogram *h, const int64_t *counts, int64_t *zero)
{
	long double sum = 0;

	*zero = 0;
	for (size_t i = 0; i < h->n; i++) {
		if (!counts[i]) // most of them
			continue;
		long double w = bucket_weight(&h->buckets[i]);

		sum += w * (long double)counts[i];
		if (w == 0)
			*zero = counts[i];
	}
	return sum;
}

int dt_histogram_compare(const struct dt_histogram *h, const int64_t *a, const int64_t *b)
{
	int64_t zero_a, zero_b;
	long double x = weigh_counts(h, a, &zero_a), y = weigh_counts(h, b, &zero_b);

	if (x != y)
		return x < y ? -1 : 1;
	return zero_a < zero_b ? -1 : zero_a > zero_b;
}

// Numbers of the same sign are in the order of their bits.
bool dt_histogram_rank(const struct dt_histogram *h, const int64_t *counts, uint64_t ret[2])
{
	static const uint64_t sign = UINT64_C(1) << 63;
	int64_t zero;
	long double weight = weigh_counts(h, counts, &zero);
	double rounded = (double)weight + 0.0; // no -0
	uint64_t bits;

	memcpy(&bits, &rounded, sizeof(bits));
	ret[0] = bits & sign ? ~bits : bits | sign;
	ret[1] = (uint64_t)zero ^ sign;
	return (long double)rounded == weight;
}
