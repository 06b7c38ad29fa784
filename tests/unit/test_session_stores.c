/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The stores of all executors do the same: each test runs on a store of maps in the kernel, which
 * needs privilege, and on one of a native region.
 */
#include "ebpf/ebpf.h"
#include "native/region.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

enum { HASH, MANY, BUSY, WORDS, N_MAPS, LIMIT = 4, KEYS = 5000, SLOTS = 2, THREADS = 4 };

struct key {
	uint32_t number;
	char text[8];
};

/** All words are the same, so that a mixture of two values shows. */
struct value {
	uint64_t word[3];
};

static const struct dt_map_desc maps[N_MAPS] = {
    [HASH] = {.name = "hash",
	      .kind = DT_MAPK_HASH,
	      .key_size = sizeof(struct key),
	      .value_size = sizeof(struct value),
	      .max_entries = LIMIT},
    [MANY] = {.name = "many",
	      .kind = DT_MAPK_HASH,
	      .key_size = sizeof(struct key),
	      .value_size = sizeof(struct value),
	      .max_entries = KEYS},
    [BUSY] = {.name = "busy",
	      .kind = DT_MAPK_HASH,
	      .key_size = sizeof(struct key),
	      .value_size = sizeof(struct value),
	      .max_entries = 64,
	      .is_lazy = true},
    [WORDS] = {.name = "words",
	       .kind = DT_MAPK_ARRAY,
	       .key_size = 4,
	       .value_size = 64,
	       .elems_per_cpu = 1,
	       .is_mapped = true},
};

struct fixture {
	struct dt_maps kernel;
	struct dt_native_region region;
	struct dt_store *stores[2];
	size_t n_stores;
};

static int setup(void **state)
{
	struct fixture *x = dt_zalloc(sizeof(*x));
	struct dt_error *err = dt_maps_create(maps, N_MAPS, 256, &x->kernel);

	*state = x;
	if (!err)
		x->stores[x->n_stores++] = &x->kernel.store;
	dt_error_destroy(err); // no privilege
	dt_native_region_init(&x->region, maps, N_MAPS, SLOTS, false);
	err = dt_native_region_map(&x->region, maps, 4096, sizeof(struct dt_native_level));
	if (err)
		return -1;
	x->stores[x->n_stores++] = &x->region.store;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *x = *state;

	if (x->n_stores == 2)
		dt_maps_deinit(&x->kernel);
	dt_native_region_deinit(&x->region);
	free(x);
	return 0;
}

static struct key key_of(uint32_t number)
{
	struct key k = {.number = number};

	snprintf(k.text, sizeof(k.text), "k%u", number % 1000);
	return k;
}

static int put(struct dt_store *s, unsigned map, uint32_t number, uint64_t v, enum dt_put how)
{
	const struct key k = key_of(number);
	const struct value value = {{v, v, v}};

	return s->type->put(s, map, &k, &value, how);
}

/** Returns the value of a key, or 0. */
static uint64_t read_value(struct dt_store *s, unsigned map, uint32_t number, bool take)
{
	const struct key k = key_of(number);
	struct value value;

	if (!(take ? s->type->take : s->type->find)(s, map, &k, &value))
		return 0;
	assert_int_equal(value.word[0], value.word[1]);
	assert_int_equal(value.word[0], value.word[2]);
	return value.word[0];
}

// ---- a table of operations

enum operation { END, PUT, NEW, KNOWN, FIND, TAKE, DROP, SUM };

static const struct step {
	enum operation what;
	uint32_t key;
	uint64_t value; // to put, or the one that is expected; 0: none
	int error;
} steps[] = {
    {FIND, 1, 0, 0},  {TAKE, 1, 0, 0},	{KNOWN, 1, 5, ENOENT}, {SUM, 0, 0, 0},
    {NEW, 1, 5, 0},   {FIND, 1, 5, 0},	{NEW, 1, 6, EEXIST},   {FIND, 1, 5, 0},
    {KNOWN, 1, 7, 0}, {PUT, 1, 8, 0},	{FIND, 1, 8, 0},       {PUT, 2, 20, 0},
    {PUT, 3, 30, 0},  {PUT, 4, 40, 0},	{PUT, 5, 50, E2BIG},   {NEW, 5, 50, E2BIG},
    {FIND, 5, 0, 0},  {PUT, 4, 41, 0}, // a full map still changes
    {SUM, 4, 99, 0},  {TAKE, 2, 20, 0}, {TAKE, 2, 0, 0},       {FIND, 2, 0, 0},
    {PUT, 5, 50, 0}, // there is room again
    {FIND, 5, 50, 0}, {DROP, 5, 1, 0},	{DROP, 5, 0, 0},       {FIND, 5, 0, 0},
    {SUM, 3, 79, 0},  {PUT, 5, 51, 0},	{FIND, 3, 30, 0},      {FIND, 5, 51, 0},
    {END, 0, 0, 0},
};

struct sum {
	uint32_t n;
	uint64_t sum;
};

static void add_element(void *arg, const void *key, const void *value)
{
	const struct value *v = value;
	struct sum *sum = arg;

	assert_int_equal(v->word[0], v->word[2]);
	sum->n++;
	sum->sum += v->word[0];
}

static void take_step(struct dt_store *s, const struct step *step)
{
	static const enum dt_put ways[] = {
	    [PUT] = DT_PUT_ANY, [NEW] = DT_PUT_NEW, [KNOWN] = DT_PUT_KNOWN};
	const struct key k = key_of(step->key);
	struct sum sum = {0};

	switch (step->what) {
	case PUT:
	case NEW:
	case KNOWN:
		assert_int_equal(put(s, HASH, step->key, step->value, ways[step->what]),
				 step->error);
		break;
	case FIND:
	case TAKE:
		assert_int_equal(read_value(s, HASH, step->key, step->what == TAKE), step->value);
		break;
	case DROP:
		assert_int_equal(s->type->take(s, HASH, &k, NULL), step->value);
		break;
	case SUM:
		assert_int_equal(s->type->each(s, HASH, add_element, &sum), 0);
		assert_int_equal(sum.n, step->key);
		assert_int_equal(sum.sum, step->value);
		break;
	case END:
		break;
	}
}

static void operations_have_the_same_results(void **state)
{
	struct fixture *x = *state;

	for (size_t i = 0; i < x->n_stores; i++)
		for (const struct step *step = steps; step->what != END; step++)
			take_step(x->stores[i], step);
}

/** Several batches of the kernel. */
static void each_element_is_passed_once(void **state)
{
	struct fixture *x = *state;

	for (size_t i = 0; i < x->n_stores; i++) {
		struct dt_store *s = x->stores[i];
		struct sum sum = {0};
		uint64_t all = 0;

		for (uint32_t n = 0; n < KEYS; n++) {
			uint64_t v = UINT64_C(1) << 32 | n;
			bool is_in = put(s, MANY, n, v, DT_PUT_NEW) == 0;

			all += is_in ? v : 0;
			sum.n -= is_in;
		}
		assert_int_equal(s->type->each(s, MANY, add_element, &sum), 0);
		assert_int_equal(sum.n, 0);
		assert_int_equal(sum.sum, all);
		assert_true(all >> 32 > KEYS * 9 / 10);
	}
}

static void arrays_are_mapped(void **state)
{
	struct fixture *x = *state;

	for (size_t i = 0; i < x->n_stores; i++) {
		const struct dt_store *s = x->stores[i];
		uint8_t *memory = s->memory[WORDS];

		assert_null(s->memory[HASH]);
		assert_non_null(memory);
		assert_true(s->n_cpus >= s->n_present && s->n_present);
		for (unsigned cpu = 0; cpu < s->n_cpus; cpu++)
			assert_int_equal(memory[cpu * 64], 0);
		assert_int_equal(s->wake_fd, -1); // DT_MAP_WAKE is another map here
	}
}

// ---- threads

struct work {
	struct dt_store *s;
	uint32_t seed;
	uint64_t put, taken; // sums of values
	uint64_t broken;     // values that are not those of their key
	bool reads;
};

static void check_element(void *arg, const void *key, const void *value)
{
	const struct value *v = value;
	const struct key *k = key;
	struct work *w = arg;

	w->broken +=
	    v->word[0] != v->word[1] || v->word[0] != v->word[2] || v->word[0] % 16 != k->number;
}

/** Puts new keys, takes them, and reads them, in a random order. */
static void *churn(void *arg)
{
	struct work *w = arg;
	struct dt_store *s = w->s;

	for (uint32_t n = 0; n < 40000; n++) {
		uint32_t random = w->seed = w->seed * 1664525 + 1013904223,
			 number = random >> 20 & 15;
		const struct key k = key_of(number);
		uint64_t v = (uint64_t)n * 16 + number;
		struct value value = {{v, v, v}};

		if (random >> 28 < 8) {
			if (!s->type->put(s, BUSY, &k, &value, DT_PUT_NEW))
				w->put += v;
		} else if (random >> 28 < 15) {
			if (!s->type->take(s, BUSY, &k, &value))
				continue;
			w->taken += value.word[0];
			w->broken +=
			    value.word[0] != value.word[1] || value.word[0] != value.word[2];
			check_element(w, &k, &value);
		} else if (w->reads) {
			if (s->type->find(s, BUSY, &k, &value))
				check_element(w, &k, &value);
			s->type->each(s, BUSY, check_element, w);
		}
	}
	return NULL;
}

/** No value is lost, taken twice, or mixed with another one. The kernel may use an element for
 *  another key while a thread reads it (bpf_mem_alloc), so only the region is read. */
static void threads_take_what_others_put(void **state)
{
	struct fixture *x = *state;

	for (size_t i = 0; i < x->n_stores; i++) {
		struct work work[THREADS] = {0};
		pthread_t threads[THREADS];
		uint64_t balance = 0;
		struct sum left = {0};

		for (uint32_t n = 0; n < THREADS; n++) {
			work[n] = (struct work){
			    .s = x->stores[i],
			    .seed = n + 1,
			    .reads = x->stores[i] == &x->region.store,
			};
			assert_int_equal(pthread_create(&threads[n], NULL, churn, &work[n]), 0);
		}
		for (uint32_t n = 0; n < THREADS; n++)
			pthread_join(threads[n], NULL);
		for (uint32_t n = 0; n < THREADS; n++) {
			balance += work[n].put - work[n].taken;
			assert_int_equal(work[n].broken, 0);
			assert_true(work[n].taken);
		}
		x->stores[i]->type->each(x->stores[i], BUSY, add_element, &left);
		assert_int_equal(balance, left.sum);
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(operations_have_the_same_results),
	    TEST(each_element_is_passed_once),
	    TEST(arrays_are_mapped),
	    TEST(threads_take_what_others_put),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
