/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dtrace itself can run the programs of functional cases, unless they name what only the kernel has
 * or share something with such programs.
 */
#include "cases.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

struct tally {
	unsigned native, refused, others, unknown;
};

/** Reports whether a reason is no defect of machine code: the kernel alone has what it names. */
static bool is_the_kernels(const char *why)
{
	static const char *const words[] = {"curthread ", "stack() ", "d_path() "};

	for (size_t k = 0; k < dt_array_len(words); k++)
		if (strstr(why, words[k]))
			return true;
	return false;
}

static void count_group(const struct dt_group *g, const char *name, struct tally *tally)
{
	if (!g->why) {
		tally->native++;
	} else if (strstr(g->why, "fires in the kernel")) {
		tally->others++;
	} else {
		print_message("%s: %s\n", name, g->why);
		++*(is_the_kernels(g->why) ? &tally->refused : &tally->unknown);
	}
}

static void check_case(void *self, const char *name, enum dtrace_text kind, const char *text,
		       const char *whole)
{
	struct dtrace *d = case_session(kind, text, whole);

	if (!d)
		return;
	dt_vec_foreach (&d->programs->groups, g)
		count_group(*g, name, self);
	dtrace_close(d);
}

static void cases_run_natively(void **state)
{
	static const char *const folders[] = {"functional/lang",    "functional/vars",
					      "functional/strings", "functional/aggs",
					      "functional/actions", "functional/spec",
					      "functional/options", "functional/output",
					      "functional/idioms",  "functional/agg_actions"};
	struct tally tally = {0};

	(void)state;
	for (size_t k = 0; k < dt_array_len(folders); k++)
		each_case(folders[k], check_case, &tally);
	print_message(
	    "%u programs are native, %u are not, %u are of other probes or share with one\n",
	    tally.native, tally.refused + tally.unknown, tally.others);
	assert_true(tally.native > tally.others);
	assert_int_equal(tally.unknown, 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(cases_run_natively),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
