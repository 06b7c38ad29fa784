/* SPDX-License-Identifier: BSD-2-Clause */
/* Two sessions of one thread examine the process PID, which keeps its mappings locked. Each must
 * get the message about it. */
#include <dtrace/dtrace.h>

#include <stdio.h>
#include <stdlib.h>

static void print_message(void *arg, const char *text)
{
	printf("%s: %s\n", (const char *)arg, text);
}

static struct dtrace *open_session(char *name, pid_t pid)
{
	struct dtrace *d;

	dtrace_error_free(dtrace_open(&d));
	dtrace_set_message_handler(d, print_message, name);
	dtrace_error_free(dtrace_grab(d, pid));
	dtrace_error_free(dtrace_add(d, DTRACE_TEXT_NAME, "pid$target:hold:work:entry"));
	return d;
}

int main(int argc, char **argv)
{
	char first_name[] = "first", second_name[] = "second";
	struct dtrace *first = open_session(first_name, atoi(argv[1]));
	struct dtrace *second = open_session(second_name, atoi(argv[1]));

	dtrace_error_free(dtrace_check(first));
	dtrace_error_free(dtrace_check(second));
	dtrace_close(second);
	dtrace_close(first);
	return 0;
}
