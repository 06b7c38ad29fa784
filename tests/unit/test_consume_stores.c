/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of a consumer of two stores, as two executors have them. Each store is that of a fixture;
 * the consumer is that of the first.
 */
#include "consume_fixture.h"

#include "base/time.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <unistd.h>

enum { RING = 4096, HASH = DT_N_STD_MAPS };

struct two {
	struct fixture a, b;
	int n_cleared; // calls of clear_wake
};

static struct two *two;

static void clear_wake(struct dt_store *s)
{
	two->n_cleared++;
}

static int setup(void **state)
{
	*state = two = dt_zalloc(sizeof(*two));
	fixture_init(&two->a, RING);
	fixture_init(&two->b, RING);
	two->a.stores[two->a.n_stores++] = &two->b.store;
	return 0;
}

static int teardown(void **state)
{
	fixture_deinit(&two->a);
	fixture_deinit(&two->b);
	free(two);
	return 0;
}

static const struct dt_field word = {.kind = DT_FIELD_INT, .size = 8};
static const struct dt_action_desc show = {
    .act = "printf", .format = "%d ", .fields = &word, .n_fields = 1, .guard = -1};
static const struct dt_action_desc leave = {
    .act = "exit", .fields = &word, .n_fields = 1, .guard = -1};

static void add_clause(const struct dt_action_desc *action)
{
	two->a.options.v[DT_OPT_quiet] = action != NULL;
	two->a.clauses[two->a.program.n_clauses++] = (struct dt_clause_desc){
	    .actions = action, .n_actions = action != NULL, .payload = 8, .records = true};
}

/** Records the number `value` at a time. */
static void put_record(struct fixture *f, unsigned cpu, uint64_t time, uint32_t clause,
		       uint64_t value)
{
	assert_true(fixture_record(f, cpu, time, clause, 4, &value, sizeof(value)));
}

static const char *printed(void)
{
	assert_null(dt_consumer_work(two->a.consumer, true));
	fflush(two->a.out);
	return two->a.text;
}

static void records_are_merged_by_time(void **state)
{
	add_clause(&show);
	fixture_start(&two->a);
	put_record(&two->a, 0, 100, 0, 1);
	put_record(&two->b, 0, 200, 0, 2);
	put_record(&two->b, 1, 300, 0, 3);
	put_record(&two->a, 0, 400, 0, 4);
	put_record(&two->b, 0, 500, 0, 5);
	put_record(&two->a, 1, 600, 0, 6);
	assert_string_equal(printed(), "1 2 3 4 5 6 ");
	assert_int_equal(two->b.cpus[0].tail, two->b.cpus[0].head);
}

static void a_record_has_the_number_of_its_ring(void **state)
{
	add_clause(NULL);
	fixture_start(&two->a);
	put_record(&two->a, 1, 100, 0, 0);
	put_record(&two->b, 0, 200, 0, 0);
	put_record(&two->b, 1, 300, 0, 0);
	assert_string_equal(printed(), "CPU     ID                    FUNCTION:NAME\n"
				       "  1      4                      write:entry \n"
				       "  0      4                      write:entry \n"
				       "  1      4                      write:entry \n");
}

static void pending_records_of_both_are_due(void **state)
{
	add_clause(&show);
	fixture_start(&two->a);
	assert_true(dt_consumer_due(two->a.consumer) > dt_now() + 100000000);
	put_record(&two->b, 0, 100, 0, 1);
	assert_true(dt_consumer_due(two->a.consumer) < dt_now() + 100000000);
}

/** Adds up all bytes of the record, so that a sanitizer sees each read. */
static void touch_record(void *arg, unsigned cpu, const struct dt_entry *e,
			 const struct dt_entry *end)
{
	uint64_t *sum = arg;

	for (uint32_t i = 0; i < e->len; i++)
		*sum += e->rec[i];
}

/** A process that shares a store writes anything anywhere: no read leaves the ring, no drain is
 *  endless, and records of the other store arrive. */
static void foreign_rings_hold_anything(void **state)
{
	struct fixture *b = &two->b;
	uint64_t sum = 0;

	add_clause(&show);
	b->store.is_foreign = b->store.is_of_slots = true;
	fixture_start(&two->a);
	srandom(1);
	for (unsigned k = 0; k < 5000; k++) {
		struct dt_timeline *t = &two->a.consumer->timeline;
		uint32_t *words = b->store.memory[DT_MAP_RINGS];
		unsigned cpu = k & 1;

		for (unsigned i = 0; i < 64; i++)
			words[(unsigned long)random() % (2 * RING / 4)] =
			    random() & 1 ? (uint32_t)random()
					 : (uint32_t)(random() & 0x78) | (random() & 3u) << 29;
		b->cpus[cpu].head = random() & 1 ? b->cpus[cpu].head + (random() & 0xff8)
						 : (uint64_t)random() << (random() & 31);
		if (!(k % 16))
			b->cpus[cpu].tail = (uint64_t)random();
		dt_timeline_drain(t, k % 64 ? DT_TIMELINE_READY : DT_TIMELINE_ALL, touch_record,
				  &sum, NULL);
	}
	put_record(&two->a, 0, 100, 0, 77);
	assert_non_null(strstr(printed(), "77 "));
}

static uint64_t under_way;

static uint64_t tell_oldest(struct dt_store *s, uint64_t after, uint64_t now)
{
	return under_way > after ? under_way : UINT64_MAX;
}

/** A record waits for a firing that began before it and may still write one, but not for long. */
static void records_wait_for_older_firings(void **state)
{
	struct dt_store_type type = *two->b.store.type;
	const uint64_t now = dt_now();

	type.oldest = tell_oldest;
	two->b.store.type = &type;
	add_clause(&show);
	fixture_start(&two->a);
	two->a.consumer->pending_since = 1;
	put_record(&two->a, 0, now - 30000000, 0, 2);
	under_way = now - 40000000;
	assert_null(dt_consumer_work(two->a.consumer, false));
	put_record(&two->b, 0, under_way, 0, 1);
	under_way = now - 10000000000;
	assert_string_equal(printed(), "1 2 ");
}

/** Chunks that claim to be skipped, each because of the next one, lead around the ring at most
 * once. */
static void foreign_chunks_are_not_skipped_for_ever(void **state)
{
	struct fixture *b = &two->b;
	struct dt_ring_hdr *first = b->store.memory[DT_MAP_RINGS];
	uint64_t sum = 0;

	add_clause(&show);
	two->a.options.v[DT_OPT_bufpolicy] = DT_BUFPOLICY_RING;
	b->store.is_foreign = true;
	fixture_start(&two->a);
	first[0] = first[RING / 2 / sizeof(*first)] = (struct dt_ring_hdr){16, RING / 2};
	b->cpus[0].head = 1ULL << 62;
	alarm(20); // it would last for years
	dt_timeline_drain(&two->a.consumer->timeline, DT_TIMELINE_ALL, touch_record, &sum, NULL);
	alarm(0);
	assert_int_equal(two->a.consumer->timeline.lanes[2].ring.damaged, 1);
}

/** Nothing waits for a record of the future. */
static void foreign_times_are_not_of_the_future(void **state)
{
	add_clause(&show);
	two->b.store.is_foreign = true;
	fixture_start(&two->a);
	put_record(&two->b, 0, UINT64_MAX - 9, 0, 1);
	put_record(&two->a, 0, 100, 0, 2);
	assert_string_equal(printed(), "2 1 ");
	put_record(&two->b, 0, UINT64_MAX - 9, 0, 3);
	dt_timeline_drain(&two->a.consumer->timeline, dt_now() + 1000000000, touch_record,
			  &(uint64_t){0}, NULL);
	assert_false(dt_timeline_pending(&two->a.consumer->timeline));
}

static void drops_are_added_up(void **state)
{
	fixture_start(&two->a);
	two->b.cpus[1].drops[DT_DROP_PRINCIPAL] = 3;
	two->a.cpus[1].drops[DT_DROP_PRINCIPAL] = 4;
	two->a.cpus[0].drops[DT_DROP_DYNAMIC] = 1;
	two->b.cpus[1].drops[DT_DROP_DYNAMIC] = 1;
	dt_drops_report(two->a.consumer);
	dt_drops_report(two->a.consumer);
	assert_int_equal(dt_consumer_drops(two->a.consumer, 0)->n, 7);
	assert_int_equal(dt_consumer_drops(two->a.consumer, 1)->n, 2);
	assert_null(dt_consumer_drops(two->a.consumer, 2));
	assert_non_null(strstr(dt_str_text(&two->a.messages), "7 drops on CPU 1"));
}

/** A target forges its own counters, but hides no drops of the kernel. */
static void forged_drops_hide_none(void **state)
{
	const struct dt_drop_total *total;
	uint64_t before;

	two->b.store.is_foreign = true;
	fixture_start(&two->a);
	two->a.cpus[0].drops[DT_DROP_DYNAMIC] = 5;
	two->b.cpus[0].drops[DT_DROP_DYNAMIC] = UINT64_MAX - 4;
	dt_drops_report(two->a.consumer);
	total = dt_consumer_drops(two->a.consumer, 0);
	assert_non_null(total);
	before = total->n;
	assert_in_range(before, 5, 1ULL << 41);
	two->a.cpus[0].drops[DT_DROP_DYNAMIC] += 7;
	two->b.cpus[0].drops[DT_DROP_DYNAMIC] -= 7;
	dt_drops_report(two->a.consumer);
	assert_int_equal(total->n, before + 7);
}

static void a_store_may_have_fewer_cpus(void **state)
{
	two->b.store.n_cpus = two->b.store.n_present = 1;
	add_clause(&show);
	fixture_start(&two->a);
	two->a.cpus[1].drops[DT_DROP_PRINCIPAL] = 2;
	two->b.cpus[0].drops[DT_DROP_PRINCIPAL] = 5;
	put_record(&two->a, 1, 200, 0, 2);
	put_record(&two->b, 0, 100, 0, 1);
	assert_string_equal(printed(), "1 2 ");
	dt_drops_report(two->a.consumer);
	assert_int_equal(dt_consumer_drops(two->a.consumer, 0)->n, 7);
}

static void exit_in_one_store_ends_tracing(void **state)
{
	int status = 0;

	add_clause(&leave);
	fixture_start(&two->a);
	assert_false(dt_consumer_exited(two->a.consumer, &status));
	two->b.ctl.exit_status = 7;
	two->b.ctl.exited = 1;
	assert_true(dt_consumer_exited(two->a.consumer, &status));
	assert_int_equal(status, 7);
	assert_int_equal(dt_consumer_due(two->a.consumer), 0);
	// The other store's exit() was earlier.
	two->a.ctl.exit_status = 5;
	two->a.ctl.exited = 1;
	put_record(&two->b, 0, 200, 0, 7);
	put_record(&two->a, 0, 100, 0, 5);
	printed();
	assert_true(dt_consumer_exited(two->a.consumer, &status));
	assert_int_equal(status, 5);
}

static void all_programs_wake_the_consumer(void **state)
{
	static const struct dt_store_type type = {.clear_wake = clear_wake};

	two->a.store.type = two->b.store.type = &type;
	two->b.store.wake_fd = 70;
	fixture_start(&two->a);
	assert_int_equal(dt_consumer_fd(two->a.consumer, 0), 70);
	assert_int_equal(dt_consumer_fd(two->a.consumer, 1), -1);
	two->a.store.wake_fd = 60;
	assert_int_equal(dt_consumer_fd(two->a.consumer, 0), 60);
	assert_int_equal(dt_consumer_fd(two->a.consumer, 1), 70);
	assert_int_equal(dt_consumer_fd(two->a.consumer, 2), -1);
	dt_consumer_due(two->a.consumer);
	assert_int_equal(two->a.ctl.waiting, 1);
	assert_int_equal(two->b.ctl.waiting, 1);
	assert_null(dt_consumer_work(two->a.consumer, false));
	assert_int_equal(two->a.ctl.waiting, 0);
	assert_int_equal(two->b.ctl.waiting, 0);
	assert_int_equal(two->n_cleared, 2);
}

static void a_full_ring_of_any_store_ends_recording(void **state)
{
	two->a.options.v[DT_OPT_bufpolicy] = DT_BUFPOLICY_FILL;
	fixture_start(&two->a);
	assert_null(dt_consumer_work(two->a.consumer, false));
	assert_false(dt_consumer_exited(two->a.consumer, NULL));
	two->b.cpus[1].full = 1;
	assert_null(dt_consumer_work(two->a.consumer, false));
	assert_true(dt_consumer_exited(two->a.consumer, NULL));
	printed();
	assert_int_equal(two->b.cpus[1].full, 0);
}

static void speculations_live_in_their_store(void **state)
{
	two->a.program.spec_map = FIXTURE_SPECS;
	two->a.options.v[DT_OPT_nspec] = 1;
	fixture_start(&two->a);
	assert_ptr_equal(two->a.consumer->specs, &two->a.specs);
	dt_consumer_destroy(two->a.consumer);
	two->a.spec_store = 1;
	fixture_start(&two->a);
	assert_ptr_equal(two->a.consumer->specs, &two->b.specs);
}

// ---- aggregations

static const struct dt_field string_key = {.kind = DT_FIELD_STRING, .size = 8};

static void start_agg(const char *func, bool is_keyed)
{
	struct dt_agg_desc *d = &two->a.aggs[two->a.program.n_aggs++];

	d->name = "a";
	d->func = dt_agg_function(func);
	d->value_size = 8 * (uint32_t)d->func->words(d->params);
	if (is_keyed) {
		d->keys = &string_key;
		d->n_keys = 1;
		d->key_size = 8;
	}
	for (struct fixture *f = &two->a; is_keyed && f; f = f == &two->a ? &two->b : NULL) {
		f->maps[HASH].key_size = 8;
		f->maps[HASH].value_size = d->value_size;
	}
	fixture_start(&two->a);
}

static struct dt_agg *agg(void)
{
	return &two->a.consumer->aggs.v[0];
}

static void set_key(struct fixture *f, const char *key, uint64_t v)
{
	uint64_t values[2] = {v};
	char raw[8] = {0};

	strcpy(raw, key);
	assert_int_equal(fixture_put_key(&f->store, HASH, raw, values, DT_PUT_ANY), 0);
}

/** Returns the value of a key, or of the aggregation without keys (NULL); -1: it is not shown. */
static int64_t value_of(const char *key)
{
	const struct dt_agg_elem *e;
	char raw[8] = {0};

	if (key)
		strcpy(raw, key);
	agg()->taken = 0;
	assert_null(dt_agg_read(&two->a.consumer->aggs, agg(), UINT64_MAX));
	e = dt_agg_find(&two->a.consumer->aggs, agg(), (uint8_t *)raw);
	return e && e->present ? dt_agg_number(agg(), e, 1) : -1;
}

static uint64_t encode_max(int64_t v)
{
	return (uint64_t)v ^ (UINT64_C(1) << 63);
}

static void arrays_are_added_up(void **state)
{
	start_agg("sum", false);
	two->a.values[0][0][0] = 1;
	two->a.values[1][0][0] = 2;
	two->b.values[0][0][0] = 30;
	two->b.values[1][0][0] = 40;
	assert_int_equal(value_of(NULL), 73);
	assert_null(dt_agg_clear(&two->a.consumer->aggs, agg()));
	two->b.values[0][0][0] += 5;
	assert_int_equal(value_of(NULL), 5);
}

static void extremes_are_those_of_both(void **state)
{
	start_agg("max", false);
	two->a.values[0][0][0] = encode_max(3);
	two->b.values[1][0][0] = encode_max(8);
	assert_int_equal(value_of(NULL), 8);
	assert_null(dt_agg_clear(&two->a.consumer->aggs, agg()));
	assert_int_equal(two->a.values[0][0][0], 0);
	assert_int_equal(two->b.values[1][0][0], 0);
}

static void hashes_are_added_up(void **state)
{
	start_agg("count", true);
	set_key(&two->a, "x", 1);
	set_key(&two->b, "x", 20);
	set_key(&two->b, "y", 5);
	assert_int_equal(value_of("x"), 21);
	assert_int_equal(value_of("y"), 5);
	assert_null(dt_agg_clear(&two->a.consumer->aggs, agg()));
	set_key(&two->a, "x", 4);
	assert_int_equal(value_of("x"), 3);
}

/** trunc() hides keys, and the next one deletes those without data, in each store. */
static void keys_are_deleted_in_both(void **state)
{
	start_agg("count", true);
	set_key(&two->a, "idle", 1);
	set_key(&two->b, "idle", 2);
	set_key(&two->b, "busy", 2);
	assert_int_equal(value_of("idle"), 3);
	assert_null(dt_agg_trunc(&two->a.consumer->aggs, agg(), 0));
	set_key(&two->a, "busy", 7);
	assert_int_equal(value_of("busy"), 7);
	assert_int_equal(value_of("idle"), -1);
	assert_null(dt_agg_trunc(&two->a.consumer->aggs, agg(), 0));
	assert_int_equal(two->a.hash.len, 1);
	assert_int_equal(two->b.hash.len, 1);
	set_key(&two->b, "idle", 6);
	assert_int_equal(value_of("idle"), 6);
}

static void extremes_of_keys_are_cleared_in_both(void **state)
{
	start_agg("max", true);
	set_key(&two->a, "x", encode_max(3));
	set_key(&two->b, "x", encode_max(8));
	assert_int_equal(value_of("x"), 8);
	assert_null(dt_agg_clear(&two->a.consumer->aggs, agg()));
	set_key(&two->a, "x", encode_max(2));
	assert_int_equal(value_of("x"), 2);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(records_are_merged_by_time),
	    TEST(a_record_has_the_number_of_its_ring),
	    TEST(pending_records_of_both_are_due),
	    TEST(drops_are_added_up),
	    TEST(forged_drops_hide_none),
	    TEST(records_wait_for_older_firings),
	    TEST(foreign_rings_hold_anything),
	    TEST(foreign_times_are_not_of_the_future),
	    TEST(foreign_chunks_are_not_skipped_for_ever),
	    TEST(a_store_may_have_fewer_cpus),
	    TEST(exit_in_one_store_ends_tracing),
	    TEST(all_programs_wake_the_consumer),
	    TEST(a_full_ring_of_any_store_ends_recording),
	    TEST(speculations_live_in_their_store),
	    TEST(arrays_are_added_up),
	    TEST(extremes_are_those_of_both),
	    TEST(hashes_are_added_up),
	    TEST(keys_are_deleted_in_both),
	    TEST(extremes_of_keys_are_cleared_in_both),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
