/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Random additions, clear(), trunc() and normalize(), by the process's own calls. What
 * dtrace_aggregation_take() returns adds up to the expected totals, while idle keys leave the
 * kernel. An aggregation with the same additions that is never taken shows the same.
 */
#include "_common.h"

#include <string.h>
#include <sys/syscall.h>

enum { KEYS = 40, OPERATIONS = 6000, FIRST = 1000, CLEAR = 2000, TRUNC, TRUNC_3, NORMALIZE, LIMIT };

static const char program[] =
    "#pragma D metric @q name=app_read unit=us sum labels=call range=0..1023\n"
    "syscall::getpriority:entry /pid == %d && arg0 >= 1000 && arg0 < 2000/\n"
    "{ @s[(int)arg0] = sum((int)arg1); @t[(int)arg0] = sum((int)arg1); @n = sum((int)arg1);\n"
    "  @c[(int)arg0] = count(); @q[(int)arg0] = quantize((int)arg1); @m[(int)arg0] = max(arg1);\n"
    "  @k[stack(1)] = count(); }\n"
    "syscall::getpriority:entry /pid == %d && arg0 == 2000/\n"
    "{ clear(@s); clear(@t); clear(@n); clear(@c); clear(@q); }\n"
    "syscall::getpriority:entry /pid == %d && arg0 == 2001/\n"
    "{ trunc(@s); trunc(@t); trunc(@c); trunc(@q); }\n"
    "syscall::getpriority:entry /pid == %d && arg0 == 2002/ { trunc(@s, 3); trunc(@t, 3); }\n"
    "syscall::getpriority:entry /pid == %d && arg0 == 2003/ { normalize(@s, 7); normalize(@t, 7); "
    "}\n";

static const char *const names[] = {"s", "n", "c", "q"};
enum { S, N, C, Q, NAMES };

static int64_t expected[NAMES][KEYS], taken[NAMES][KEYS], expected_sum, taken_sum;
static size_t expired, negative;

static void take(struct dtrace *d, int which, uint64_t idle)
{
	struct dtrace_aggregation_value v = {.size = sizeof(v)};
	struct dtrace_aggregation *a;
	size_t n;

	check(dtrace_aggregation_take(d, names[which], idle, &a, &n));
	expired += n;
	for (size_t row = 0; row < dtrace_aggregation_rows(a); row++) {
		int64_t key = which == N ? 0 : dtrace_aggregation_key_integer(a, row, 0) - FIRST;

		dtrace_aggregation_value(a, row, &v);
		taken[which][key] += which == Q ? (int64_t)v.count : v.number;
		if (which == Q)
			taken_sum += v.sum;
		negative += which == Q && !v.has_sum;
	}
	dtrace_aggregation_free(a);
}

static void act(void)
{
	int key = rand() % KEYS, value = rand() % 100 - 20;

	if (rand() % 40 == 0) {
		syscall(SYS_getpriority, CLEAR + rand() % (LIMIT - CLEAR), 0);
		return;
	}
	syscall(SYS_getpriority, FIRST + key, value);
	expected[S][key] += value;
	expected[N][0] += value;
	expected[C][key]++;
	expected[Q][key]++;
	expected_sum += value < 0 ? 0 : value;
}

/** Returns the number of rows in which the two differ. */
static size_t compare_shown(struct dtrace *d)
{
	struct dtrace_aggregation *a, *b;
	size_t differences;

	check(dtrace_aggregation_read(d, "s", false, &a));
	check(dtrace_aggregation_read(d, "t", false, &b));
	differences = dtrace_aggregation_rows(a) != dtrace_aggregation_rows(b);
	for (size_t row = 0; row < dtrace_aggregation_rows(a) && !differences; row++)
		differences +=
		    dtrace_aggregation_number(a, row) != dtrace_aggregation_number(b, row);
	dtrace_aggregation_free(a);
	dtrace_aggregation_free(b);
	return differences;
}

static void print_metrics(struct dtrace *d)
{
	static const char *const kinds[] = {"none", "counter", "gauge", "histogram", "moments"};
	struct dtrace_metric m = {.size = sizeof(m)};

	for (size_t i = 0; dtrace_metric(d, i, &m); i++) {
		printf("@%s %s: %s %s, unit \"%s\" / %llu, limit %zu%s%s, labels", m.aggregation,
		       m.function, kinds[m.kind], m.name, m.unit, (unsigned long long)m.divisor,
		       m.limit, m.has_sum ? ", sum" : "", m.is_declared ? ", declared" : "");
		for (size_t k = 0; k < m.n_labels; k++)
			printf(" %s", m.labels[k]);
		printf("; %s\n", m.help);
	}
}

int main(void)
{
	int p = (int)getpid();
	char text[2048];
	struct dtrace_error *err;
	struct dtrace *d;

	srand(11);
	snprintf(text, sizeof(text), program, p, p, p, p, p);
	d = start(text);
	print_metrics(d);
	for (int i = 0; i < NAMES; i++)
		take(d, i, 0);
	for (int i = 0; i < OPERATIONS; i++) {
		act();
		if (rand() % 20 == 0 && dtrace_work_now(d, &err) == DTRACE_WORK_ERROR)
			check(err);
		if (rand() % 20 == 0)
			take(d, rand() % NAMES, rand() % 2);
	}
	check(dtrace_stop(d, false));
	for (int i = 0; i < NAMES; i++)
		take(d, i, 0);
	printf("differences: %d %d %zu\n", memcmp(expected, taken, sizeof(taken)) != 0,
	       expected_sum != taken_sum, compare_shown(d));
	printf("expired %d, negative %d\n", expired > 0, negative > 0);
	dtrace_close(d);
	return 0;
}
