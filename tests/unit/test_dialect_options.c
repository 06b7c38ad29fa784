/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of options: values of every kind, units, clamping, where each may be set, and the table's
 * completeness.
 */
#include "dialect/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void check_error(struct dt_error *err, const char *text)
{
	assert_non_null(err);
	// The permitted values follow in parentheses.
	assert_int_equal(strncmp(err->message, text, strlen(text)), 0);
	dt_error_destroy(err);
}

static void set_ok(struct dt_options *o, const char *name, const char *value)
{
	struct dt_error *err = dt_options_set(o, name, value, DT_ORIGIN_CLI, false, NULL);

	if (err)
		fail_msg("%s=%s: %s", name, value ? value : "(none)", err->message);
}

static void test_defaults(void **state)
{
	struct dt_options o;

	dt_options_init(&o);
	assert_int_equal(o.v[DT_OPT_bufsize], 4 << 20);
	assert_int_equal(o.v[DT_OPT_strsize], 256);
	assert_int_equal(o.v[DT_OPT_aggrate], 1000000000);
	assert_int_equal(o.v[DT_OPT_quiet], 0);
	assert_false(o.set[DT_OPT_bufsize]);
	dt_options_deinit(&o);
}

static void test_values(void **state)
{
	static const struct {
		const char *name, *value;
		enum dt_option id;
		int64_t want;
	} cases[] = {
	    {"quiet", NULL, DT_OPT_quiet, 1},
	    {"quiet", "off", DT_OPT_quiet, 0},
	    {"quiet", "0", DT_OPT_quiet, 1}, // only words and an empty value turn it off
	    {"quiet", "", DT_OPT_quiet, 0},
	    {"quiet", "Enabled", DT_OPT_quiet, 1},
	    {"bufsize", "64k", DT_OPT_bufsize, 65536},
	    {"bufsize", "1M", DT_OPT_bufsize, 1 << 20},
	    {"bufsize", "0x2000", DT_OPT_bufsize, 8192},
	    {"bufsize", "8", DT_OPT_bufsize, 4096},
	    {"strsize", "1", DT_OPT_strsize, 1},
	    {"nspec", "2k", DT_OPT_nspec, 2048},
	    {"switchrate", "10hz", DT_OPT_switchrate, 100000000},
	    {"switchrate", "20ms", DT_OPT_switchrate, 20000000},
	    {"switchrate", "2sec", DT_OPT_switchrate, 2000000000},
	    {"switchrate", "10", DT_OPT_switchrate, 1000000}, // 10 ns, clamped
	    {"aggsortpos", "2", DT_OPT_aggsortpos, 2},
	    {"cpu", "1", DT_OPT_cpu, 1},
	};
	struct dt_options o;

	dt_options_init(&o);
	for (size_t i = 0; i < dt_array_len(cases); i++) {
		set_ok(&o, cases[i].name, cases[i].value);
		assert_int_equal(o.v[cases[i].id], cases[i].want);
		assert_true(o.set[cases[i].id]);
	}
	dt_options_deinit(&o);
}

static void test_bad_values(void **state)
{
	static const char *const cases[][2] = {
	    {"bufsize", "banana"},
	    {"bufsize", "12q"},
	    {"bufsize", NULL},
	    {"bufsize", "-1"},
	    {"bufsize", "99999999t"},
	    {"strsize", "0"},
	    {"switchrate", "fast"},
	    {"switchrate", "0hz"},
	    {"aggsortpos", "x"},
	    {"quiet", "foo"},
	    {"flame", ""},
	    {"syslibdir", ""},
	};
	struct dt_options o;

	dt_options_init(&o);
	for (size_t i = 0; i < dt_array_len(cases); i++)
		check_error(
		    dt_options_set(&o, cases[i][0], cases[i][1], DT_ORIGIN_CLI, false, NULL),
		    "Invalid value for specified option");
	assert_int_equal(o.v[DT_OPT_bufsize], 4 << 20);
	check_error(dt_options_set(&o, "nosuch", "1", DT_ORIGIN_CLI, false, NULL),
		    "Invalid option name");
	for (const struct dt_option_foreign *f = dt_option_foreign_table; f->name; f++)
		if (f->is_refused)
			check_error(dt_options_set(&o, f->name, "1", DT_ORIGIN_CLI, false, NULL),
				    "option is not available: ");
		else
			set_ok(&o, f->name, "1");
	dt_options_deinit(&o);
}

static void test_origin(void **state)
{
	struct dt_options o;

	dt_options_init(&o);
	check_error(dt_options_set(&o, "bufsize", "1m", DT_ORIGIN_CLI, true, NULL),
		    "Operation illegal when tracing is active");
	check_error(dt_options_set(&o, "bufsize", "1m", DT_ORIGIN_SETOPT, false, NULL),
		    "Operation illegal when tracing is active");
	check_error(dt_options_set(&o, "verbose", NULL, DT_ORIGIN_PROGRAM, false, NULL),
		    "Option cannot be used from within a D program");
	assert_null(dt_options_set(&o, "quiet", NULL, DT_ORIGIN_SETOPT, true, NULL));
	assert_int_equal(o.v[DT_OPT_quiet], 1);
	dt_options_deinit(&o);
}

static void test_notes(void **state)
{
	static const struct {
		const char *name, *value, *text;
		bool is_detail;
	} cases[] = {
	    {"switchrate", "10", "switch rate reduced to 1ms", true},
	    {"statusrate", "1h", "status rate increased to 10s", true},
	    {"bufsize", "100g", "buffer size lowered to 2g", false},
	    {"strsize", "1m", "string size lowered to 64k", false},
	    {"nspec", "1m", "number of speculations lowered to 65535", false},
	    {"unwindsize", "99g", "unwinding table size lowered to 2g", false},
	    {"unwindsize", "64k", "unwinding table size raised to 1m", false},
	};
	struct dt_options o;

	dt_options_init(&o);
	for (size_t i = 0; i < dt_array_len(cases); i++) {
		struct dt_option_note note = {0};

		assert_null(
		    dt_options_set(&o, cases[i].name, cases[i].value, DT_ORIGIN_CLI, false, &note));
		assert_string_equal(note.text, cases[i].text);
		assert_int_equal(note.is_detail, cases[i].is_detail);
		free(note.text);
	}
	dt_options_deinit(&o);
}

/** Each option whose value may be lowered has a noun for the message. */
static void test_nouns(void **state)
{
	struct dt_options o;

	dt_options_init(&o);
	for (int i = 0; i < DT_N_OPTIONS; i++) {
		const struct dt_option_info *info = &dt_option_table[i];
		struct dt_option_note note = {0};

		if (info->kind != DT_OPTK_SIZE && info->kind != DT_OPTK_RATE)
			continue;
		assert_null(dt_options_set(&o, info->name,
					   info->kind == DT_OPTK_SIZE ? "9999t" : "9999d",
					   DT_ORIGIN_CLI, false, &note));
		assert_non_null(note.text);
		assert_int_not_equal(note.text[0], '(');
		free(note.text);
	}
	dt_options_deinit(&o);
}

static void test_table(void **state)
{
	for (int i = 0; i < DT_N_OPTIONS; i++) {
		const struct dt_option_info *info = &dt_option_table[i];

		assert_non_null(info->name);
		assert_true(info->doc && info->doc[strlen(info->doc) - 1] == '.');
		for (int j = 0; j < i; j++)
			assert_string_not_equal(info->name, dt_option_table[j].name);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_defaults),   cmocka_unit_test(test_values),
	    cmocka_unit_test(test_bad_values), cmocka_unit_test(test_origin),
	    cmocka_unit_test(test_notes),      cmocka_unit_test(test_nouns),
	    cmocka_unit_test(test_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
