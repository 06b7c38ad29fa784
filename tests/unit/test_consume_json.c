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

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(strings_are_valid_whatever_their_bytes),
	    cmocka_unit_test(drops_are_objects),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
