/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of src/provider/process/name.c: the processes that a description's provider means.
 */
#include "provider/process/name.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static void names_select_processes(void **state)
{
	static const struct {
		const char *provider;
		enum dt_process_owner owner;
		bool is_pid;
	} names[] = {
	    {NULL, DT_OWNER_NONE, false},	  {"", DT_OWNER_NONE, false},
	    {"*", DT_OWNER_NONE, false},	  {"pid", DT_OWNER_NONE, true},
	    {"pid123", DT_OWNER_ONE, true},	  {"pid0", DT_OWNER_ONE, true},
	    {"pid*", DT_OWNER_ALL, true},	  {"pid12*", DT_OWNER_MATCHING, true},
	    {"pid?2", DT_OWNER_MATCHING, true},	  {"p*", DT_OWNER_MATCHING, false},
	    {"p?d1234", DT_OWNER_MATCHING, true}, {"pidfile", DT_OWNER_ALL, false},
	    {"pidfile12", DT_OWNER_ONE, false},	  {"python", DT_OWNER_ALL, false},
	    {"python3", DT_OWNER_ONE, false},	  {"python*", DT_OWNER_MATCHING, false},
	    {"*d12", DT_OWNER_MATCHING, true},	  {"x*12", DT_OWNER_MATCHING, false},
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		assert_int_equal(dt_process_owner(names[i].provider), names[i].owner);
		assert_int_equal(dt_process_is_pid(names[i].provider), names[i].is_pid);
	}
	assert_int_equal(dt_process_number("pid123"), 123);
	assert_int_equal(dt_process_number("pid0"), 0);
	assert_true(dt_process_number("pid99999999999999999999") > INT32_MAX);
}

static void a_number_is_cut_off_in_every_way(void **state)
{
	static const pid_t want[] = {3012, 12, 2};
	size_t at = 0, n = 0;
	pid_t pid;

	while (dt_process_next("python3012", &at, &pid))
		assert_int_equal(pid, want[n++]);
	assert_int_equal(n, 3);
	at = 0;
	assert_false(dt_process_next("python", &at, &pid));
	assert_true(dt_process_next("x99999999999", &at, &pid));
	assert_int_equal(pid, 999999999);
}

static void processes_change_places_in_names(void **state)
{
	struct dt_arena *a = dt_arena_create();
	struct dt_intern *names = dt_intern_create(a);

	assert_string_equal(dt_process_rename(names, "pid12", 12, 345), "pid345");
	assert_string_equal(dt_process_rename(names, "python312", 12, 345), "python3345");
	assert_string_equal(dt_process_rename(names, "p?d12", 12, 345), "p?d345");
	assert_null(dt_process_rename(names, "pid312", 12, 345)); // it names process 312
	assert_null(dt_process_rename(names, "pid*", 12, 345));
	assert_null(dt_process_rename(names, "12", 12, 345));
	dt_arena_destroy(a);
}

static void patterns_fit_some_processes_or_all(void **state)
{
	assert_true(dt_process_fits("p?thon12*", "python", 1234));
	assert_false(dt_process_fits("p?thon12*", "python", 234));
	assert_false(dt_process_fits_all("p?thon12*", "python"));
	assert_true(dt_process_fits_all("p?thon*", "python"));
	assert_true(dt_process_fits_all("python", "python"));
	assert_false(dt_process_fits_all("python1", "python"));
}

static void texts_that_name_processes_are_found(void **state)
{
	assert_true(dt_process_in_text("BEGIN, pid$target:::entry {}"));
	assert_true(dt_process_in_text("/pid == 1/ pid12:a.out:: {}"));
	assert_false(dt_process_in_text("syscall::: /pid == $target && ppid/ { trace(pid); }"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(names_select_processes),
	    cmocka_unit_test(a_number_is_cut_off_in_every_way),
	    cmocka_unit_test(processes_change_places_in_names),
	    cmocka_unit_test(patterns_fit_some_processes_or_all),
	    cmocka_unit_test(texts_that_name_processes_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
