/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of -O json with data that a real trace cannot choose: strings of any bytes, drops. The
 * tests in tests/functional/output check whole objects.
 */
#include "consume_fixture.h"

#include "consume/sink/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static void check_json(const char *bytes, size_t len, const char *expected)
{
	struct dt_out out;

	dt_out_init(&out, NULL);
	dt_json_string(&out, bytes, len);
	dt_out_char(&out, '\0');
	assert_string_equal(out.data, expected);
	dt_out_deinit(&out);
}

#define CHECK(bytes, expected) check_json(bytes, sizeof(bytes) - 1, "\"" expected "\"")
#define BAD		       "\xef\xbf\xbd"

static void strings_are_valid_whatever_their_bytes(void **state)
{
	CHECK("", "");
	CHECK("a\"b\\c/", "a\\\"b\\\\c/");
	CHECK("\n\t\0\x1f\x7f", "\\u000a\\u0009\\u0000\\u001f\x7f");
	CHECK("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
	CHECK("\x80 \xff \xc0\xaf", BAD " " BAD " " BAD BAD);
	CHECK("\xe0\x80\x80", BAD BAD BAD);	    // overlong
	CHECK("\xed\xa0\x80", BAD BAD BAD);	    // a surrogate
	CHECK("\xf4\x90\x80\x80", BAD BAD BAD BAD); // above U+10FFFF
	CHECK("x\xe2\x82", "x" BAD BAD);	    // truncated
	CHECK("\xf4\x8f\xbf\xbf\xee\x80\x80", "\xf4\x8f\xbf\xbf\xee\x80\x80");
}

static void drops_are_objects(void **state)
{
	struct fixture f;

	fixture_init(&f, 8192);
	f.options.v[DT_OPT_oformat] = DT_OFORMAT_JSON;
	assert_null(fixture_try(&f));
	f.cpus[1].drops[DT_DROP_PRINCIPAL] = 3;
	f.cpus[0].drops[DT_DROP_DYNAMIC] = 1;
	dt_drops_report(f.consumer);
	dt_drops_report(f.consumer);
	assert_null(dt_out_flush(&f.consumer->out));
	fflush(f.out);
	assert_string_equal(f.text,
			    "{\"type\":\"drop\",\"kind\":\"PRINCIPAL\",\"count\":3,\"cpu\":1,"
			    "\"message\":\"3 drops on CPU 1\"}\n"
			    "{\"type\":\"drop\",\"kind\":\"DYNAMIC\",\"count\":1,"
			    "\"message\":\"1 dynamic variable drop\"}\n");
	assert_string_equal(dt_str_text(&f.messages), "");
	fixture_deinit(&f);
}

/** Checks the output of four records. Their clause prints a, may exit, prints b, may exit, prints
 *  c. */
static void check_order(enum dt_oformat form, const char *expected)
{
	static const struct dt_field status = {
	    .kind = DT_FIELD_INT, .offset = DT_PAYLOAD_WORD, .size = 8};
	const struct dt_action_desc actions[] = {
	    {.act = "printf", .format = "a", .guard = -1},
	    {.act = "exit", .fields = &status, .n_fields = 1, .guard = 0},
	    {.act = "printf", .format = "b", .guard = -1},
	    {.act = "exit", .fields = &status, .n_fields = 1, .guard = 1},
	    {.act = "printf", .format = "c", .guard = -1},
	};
	struct fixture f;

	fixture_init(&f, 8192);
	f.options.v[DT_OPT_oformat] = form;
	f.clauses[0] = (struct dt_clause_desc){.actions = actions,
					       .n_actions = dt_array_len(actions),
					       .payload = 16,
					       .has_mask = true};
	f.program.n_clauses = 1;
	assert_null(fixture_try(&f));
	for (uint64_t mask = 0; mask < 4; mask++) {
		const uint64_t payload[] = {mask, 7};

		fixture_record(&f, 0, mask, 0, 1, payload, sizeof(payload));
	}
	dt_timeline_drain(&f.consumer->timeline, UINT64_MAX, dt_record_process, f.consumer, NULL);
	assert_null(dt_out_flush(&f.consumer->out));
	fflush(f.out);
	assert_string_equal(f.text, expected);
	fixture_deinit(&f);
}

#define PREFIX "  0      1                           :BEGIN "
#define RECORD(time, between, after)                                                         \
	"{\"type\":\"record\",\"time\":" time ",\"cpu\":0,\"id\":1,\"provider\":\"dtrace\"," \
	"\"module\":\"\",\"function\":\"\",\"name\":\"BEGIN\",\"output\":[" PRINTF(          \
	    "a") "," between PRINTF("b") "," after PRINTF("c") "]}\n"
#define PRINTF(text) "{\"action\":\"printf\",\"text\":\"" text "\",\"args\":[]}"
#define EXIT	     "{\"action\":\"exit\",\"value\":7},"

static void data_and_effects_stand_in_program_order(void **state)
{
	check_order(DT_OFORMAT_TEXT, "CPU     ID                    FUNCTION:NAME\n" PREFIX
				     "abc\n" PREFIX "abc\n" PREFIX "abc\n" PREFIX "abc\n");
	check_order(DT_OFORMAT_JSON, RECORD("0", "", "") RECORD("1", EXIT, "") RECORD("2", "", EXIT)
					 RECORD("3", EXIT, EXIT));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(strings_are_valid_whatever_their_bytes),
	    cmocka_unit_test(drops_are_objects),
	    cmocka_unit_test(data_and_effects_stand_in_program_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
