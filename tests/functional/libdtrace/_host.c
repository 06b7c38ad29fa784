// SPDX-License-Identifier: BSD-2-Clause
// A host of the library: two sessions in two threads, each counts the calls of its own thread, and
// compares the values of the aggregations with the calls.
#include "_common.h"

#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>

enum { CALLS = 1000 };

static void make_calls(void)
{
	for (int i = 0; i < CALLS; i++)
		syscall(SYS_getpriority, 0, 0, i);
}

/** Numbers with keys of both kinds, before and after clear(). */
static void count(void)
{
	char text[400];
	struct dtrace_aggregation *a;
	struct dtrace *d;
	struct dtrace_aggregation_info info = {.size = sizeof(info)};
	struct dtrace_error *err = NULL;

	snprintf(text, sizeof(text),
		 "syscall:?64:getpriority:entry /tid == %d/ { @c[tid, probefunc] = count(); } "
		 "syscall:?64:getsid:entry /tid == %d/ { clear(@c); exit(4); }",
		 gettid(), gettid());
	d = start(text);
	make_calls();
	a = read_one(d, "c", false);
	expect(dtrace_aggregation_rows(a) == 1 && dtrace_aggregation_keys(a) == 2);
	expect(dtrace_aggregation_number(a, 0) == CALLS);
	expect(dtrace_aggregation_key_integer(a, 0, 0) == gettid());
	expect(!dtrace_aggregation_key_integer(a, 0, 1));
	expect(!strcmp(dtrace_aggregation_key_text(a, 0, 1), "getpriority"));
	expect(dtrace_aggregation_info(a, &info) && !strcmp(info.function, "count"));
	expect(!strcmp(dtrace_aggregation_name(d, 0), "c") && !dtrace_aggregation_name(d, 1));
	expect(info.time > 0 && info.normal == 1);
	syscall(SYS_getsid, 0);
	while (dtrace_work(d, &err) == DTRACE_WORK_OKAY)
		;
	check(err);
	check(dtrace_stop(d, false));			  // clear() is carried out by now
	expect(dtrace_aggregation_number(a, 0) == CALLS); // a copy
	dtrace_aggregation_free(a);
	a = read_one(d, "c", false);
	expect(dtrace_aggregation_number(a, 0) == 0);
	dtrace_aggregation_free(a);
	a = read_one(d, "c", true);
	expect(dtrace_aggregation_number(a, 0) == CALLS);
	dtrace_aggregation_free(a);
	err = dtrace_aggregation_read(d, "nosuch", false, &a);
	expect(err && dtrace_error_kind(err) == DTRACE_ERROR_USAGE);
	dtrace_error_free(err);
	expect(dtrace_exit_status(d) == 4);
	dtrace_close(d);
}

/** A histogram. */
static void draw(void)
{
	struct dtrace_aggregation *a;
	struct dtrace_bucket b = {.size = sizeof(b)};
	const int64_t *counts;
	int64_t total = 0;
	char text[200];
	size_t n;
	struct dtrace *d;

	snprintf(text, sizeof(text),
		 "syscall:?64:getpriority:entry /tid == %d/ { @q = quantize(arg2); }", gettid());
	d = start(text);
	make_calls();
	a = read_one(d, "q", false);
	expect(dtrace_aggregation_rows(a) == 1 && dtrace_aggregation_keys(a) == 0);
	counts = dtrace_aggregation_counts(a, 0, &n);
	expect(n == dtrace_aggregation_buckets(a));
	for (size_t i = 0; i < n; i++) {
		expect(dtrace_aggregation_bucket(a, i, &b));
		if (b.low == 256)
			expect(b.high == 511 && counts[i] == 256);
		total += counts[i];
	}
	expect(total == CALLS);
	dtrace_aggregation_free(a);
	check(dtrace_stop(d, true));
	dtrace_close(d);
}

static void *run(void *arg)
{
	for (int i = 0; i < 3; i++) {
		count();
		draw();
	}
	return NULL;
}

static bool asked(void *arg, size_t size)
{
	static const char line[] = "asked for memory\n";

	_exit(write(STDOUT_FILENO, line, sizeof(line) - 1) == (ssize_t)sizeof(line) - 1 ? 0 : 1);
}

/** Room for a session, not for a text of 64 MB. */
static void exhaust(void)
{
	const struct rlimit limit = {256 << 20, 256 << 20};
	size_t size = 200 << 20;
	char *text = malloc(size);
	struct dtrace *d;

	check(dtrace_open(&d));
	dtrace_set_memory_handler(asked, NULL);
	memset(text, ' ', size - 1);
	text[size - 1] = '\0';
	setrlimit(RLIMIT_AS, &limit);
	check(dtrace_add(d, DTRACE_TEXT_NAME, text));
	exit(3);
}

int main(int argc, char **argv)
{
	pthread_t other;

	if (argc > 1)
		exhaust();
	expect(!pthread_create(&other, NULL, run, NULL));
	run(NULL);
	pthread_join(other, NULL);
	puts("counted");
	return 0;
}
