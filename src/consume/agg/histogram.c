/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A histogram is a list of buckets, for all functions.
 */
#include "consume/agg/histogram.h"

#include <stdlib.h>

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

int dt_histogram_compare(const struct dt_histogram *h, const int64_t *a, const int64_t *b)
{
	long double x = 0, y = 0;
	int64_t zero_a = 0, zero_b = 0;

	for (size_t i = 0; i < h->n; i++) {
		long double w = bucket_weight(&h->buckets[i]);

		x += w * (long double)a[i];
		y += w * (long double)b[i];
		if (w == 0) {
			zero_a = a[i];
			zero_b = b[i];
		}
	}
	if (x != y)
		return x < y ? -1 : 1;
	return zero_a < zero_b ? -1 : zero_a > zero_b;
}
