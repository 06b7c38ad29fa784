/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of speculation, in the runtime, compiled for the host, and in the consumer; of rings that
 * overwrite; and of firings that the kernel did not pass to a program.
 */
#include "consume_fixture.h"

// Generated code calls these functions; no header declares them.
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#include "../../runtime/ring.bpf.c"
#include "../../runtime/spec.bpf.c"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

enum { RING = 16384, LIMIT = 1000 };

/** The clauses of the fixture. */
enum { SPECULATE, COMMIT, DISCARD, PLAIN };

static u64 clock_now = 1000;

u64 bpf_ktime_get_ns(void)
{
	return clock_now;
}

static void add_clause(struct fixture *f, unsigned clause, const char *first, const char *text)
{
	struct dt_action_desc *a = dt_arena_array(f->arena, struct dt_action_desc, 2);
	struct dt_field *field = dt_arena_new(f->arena, struct dt_field);
	size_t n = 0;

	*field = (struct dt_field){.kind = DT_FIELD_INT, .size = 8};
	if (first)
		a[n++] = (struct dt_action_desc){
		    .act = first, .fields = field, .n_fields = 1, .guard = -1};
	if (text) {
		field = dt_arena_new(f->arena, struct dt_field);
		*field = (struct dt_field){.kind = DT_FIELD_INT, .offset = 8, .size = 8};
		a[n++] = (struct dt_action_desc){
		    .act = "printf", .format = text, .fields = field, .n_fields = 1, .guard = -1};
	}
	f->clauses[clause] = (struct dt_clause_desc){
	    .actions = a, .n_actions = n, .payload = text ? 16 : 8, .records = true};
	f->program.n_clauses = clause + 1;
}

static int setup(void **state)
{
	int failed = fixture_setup(state, RING);
	struct fixture *f = *state;

	f->program.spec_map = FIXTURE_SPECS;
	f->options.v[DT_OPT_quiet] = 1;
	f->options.v[DT_OPT_nspec] = 2;
	f->specs.free = 1;
	f->specs.v[1].next = 2;
	add_clause(f, SPECULATE, "speculate", "s%d ");
	add_clause(f, COMMIT, "commit", NULL);
	add_clause(f, DISCARD, "discard", NULL);
	add_clause(f, PLAIN, NULL, "p%d ");
	return failed;
}

static void put_record(struct fixture *f, unsigned cpu, uint64_t time, unsigned clause,
		       uint64_t token, int64_t n)
{
	const uint64_t payload[2] = {token, (uint64_t)n};

	assert_true(fixture_record(f, cpu, time, clause, 1, payload, sizeof(payload)));
}

static const char *output_text(struct fixture *f)
{
	assert_null(dt_consumer_work(f->consumer, true));
	fflush(f->out);
	return f->text_len ? f->text : "";
}

static void ids_are_given_once(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(dt_spec_open(&f->specs), 1);
	assert_int_equal(dt_spec_open(&f->specs), 2);
	assert_int_equal(dt_spec_open(&f->specs), 0);
	assert_true(dt_spec_close(&f->specs, 1, DT_SPEC_COMMITTED) > 0);
	assert_int_equal(dt_spec_open(&f->specs), -1);
	assert_int_equal(dt_spec_close(&f->specs, 1, DT_SPEC_DISCARDED), 0);
	fixture_start(f);
	output_text(f);
	assert_int_equal(f->specs.closed, 0);
	assert_int_equal(dt_spec_open(&f->specs), 1);
	assert_int_equal(dt_spec_open(&f->specs), 0);
}

static void ids_that_are_not_in_use_do_nothing(void **state)
{
	struct fixture *f = *state;

	for (u64 id = 0; id < 4; id++) {
		assert_int_equal(dt_spec_use(&f->specs, id, 8, LIMIT), 0);
		assert_int_equal(dt_spec_close(&f->specs, id, DT_SPEC_COMMITTED), 0);
	}
	assert_int_equal(dt_spec_use(&f->specs, 0xffffffff, 8, LIMIT), 0);
	assert_int_equal(dt_spec_close(&f->specs, DT_SPECS_MAX + 1, DT_SPEC_COMMITTED), 0);
}

static void a_speculation_has_a_size(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(dt_spec_open(&f->specs), 1);
	assert_true(dt_spec_use(&f->specs, 1, 600, LIMIT) > 0);
	assert_int_equal(dt_spec_use(&f->specs, 1, 600, LIMIT), -1);
	assert_true(dt_spec_use(&f->specs, 1, 400, LIMIT) > 0);
	assert_int_equal(dt_spec_use(&f->specs, 1, 8, LIMIT), -1);
}

static void records_wait_for_the_commit(void **state)
{
	struct fixture *f = *state;

	fixture_start(f);
	dt_spec_open(&f->specs);
	dt_spec_open(&f->specs);
	uint64_t one = (uint64_t)dt_spec_use(&f->specs, 1, 40, LIMIT);
	uint64_t two = (uint64_t)dt_spec_use(&f->specs, 2, 40, LIMIT);
	put_record(f, 0, 10, SPECULATE, one, 1);
	put_record(f, 1, 11, SPECULATE, one, 2);
	put_record(f, 1, 12, SPECULATE, two, 3);
	put_record(f, 0, 13, PLAIN, 0, 4);
	assert_string_equal(output_text(f), "p4 ");
	put_record(f, 0, 14, SPECULATE, one, 5);
	put_record(f, 1, 15, PLAIN, 0, 6);
	put_record(f, 1, 16, COMMIT, one, 0);
	put_record(f, 1, 17, COMMIT, 0, 0);
	put_record(f, 0, 18, PLAIN, 0, 7);
	assert_string_equal(output_text(f), "p4 p6 s1 s2 s5 p7 ");
	put_record(f, 0, 19, DISCARD, two, 0);
	put_record(f, 0, 20, COMMIT, two, 0);
	assert_string_equal(output_text(f), "p4 p6 s1 s2 s5 p7 ");
}

static void stragglers_follow_their_speculation(void **state)
{
	struct fixture *f = *state;

	fixture_start(f);
	dt_spec_open(&f->specs);
	uint64_t one = (uint64_t)dt_spec_use(&f->specs, 1, 40, LIMIT);
	put_record(f, 0, 10, COMMIT, one, 0);
	put_record(f, 0, 11, SPECULATE, one, 1);
	assert_string_equal(output_text(f), "s1 ");
	uint64_t later = one + (1 << 16);
	put_record(f, 0, 12, SPECULATE, later, 2);
	put_record(f, 0, 13, DISCARD, later, 0);
	put_record(f, 0, 14, SPECULATE, later, 3);
	put_record(f, 0, 15, SPECULATE, one, 4);
	assert_string_equal(output_text(f), "s1 s4 ");
	for (unsigned i = 2; i < 12; i++)
		put_record(f, 0, 20 + i, DISCARD, one + (i << 16), 0);
	put_record(f, 0, 40, SPECULATE, one, 5); // this speculation no longer exists
	assert_string_equal(output_text(f), "s1 s4 ");
	dt_drops_report(f->consumer);
	assert_string_equal(dt_str_text(&f->messages),
			    "1 speculative drop (recorded after the end of the speculation)\n");
}

static void the_state_completes_the_record(void **state)
{
	struct fixture *f = *state;

	fixture_start(f);
	dt_spec_open(&f->specs);
	dt_spec_open(&f->specs);
	put_record(f, 0, 10, SPECULATE, (uint64_t)dt_spec_use(&f->specs, 1, 40, LIMIT), 1);
	put_record(f, 0, 11, SPECULATE, (uint64_t)dt_spec_use(&f->specs, 2, 40, LIMIT), 2);
	dt_spec_close(&f->specs, 1, DT_SPEC_COMMITTED);
	dt_spec_close(&f->specs, 2, DT_SPEC_DISCARDED);
	assert_string_equal(output_text(f), "s1 ");
	assert_int_equal(f->specs.closed, 0);
	assert_true(dt_spec_open(&f->specs) > 0);
	assert_true(dt_spec_open(&f->specs) > 0);
}

/** An id may be used again before the record that ended it is read or even created. */
static void generations_do_not_mix(void **state)
{
	struct fixture *f = *state;

	fixture_start(f);
	dt_spec_open(&f->specs);
	uint64_t one = (uint64_t)dt_spec_use(&f->specs, 1, 40, LIMIT), two = one + (1 << 16);
	put_record(f, 0, 10, SPECULATE, one, 1);
	put_record(f, 1, 11, SPECULATE, two, 2);
	put_record(f, 1, 12, COMMIT, two, 0);
	put_record(f, 0, 13, SPECULATE, one, 3);
	put_record(f, 0, 14, COMMIT, one, 0);
	assert_string_equal(output_text(f), "s2 s1 s3 ");
}

static void an_ended_generation_is_free_at_once(void **state)
{
	struct fixture *f = *state;

	for (int i = 0; i < 1000; i++) {
		s64 id = dt_spec_open(&f->specs);

		assert_true(id > 0);
		s64 token = dt_spec_close(&f->specs, (u64)id, DT_SPEC_COMMITTED);
		assert_true(token > 0);
		dt_spec_free(&f->specs, (u64)token);
		dt_spec_free(&f->specs, (u64)token); // once
		assert_int_equal(f->specs.closed, 0);
	}
	assert_true(dt_spec_open(&f->specs) > 0);
	assert_true(dt_spec_open(&f->specs) > 0);
	assert_int_equal(dt_spec_open(&f->specs), 0);
}

static void damaged_tokens_are_counted(void **state)
{
	struct fixture *f = *state;

	fixture_start(f);
	put_record(f, 0, 10, SPECULATE, 3, 1);
	put_record(f, 0, 11, SPECULATE, 1 << 16, 1);
	put_record(f, 0, 12, COMMIT, UINT64_MAX, 1);
	assert_string_equal(output_text(f), "");
	assert_int_equal(f->consumer->timeline.malformed, 2);
}

/** Appends a record like a program with bufpolicy=ring. */
static bool put_over(struct fixture *f, unsigned cpu, uint64_t time, int64_t n, uint32_t size)
{
	struct dt_ring_pad pad = {0};
	s64 pos = dt_ring_claim_over(&f->cpus[cpu], size, f->ring_size / 2, f->ring_size, &pad);
	const struct dt_rec head = {time, PLAIN, 1};
	const int64_t payload[2] = {0, n};

	if (pos >= 0) {
		struct dt_ring_hdr *header = fixture_header(f, cpu, (uint64_t)pos);

		header->skipped = (uint32_t)pad.bytes;
		memcpy(header + 1, &head, sizeof(head));
		memcpy((uint8_t *)(header + 1) + sizeof(head), payload, sizeof(payload));
		header->word = size;
	}
	f->cpus[cpu].open--;
	return pos >= 0;
}

static void a_ring_keeps_the_newest(void **state)
{
	struct fixture *f = *state;
	const char *got;
	int n = 0, first, last;

	f->options.v[DT_OPT_bufpolicy] = DT_BUFPOLICY_RING;
	fixture_start(f);
	for (int i = 0; i < 5000; i++)
		assert_true(put_over(f, 0, (uint64_t)i + 1, i, i % 7 ? 48 : 1000));
	assert_null(dt_consumer_work(f->consumer, false));
	got = output_text(f);
	assert_int_equal(sscanf(got, "p%d", &first), 1);
	for (const char *p = got; *p; n++) {
		assert_int_equal(sscanf(p, "p%d", &last), 1);
		assert_int_equal(last, first + n);
		p = strchr(p, ' ') + 1;
	}
	assert_int_equal(last, 4999);
	assert_true(n > 30);
	put_over(f, 0, 6000, 5000, 48); // END
	assert_non_null(strstr(output_text(f), "p4999 p5000 "));
	assert_string_equal(dt_str_text(&f->messages), "");
}

static void what_is_being_written_is_not_overwritten(void **state)
{
	struct fixture *f = *state;
	struct dt_ring_pad pad = {0};

	f->cpus[0].head = 3 * RING;
	assert_int_equal(dt_ring_claim_over(&f->cpus[0], 64, RING / 2, RING, &pad), 3 * RING);
	for (int i = 0; i < RING / 64 - 1; i++)
		assert_true(put_over(f, 0, 1, i, 64));
	assert_false(put_over(f, 0, 1, 0, 64));
	f->cpus[0].open--;
	assert_true(put_over(f, 0, 1, 0, 64));
}

static void a_full_ring_stays_full(void **state)
{
	struct fixture *f = *state;
	struct dt_ring_pad pad;

	assert_int_equal(dt_ring_claim_fill(&f->cpus[0], RING / 2, RING / 2, RING, &pad), 0);
	assert_true(dt_ring_claim_fill(&f->cpus[0], RING / 4, RING / 2, RING, &pad) > 0);
	assert_int_equal(dt_ring_claim_fill(&f->cpus[0], RING / 2, RING / 2, RING, &pad), -1);
	assert_int_equal(dt_ring_claim_fill(&f->cpus[0], 64, RING / 2, RING, &pad), -1);
	f->options.v[DT_OPT_bufpolicy] = DT_BUFPOLICY_FILL;
	fixture_start(f);
	assert_false(dt_consumer_exited(f->consumer, NULL));
	assert_null(dt_consumer_work(f->consumer, false));
	assert_true(dt_consumer_exited(f->consumer, NULL));
}

static void misses_are_drops(void **state)
{
	struct fixture *f = *state;

	fixture_start(f);
	f->misses = 2;
	dt_drops_report(f->consumer);
	dt_drops_report(f->consumer);
	f->misses = 3;
	dt_drops_report(f->consumer);
	assert_string_equal(dt_str_text(&f->messages),
			    "2 drops (probe fired inside the program of a probe)\n"
			    "1 drop (probe fired inside the program of a probe)\n");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, fixture_teardown)
	const struct CMUnitTest tests[] = {
	    TEST(ids_are_given_once),
	    TEST(ids_that_are_not_in_use_do_nothing),
	    TEST(a_speculation_has_a_size),
	    TEST(records_wait_for_the_commit),
	    TEST(stragglers_follow_their_speculation),
	    TEST(the_state_completes_the_record),
	    TEST(generations_do_not_mix),
	    TEST(an_ended_generation_is_free_at_once),
	    TEST(damaged_tokens_are_counted),
	    TEST(a_ring_keeps_the_newest),
	    TEST(what_is_being_written_is_not_overwritten),
	    TEST(a_full_ring_stays_full),
	    TEST(misses_are_drops),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
