/* SPDX-License-Identifier: BSD-2-Clause */
// Tests of the cells of aggregations: the runtime's functions, compiled for the host, and the
// consumer's functions on the shared memory. Threads represent CPUs.
#include "consume/agg/read/cells.h"

#include "consume_fixture.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#include "../../runtime/cells.bpf.c"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

enum { SIZE = 1 << 20, THREADS = 4 };

static uint8_t *memory;
static struct dt_cells cells;
static __thread u32 cpu;

void *dt_table_cells(void)
{
	return memory;
}

u64 dt_cells_size(void)
{
	return SIZE;
}

u32 bpf_get_smp_processor_id(void)
{
	return cpu;
}

void *bpf_map_lookup_elem(void *map, const void *key)
{
	return map;
}

static int setup(void **state)
{
	memory = dt_zalloc(SIZE);
	return 0;
}

static int teardown(void **state)
{
	free(memory);
	return 0;
}

static uint32_t place_tail(uint32_t key, uint32_t tail, int is_stack, uint32_t value, uint64_t size)
{
	uint32_t end;

	cells = dt_cells_layout(64, key, tail, is_stack, value, size, &end);
	return end;
}

static uint32_t place_text(uint32_t key, uint32_t tail, uint32_t value, uint64_t size)
{
	return place_tail(key, tail, 0, value, size);
}

static uint32_t lay_out(uint32_t key, uint32_t value, uint64_t size)
{
	return place_text(key, key, value, size);
}

/** Returns the value of the key on this CPU, or NULL if it has no cell. */
static uint64_t *value_of(void *key, uint32_t size)
{
	s64 at = size <= 16	? dt_cell_16(key, &cells)
		 : size <= 64	? dt_cell_64(key, &cells)
		 : size <= 512	? dt_cell_512(key, &cells)
		 : size <= 1024 ? dt_cell_1024(key, &cells)
				: dt_cell_4096(key, &cells);

	return at < 0 ? NULL : (uint64_t *)(memory + at);
}

static void cells_lie_in_their_memory(void **state)
{
	static const uint64_t sizes[] = {0, 500, 4096, 65536, 1 << 19};

	for (size_t i = 0; i < dt_array_len(sizes); i++)
		for (uint32_t key = 8; key <= 4096; key += 56) {
			uint32_t end = lay_out(key, 16, sizes[i]);

			assert_true(end <= 64 + sizes[i] + 64);
			if (!cells.n)
				continue;
			assert_int_equal(cells.n & (cells.n - 1), 0);
			assert_int_equal(cells.cells % 8, 0);
			assert_int_equal(cells.stride % 8, 0);
			assert_true(cells.cells + cells.n * cells.stride <= end);
		}
	lay_out(4104, 8, 1 << 19);
	assert_int_equal(cells.n, 0);
}

/** Each key has its own value for each CPU, until there are no more cells. */
static void keys_have_values_of_their_own(void **state)
{
	static const uint32_t sizes[] = {8, 16, 24, 64, 72, 264, 512, 808, 1024, 1064, 4096};

	for (size_t i = 0; i < dt_array_len(sizes); i++) {
		uint64_t key[4096 / 8] = {0}, *value;
		uint32_t last = sizes[i] / 8 - 1, n = 0;

		memset(memory, 0, SIZE);
		lay_out(sizes[i], 8, 1 << 18);
		for (uint32_t k = 0; k < cells.n / 2; k++)
			for (cpu = 0; cpu < 2; cpu++) {
				key[last] = k;
				key[0] += last ? 0 : 7;
				value = value_of(key, sizes[i]);
				assert_non_null(value);
				assert_int_equal(*value, 0);
				*value = ++n;
			}
		key[last] = 1 << 20;
		assert_null(value_of(key, sizes[i]));
	}
}

/** A key's cell is found again if its bucket had room. */
static void keys_are_found_again(void **state)
{
	uint64_t key[2] = {0}, *value;
	uint32_t found = 0;

	lay_out(16, 8, 1 << 19);
	for (int round = 0; round < 2; round++)
		for (uint32_t k = 0; k < cells.n / 2; k++) {
			key[0] = k;
			key[1] = k * 4096ULL;
			value = value_of(key, 16);
			assert_non_null(value);
			assert_true(*value == 0 || *value == k + 1);
			found += *value != 0;
			*value = k + 1;
		}
	assert_true(found > cells.n / 2 * 99 / 100);
}

/** Writes a key: words, the last of which distinguishes keys, and a text of that length. */
static void write_text(uint8_t *key, uint32_t tail, uint32_t length, uint64_t word)
{
	memset(key, 0, 1024);
	memcpy(key + tail - sizeof(word), &word, sizeof(word));
	memset(key + tail, 'x', length);
}

/** Keys that end with texts of different lengths are different, and so are keys that differ only
 *  before the text. */
static void keys_end_with_texts(void **state)
{
	static const uint32_t tails[] = {8, 48, 56, 64, 72, 120, 136};

	for (size_t i = 0; i < dt_array_len(tails); i++) {
		uint8_t key[1024];
		uint32_t again = 0, n = 0;

		memset(memory, 0, SIZE);
		place_text(tails[i] + 256, tails[i], 8, SIZE - 128);
		for (int round = 0; round < 2; round++)
			for (uint32_t length = 0; length < 256; length++)
				for (uint64_t word = 0; word < 2; word++) {
					uint64_t number = length * 2 + word + 1, *value;

					write_text(key, tails[i], length, word);
					value = value_of(key, tails[i] + 256);
					assert_non_null(value);
					assert_true(*value == 0 || *value == number);
					assert_memory_equal((uint8_t *)value - cells.key, key,
							    cells.key);
					again += *value == number;
					*value = number;
					n++;
				}
		assert_true(again > n / 2 * 95 / 100);
	}
}

/** Writes a key that ends with a stack of `n` frames: number `which` is `frame`, the others are 0.
 */
static void write_stack(uint64_t *key, uint32_t tail, uint64_t n, uint32_t which, uint64_t frame)
{
	memset(key, 0, 1024);
	key[tail / 8] = n;
	if (n)
		key[tail / 8 + 1 + which] = frame;
}

/** Keys that end with different stacks are different, for all depths. */
static void keys_end_with_stacks(void **state)
{
	static const uint32_t tails[] = {0, 8, 48, 56, 64, 120};

	for (size_t i = 0; i < dt_array_len(tails); i++) {
		uint64_t key[128], again = 0, n = 0;
		uint32_t size = tails[i] + 8 + 8 * 24;

		memset(memory, 0, SIZE);
		place_tail(size, tails[i], 1, 8, SIZE - 128);
		for (int round = 0; round < 2; round++)
			for (uint32_t depth = 1; depth <= 24; depth++)
				for (uint32_t which = 0; which < depth; which++) {
					uint64_t number = depth * 32 + which, *value;

					write_stack(key, tails[i], depth, which, 1ULL << depth);
					value = value_of(key, size);
					assert_non_null(value);
					assert_true(*value == 0 || *value == number);
					assert_memory_equal((uint8_t *)value - cells.key, key,
							    cells.key);
					again += *value == number;
					*value = number;
					n++;
				}
		assert_true(again > n / 2 * 95 / 100);
	}
}

/** Two keys with equal hashes are different, at whatever word they differ. */
static void equal_hashes_are_not_equal_keys(void **state)
{
	enum { TAIL = 24 };

	for (uint32_t at = 0; at < 15; at += at % 8 == 6 ? 2 : 1) { // two words of one piece
		uint64_t key[128] = {0}, *value, *other;

		memset(memory, 0, SIZE);
		place_text(TAIL + 256, TAIL, 8, SIZE - 128);
		memset(key, 'x', TAIL + 130);
		value = value_of(key, TAIL + 256);
		assert_non_null(value);
		// The sum in the hash stays the same.
		key[at] += 0x9e3779b97f4a7c15ULL + 2 * (at % 8 + 1) * 0x6a09e667f3bcc909ULL;
		key[at + 1] -= 0x9e3779b97f4a7c15ULL + 2 * (at % 8) * 0x6a09e667f3bcc909ULL;
		other = value_of(key, TAIL + 256);
		assert_null(other);
	}
}

static void *hammer_cells(void *arg)
{
	cpu = (u32)(uintptr_t)arg / 2; // two on each CPU, which interrupt each other anywhere
	for (uint64_t i = 0; i < 200000; i++) {
		uint64_t key = i % 1000, *value = value_of(&(uint64_t[2]){key}, 8);

		assert_non_null(value);
		__atomic_fetch_add(value, 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

/** With any interruptions, the values of all cells add up to the number of updates. */
static void no_update_is_lost(void **state)
{
	uint64_t sums[1000] = {0};
	pthread_t threads[THREADS];

	lay_out(8, 8, 1 << 19);
	for (uintptr_t i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, hammer_cells, (void *)i), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (uint32_t i = 0; i < cells.n; i++) {
		uint64_t *cell = (uint64_t *)(memory + cells.cells + i * cells.stride);

		if (cell[0])
			sums[cell[1]] += cell[2];
	}
	for (int i = 0; i < 1000; i++)
		assert_int_equal(sums[i], THREADS * 200);
}

/** The consumer's view of the cells: an aggregation whose only key is a number. */
struct view {
	struct fixture f;
	struct dt_field key;
	struct dt_aggs *aggs;
	struct dt_agg *agg;
};

static void view_init(struct view *v, const char *function)
{
	struct dt_agg_desc *d = &v->f.aggs[0];

	lay_out(8, 16, 4096);
	fixture_init(&v->f, 4096);
	v->key = (struct dt_field){.kind = DT_FIELD_INT, .size = 8};
	d->name = function;
	d->func = dt_agg_function(function);
	d->value_size = 8 * (uint32_t)d->func->words(d->params);
	d->keys = &v->key;
	d->n_keys = 1;
	d->key_size = 8;
	d->cells = cells;
	v->f.program.n_aggs = 1;
	v->f.program.tables[DT_TABLE_CELLS] = FIXTURE_SPECS;
	v->f.memory[FIXTURE_SPECS] = memory;
	assert_null(fixture_try(&v->f));
	v->aggs = &v->f.consumer->aggs;
	v->agg = &v->aggs->v[0];
}

static void update_key(uint64_t key, uint64_t by)
{
	uint64_t *value = value_of(&(uint64_t[2]){key}, 8);

	assert_non_null(value);
	*value += by;
}

/** Takes a snapshot and returns the value of the key; 0: it is not shown. */
static uint64_t shown_value(struct view *v, uint64_t key)
{
	const struct dt_agg_elem *e;

	dt_agg_begin(v->agg);
	dt_agg_cells_read(v->aggs, v->agg);
	dt_agg_end(v->agg);
	e = dt_agg_find(v->aggs, v->agg, (const uint8_t *)&key);
	return e && e->present ? e->value[0] : 0;
}

/** Hides a key and marks it as doomed, as trunc() does. */
static void hide_key(struct view *v, uint64_t key)
{
	struct dt_agg_elem *e = dt_agg_find(v->aggs, v->agg, (const uint8_t *)&key);

	dt_elems_add_base(&v->agg->elems, e);
	e->base[0] += e->value[0];
	e->hidden = e->doomed = true;
	e->present = false;
}

static void the_consumer_adds_the_cpus_up(void **state)
{
	struct view v;

	view_init(&v, "sum");
	for (cpu = 0; cpu < 3; cpu++)
		update_key(5, 10 + cpu);
	cpu = 0;
	update_key(6, 1);
	assert_int_equal(shown_value(&v, 5), 33);
	assert_int_equal(shown_value(&v, 6), 1);
	dt_agg_cells_zero(v.aggs, v.agg, false);
	update_key(6, 2);
	assert_int_equal(shown_value(&v, 6), 2);
	fixture_deinit(&v.f);
}

/** A cell is freed in the second step. An update by a late program in between still counts. */
static void cells_are_freed_in_two_steps(void **state)
{
	uint64_t *late;
	struct view v;

	view_init(&v, "count");
	update_key(7, 4);
	assert_int_equal(shown_value(&v, 7), 4);
	hide_key(&v, 7);
	late = value_of(&(uint64_t[2]){7}, 8);
	dt_agg_cells_delete(v.aggs, v.agg);
	assert_ptr_not_equal(value_of(&(uint64_t[2]){7}, 8), late); // not in its bucket any more
	*late += 1;
	assert_int_equal(shown_value(&v, 7), 1);
	dt_agg_cells_delete(v.aggs, v.agg);
	assert_int_equal(*late, 0);
	assert_int_equal(shown_value(&v, 7), 1);
	update_key(7, 1);
	assert_int_equal(shown_value(&v, 7), 2);
	fixture_deinit(&v.f);
}

static bool matches_any(const struct dt_elems *e, const struct dt_agg_elem *elem)
{
	return true;
}

/** After two trunc() of one reading, an update between them still counts, although its cell is
 * freed without having been read and its element is already removed. */
static void what_was_never_read_counts(void **state)
{
	struct view v;

	view_init(&v, "count");
	update_key(7, 4);
	assert_int_equal(shown_value(&v, 7), 4);
	hide_key(&v, 7);
	dt_agg_cells_delete(v.aggs, v.agg);
	dt_agg_cells_delete(v.aggs, v.agg);
	update_key(7, 3);
	dt_agg_cells_delete(v.aggs, v.agg);
	dt_elems_remove(&v.agg->elems, matches_any);
	dt_agg_cells_delete(v.aggs, v.agg);
	assert_int_equal(shown_value(&v, 7), 3);
	fixture_deinit(&v.f);
}

/** Asserts that free cells are zero: programs rely on it and write no zeros after a key's end. */
static void free_cells_hold_nothing(void)
{
	for (uint32_t i = 0; i < cells.n; i++) {
		const uint64_t *cell = (uint64_t *)(memory + cells.cells + i * cells.stride);

		for (uint32_t w = 1; !cell[0] && w < cells.stride / 8; w++)
			assert_int_equal(cell[w], 0);
	}
}

/** Cells of removed keys are used again. */
static void cells_are_used_again(void **state)
{
	struct view v;

	view_init(&v, "count");
	for (uint64_t round = 0; round < 50; round++) {
		for (uint64_t k = 0; k < cells.n / 2; k++)
			update_key(round * 1000 + k, 1);
		for (uint64_t k = 0; k < cells.n / 2; k++)
			assert_int_equal(shown_value(&v, round * 1000 + k), 1);
		for (uint64_t k = 0; k < cells.n / 2; k++)
			hide_key(&v, round * 1000 + k);
		dt_agg_cells_delete(v.aggs, v.agg);
		dt_agg_cells_delete(v.aggs, v.agg);
		free_cells_hold_nothing();
	}
	fixture_deinit(&v.f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(cells_lie_in_their_memory, setup, teardown),
	    cmocka_unit_test_setup_teardown(keys_have_values_of_their_own, setup, teardown),
	    cmocka_unit_test_setup_teardown(keys_are_found_again, setup, teardown),
	    cmocka_unit_test_setup_teardown(keys_end_with_texts, setup, teardown),
	    cmocka_unit_test_setup_teardown(keys_end_with_stacks, setup, teardown),
	    cmocka_unit_test_setup_teardown(equal_hashes_are_not_equal_keys, setup, teardown),
	    cmocka_unit_test_setup_teardown(no_update_is_lost, setup, teardown),
	    cmocka_unit_test_setup_teardown(the_consumer_adds_the_cpus_up, setup, teardown),
	    cmocka_unit_test_setup_teardown(cells_are_freed_in_two_steps, setup, teardown),
	    cmocka_unit_test_setup_teardown(what_was_never_read_counts, setup, teardown),
	    cmocka_unit_test_setup_teardown(cells_are_used_again, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
