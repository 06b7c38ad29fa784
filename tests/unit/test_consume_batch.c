/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of the columns of batches with data that a real trace cannot choose: texts of any bytes and
 * any length, integers of all widths, rows that outgrow the room of a batch.
 */
#include "consume_fixture.h"

#include "consume/sink/batch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#define BAD "\xef\xbf\xbd"

enum { TEXT = 24, INT8 = DT_BATCH_FIXED, INT16, INT32, INT64, NARROW, NAME, N_COLUMNS };

struct row {
	uint64_t mask;
	uint64_t int64;
	uint64_t narrow;
	uint32_t int32;
	uint16_t int16;
	uint8_t int8;
	char text[TEXT]; // at an odd position
};

#define FIELD(member) \
	.offset = offsetof(struct row, member), .size = sizeof(((struct row *)0)->member)

static struct dt_field fields[] = {
    {.kind = DT_FIELD_INT, FIELD(int8)},   {.kind = DT_FIELD_INT, FIELD(int16)},
    {.kind = DT_FIELD_INT, FIELD(int32)},  {.kind = DT_FIELD_INT, FIELD(int64)},
    {.kind = DT_FIELD_INT, FIELD(narrow)}, {.kind = DT_FIELD_STRING, FIELD(text)},
};

static struct dt_action_desc actions[dt_array_len(fields)];

/** Starts a consumer of one clause that traces each field; the text only in arm 0. */
static void start(struct fixture *f, size_t rows, uint64_t ring_size)
{
	fixture_init(f, ring_size);
	fields[4].type = dt_type_basic(f->types, DT_INT);
	for (size_t i = 0; i < dt_array_len(fields); i++)
		actions[i] = (struct dt_action_desc){
		    .act = "trace", .fields = &fields[i], .n_fields = 1, .guard = -1};
	actions[dt_array_len(fields) - 1].guard = 0;
	f->clauses[0] = (struct dt_clause_desc){.actions = actions,
						.n_actions = dt_array_len(actions),
						.payload = sizeof(struct row),
						.has_mask = true};
	f->program.n_clauses = 1;
	f->batch_rows = rows;
	assert_null(fixture_try(f));
}

static void put(struct fixture *f, uint64_t time, const struct row *row)
{
	assert_true(fixture_record(f, 0, time, 0, 2, row, sizeof(*row)));
}

static struct dt_batch *take(struct fixture *f)
{
	dt_timeline_drain(&f->consumer->timeline, UINT64_MAX, dt_record_process, f->consumer, NULL);
	return dt_consumer_take_batch(f->consumer, 1);
}

static bool is_valid(const struct dt_column *c, size_t row)
{
	return !c->valid || c->valid[row / 8] >> row % 8 & 1;
}

static void check_text(const struct dt_batch *b, size_t row, const char *expected)
{
	const struct dt_column *c = &b->columns[NAME];
	size_t len = (size_t)(c->offsets[row + 1] - c->offsets[row]);

	assert_true(is_valid(c, row));
	assert_int_equal(len, strlen(expected));
	assert_memory_equal(c->data + c->offsets[row], expected, len);
}

static void texts_are_utf8(void **state)
{
	static const struct {
		char bytes[TEXT + 1];
		const char *expected;
	} texts[] = {
	    {"", ""},
	    {"seven77", "seven77"},
	    {"eight888", "eight888"},
	    {"nine99999\0behind", "nine99999"},
	    {"end\0\xff\xfe\xfd\xfc", "end"},
	    {"eight888\0\xffxxxxxx", "eight888"},
	    {"all of its bytes are used", "all of its bytes are use"},
	    {"\xc3\xa9 \xe2\x82\xac", "\xc3\xa9 \xe2\x82\xac"},
	    {"eight888\x80\xff", "eight888" BAD BAD},
	    {"1234567\xc3\xa9", "1234567\xc3\xa9"}, // in two words
	    {"12345678901234567890123\xe2", "12345678901234567890123" BAD},
	    {"\x01\x7f\x01", "\x01\x7f\x01"},
	};
	struct fixture f;

	start(&f, 1000, 1 << 20);
	for (size_t i = 0; i < dt_array_len(texts); i++) {
		struct row row = {.mask = 1};

		memcpy(row.text, texts[i].bytes, TEXT);
		put(&f, i, &row);
	}
	struct dt_batch *b = take(&f);
	assert_int_equal(b->n_rows, dt_array_len(texts));
	for (size_t i = 0; i < dt_array_len(texts); i++)
		check_text(b, i, texts[i].expected);
	dt_batch_destroy(b);
	fixture_deinit(&f);
}

/** Returns the integer of a row, extended by its sign. */
static int64_t integer(const struct dt_batch *b, size_t column, size_t row)
{
	const uint8_t *at = b->columns[column].data + row * b->columns[column].width;

	switch (b->columns[column].format[0]) {
	case 'c':
		return *(const int8_t *)at;
	case 's':
		return *(const int16_t *)at;
	case 'i':
		return *(const int32_t *)at;
	default:
		return *(const int64_t *)at;
	}
}

static void rows_keep_their_values(void **state)
{
	enum { ROWS = 1000 };
	struct fixture f;

	start(&f, ROWS, 1 << 20);
	for (uint64_t i = 0; i < 2 * ROWS; i++) {
		struct row row = {
		    .mask = i % 3 == 1,
		    .int8 = (uint8_t)i,
		    .int16 = (uint16_t)i,
		    .int32 = ~(uint32_t)i,
		    .int64 = i << 40,
		    .narrow = i == 7 ? 1ull << 40 : UINT64_MAX, // may exceed its type
		};

		snprintf(row.text, TEXT, "row %d", (int)i);
		put(&f, 1000 + i, &row);
	}
	for (uint64_t first = 0; first < 2 * ROWS; first += ROWS) {
		struct dt_batch *b = take(&f);
		const struct dt_column *c = b->columns;

		assert_int_equal(b->n_rows, ROWS);
		assert_int_equal(b->n_columns, N_COLUMNS);
		uint32_t n_null = 0;

		for (uint64_t row = 0; row < ROWS; row++) {
			uint64_t i = first + row;
			char expected[TEXT];

			assert_int_equal(((uint64_t *)c[DT_BATCH_SEQ].data)[row], i);
			assert_int_equal(((uint64_t *)c[DT_BATCH_TIME].data)[row], 1000 + i);
			assert_int_equal(((uint32_t *)c[DT_BATCH_CPU].data)[row], 0);
			assert_int_equal(((uint32_t *)c[DT_BATCH_PROBE].data)[row], 2);
			assert_int_equal(integer(b, INT8, row), (int8_t)i);
			assert_int_equal(integer(b, INT16, row), (int16_t)i);
			assert_int_equal(integer(b, INT32, row), (int32_t) ~(uint32_t)i);
			assert_int_equal(integer(b, INT64, row), (int64_t)(i << 40));
			assert_int_equal(integer(b, NARROW, row), i == 7 ? 1ll << 40 : -1);
			snprintf(expected, sizeof(expected), "row %d", (int)i);
			n_null += i % 3 != 1;
			if (i % 3 == 1)
				check_text(b, row, expected);
			else
				assert_false(is_valid(&c[NAME], row));
		}
		assert_int_equal(c[NAME].n_null, n_null);
		dt_batch_destroy(b);
	}
	assert_null(take(&f));
	fixture_deinit(&f);
}

/** Takes all batches. Returns the number of their rows. */
static size_t take_rows(struct fixture *f)
{
	struct dt_batch *b;
	size_t n = 0;

	while ((b = dt_consumer_take_batch(f->consumer, 1))) {
		n += b->n_rows;
		dt_batch_destroy(b);
	}
	return n;
}

static void rows_wait_in_the_rings_while_many_are_queued(void **state)
{
	enum { QUEUED = 100000, SLICE = 4096, ROWS = 2 * QUEUED };
	const struct row row = {.mask = 1};
	struct fixture f;
	size_t n;

	start(&f, 1000, 32 << 20);
	for (uint64_t i = 0; i < ROWS; i++)
		put(&f, i, &row);
	assert_null(dt_consumer_work(f.consumer, false));
	assert_true(dt_consumer_is_full(f.consumer));
	n = take_rows(&f);
	assert_in_range(n, QUEUED, QUEUED + SLICE);
	assert_false(dt_consumer_is_full(f.consumer));
	while (n < ROWS) {
		assert_null(dt_consumer_work(f.consumer, false));
		n += take_rows(&f);
	}
	assert_int_equal(n, ROWS);
	fixture_deinit(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(texts_are_utf8),
	    cmocka_unit_test(rows_keep_their_values),
	    cmocka_unit_test(rows_wait_in_the_rings_while_many_are_queued),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
