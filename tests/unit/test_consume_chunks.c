/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of records in a pool of chunks: the target claims them by the function of its programs. The
 * consumer has two stores, that of the kernel and that of the target.
 */
#include "consume_fixture.h"

#include "base/time.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#include "../../runtime/native/claim.bpf.c"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

enum { RING = 4096, CHUNK = 4096, CHUNKS = 8, LANES = 2 * DT_NATIVE_LEVELS, RECORD = 32 };

/** The shared memory, and the description of its map. */
struct shared {
	struct dt_native_map map;
	uint64_t is_full, labels[CHUNKS];
	uint8_t chunks[CHUNKS][CHUNK];
};

struct test {
	struct fixture kernel, target;
	struct shared shared;
	struct dt_native_level levels[LANES];
};

static struct test *test;
static uint64_t under_way;

static uint64_t tell_oldest(struct dt_store *s, uint64_t after, uint64_t now)
{
	return under_way > after ? under_way : UINT64_MAX;
}

static const struct dt_field word = {.kind = DT_FIELD_INT, .size = 8};
static const struct dt_action_desc show = {
    .act = "printf", .format = "%d ", .fields = &word, .n_fields = 1, .guard = -1};

static int setup(void **state)
{
	static struct dt_store_type type;
	struct shared *s;

	*state = test = dt_zalloc(sizeof(*test));
	s = &test->shared;
	fixture_init(&test->kernel, RING);
	fixture_init(&test->target, RING);
	s->map = (struct dt_native_map){
	    .stride = CHUNK, .n = CHUNKS, .distance = (char *)s->chunks - (char *)&s->map};
	type = *test->target.store.type;
	type.oldest = tell_oldest;
	under_way = UINT64_MAX;
	test->target.store.type = &type;
	test->target.store.is_foreign = test->target.store.is_of_slots = true;
	test->target.store.pool = (struct dt_store_pool){
	    .head = (void *)&s->is_full, .n_chunks = CHUNKS, .chunk = CHUNK, .n_lanes = LANES};
	test->target.memory[DT_MAP_RINGS] = s->chunks;
	test->kernel.stores[test->kernel.n_stores++] = &test->target.store;
	test->kernel.options.v[DT_OPT_quiet] = true;
	test->kernel.clauses[test->kernel.program.n_clauses++] = (struct dt_clause_desc){
	    .actions = &show, .n_actions = 1, .payload = 8, .records = true};
	for (unsigned i = 0; i < LANES; i++)
		test->levels[i].lane = i + 1;
	fixture_start(&test->kernel);
	return 0;
}

static int teardown(void **state)
{
	fixture_deinit(&test->kernel);
	fixture_deinit(&test->target);
	free(test);
	return 0;
}

/** Claims a record on a level and fills it. Returns its header, which is open, or NULL. */
static struct dt_ring_hdr *claim(unsigned level, uint64_t time, uint64_t value)
{
	const struct dt_rec head = {.time = time, .probe = 4};
	u64 at = dt_native_claim(sizeof(struct dt_ring_hdr) + sizeof(head) + sizeof(value),
				 (u64)&test->shared.map, 0, (u64)&test->levels[level]);

	if (!at)
		return NULL;
	memcpy((void *)at, &head, sizeof(head));
	memcpy((char *)at + sizeof(head), &value, sizeof(value));
	return (struct dt_ring_hdr *)at - 1;
}

static bool put_record(unsigned level, uint64_t time, uint64_t value)
{
	struct dt_ring_hdr *hdr = claim(level, time, value);

	if (hdr)
		hdr->word &= ~(u32)DT_RING_OPEN;
	return hdr;
}

static const char *printed(bool all)
{
	test->kernel.consumer->pending_since = 1; // what is there is due
	assert_null(dt_consumer_work(test->kernel.consumer, all));
	fflush(test->kernel.out);
	return test->kernel.text;
}

/** Returns the number of chunks with a label. */
static unsigned count_labels(void)
{
	unsigned n = 0;

	for (unsigned i = 0; i < CHUNKS; i++)
		n += test->shared.labels[i] != 0;
	return n;
}

/** Adds up the records, which must have ascending times. */
struct sum {
	uint64_t n, last;
};

static void add_record(void *arg, unsigned cpu, const struct dt_entry *e,
		       const struct dt_entry *end)
{
	struct sum *s = arg;

	assert_true(e->time >= s->last);
	s->last = e->time;
	s->n++;
}

/** One level may use all chunks. The consumer gives back each chunk that it has read, but for the
 * last. */
static void a_level_may_fill_the_pool(void **state)
{
	struct dt_timeline *t = &test->kernel.consumer->timeline;
	struct sum sum = {0};
	uint64_t n = 0;

	for (unsigned round = 1; round <= 3; round++) {
		while (put_record(0, n + 1, n))
			n++;
		assert_false(put_record(1, n + 1, n)); // is_full is set
		assert_int_equal(count_labels(), CHUNKS);
		assert_true(dt_timeline_pending(t));
		assert_true(dt_timeline_filling(t, 2));
		dt_timeline_drain(t, DT_TIMELINE_READY, add_record, &sum, NULL);
		assert_int_equal(sum.n, n);
		assert_int_equal(count_labels(), 1);
		assert_false(dt_timeline_pending(t));
		assert_false(dt_timeline_filling(t, 2));
	}
	assert_int_equal(n, (CHUNKS + 2 * (CHUNKS - 1)) * (CHUNK / RECORD));
}

static void lanes_are_merged_by_time(void **state)
{
	fixture_record(&test->kernel, 0, 300, 0, 4, &(uint64_t){3}, 8);
	put_record(DT_NATIVE_LEVELS, 100, 1);
	put_record(0, 200, 2);
	put_record(0, 400, 4);
	put_record(1, 350, 5);
	assert_string_equal(printed(true), "1 2 3 5 4 ");
}

/** A firing that is left by a jump, or whose thread is killed, loses its record and no chunk. */
static void left_records_are_passed(void **state)
{
	struct dt_ring_hdr *hdr;

	put_record(0, 100, 1);
	claim(0, 200, 2);
	printed(false);
	put_record(0, 300, 3);
	assert_string_equal(printed(false), "1 3 ");
	claim(0, 400, 4);
	printed(false);
	test->levels[0].room = 0; // left while it claimed a chunk
	put_record(0, 500, 5);
	assert_string_equal(printed(false), "1 3 5 ");
	assert_int_equal(count_labels(), 1);
	dt_drops_report(test->kernel.consumer);
	assert_string_equal(dt_str_text(&test->kernel.messages),
			    "2 drops (signal handlers have jumped out of the firings)\n");
	hdr = claim(0, 600, 6);
	hdr->word &= ~(u32)DT_RING_OPEN;
	assert_string_equal(printed(true), "1 3 5 6 ");
}

/** A claim that fails uses up its number. */
static void numbers_without_a_chunk_are_passed(void **state)
{
	put_record(0, 100, 1);
	test->levels[0].room = 0;
	test->levels[0].n_chunks += 3;
	put_record(0, 200, 2);
	assert_string_equal(printed(false), "1 2 ");
}

/** Nothing but the firings under way holds back what others record: no open record of the target,
 * though it changes all the time. */
static void open_records_delay_only_their_lane(void **state)
{
	const uint64_t now = dt_now();

	put_record(0, 1, 1);
	for (uint64_t k = 0; k < 10; k++) {
		struct dt_ring_hdr *hdr = claim(0, 2, 2);
		size_t len = test->kernel.text_len;

		fixture_record(&test->kernel, 0, now - 90000000 + k, 0, 4, &k, 8);
		printed(false);
		assert_true(test->kernel.text_len > len);
		hdr->word &= ~(u32)DT_RING_OPEN;
	}
}

/** A record that a long firing holds open does not delay those before it for ever. */
static void an_open_record_delays_its_lane_for_a_while(void **state)
{
	struct dt_timeline *t = &test->kernel.consumer->timeline;

	t->endurance = 2000000;
	put_record(0, 100, 1);
	claim(0, 100, 2);
	for (uint64_t end = dt_now() + 10 * t->endurance; dt_now() < end;)
		printed(false);
	assert_string_equal(printed(false), "1 ");
	assert_true(dt_consumer_is_held(test->kernel.consumer));
}

/** A record that comes while the rings are read has its own time. */
static void times_of_a_pass_remain(void **state)
{
	struct dt_timeline *t = &test->kernel.consumer->timeline;
	struct sum sum = {0};

	put_record(0, dt_now() + 500, 1);
	put_record(DT_NATIVE_LEVELS, dt_now() + 100, 2);
	dt_timeline_drain(t, dt_now() + 1000000, add_record, &sum, NULL);
	assert_int_equal(sum.n, 2);
}

/** The target writes anything anywhere: no read leaves the pool, no drain is endless, and records
 * of the kernel arrive. */
static void chunks_hold_anything(void **state)
{
	struct dt_timeline *t = &test->kernel.consumer->timeline;
	uint32_t *words = (uint32_t *)test->shared.chunks;

	srandom(1);
	for (unsigned k = 0; k < 20000; k++) {
		for (unsigned i = 0; i < 64; i++)
			words[(unsigned long)random() % (CHUNKS * CHUNK / 4)] =
			    random() & 1 ? (uint32_t)random()
					 : (uint32_t)(random() & 0x78) | (random() & 3u) << 29;
		for (unsigned i = 0; i < 2; i++)
			test->shared.labels[(unsigned long)random() % CHUNKS] =
			    random() & 3 ? DT_NATIVE_LABEL((uint64_t)random() % (LANES + 2),
							   (uint64_t)random() % 8)
					 : (uint64_t)random() << (random() & 31);
		test->shared.is_full = (uint64_t)random() & 1;
		put_record((unsigned)random() % LANES, k, k);
		dt_timeline_drain(t, k % 64 ? DT_TIMELINE_READY : DT_TIMELINE_ALL, add_record,
				  &(struct sum){0}, NULL);
		dt_timeline_pending(t);
	}
	fixture_record(&test->kernel, 0, 100, 0, 4, &(uint64_t){77}, 8);
	assert_non_null(strstr(printed(true), "77 "));
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
	    TEST(a_level_may_fill_the_pool),
	    TEST(lanes_are_merged_by_time),
	    TEST(left_records_are_passed),
	    TEST(numbers_without_a_chunk_are_passed),
	    TEST(open_records_delay_only_their_lane),
	    TEST(an_open_record_delays_its_lane_for_a_while),
	    TEST(times_of_a_pass_remain),
	    TEST(chunks_hold_anything),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
