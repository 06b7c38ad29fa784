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

/** Calls all readers with numbers that are not there, without places for results, and with a struct
 *  of no size. */
static void misuse_aggregation(const struct dtrace_aggregation *a)
{
	static const size_t numbers[] = {0, 1, 99999, SIZE_MAX};
	struct dtrace_aggregation_value value = {.size = 0, .number = 77};
	int64_t percentile = 0;
	struct dtrace_aggregation_info info = {.size = 0};
	struct dtrace_bucket bucket = {.size = 0};
	struct dtrace_field field = {.size = 0};
	int n = 0;

	for (size_t i = 0; i < 16; i++) {
		size_t row = numbers[i % 4], key = numbers[i / 4];

		n += dtrace_aggregation_number(a, row) != 0;
		n += dtrace_aggregation_key_integer(a, row, key) != 0;
		n += dtrace_aggregation_key_bytes(a, row, key, NULL) != NULL;
		n += dtrace_aggregation_key_stack(a, row, key, NULL, NULL) != 0;
		n += *dtrace_aggregation_key_text(a, row, key) != 0;
		n += dtrace_aggregation_key(a, key, NULL) || dtrace_aggregation_key(a, key, &field);
		n += dtrace_aggregation_value(a, row, NULL);
		n += dtrace_aggregation_value(a, row, &value) || value.number != 77;
		n += dtrace_aggregation_bucket(a, key, NULL) ||
		     dtrace_aggregation_bucket(a, key, &bucket);
		n += dtrace_aggregation_counts(a, row, NULL) != NULL;
		n += dtrace_aggregation_percentile(a, row, 500000, NULL) ||
		     dtrace_aggregation_percentile(a, row, 1000001, &percentile) || percentile;
	}
	n += dtrace_metric(NULL, 0, NULL);
	n += dtrace_aggregation_info(a, NULL) || dtrace_aggregation_info(a, &info);
	struct dtrace_aggregation *copy = dtrace_aggregation_copy(a);
	printf("%zu rows, %zu in the copy, %d results\n", dtrace_aggregation_rows(a),
	       dtrace_aggregation_rows(copy), n);
	dtrace_aggregation_free(copy);
}

static void misuse_frames(void)
{
	struct dtrace_frame none = {.size = 0}, frame = {.size = sizeof(frame)};
	int n = dtrace_frame(NULL, 0, 0, 0, &frame) + dtrace_frame(d, 0, 0, 0, NULL) +
		dtrace_frame(d, 0, 0, 1, &frame) + dtrace_frame(d, -1, 0, 0, &frame);

	printf("frames: %d\n", n);
	printf("frames without a name: %d, %d", dtrace_frame(d, 0, 0, 0, &none),
	       dtrace_frame(d, 99999999, 7, 0, &frame));
	printf(" \"%s%s%s%s\"\n", frame.function, frame.module, frame.file, frame.build_id);
	printf("option: %d %d\n", !dtrace_getopt_text(d, "nosuch"),
	       !dtrace_getopt_text(NULL, "pprof") && !dtrace_getopt_text(d, NULL) &&
		   !dtrace_getopt_text(d, "bufsize"));
}

int main(void)
{
	struct dtrace_handler handler = {.size = sizeof(handler), .record = misbehave};
	struct dtrace_aggregation *a = NULL, *b = NULL;
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
			       "BEGIN { @ = count(); @b[pid] = sum(1); } BEGIN { trace(1); } "
			       "tick-1 { exit(0); }"));
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
	show("read the sum", dtrace_aggregation_read(d, "b", false, &b));
	misuse_aggregation(a);
	misuse_aggregation(b);
	misuse_aggregation(NULL);
	misuse_frames();
	show("merge others", dtrace_aggregation_merge(a, b));
	show("merge with NULL", dtrace_aggregation_merge(a, NULL));
	show("merge into NULL", dtrace_aggregation_merge(NULL, a));
	show("merge with itself", dtrace_aggregation_merge(a, a));
	show("subtract others", dtrace_aggregation_subtract(a, b));
	show("subtract NULL", dtrace_aggregation_subtract(a, NULL));
	show("subtract from NULL", dtrace_aggregation_subtract(NULL, a));
	show("read NULL", dtrace_aggregation_read(d, NULL, false, &a));
	show("read to NULL", dtrace_aggregation_read(d, "b", false, NULL));
	show("read of no session", dtrace_aggregation_read(NULL, "b", false, &a));
	show("read nothing", dtrace_aggregation_read(d, "nosuch", false, &a));
	printf("%lld\n", (long long)dtrace_aggregation_number(a, 0));
	dtrace_aggregation_free(a);
	dtrace_aggregation_free(b);
	dtrace_close(d);
	return 0;
}
