/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loses events in each way that a program can cause. In every form of results, drops and faults
 * arrive as events, and the totals are the sums of the events.
 */
#include "_common.h"

#include <string.h>

enum { CALLS = 3000, KINDS = 16 };

static struct {
	char kind[32];
	uint64_t n;
} sums[KINDS];
static size_t n_kinds;
static int n_faults, n_messages;

static void drop(void *arg, const struct dtrace_drop *e)
{
	size_t i = 0;

	while (i < n_kinds && strcmp(sums[i].kind, e->kind) != 0)
		i++;
	if (i == n_kinds)
		snprintf(sums[n_kinds++].kind, sizeof(sums[0].kind), "%s", e->kind);
	sums[i].n += e->count;
	if (!e->count || !*e->message || e->cpu < -1)
		printf("an empty event\n");
}

static void fault(void *arg, const struct dtrace_fault *f)
{
	n_faults++;
	if (strcmp(f->kind, "divide-by-zero") != 0)
		printf("another fault: %s\n", f->kind);
}

static void record(void *arg, const struct dtrace_record *r)
{
}

static void count_message(void *arg, const char *text)
{
	n_messages++;
}

static void show_totals(const struct dtrace *d)
{
	struct dtrace_drop total = {.size = sizeof(total)};
	size_t n = 0;

	for (; dtrace_drops(d, n, &total); n++) {
		uint64_t sum = 0;

		for (size_t i = 0; i < n_kinds; i++)
			sum += strcmp(sums[i].kind, total.kind) ? 0 : sums[i].n;
		printf(" %s%s", total.kind, sum == total.count ? "" : " of another total");
	}
	printf("%s%s\n", n_faults ? " and a fault" : "",
	       n == n_kinds ? "" : ", and an event without a total");
}

static void lose(const char *form, const char *option, const char *value, const char *program)
{
	struct dtrace_handler h = {.size = sizeof(h), .drop = drop, .fault = fault};
	struct dtrace_error *err = NULL;
	struct dtrace *d;
	int text = open("/dev/null", O_WRONLY);

	n_kinds = 0;
	n_faults = n_messages = 0;
	memset(sums, 0, sizeof(sums));
	check(dtrace_open(&d));
	dtrace_set_message_handler(d, count_message, NULL);
	if (!strcmp(form, "batches"))
		check(dtrace_set_batches(d, 100));
	else if (!strcmp(form, "handler"))
		h.record = record;
	check(dtrace_set_handler(d, &h));
	check(dtrace_set_output(d, text));
	if (option)
		check(dtrace_setopt(d, option, value));
	check(dtrace_add(d, DTRACE_TEXT_NAME, program));
	check(dtrace_check(d));
	check(dtrace_go(d));
	for (int i = 0; i < CALLS; i++)
		getppid();
	for (int i = 0; i < 3; i++)
		dtrace_work_now(d, &err);
	check(err);
	check(dtrace_stop(d, false));
	printf("%s:", form);
	show_totals(d);
	if (n_messages)
		printf("%d messages\n", n_messages);
	dtrace_close(d);
	close(text);
}

int main(void)
{
	static const char *const forms[] = {"text", "handler", "batches"};
	static const struct {
		const char *option, *value, *program;
	} cases[] = {
	    {"bufsize", "4k", "syscall::getppid:entry /pid == $pid/ { trace(1); }"},
	    {"aggsize", "1k",
	     "syscall::getppid:entry /pid == $pid/ { @[i++] = count(); } END { clear(@); }"},
	    {"dynvarsize", "1k", "syscall::getppid:entry /pid == $pid/ { a[i++] = 1; }"},
	    {"nspec", "1",
	     "syscall::getppid:entry /pid == $pid/ { speculate(speculation()); trace(1); }"},
	    {"specsize", "64",
	     "syscall::getppid:entry /pid == $pid && !s/ { s = speculation(); }"
	     "syscall::getppid:entry /s/ { speculate(s); trace(1); }"},
	    {NULL, NULL, "int i; BEGIN { trace(1 / i); } ERROR { trace(1 / i); }"},
	    {NULL, NULL, "int i; BEGIN { trace(1 / i); }"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		for (size_t f = 0; f < 3; f++)
			lose(forms[f], cases[i].option, cases[i].value, cases[i].program);
	return 0;
}
