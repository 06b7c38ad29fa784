/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of the parser of printf formats.
 */
#include "dialect/format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct dt_format parse_format(const char *text)
{
	struct dt_format f = {0};
	struct dt_error *err = dt_format_parse(&f, text, strlen(text));

	assert_null(err);
	return f;
}

static void test_items(void **state)
{
	struct dt_format f = parse_format("a%%b %-5lld|%s tail");

	assert_int_equal(f.n_items, 3);
	assert_string_equal(f.items[0].literal, "a%b ");
	assert_int_equal(f.items[0].conv->name[1], 'd');
	assert_int_equal(f.items[0].flags, DT_FMT_LEFT);
	assert_int_equal(f.items[0].width, 5);
	assert_int_equal(f.items[0].precision, -1);
	assert_string_equal(f.items[0].size, "ll");
	assert_string_equal(f.items[0].text, "%-5lld");
	assert_string_equal(f.items[1].literal, "|");
	assert_int_equal(f.items[1].conv->name[1], 's');
	assert_null(f.items[2].conv);
	assert_string_equal(f.items[2].literal, " tail");
	dt_format_deinit(&f);
}

static void test_flags(void **state)
{
	struct dt_format f = parse_format("%#0+ 'x%*.*d%?p%@u%-@10d%.3s%@@d");

	assert_int_equal(f.items[0].flags,
			 DT_FMT_ALT | DT_FMT_ZERO | DT_FMT_PLUS | DT_FMT_SPACE | DT_FMT_GROUP);
	assert_true(f.items[1].star_width && f.items[1].star_precision);
	assert_true(f.items[2].pointer_width);
	assert_int_equal(f.items[2].width, 16);
	assert_true(f.items[3].is_agg);
	assert_true(f.items[4].is_agg);
	assert_int_equal(f.items[4].width, 10);
	assert_int_equal(f.items[5].precision, 3);
	dt_format_deinit(&f);
}

static void test_errors(void **state)
{
	static const char *const bad[] = {"%", "%5", "%n", "abc%q", "%hs", "%-", "%ll"};

	for (size_t i = 0; i < dt_array_len(bad); i++) {
		struct dt_format f = {0};
		struct dt_error *err = dt_format_parse(&f, bad[i], strlen(bad[i]));

		assert_non_null(err);
		assert_int_equal(f.n_items, 0);
		dt_error_destroy(err);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_items),
	    cmocka_unit_test(test_flags),
	    cmocka_unit_test(test_errors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
