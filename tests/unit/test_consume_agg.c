/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of the consumer's aggregations: merging, the result of each function, the exact text of
 * histograms, sorting, joining, clear and trunc.
 */
#include "consume_fixture.h"

#include "base/time.h"

#include <bpf/libbpf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

static int setup(void **state)
{
	return fixture_setup(state, 4096);
}

/** Adds an aggregation without keys. */
static struct dt_agg_desc *add_agg(struct fixture *f, const char *func, uint32_t words)
{
	struct dt_agg_desc *d = &f->aggs[f->program.n_aggs++];

	d->name = "a";
	d->func = dt_agg_function(func);
	d->value_size = words * 8;
	return d;
}

static const struct dt_field string_key[] = {{.kind = DT_FIELD_STRING, .size = 8}};
static const struct dt_field mixed_key[] = {
    {.kind = DT_FIELD_STRING, .size = 8},
    {.kind = DT_FIELD_INT, .offset = 8, .size = 4},
    {.kind = DT_FIELD_PROBE, .offset = 12, .size = 4, .part = DT_PART_FUNCTION},
};

struct mixed {
	char name[8];
	int number;
	uint32_t probe;
};

/** Adds an aggregation with a string key. */
static struct dt_agg_desc *add_keyed(struct fixture *f, const char *func, uint32_t words)
{
	struct dt_agg_desc *d = add_agg(f, func, words);

	d->keys = string_key;
	d->n_keys = 1;
	d->key_size = 8;
	return d;
}

static struct dt_agg *agg_at(struct fixture *f, size_t i)
{
	return &f->consumer->aggs.v[i];
}

/** Returns the words of an aggregation without keys on one CPU. */
static uint64_t *value_words(struct fixture *f, size_t i, unsigned cpu)
{
	return f->values[cpu][i];
}

static void put_value(struct fixture *f, size_t i, const char *key, uint64_t v)
{
	uint8_t raw[8];

	memset(raw, 0xee, sizeof(raw)); // bytes after the end of a string are arbitrary
	memcpy(raw, key, strlen(key) + 1);
	dt_agg_merge(&f->consumer->aggs, agg_at(f, i), raw, (uint8_t *)&v, 1, 8);
}

static void read_snapshot(struct fixture *f, size_t i)
{
	assert_null(dt_agg_read(&f->consumer->aggs, agg_at(f, i), UINT64_MAX));
}

/** Returns the output since the last call. */
static const char *output_text(struct fixture *f)
{
	assert_null(dt_out_flush(&f->consumer->out));
	char *copy = dt_arena_strndup(f->arena, f->text ? f->text : "", f->text_len);
	rewind(f->out);
	return copy;
}

static const char *printed_text(struct fixture *f, size_t i, const struct dt_printf *format)
{
	struct dt_agg *g = agg_at(f, i);

	dt_agg_print(&f->consumer->aggs, &f->consumer->out, &g, 1, format);
	return output_text(f);
}

static uint64_t encode_max(int64_t v)
{
	return (uint64_t)v ^ (UINT64_C(1) << 63);
}

static void scalars_merge_over_cpus(void **state)
{
	struct fixture *f = *state;

	add_agg(f, "sum", 1);
	add_agg(f, "avg", 2);
	add_agg(f, "min", 2);
	add_agg(f, "max", 2);
	fixture_start(f);
	value_words(f, 0, 0)[0] = (uint64_t)-5;
	value_words(f, 0, 1)[0] = 2;
	value_words(f, 1, 0)[0] = 2;
	value_words(f, 1, 0)[1] = 10;
	value_words(f, 1, 1)[0] = 1;
	value_words(f, 1, 1)[1] = (uint64_t)-25;
	value_words(f, 2, 0)[0] = ~encode_max(-7);
	value_words(f, 2, 1)[0] = ~encode_max(3);
	value_words(f, 3, 1)[0] = encode_max(-7);
	for (size_t i = 0; i < 4; i++)
		read_snapshot(f, i);
	assert_string_equal(printed_text(f, 0, NULL), "               -3\n");
	assert_string_equal(printed_text(f, 1, NULL), "               -5\n");
	assert_string_equal(printed_text(f, 2, NULL), "               -7\n");
	assert_string_equal(printed_text(f, 3, NULL), "               -7\n");
	agg_at(f, 0)->normal = 2;
	assert_string_equal(printed_text(f, 0, NULL), "               -1\n");
}

static void nothing_aggregated_prints_nothing(void **state)
{
	struct fixture *f = *state;

	add_agg(f, "count", 1);
	fixture_start(f);
	read_snapshot(f, 0);
	assert_string_equal(printed_text(f, 0, NULL), "");
}

static void stddev_uses_128_bits(void **state)
{
	struct fixture *f = *state;
	unsigned __int128 squares = 0;
	const int64_t values[] = {4000000000, -4000000000, 8000000000, -8000000000};

	add_agg(f, "stddev", 4);
	fixture_start(f);
	for (size_t i = 0; i < dt_array_len(values); i++)
		squares += (unsigned __int128)((__int128)values[i] * values[i]);
	for (unsigned cpu = 0; cpu < 2; cpu++) { // the sum carries into the next word
		uint64_t *w = value_words(f, 0, cpu);

		w[0] = dt_array_len(values);
		w[2] = (uint64_t)squares;
		w[3] = (uint64_t)(squares >> 64);
	}
	read_snapshot(f, 0);
	assert_string_equal(printed_text(f, 0, NULL), "       6324555320\n");
	assert_null(dt_agg_clear(&f->consumer->aggs, agg_at(f, 0)));
	read_snapshot(f, 0);
	assert_string_equal(printed_text(f, 0, NULL), "                0\n");
}

static void quantize_layout(void **state)
{
	struct fixture *f = *state;

	add_agg(f, "quantize", DT_QUANTIZE_BUCKETS);
	fixture_start(f);
	value_words(f, 0, 0)[DT_QUANTIZE_ZERO] = 1;
	value_words(f, 0, 0)[DT_QUANTIZE_ZERO + 1] = 2;
	value_words(f, 0, 1)[DT_QUANTIZE_ZERO + 1] = 4;
	value_words(f, 0, 1)[DT_QUANTIZE_ZERO + 11] = 1;
	read_snapshot(f, 0);
	assert_string_equal(printed_text(f, 0, NULL),
			    "\n"
			    "           value  ------------- Distribution ------------- count    \n"
			    "              -1 |                                         0        \n"
			    "               0 |@@@@@                                    1        \n"
			    "               1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@           6        \n"
			    "               2 |                                         0        \n"
			    "               4 |                                         0        \n"
			    "               8 |                                         0        \n"
			    "              16 |                                         0        \n"
			    "              32 |                                         0        \n"
			    "              64 |                                         0        \n"
			    "             128 |                                         0        \n"
			    "             256 |                                         0        \n"
			    "             512 |                                         0        \n"
			    "            1024 |@@@@@                                    1        \n"
			    "            2048 |                                         0        \n"
			    "\n");
}

static void quantize_negative_counts(void **state)
{
	struct fixture *f = *state;

	add_agg(f, "quantize", DT_QUANTIZE_BUCKETS);
	fixture_start(f);
	value_words(f, 0, 0)[DT_QUANTIZE_ZERO + 1] = (uint64_t)-3;
	read_snapshot(f, 0);
	assert_string_equal(printed_text(f, 0, NULL),
			    "\n"
			    "           value  ------------- Distribution ------------- count    \n"
			    "               0                                         | 0        \n"
			    "               1 @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@| -3       \n"
			    "               2                                         | 0        \n"
			    "\n");
	value_words(f, 0, 0)[DT_QUANTIZE_ZERO + 2] = 1;
	agg_at(f, 0)->taken = 0;
	read_snapshot(f, 0);
	assert_string_equal(printed_text(f, 0, NULL),
			    "\n"
			    "           value  ------------- Distribution ------------- count    \n"
			    "               0                     |                     0        \n"
			    "               1      @@@@@@@@@@@@@@@|                     -3       \n"
			    "               2                     |@@@@@                1        \n"
			    "               4                     |                     0        \n"
			    "\n");
}

static void quantize_extremes_and_nothing(void **state)
{
	struct fixture *f = *state;

	add_agg(f, "quantize", DT_QUANTIZE_BUCKETS);
	fixture_start(f);
	value_words(f, 0, 0)[DT_QUANTIZE_BUCKETS - 1] = 1;
	read_snapshot(f, 0);
	assert_string_equal(
	    printed_text(f, 0, NULL),
	    "\n"
	    "           value  ------------- Distribution ------------- count    \n"
	    "2305843009213693952 |                                         0        \n"
	    "4611686018427387904 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        \n"
	    "\n");
	assert_null(dt_agg_clear(&f->consumer->aggs, agg_at(f, 0)));
	assert_string_equal(printed_text(f, 0, NULL),
			    "\n"
			    "           value  ------------- Distribution ------------- count    \n"
			    "              -1 |                                         0        \n"
			    "               0 |                                         0        \n"
			    "               1 |                                         0        \n"
			    "\n");
}

static void lquantize_layout(void **state)
{
	struct fixture *f = *state;
	struct dt_agg_desc *d = add_agg(f, "lquantize", 5);

	d->params[0] = -10;
	d->params[1] = 25; // the last 5 are beyond the last level
	d->params[2] = 10;
	fixture_start(f);
	value_words(f, 0, 0)[0] = 1;
	value_words(f, 0, 0)[2] = 20;
	value_words(f, 0, 0)[4] = 3;
	read_snapshot(f, 0);
	agg_at(f, 0)->normal = 2;
	assert_string_equal(printed_text(f, 0, NULL),
			    "\n"
			    "           value  ------------- Distribution ------------- count    \n"
			    "           < -10 |@@                                       0        \n"
			    "             -10 |                                         0        \n"
			    "               0 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@        10       \n"
			    "              10 |                                         0        \n"
			    "           >= 20 |@@@@@                                    1        \n"
			    "\n");
}

static void llquantize_layout(void **state)
{
	struct fixture *f = *state;
	// Nine steps of 1 up to 10, then nine of 10 up to 100.
	struct dt_agg_desc *d = add_agg(f, "llquantize", 20);
	const int64_t params[] = {10, 0, 1, 10};

	memcpy(d->params, params, sizeof(params));
	fixture_start(f);
	value_words(f, 0, 0)[9] = 1;  // 9
	value_words(f, 0, 0)[10] = 1; // 10
	value_words(f, 0, 1)[12] = 2; // 30
	read_snapshot(f, 0);
	assert_string_equal(printed_text(f, 0, NULL),
			    "\n"
			    "           value  ------------- Distribution ------------- count    \n"
			    "               8 |                                         0        \n"
			    "               9 |@@@@@@@@@@                               1        \n"
			    "              10 |@@@@@@@@@@                               1        \n"
			    "              20 |                                         0        \n"
			    "              30 |@@@@@@@@@@@@@@@@@@@@                     2        \n"
			    "              40 |                                         0        \n"
			    "\n");
	value_words(f, 0, 0)[9] = value_words(f, 0, 0)[10] = value_words(f, 0, 1)[12] = 0;
	value_words(f, 0, 1)[0] = 1;
	value_words(f, 0, 1)[19] = 1;
	agg_at(f, 0)->taken = 0;
	read_snapshot(f, 0);
	const char *out = printed_text(f, 0, NULL);
	assert_non_null(
	    strstr(out, "             < 1 |@@@@@@@@@@@@@@@@@@@@                     1"));
	assert_non_null(
	    strstr(out, "          >= 100 |@@@@@@@@@@@@@@@@@@@@                     1"));
}

static void wrong_histograms_are_refused(void **state)
{
	static const struct {
		const char *func;
		uint32_t words;
		int64_t params[4];
	} wrong[] = {
	    {"quantize", 126, {0}},
	    {"lquantize", 5, {0, 10, 0}},
	    {"lquantize", 5, {10, 0, 1}},
	    {"lquantize", 12, {0, 10, 2}},
	    {"llquantize", 12, {10, 0, 30, 10}},
	    {"llquantize", 12, {1, 0, 1, 10}},
	    {"llquantize", 2, {10, 0, 1, 10}},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < dt_array_len(wrong); i++) {
		struct dt_agg_desc *d = add_agg(f, wrong[i].func, wrong[i].words);
		struct dt_error *err;

		memcpy(d->params, wrong[i].params, sizeof(wrong[i].params));
		err = fixture_try(f);
		assert_non_null(err);
		assert_string_equal(err->message, "description of @a is inconsistent");
		dt_error_destroy(err);
		f->program.n_aggs = 0;
	}
}

/** Fills an aggregation with three keys, two of which have equal values. */
static void fill_keyed(struct fixture *f, size_t i)
{
	dt_agg_begin(agg_at(f, i));
	put_value(f, i, "sh", 2);
	put_value(f, i, "cc", 2);
	put_value(f, i, "ld", 1);
	dt_agg_end(agg_at(f, i));
}

#define LINE(key, count) "  " key "                                        " count "\n"
#define SH		 LINE("sh         ", "               2")
#define CC		 LINE("cc         ", "               2")
#define LD		 LINE("ld         ", "               1")

static void sorts_by_value_then_key(void **state)
{
	struct fixture *f = *state;

	add_keyed(f, "count", 1);
	fixture_start(f);
	fill_keyed(f, 0);
	assert_string_equal(printed_text(f, 0, NULL), LD CC SH);
	f->options.v[DT_OPT_aggsortrev] = 1;
	assert_string_equal(printed_text(f, 0, NULL), SH CC LD);
	f->options.v[DT_OPT_aggsortrev] = 0;
	f->options.v[DT_OPT_aggsortkey] = 1;
	assert_string_equal(printed_text(f, 0, NULL), CC LD SH);
}

static void keys_print_by_kind_and_merge(void **state)
{
	struct fixture *f = *state;
	struct dt_agg_desc *d = add_keyed(f, "sum", 1);
	struct mixed a = {"one", -4, 2}, b = {"one\0xyz", -4, 3}, c = {"one", 9, 4};
	uint64_t v = 5;

	d->keys = mixed_key;
	d->n_keys = 3;
	d->key_size = sizeof(a);
	fixture_start(f);
	// Probes 2 and 3 are the same function.
	dt_agg_begin(agg_at(f, 0));
	dt_agg_merge(&f->consumer->aggs, agg_at(f, 0), (uint8_t *)&a, (uint8_t *)&v, 1, 8);
	dt_agg_merge(&f->consumer->aggs, agg_at(f, 0), (uint8_t *)&b, (uint8_t *)&v, 1, 8);
	dt_agg_merge(&f->consumer->aggs, agg_at(f, 0), (uint8_t *)&c, (uint8_t *)&v, 1, 8);
	dt_agg_end(agg_at(f, 0));
	assert_string_equal(printed_text(f, 0, NULL), "  one                          9"
						      "  write                                5\n"
						      "  one                         -4"
						      "  read                                10\n");
	// Integers compare unsigned: -4 is after 9.
	f->options.v[DT_OPT_aggsortkey] = 1;
	f->options.v[DT_OPT_aggsortkeypos] = 1;
	assert_non_null(strstr(printed_text(f, 0, NULL), "write"));
	f->options.v[DT_OPT_aggsortkeypos] = 2;
	const char *by_function = printed_text(f, 0, NULL);
	assert_true(strstr(by_function, "read") < strstr(by_function, "write"));
}

static void printa_formats_keys_and_values(void **state)
{
	struct fixture *f = *state;
	struct dt_printf format;

	add_keyed(f, "count", 1);
	fixture_start(f);
	fill_keyed(f, 0);
	assert_null(dt_printf_init(&format, "%-4s|%@4d|%@u\n", string_key, 1, 1));
	assert_string_equal(printed_text(f, 0, &format), "ld  |   1|1\n"
							 "cc  |   2|2\n"
							 "sh  |   2|2\n");
	dt_printf_deinit(&format);
}

static void several_are_joined_by_key(void **state)
{
	struct fixture *f = *state;
	struct dt_printf format;

	add_keyed(f, "count", 1);
	add_keyed(f, "sum", 1);
	fixture_start(f);
	fill_keyed(f, 0);
	dt_agg_begin(agg_at(f, 1));
	put_value(f, 1, "sh", 7);
	put_value(f, 1, "vi", 8);
	put_value(f, 1, "cc", 9);
	dt_agg_end(agg_at(f, 1));
	struct dt_agg *both[] = {agg_at(f, 0), agg_at(f, 1)};
	assert_null(dt_printf_init(&format, "%s %@d %@d %@d\n", string_key, 1, 2));
	dt_agg_print(&f->consumer->aggs, &f->consumer->out, both, 2, &format);
	assert_string_equal(output_text(f), "vi 0 8 8\nld 1 0 0\nsh 2 7 7\ncc 2 9 9\n");
	f->options.v[DT_OPT_aggsortpos] = 1;
	dt_agg_print(&f->consumer->aggs, &f->consumer->out, both, 2, &format);
	assert_string_equal(output_text(f), "ld 1 0 0\nsh 2 7 7\nvi 0 8 8\ncc 2 9 9\n");
	dt_agg_print(&f->consumer->aggs, &f->consumer->out, both, 2, NULL);
	assert_non_null(strstr(output_text(f), "                2                7\n"));
	dt_printf_deinit(&format);
}

/** The weight decides, then the count of bucket 0, then the key; also for weights that a double
 *  rounds. */
static void histograms_sort_by_weight(void **state)
{
	static const struct {
		char key[8];
		int64_t counts[5]; // weights -1, 0, 1, 2, 4
	} ordered[] = {
	    {"below", {2, 0, 0, 0, 0}},
	    {"zero", {0, 1, 0, 0, 0}},
	    {"zeros", {0, 5, 0, 0, 0}},
	    {"four a", {0, 0, 0, 2, 0}},
	    {"four b", {0, 0, 2, 1, 0}},
	    {"four", {0, 3, 0, 0, 1}},
	    {"twelve", {0, 0, 0, 0, 3}},
	    {"large y", {0, 7, INT64_C(1) << 53, 0, 0}},
	    {"large x", {0, 0, (INT64_C(1) << 53) + 1, 0, 0}},
	};
	enum { N = dt_array_len(ordered) };
	static const size_t sizes[] = {N - 2, N}; // without and with rounded weights
	struct fixture *f = *state;
	struct dt_agg_desc *d = add_keyed(f, "lquantize", 5);
	struct dt_agg_table t;
	struct dt_agg *g;

	d->params[1] = 3;
	d->params[2] = 1;
	fixture_start(f);
	g = agg_at(f, 0);
	for (size_t k = 0; k < 2 * dt_array_len(sizes); k++) {
		size_t n = sizes[k / 2];
		const struct dt_agg_order order = {.reverse = k % 2};

		dt_agg_begin(g);
		for (size_t i = 0; i < n; i++) {
			size_t from = (i * 5 + 3) % n; // in another order

			dt_agg_merge(&f->consumer->aggs, g, (const uint8_t *)ordered[from].key,
				     (const uint8_t *)ordered[from].counts, 1, 40);
		}
		dt_agg_end(g);
		dt_agg_table_init(&t, &g, 1, f->consumer->aggs.names, &order);
		assert_int_equal(t.rows.len, n);
		for (size_t i = 0; i < n; i++)
			assert_string_equal((const char *)t.rows.data[i].key,
					    ordered[order.reverse ? n - 1 - i : i].key);
		dt_agg_table_deinit(&t);
	}
}

static void clear_loses_nothing(void **state)
{
	struct fixture *f = *state;

	add_agg(f, "count", 1);
	add_agg(f, "max", 2);
	fixture_start(f);
	value_words(f, 0, 0)[0] = 10;
	value_words(f, 1, 0)[0] = encode_max(5);
	read_snapshot(f, 0);
	read_snapshot(f, 1);
	value_words(f, 0, 0)[0] = 13; // an update between reading and clearing
	assert_null(dt_agg_clear(&f->consumer->aggs, agg_at(f, 0)));
	assert_null(dt_agg_clear(&f->consumer->aggs, agg_at(f, 1)));
	assert_string_equal(printed_text(f, 0, NULL), "                0\n");
	assert_string_equal(printed_text(f, 1, NULL), "                0\n");
	value_words(f, 1, 1)[0] = encode_max(-5);
	agg_at(f, 0)->taken = agg_at(f, 1)->taken = 0;
	read_snapshot(f, 0);
	read_snapshot(f, 1);
	assert_string_equal(printed_text(f, 0, NULL), "                3\n");
	assert_string_equal(printed_text(f, 1, NULL), "               -5\n");
}

static void a_snapshot_serves_records_before_it(void **state)
{
	struct fixture *f = *state;

	add_agg(f, "count", 1);
	fixture_start(f);
	value_words(f, 0, 0)[0] = 1;
	assert_null(dt_agg_read(&f->consumer->aggs, agg_at(f, 0), 1));
	value_words(f, 0, 0)[0] = 2;
	assert_null(dt_agg_read(&f->consumer->aggs, agg_at(f, 0), 1));
	assert_string_equal(printed_text(f, 0, NULL), "                1\n");
	assert_null(dt_agg_read(&f->consumer->aggs, agg_at(f, 0), UINT64_MAX));
	assert_string_equal(printed_text(f, 0, NULL), "                2\n");
}

static void trunc_without_keys_hides_until_new_data(void **state)
{
	struct fixture *f = *state;

	add_agg(f, "count", 1);
	fixture_start(f);
	value_words(f, 0, 0)[0] = 10;
	read_snapshot(f, 0);
	assert_null(dt_agg_trunc(&f->consumer->aggs, agg_at(f, 0), 0));
	assert_string_equal(printed_text(f, 0, NULL), "");
	value_words(f, 0, 0)[0] = 11;
	agg_at(f, 0)->taken = 0;
	read_snapshot(f, 0);
	assert_string_equal(printed_text(f, 0, NULL), "                1\n");
}

static void a_mark_means_an_update_by_nothing(void **state)
{
	struct fixture *f = *state;

	add_agg(f, "sum", 1)->mark = 8;
	fixture_start(f);
	read_snapshot(f, 0);
	assert_string_equal(printed_text(f, 0, NULL), "");
	value_words(f, 0, 1)[1] = 1;
	agg_at(f, 0)->taken = 0;
	read_snapshot(f, 0);
	assert_string_equal(printed_text(f, 0, NULL), "                0\n");
	assert_null(dt_agg_clear(&f->consumer->aggs, agg_at(f, 0)));
	agg_at(f, 0)->taken = 0;
	read_snapshot(f, 0);
	assert_string_equal(printed_text(f, 0, NULL), "                0\n");
	assert_null(dt_agg_trunc(&f->consumer->aggs, agg_at(f, 0), 0));
	agg_at(f, 0)->taken = 0;
	read_snapshot(f, 0); // no update since
	assert_string_equal(printed_text(f, 0, NULL), "");
	value_words(f, 0, 1)[1] = 1;
	agg_at(f, 0)->taken = 0;
	read_snapshot(f, 0);
	assert_string_equal(printed_text(f, 0, NULL), "                0\n");
}

static void finish_prints_what_no_printa_named(void **state)
{
	static const unsigned second[] = {1};
	static const struct dt_action_desc printa = {
	    .act = "printa", .aggs = second, .n_aggs = 1, .guard = -1};
	struct fixture *f = *state;

	f->clauses[0] = (struct dt_clause_desc){.actions = &printa, .n_actions = 1};
	f->program.n_clauses = 1;
	add_agg(f, "count", 1);
	add_agg(f, "count", 1);
	fixture_start(f);
	value_words(f, 0, 0)[0] = 10;
	value_words(f, 1, 0)[0] = 11;
	assert_null(dt_consumer_finish(f->consumer, true));
	assert_string_equal(output_text(f), "\n               10\n");
}

/** Replaces the map of aggregation 0 by a hash. */
static void use_hash(struct fixture *f)
{
	f->maps[DT_N_STD_MAPS].key_size = 8;
	f->maps[DT_N_STD_MAPS].value_size = f->aggs[0].value_size;
}

static void set_key(struct fixture *f, const char *key, uint64_t v)
{
	dt_cleanup(dt_free_p) uint64_t *values = dt_zalloc(f->aggs[0].value_size);
	char raw[8] = {0};

	strcpy(raw, key);
	values[0] = v;
	assert_int_equal(fixture_put_key(&f->store, DT_N_STD_MAPS, raw, values, DT_PUT_ANY), 0);
}

static int count_keys(const struct fixture *f)
{
	return (int)f->hash.len;
}

static void a_hash_is_read_cleared_and_truncated(void **state)
{
	struct fixture *f = *state;
	char name[16];

	add_keyed(f, "count", 1);
	fixture_start(f);
	use_hash(f);
	for (int i = 0; i < 4000; i++) {
		snprintf(name, sizeof(name), "k%04d", i);
		set_key(f, name, (uint64_t)i + 1);
	}
	read_snapshot(f, 0);
	assert_int_equal(agg_at(f, 0)->elems.v.len, 4000);
	assert_null(dt_agg_trunc(&f->consumer->aggs, agg_at(f, 0), 2));
	assert_string_equal(printed_text(f, 0, NULL), LINE("k3998      ", "            3999")
							  LINE("k3999      ", "            4000"));
	assert_int_equal(count_keys(f), 4000);
	set_key(f, "k3999", 4007);
	assert_null(dt_agg_clear(&f->consumer->aggs, agg_at(f, 0)));
	agg_at(f, 0)->taken = 0;
	read_snapshot(f, 0);
	assert_string_equal(printed_text(f, 0, NULL), LINE("k3998      ", "               0")
							  LINE("k3999      ", "               7"));
	// An update between reading and truncating is not lost.
	set_key(f, "k3998", 3999 + 5);
	assert_null(dt_agg_trunc(&f->consumer->aggs, agg_at(f, 0), 0));
	assert_string_equal(printed_text(f, 0, NULL), "");
	agg_at(f, 0)->taken = 0;
	read_snapshot(f, 0);
	assert_string_equal(printed_text(f, 0, NULL), LINE("k3998      ", "               5"));
	assert_int_equal(count_keys(f), 2);
}

static void keys_without_data_are_deleted_by_the_next_trunc(void **state)
{
	struct fixture *f = *state;
	static const char *const funcs[] = {"count", "max"};

	for (size_t i = 0; i < dt_array_len(funcs); i++) {
		f->program.n_aggs = 0;
		add_keyed(f, funcs[i], i ? 2 : 1);
		fixture_start(f);
		use_hash(f);
		set_key(f, "idle", encode_max(1));
		set_key(f, "busy", encode_max(2));
		read_snapshot(f, 0);
		assert_null(dt_agg_trunc(&f->consumer->aggs, agg_at(f, 0), 0));
		assert_int_equal(agg_at(f, 0)->lost_by_trunc, i); // a total still has counts
		set_key(f, "busy", encode_max(7));
		agg_at(f, 0)->taken = 0;
		read_snapshot(f, 0);
		assert_int_equal(count_keys(f), 2);
		assert_null(dt_agg_trunc(&f->consumer->aggs, agg_at(f, 0), 0));
		assert_int_equal(count_keys(f), 1);
		assert_int_equal(agg_at(f, 0)->elems.v.len, 1);
		assert_true(agg_at(f, 0)->lost_by_trunc);
		fixture_take(&f->store, DT_N_STD_MAPS, "busy\0\0\0", NULL);
		dt_consumer_destroy(f->consumer);
	}
	fixture_start(f);
}

static void keys_without_data_are_deleted_without_trunc(void **state)
{
	struct fixture *f = *state;

	add_keyed(f, "count", 1);
	fixture_start(f);
	use_hash(f);
	set_key(f, "idle", 1);
	set_key(f, "busy", 2);
	read_snapshot(f, 0);
	assert_null(dt_agg_trunc(&f->consumer->aggs, agg_at(f, 0), 0));
	set_key(f, "busy", 7);
	agg_at(f, 0)->taken = dt_now();
	assert_null(dt_aggs_sweep(&f->consumer->aggs));
	assert_int_equal(count_keys(f), 2);
	agg_at(f, 0)->taken = 1;
	assert_null(dt_aggs_sweep(&f->consumer->aggs));
	assert_int_equal(count_keys(f), 1);
	assert_string_equal(printed_text(f, 0, NULL), LINE("busy       ", "               5"));
}

/** Returns the sum of the n largest (or smallest) values. */
static int64_t sum_of_ends(const int *values, int n_values, int n, bool largest)
{
	int64_t sum = 0;

	for (int i = 0; i < n_values; i++) {
		int before = 0;

		for (int k = 0; k < n_values; k++)
			before += largest ? values[k] > values[i] : values[k] < values[i];
		sum += before < n ? values[i] : 0;
	}
	return sum;
}

static void trunc_keeps_the_largest_of_many(void **state)
{
	static const int keeps[] = {1, 2, 7, 100, 299, 300, 301, 1000, -1, -50, -299, -1000};
	enum { N = 300 };
	struct fixture *f = *state;
	int values[N];

	add_keyed(f, "sum", 1);
	fixture_start(f);
	for (size_t k = 0; k < dt_array_len(keeps); k++) {
		struct dt_agg *g = agg_at(f, 0);
		int64_t sum = 0;

		dt_agg_begin(g);
		for (int i = 0; i < N; i++) {
			char key[8];

			values[i] = i * 7919 % 1009 - 500; // all different
			snprintf(key, sizeof(key), "%d", i);
			dt_vec_foreach (&g->elems.v, e)
				(*e)->hidden = false;
			put_value(f, 0, key, (uint64_t)(int64_t)values[i]);
		}
		dt_vec_foreach (&g->elems.v, e)
			(*e)->base = NULL;
		g->passes = 0; // no map has its elements
		dt_agg_end(g);
		assert_null(dt_agg_trunc(&f->consumer->aggs, g, keeps[k]));
		dt_vec_foreach (&g->elems.v, e)
			sum += (*e)->present ? (int64_t)(*e)->value[0] : 0;
		assert_int_equal(sum, sum_of_ends(values, N, abs(keeps[k]), keeps[k] > 0));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, fixture_teardown)
	    TEST(scalars_merge_over_cpus),
	    TEST(nothing_aggregated_prints_nothing),
	    TEST(stddev_uses_128_bits),
	    TEST(quantize_layout),
	    TEST(quantize_negative_counts),
	    TEST(quantize_extremes_and_nothing),
	    TEST(lquantize_layout),
	    TEST(llquantize_layout),
	    TEST(wrong_histograms_are_refused),
	    TEST(trunc_keeps_the_largest_of_many),
	    TEST(sorts_by_value_then_key),
	    TEST(keys_print_by_kind_and_merge),
	    TEST(printa_formats_keys_and_values),
	    TEST(several_are_joined_by_key),
	    TEST(histograms_sort_by_weight),
	    TEST(clear_loses_nothing),
	    TEST(a_snapshot_serves_records_before_it),
	    TEST(trunc_without_keys_hides_until_new_data),
	    TEST(a_mark_means_an_update_by_nothing),
	    TEST(finish_prints_what_no_printa_named),
	    TEST(a_hash_is_read_cleared_and_truncated),
	    TEST(keys_without_data_are_deleted_by_the_next_trunc),
	    TEST(keys_without_data_are_deleted_without_trunc),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
