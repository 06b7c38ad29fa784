/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Histograms are a list of labelled buckets; which function made them matters only while that list
 * is built.
 */
#include "consume/agg/histogram.h"

#include <stdlib.h>

enum { MAX_BUCKETS = 1 << 20 };

static void add(struct dt_histogram *h, enum dt_bucket_kind kind, int64_t value)
{
	h->buckets[h->n++] = (struct dt_bucket){kind, value};
}

static bool build_quantize(struct dt_histogram *h, size_t room)
{
	if (room != DT_QUANTIZE_BUCKETS)
		return false;
	for (int i = 0; i < DT_QUANTIZE_BUCKETS; i++) {
		int power = i - DT_QUANTIZE_ZERO;
		int64_t v = power < 0	? -(INT64_C(1) << (-power - 1))
			    : power > 0 ? INT64_C(1) << (power - 1)
					: 0;

		add(h, DT_BUCKET_VALUE, v);
	}
	h->middle = DT_QUANTIZE_ZERO;
	return true;
}

static bool build_lquantize(struct dt_histogram *h, size_t room, const int64_t *params)
{
	int64_t base = params[0], limit = params[1], step = params[2];

	if (step <= 0 || limit <= base || limit > INT32_MAX || base < INT32_MIN)
		return false;
	int64_t levels = (limit - base) / step;
	if (levels < 0 || (uint64_t)levels + 2 != room)
		return false;
	add(h, DT_BUCKET_BELOW, base);
	for (int64_t i = 0; i < levels; i++)
		add(h, DT_BUCKET_VALUE, base + i * step);
	add(h, DT_BUCKET_ABOVE, base + levels * step);
	h->middle = 1;
	return true;
}

static bool build_llquantize(struct dt_histogram *h, size_t room, const int64_t *params)
{
	int64_t factor = params[0], low = params[1], high = params[2], steps = params[3];
	int64_t value = 1, next;

	if (factor < 2 || low < 0 || high < low || high > 64 || steps < 1 || room < 2)
		return false;
	for (int64_t i = 0; i < low; i++)
		if (__builtin_mul_overflow(value, factor, &value))
			return false;
	add(h, DT_BUCKET_BELOW, value);
	for (int64_t order = low; order <= high; order++) {
		if (__builtin_mul_overflow(value, factor, &next))
			return false;
		int64_t step = next > steps ? next / steps : 1;

		for (; value < next; value += step) {
			if (h->n + 1 >= room)
				return false;
			add(h, DT_BUCKET_VALUE, value);
		}
		value = next;
	}
	add(h, DT_BUCKET_ABOVE, value);
	h->middle = 1;
	return h->n == room;
}

bool dt_histogram_init(struct dt_histogram *h, const struct dt_agg_desc *desc)
{
	size_t room = (desc->mark ? desc->mark : desc->value_size) / sizeof(int64_t);
	bool ok = false;

	*h = (struct dt_histogram){0};
	if (!room || room > MAX_BUCKETS)
		return false;
	h->buckets = dt_zalloc(room * sizeof(*h->buckets));
	if (desc->func == DT_AGG_QUANTIZE)
		ok = build_quantize(h, room);
	else if (desc->func == DT_AGG_LQUANTIZE)
		ok = build_lquantize(h, room, desc->params);
	else if (desc->func == DT_AGG_LLQUANTIZE)
		ok = build_llquantize(h, room, desc->params);
	if (!ok)
		dt_histogram_deinit(h);
	return ok;
}

void dt_histogram_deinit(struct dt_histogram *h)
{
	free(h->buckets);
	*h = (struct dt_histogram){0};
}

size_t dt_bucket_label(const struct dt_bucket *b, char buf[DT_BUCKET_LABEL])
{
	static const char *const before[] = {"", "< ", ">= "};

	return (size_t)snprintf(buf, DT_BUCKET_LABEL, "%s%lld", before[b->kind],
				(long long)b->value);
}

static void print_label(struct dt_out *o, const struct dt_bucket *b)
{
	char text[DT_BUCKET_LABEL];

	dt_out_padded(o, text, dt_bucket_label(b, text), 16, false);
	dt_out_char(o, ' ');
}

/** The buckets to show: those with a count and one more on either side. */
static void find_range(const struct dt_histogram *h, const int64_t *counts, size_t *first,
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

	find_range(h, counts, &first, &last);
	for (size_t i = first; i <= last; i++)
		dt_scale_add(&scale, counts[i]);
	dt_out_printf(o, "\n%16s", "value");
	dt_bar_header(o);
	for (size_t i = first; i <= last; i++) {
		print_label(o, &h->buckets[i]);
		dt_bar_print(o, &scale, counts[i]);
	}
}

// An underflow weighs as one below the lowest bucket, an overflow as one above its bound.
static long double weight(const struct dt_bucket *b)
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
		long double w = weight(&h->buckets[i]);

		x += w * (long double)a[i];
		y += w * (long double)b[i];
		if (h->buckets[i].kind == DT_BUCKET_VALUE && h->buckets[i].value == 0) {
			zero_a = a[i];
			zero_b = b[i];
		}
	}
	if (x != y)
		return x < y ? -1 : 1;
	return zero_a < zero_b ? -1 : zero_a > zero_b;
}
