/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program of an older release: it receives a record, reads an aggregation and shows a diagnostic.
 * It uses what that release had, so no newer function can be added here.
 */
#include <dtrace/dtrace.h>

#include <stdio.h>
#include <stdlib.h>

static void check(struct dtrace_error *err)
{
	if (!err)
		return;
	fprintf(stderr, "%s\n", dtrace_error_message(err));
	exit(1);
}

static void print_record(void *arg, const struct dtrace_record *r)
{
	struct dtrace_field f = {.size = sizeof(f)};

	if (!dtrace_shape_field(dtrace_record_shape(r), 0, &f))
		abort();
	printf("%s %s: %lld\n", f.type, f.action, (long long)dtrace_record_integer(r, 0));
}

static struct dtrace *open_with(const char *text)
{
	const struct dtrace_handler handler = {.size = sizeof(handler), .record = print_record};
	struct dtrace *d;

	check(dtrace_open(&d));
	check(dtrace_setopt(d, "quiet", NULL));
	check(dtrace_set_handler(d, &handler));
	check(dtrace_add(d, DTRACE_TEXT_NAME, text));
	return d;
}

static void print_diagnostic(void)
{
	struct dtrace_diagnostic g = {.size = sizeof(g)};
	struct dtrace *d = open_with("BEGIN { nosuch(); }");

	dtrace_error_free(dtrace_check(d));
	if (!dtrace_diagnostic(d, 0, &g))
		abort();
	printf("%u:%u: %s (%s)\n", g.line, g.column, g.message, g.tag);
	dtrace_close(d);
}

int main(void)
{
	struct dtrace *d = open_with("BEGIN { trace(7); @a[\"key\"] = sum(5); exit(3); }");
	struct dtrace_aggregation *a;
	struct dtrace_error *err = NULL;

	check(dtrace_check(d));
	check(dtrace_go(d));
	while (dtrace_work(d, &err) == DTRACE_WORK_OKAY)
		;
	check(err);
	check(dtrace_stop(d, false));
	check(dtrace_aggregation_read(d, "a", false, &a));
	printf("%s: %lld\n", dtrace_aggregation_key_text(a, 0, 0),
	       (long long)dtrace_aggregation_number(a, 0));
	dtrace_aggregation_free(a);
	printf("exit status %d\n", dtrace_exit_status(d));
	dtrace_close(d);
	print_diagnostic();
	return 0;
}
