/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls functions that need a checked program without dtrace_check(): with a wrong program, they
 * return its error; with a right one, they work.
 */
#include "_common.h"

static void ignore(void *arg, const struct dtrace_probe *p)
{
	++*(int *)arg;
}

static void show(const char *call, struct dtrace *d, struct dtrace_error *err)
{
	struct dtrace_diagnostic g = {.size = sizeof(g)};

	printf("%s: %s", call, err ? dtrace_error_message(err) : "fine");
	if (err && dtrace_error_kind(err) == DTRACE_ERROR_COMPILE && dtrace_diagnostic(d, 0, &g))
		printf(" (%s)", g.tag);
	putchar('\n');
	dtrace_error_free(err);
	dtrace_close(d);
}

static void call_all(const char *text)
{
	struct dtrace *d;
	int n = 0;

	d = open_with(text);
	show("generate", d, dtrace_generate(d, -1));
	d = open_with(text);
	show("each_probe", d, dtrace_each_probe(d, ignore, &n));
	printf("%d probes\n", n);
	d = open_with(text);
	show("write_header", d, dtrace_write_header(d, -1));
	d = open_with(text);
	show("go", d, dtrace_go(d));
}

int main(void)
{
	struct dtrace *d = open_with("BEGIN { exit(7); }");
	struct dtrace_error *err = NULL;

	call_all("BEGIN { nosuch(); }");
	call_all("BEGIN { exit(7); }");
	if (dtrace_go(d))
		return 1;
	while (dtrace_work(d, &err) == DTRACE_WORK_OKAY)
		;
	printf("exit status: %d\n", dtrace_exit_status(d));
	show("work", d, err);
	return 0;
}
