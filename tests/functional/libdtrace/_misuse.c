/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls functions in the wrong state, with NULL and with wrong numbers: an error, never a crash.
 */
#include <dtrace/dtrace.h>

#include <stdio.h>
#include <stdlib.h>

static struct dtrace *d;
static int calls;

static void show(const char *what, struct dtrace_error *err)
{
	printf("%s: %s\n", what, err ? dtrace_error_message(err) : "fine");
	dtrace_error_free(err);
}

static void show_work(const char *what)
{
	struct dtrace_error *err = NULL;

	dtrace_work(d, &err);
	show(what, err);
}

static void misbehave(void *arg, const struct dtrace_record *r)
{
	if (calls++)
		return;
	show("go in a handler", dtrace_go(d));
	show_work("work in a handler");
	show("stop in a handler", dtrace_stop(d, false));
	dtrace_close(d);
	show("add in a handler", dtrace_add(d, DTRACE_TEXT_NAME, "BEGIN"));
}

static void print_message(void *arg, const char *text)
{
	printf("message: %s\n", text);
}

int main(void)
{
	struct dtrace_handler handler = {.size = sizeof(handler), .record = misbehave};
	struct dtrace_aggregation *a = NULL;
	enum dtrace_work state = DTRACE_WORK_OKAY;
	struct dtrace_diagnostic g = {.size = sizeof(g)};
	struct dtrace_error *err = NULL;
	struct dtrace_completion w = {.size = sizeof(w)};
	size_t begin;
	int64_t number;

	if (dtrace_open(&d))
		return 1;
	dtrace_set_message_handler(d, print_message, NULL);
	printf("options: %d %d %d %d\n", dtrace_getopt(d, "nosuch", &number),
	       dtrace_getopt(d, NULL, &number), dtrace_getopt(d, "quiet", NULL),
	       dtrace_getopt(NULL, "quiet", &number));
	number = 7;
	printf("option: %d", dtrace_getopt(d, "quiet", &number));
	printf(" %d\n", (int)number);
	show("complete nowhere", dtrace_complete(d, "BEGIN", 6, &begin));
	show("complete nothing", dtrace_complete(d, NULL, 0, &begin));
	show("complete without a session", dtrace_complete(NULL, "BEGIN", 0, &begin));
	printf("words: %d %d\n", dtrace_completion(d, 0, &w), dtrace_completion(NULL, 0, &w));
	printf("diagnostics: %zu %d %d %d\n", dtrace_diagnostics(NULL), dtrace_diagnostic(d, 0, &g),
	       dtrace_diagnostic(d, 0, NULL), dtrace_diagnostic(NULL, 0, &g));
	show_work("work first");
	show("stop first", dtrace_stop(d, false));
	show("no handler", dtrace_set_handler(d, NULL));
	handler.size = 0;
	show("no size", dtrace_set_handler(d, &handler));
	handler.size = sizeof(handler);
	show("handler", dtrace_set_handler(d, &handler));
	show("batches too", dtrace_set_batches(d, 10));
	show("add", dtrace_add(d, DTRACE_TEXT_NAME,
			       "BEGIN { @ = count(); } BEGIN { trace(1); } tick-1 { exit(0); }"));
	show("complete a second text", dtrace_complete(d, "BEGIN", 5, &begin));
	for (int i = 0; i < 3; i++) {
		show("check", dtrace_check(d));
		printf("%zu probes\n", dtrace_match_count(d));
	}
	show("go", dtrace_go(d));
	show("go again", dtrace_go(d));
	show("add later", dtrace_add(d, DTRACE_TEXT_NAME, "BEGIN"));
	show("command later", dtrace_command(d, "true"));
	show("grab later", dtrace_grab(d, 1));
	while (state == DTRACE_WORK_OKAY)
		state = dtrace_work(d, &err);
	show("work", err);
	show("stop", dtrace_stop(d, false));
	show("stop again", dtrace_stop(d, false));
	show("read", dtrace_aggregation_read(d, "_", false, &a));
	printf("%s %d %lld %lld %d\n", dtrace_aggregation_key(a, 9, 9) ? "a key" : "no key",
	       dtrace_aggregation_key_number(a, 9, 9, &number),
	       (long long)dtrace_aggregation_number(a, 9),
	       (long long)dtrace_aggregation_count(a, 0, 99999),
	       dtrace_aggregation_bucket(a, 99999, &number));
	dtrace_aggregation_free(a);
	dtrace_close(d);
	return 0;
}
