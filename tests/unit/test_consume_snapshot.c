/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of snapshots of aggregations: copying, typed keys, merging.
 */
#include "consume_fixture.h"

#include "consume/agg/snapshot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

enum { VALUES = 24 };

static const struct dt_field mixed_key[] = {
    {.kind = DT_FIELD_STRING, .size = 8, .name = "execname"},
    {.kind = DT_FIELD_INT, .offset = 8, .size = 4, .name = "execname"},
    {.kind = DT_FIELD_PROBE, .offset = 12, .size = 4, .part = DT_PART_FUNCTION},
};

struct mixed {
	char name[8];
	int number;
	uint32_t probe;
};

static int setup(void **state)
{
	return fixture_setup(state, 4096);
}

static struct dt_agg_desc *add_agg(struct fixture *f, const char *func, const struct dt_field *keys,
				   size_t n_keys, uint32_t key_size)
{
	struct dt_agg_desc *d = &f->aggs[f->program.n_aggs++];

	d->name = "a";
	d->func = dt_agg_function(func);
	d->value_size = 8 * (uint32_t)d->func->words(d->params);
	d->keys = keys;
	d->n_keys = n_keys;
	d->key_size = key_size;
	return d;
}

/** Fills the first aggregation with one key and its words, and copies it. */
static struct dt_agg_snapshot *copy_of(struct fixture *f, const void *key, const uint64_t *words)
{
	struct dt_aggs *a = &f->consumer->aggs;

	dt_agg_begin(&a->v[0]);
	dt_agg_merge(a, &a->v[0], key, (const uint8_t *)words, 1, 0);
	dt_agg_end(&a->v[0]);
	return dt_agg_snapshot_create(a, &a->v[0], false);
}

static int64_t number_of(const struct dt_agg_snapshot *s, size_t row)
{
	return s->func->number(dt_snapshot_row(s, row)->words, 1);
}

static void a_snapshot_is_a_copy(void **state)
{
	struct fixture *f = *state;
	struct dt_agg_snapshot *s, *total;

	add_agg(f, "sum", NULL, 0, 0);
	fixture_start(f);
	f->values[0][0][0] = 5;
	f->values[1][0][0] = 2;
	f->consumer->aggs.v[0].normal = 7;
	assert_null(dt_consumer_snapshot(f->consumer, "b", false, &s));
	assert_null(s);
	assert_null(dt_consumer_snapshot(f->consumer, "a", false, &s));
	assert_int_equal(s->map.len, 1);
	assert_int_equal(number_of(s, 0), 7);
	assert_int_equal(s->normal, 7);
	assert_string_equal(s->func->name, "sum");
	assert_null(dt_agg_clear(&f->consumer->aggs, &f->consumer->aggs.v[0]));
	f->values[1][0][0] = 3;
	assert_int_equal(number_of(s, 0), 7);
	dt_agg_snapshot_destroy(s);
	assert_null(dt_consumer_snapshot(f->consumer, "a", false, &s));
	assert_null(dt_consumer_snapshot(f->consumer, "a", true, &total));
	assert_int_equal(number_of(s, 0), 1);
	assert_int_equal(number_of(total, 0), 8);
	assert_false(total->lost_by_clear);
	dt_agg_snapshot_destroy(s);
	dt_agg_snapshot_destroy(total);
}

static void totals_lack_cleared_extremes(void **state)
{
	struct fixture *f = *state;
	struct dt_agg_snapshot *s;

	add_agg(f, "max", NULL, 0, 0);
	fixture_start(f);
	assert_null(dt_consumer_snapshot(f->consumer, "a", true, &s));
	dt_agg_snapshot_destroy(s);
	assert_null(dt_agg_clear(&f->consumer->aggs, &f->consumer->aggs.v[0]));
	assert_null(dt_consumer_snapshot(f->consumer, "a", true, &s));
	assert_false(s->lost_by_clear); // there was none
	dt_agg_snapshot_destroy(s);
	f->values[0][0][0] = UINT64_C(1) << 63 | 4;
	assert_null(dt_consumer_snapshot(f->consumer, "a", true, &s));
	assert_int_equal(number_of(s, 0), 4);
	dt_agg_snapshot_destroy(s);
	assert_null(dt_agg_clear(&f->consumer->aggs, &f->consumer->aggs.v[0]));
	assert_null(dt_consumer_snapshot(f->consumer, "a", true, &s));
	assert_true(s->lost_by_clear);
	assert_true(s->func->is_empty(dt_snapshot_row(s, 0)->words));
	dt_agg_snapshot_destroy(s);
	assert_null(dt_consumer_snapshot(f->consumer, "a", false, &s));
	assert_false(s->lost_by_clear); // no total
	dt_agg_snapshot_destroy(s);
}

static void keys_are_typed(void **state)
{
	struct fixture *f = *state;
	const struct mixed key = {"ab\0\x11\x22", -2, 2};
	int64_t number;
	size_t len;

	add_agg(f, "count", mixed_key, dt_array_len(mixed_key), sizeof(key));
	fixture_start(f);
	struct dt_agg_snapshot *s = copy_of(f, &key, (const uint64_t[]){3});
	assert_int_equal(s->n_parts, 3);
	assert_int_equal(s->parts[0].kind, DT_DATUM_STRING);
	assert_string_equal(s->parts[0].name, "execname");
	assert_string_equal(dt_snapshot_part(s, 0, 0, &len), "ab");
	assert_int_equal(len, 3);
	assert_int_equal(s->parts[1].kind, DT_DATUM_INTEGER);
	assert_int_equal(s->parts[1].width, 4);
	assert_true(s->parts[1].is_signed);
	assert_string_equal(s->parts[1].name, "execname_1"); // names are unique
	memcpy(&number, dt_snapshot_part(s, 0, 1, &len), sizeof(number));
	assert_int_equal(number, -2);
	assert_string_equal(s->parts[2].name, "key_2");
	assert_string_equal(dt_snapshot_part(s, 0, 2, &len), "read");
	assert_string_equal(dt_snapshot_text(s, 0, 0), "ab");
	assert_string_equal(dt_snapshot_text(s, 0, 1), "-2");
	assert_string_equal(dt_snapshot_text(s, 0, 2), "read");
	dt_agg_snapshot_destroy(s);
}

/** Two sessions, which find the probes of different numbers and hold other strings behind the ends
 *  of strings. */
static void equal_keys_of_sessions_are_merged(void **state)
{
	struct fixture *f = *state, *other;
	const struct mixed mine = {"ab\0\x11", 7, 2}, same = {"ab\0\x22\x33", 7, 3},
			   different = {"abc", 7, 3};

	assert_int_equal(setup((void **)&other), 0);
	add_agg(f, "count", mixed_key, dt_array_len(mixed_key), sizeof(mine));
	add_agg(other, "count", mixed_key, dt_array_len(mixed_key), sizeof(mine));
	fixture_start(f);
	fixture_start(other);
	struct dt_agg_snapshot *s = copy_of(f, &mine, (const uint64_t[]){3});
	struct dt_agg_snapshot *t = copy_of(other, &same, (const uint64_t[]){4});

	assert_null(dt_snapshot_merge(s, t));
	assert_int_equal(s->map.len, 1);
	assert_int_equal(number_of(s, 0), 7);
	dt_agg_snapshot_destroy(t);
	t = copy_of(other, &different, (const uint64_t[]){5});
	assert_null(dt_snapshot_merge(s, t));
	dt_agg_snapshot_destroy(t);
	fixture_teardown((void **)&other);
	assert_int_equal(s->map.len, 2);
	assert_string_equal(dt_snapshot_text(s, 1, 0), "abc");
	assert_null(dt_snapshot_merge(s, s));
	assert_int_equal(number_of(s, 0), 14);
	assert_int_equal(number_of(s, 1), 10);
	dt_agg_snapshot_destroy(s);
}

static void stacks_of_processes_stay_apart(void **state)
{
	static const struct dt_field stack[] = {
	    {.kind = DT_FIELD_USTACK, .size = 24, .max_frames = 2}};
	struct fixture *f = *state;
	struct {
		uint32_t n, pid;
		uint64_t pcs[2];
	} key = {2, 41, {0x1000, 0x2000}};
	size_t len;

	add_agg(f, "count", stack, 1, sizeof(key));
	fixture_start(f);
	struct dt_agg_snapshot *s = copy_of(f, &key, (const uint64_t[]){1});
	key.pid = 42;
	struct dt_agg_snapshot *t = copy_of(f, &key, (const uint64_t[]){2});

	assert_null(dt_snapshot_merge(s, t)); // has the first one, too
	assert_int_equal(s->map.len, 2);
	const uint64_t *words = dt_snapshot_part(s, 1, 0, &len);
	assert_int_equal(len, 3 * sizeof(*words));
	assert_int_equal(words[0], 42);
	assert_int_equal(words[2], 0x2000);
	assert_string_equal(dt_snapshot_text(s, 1, 0), "0x1000\n0x2000");
	dt_agg_snapshot_destroy(s);
	dt_agg_snapshot_destroy(t);
}

/** Returns an empty snapshot. */
static struct dt_agg_snapshot *empty(const char *func, const int64_t params[4])
{
	struct dt_agg_snapshot form = {.name = "a", .func = dt_agg_function(func), .normal = 1}, *s;

	if (params)
		memcpy(form.params, params, 4 * sizeof(*params));
	assert_null(dt_snapshot_create(&form, &s));
	return s;
}

/** Adds a value to the words as a program does. */
static void aggregate(const struct dt_agg_snapshot *s, uint64_t *words, int64_t v)
{
	const struct dt_agg_function *fn = s->func;
	uint64_t raised = (uint64_t)v ^ (UINT64_C(1) << 63);

	if (fn->at.count)
		words[fn->at.count - 1]++;
	if (fn->at.sum)
		words[fn->at.sum - 1] += (uint64_t)v;
	if (fn->at.squares) {
		unsigned __int128 square = (unsigned __int128)((__int128)v * v);
		uint64_t *low = &words[fn->at.squares - 1];

		low[1] += (uint64_t)(square >> 64);
		low[1] += __builtin_add_overflow(*low, (uint64_t)square, low);
	}
	if (!fn->subtract) {
		raised = strcmp(fn->name, "min") ? raised : ~raised;
		words[0] = raised > words[0] ? raised : words[0];
		words[1] |= !raised;
	}
	for (size_t i = 0; i < s->n_buckets; i++)
		words[i] += v >= s->buckets[i].low && v <= s->buckets[i].high;
}

static const struct {
	const char *name;
	int64_t params[4];
} functions[] = {
    {"count", {0}},
    {"sum", {0}},
    {"avg", {0}},
    {"min", {0}},
    {"max", {0}},
    {"stddev", {0}},
    {"quantize", {0}},
    {"lquantize", {-30, 30, 7}},
    {"llquantize", {10, 0, 3, 20}},
    {"percentile", {0}},
};

/** Values whose squares carry into the high half, extremes, and small ones. */
static int64_t value_at(int i)
{
	static const int64_t few[] = {INT64_MIN, INT64_MAX, -1, 0, 1, 5000000000, -7000000000, 23};

	return few[i % 8] / (1 + i / 8);
}

static void a_merge_equals_the_whole(void **state)
{
	for (size_t k = 0; k < dt_array_len(functions); k++) {
		struct dt_agg_snapshot *parts[3],
		    *whole = empty(functions[k].name, functions[k].params);
		uint64_t *all = dt_snapshot_add(whole, "", 0, NULL)->words, n = 0;

		for (int i = 0; i < 3; i++) {
			parts[i] = empty(functions[k].name, functions[k].params);
			uint64_t *words = dt_snapshot_add(parts[i], "", 0, NULL)->words;

			for (int v = i; v < VALUES; v += 3) {
				aggregate(whole, all, value_at(v));
				aggregate(whole, words, value_at(v));
			}
		}
		assert_null(dt_snapshot_merge(parts[2], parts[0]));
		assert_null(dt_snapshot_merge(parts[2], parts[1]));
		assert_memory_equal(dt_snapshot_row(parts[2], 0)->words, all,
				    whole->n_words * sizeof(*all));
		if (whole->func->number)
			assert_int_equal(number_of(parts[2], 0), number_of(whole, 0));
		for (size_t i = 0; i < whole->n_buckets; i++)
			n += all[i];
		if (whole->n_buckets)
			assert_int_equal(n, VALUES); // the buckets hold each value once
		for (int i = 0; i < 3; i++)
			dt_agg_snapshot_destroy(parts[i]);
		dt_agg_snapshot_destroy(whole);
	}
}

/** Without its first part, the whole is the second one. Extremes and fallen counts stay. */
static void a_subtraction_leaves_the_rest(void **state)
{
	for (size_t k = 0; k < dt_array_len(functions); k++) {
		struct dt_agg_snapshot *s[3];
		uint64_t *words[3], before[DT_PERCENTILE_BUCKETS];

		for (int i = 0; i < 3; i++) {
			s[i] = empty(functions[k].name, functions[k].params);
			words[i] = dt_snapshot_add(s[i], "", 0, NULL)->words;
		}
		size_t n = s[0]->n_words;
		for (int v = 0; v < VALUES; v++) {
			aggregate(s[0], words[0], value_at(v));
			aggregate(s[0], words[v % 2 + 1], value_at(v));
		}
		memcpy(before, words[1], n * sizeof(before[0]));
		dt_snapshot_add(s[1], "other", 5, NULL);
		if (strcmp(functions[k].name, "sum") != 0) {
			assert_null(dt_snapshot_subtract(s[1], s[0]));
			assert_memory_equal(words[1], before, n * sizeof(before[0]));
		}
		assert_null(dt_snapshot_subtract(s[0], s[1]));
		if (s[0]->func->subtract)
			assert_memory_equal(words[0], words[2], n * sizeof(before[0]));
		assert_int_equal(s[0]->map.len, 1);
		for (int i = 0; i < 3; i++)
			dt_agg_snapshot_destroy(s[i]);
	}
}

/** A histogram with a sum that has fallen, but more values than before. */
static void a_sum_is_no_count(void **state)
{
	enum { COUNT = 3 };
	struct dt_agg_snapshot *plain = empty("quantize", NULL), form = *plain, *s[2];
	uint64_t *words[2];

	form.n_words += DT_AGG_SUM_WORDS;
	for (int i = 0; i < 2; i++) {
		s[i] = dt_snapshot_like(&form);
		words[i] = dt_snapshot_add(s[i], "", 0, NULL)->words;
		words[i][COUNT] = 1 + (uint64_t)i;
		words[i][form.n_buckets] = i ? 10 : 1000;
	}
	assert_null(dt_snapshot_subtract(s[1], s[0]));
	assert_int_equal(words[1][COUNT], 1);
	assert_int_equal(words[1][form.n_buckets], -990);
	for (int i = 0; i < 2; i++)
		dt_agg_snapshot_destroy(s[i]);
	dt_agg_snapshot_destroy(plain);
}

/** The squares of 2^63 three times: 3 * 2^126, and a carry from the low half. */
static void squares_carry(void **state)
{
	struct dt_agg_snapshot *a = empty("stddev", NULL), *b = empty("stddev", NULL);
	uint64_t *words = dt_snapshot_add(a, "", 0, NULL)->words;

	memcpy(words, (const uint64_t[]){1, 0, UINT64_MAX, 5}, 32);
	memcpy(dt_snapshot_add(b, "", 0, NULL)->words, (const uint64_t[]){2, 0, 3, 7}, 32);
	assert_null(dt_snapshot_merge(a, b));
	assert_memory_equal(words, ((const uint64_t[]){3, 0, 2, 13}), 32);
	dt_agg_snapshot_destroy(a);
	dt_agg_snapshot_destroy(b);
}

/** Nothing and a minimum give the minimum, also the least integer, whose first word is 0. */
static void no_value_is_neutral(void **state)
{
	struct dt_agg_snapshot *a = empty("max", NULL), *b = empty("max", NULL);
	uint64_t *words = dt_snapshot_add(a, "", 0, NULL)->words;

	dt_snapshot_add(b, "", 0, NULL)->words[1] = 1; // of INT64_MIN
	assert_true(a->func->is_empty(words));
	assert_null(dt_snapshot_merge(a, b));
	assert_false(a->func->is_empty(words));
	assert_true(number_of(a, 0) == INT64_MIN);
	dt_agg_snapshot_destroy(a);
	dt_agg_snapshot_destroy(b);
}

static void assert_refused(struct dt_agg_snapshot *a, struct dt_agg_snapshot *b, const char *why)
{
	struct dt_error *err = dt_snapshot_merge(a, b);

	assert_non_null(err);
	assert_int_equal(err->code, DT_ERR_USAGE);
	assert_string_equal(err->message, why);
	dt_error_destroy(err);
	dt_agg_snapshot_destroy(a);
	dt_agg_snapshot_destroy(b);
}

static void different_ones_are_refused(void **state)
{
	static const struct dt_snapshot_part parts[] = {
	    {.kind = DT_DATUM_INTEGER, .name = "pid", .type = "int", .width = 4},
	    {.kind = DT_DATUM_INTEGER, .name = "pid", .type = "pid_t", .width = 4}};
	struct dt_agg_snapshot like = {.name = "a",
				       .func = dt_agg_function("count"),
				       .n_words = 1,
				       .parts = parts,
				       .n_parts = 1};
	struct dt_agg_snapshot *a = dt_snapshot_like(&like);

	like.parts++;
	assert_refused(a, dt_snapshot_like(&like),
		       "@a and @a have different types of keys and cannot be merged");
	assert_refused(empty("count", NULL), empty("sum", NULL),
		       "@a and @a have different functions and cannot be merged");
	assert_refused(empty("lquantize", (const int64_t[4]){0, 10, 1}),
		       empty("lquantize", (const int64_t[4]){0, 10, 2}),
		       "@a and @a have different parameters and cannot be merged");
}

static void buckets_have_bounds(void **state)
{
	for (size_t k = 6; k < dt_array_len(functions); k++) {
		const struct dt_agg_function *fn = dt_agg_function(functions[k].name);
		size_t n = fn->words(functions[k].params);
		struct dt_bucket *b = dt_zalloc(n * sizeof(*b));

		fn->buckets(functions[k].params, n, b);
		assert_true(b[0].low == INT64_MIN && b[n - 1].high == INT64_MAX);
		for (size_t i = 0; i < n; i++) {
			assert_true(b[i].low <= b[i].high);
			if (i)
				assert_true(b[i - 1].high + 1 == b[i].low);
		}
		if (k == 6) { // quantize() counts negative values downwards
			assert_true(b[DT_QUANTIZE_ZERO].low == 0 && b[DT_QUANTIZE_ZERO].high == 0);
			assert_true(b[DT_QUANTIZE_ZERO + 3].low == 4);
			assert_true(b[DT_QUANTIZE_ZERO + 3].high == 7);
			assert_true(b[DT_QUANTIZE_ZERO - 3].low == -7);
			assert_true(b[DT_QUANTIZE_ZERO - 3].high == -4);
		}
		if (k == 9) { // steps of 1 below 32, then of 2
			assert_int_equal(n, DT_PERCENTILE_BUCKETS);
			assert_true(b[1].low == 0 && b[32].low == 31 && b[32].high == 31);
			assert_true(b[33].low == 32 && b[33].high == 33);
			assert_true(b[n - 1].low == INT64_C(1) << 44);
		}
		if (k == 7) // -30 … -24
			assert_true(b[1].low == -30 && b[1].high == -24);
		free(b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, fixture_teardown)
	    TEST(a_snapshot_is_a_copy),
	    TEST(totals_lack_cleared_extremes),
	    TEST(keys_are_typed),
	    TEST(equal_keys_of_sessions_are_merged),
	    TEST(stacks_of_processes_stay_apart),
	    cmocka_unit_test(a_merge_equals_the_whole),
	    cmocka_unit_test(a_subtraction_leaves_the_rest),
	    cmocka_unit_test(a_sum_is_no_count),
	    cmocka_unit_test(squares_carry),
	    cmocka_unit_test(no_value_is_neutral),
	    cmocka_unit_test(different_ones_are_refused),
	    cmocka_unit_test(buckets_have_bounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
