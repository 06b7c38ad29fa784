/* SPDX-License-Identifier: BSD-2-Clause */
#include "export/link.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

static void count_line(void *arg, const char *line)
{
	++*(int *)arg;
}

/** Confirms a link on which `lines` have arrived. */
static bool confirm(const char *lines, int *n)
{
	struct dt_link l = {0};
	int ends[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	assert_int_equal(send(ends[1], lines, strlen(lines), 0), strlen(lines));
	l.fd = ends[0];
	*n = 0;
	bool okay = dt_link_confirm(&l, count_line, n);

	close(ends[0]);
	close(ends[1]);
	dt_str_deinit(&l.in);
	return okay;
}

static void a_scrape_before_the_confirmation_is_no_error(void **state)
{
	int n;

	assert_true(confirm("?\n\n", &n));
	assert_int_equal(n, 1);
}

static void a_message_is_an_error(void **state)
{
	int n;

	assert_false(confirm("failed\n\n", &n));
	assert_int_equal(n, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_scrape_before_the_confirmation_is_no_error),
	    cmocka_unit_test(a_message_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
