/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Aggregates the argument of the process's own calls by each function in two sessions, which see
 * different calls, and prints the snapshots and their sum. The expected values are computed here.
 */
#include "_common.h"

#include <string.h>
#include <sys/syscall.h>

static const char *const kinds[] = {"integer", "float", "string", "bytes", "stack", "symbol"};

static void end(struct dtrace *d)
{
	check(dtrace_stop(d, true));
	dtrace_close(d);
}

static void print_row(const struct dtrace_aggregation *a, size_t row)
{
	struct dtrace_aggregation_value v = {.size = sizeof(v)};
	struct dtrace_bucket b = {.size = sizeof(b)};
	size_t n;
	const int64_t *counts = dtrace_aggregation_counts(a, row, &n);
	int64_t percentile;

	if (!dtrace_aggregation_value(a, row, &v) || v.number != dtrace_aggregation_number(a, row))
		abort();
	printf(" %lld%s; count %llu, sum %lld, squares %llx:%llx", (long long)v.number,
	       v.has_number ? "" : " (no number)", (unsigned long long)v.count, (long long)v.sum,
	       (unsigned long long)v.squares[1], (unsigned long long)v.squares[0]);
	for (size_t i = 0; i < n; i++) {
		if (!counts[i])
			continue;
		if (!dtrace_aggregation_bucket(a, i, &b))
			abort();
		if (b.is_open_below || b.is_open_above)
			printf(" %s%lld:%lld", b.is_open_below ? "<=" : ">=",
			       (long long)(b.is_open_below ? b.high : b.low), (long long)counts[i]);
		else
			printf(" %lld..%lld:%lld", (long long)b.low, (long long)b.high,
			       (long long)counts[i]);
	}
	for (uint32_t share = 0; share <= 1000000; share += 250000)
		if (dtrace_aggregation_percentile(a, row, share, &percentile))
			printf("%s%lld", share ? " " : "; quartiles ", (long long)percentile);
	putchar('\n');
}

/** Makes calls with the values -9 … 9, seven times as large, and two large ones. */
static void make_calls(long value_from, long value_to)
{
	for (long v = value_from; v < value_to; v++)
		syscall(SYS_getpriority, 0, 0, v < 9 ? v * 7 : v == 9 ? 5000000000 : -5000000000);
}

static const char *const functions[] = {
    "count()",
    "sum(this->v)",
    "avg(this->v)",
    "min(this->v)",
    "max(this->v)",
    "stddev(this->v)",
    "quantize(this->v)",
    "lquantize(this->v, -30, 30, 7)",
    "llquantize(this->v, 10, 0, 3, 20)",
    "percentile(this->v)",
};
enum { FUNCTIONS = sizeof(functions) / sizeof(functions[0]) };

/** Merges the snapshots of two sessions, and compares the sum with one that saw all calls. */
static void print_functions(void)
{
	char text[2000], name[] = "a";
	int len = snprintf(text, sizeof(text),
			   "syscall:?64:getpriority:entry /pid == %d/ { this->v = (long)arg2; ",
			   getpid());
	struct dtrace *first, *second, *all;

	for (size_t i = 0; i < FUNCTIONS; i++)
		len += snprintf(text + len, sizeof(text) - (size_t)len, "@%c = %s; ",
				(char)('a' + i), functions[i]);
	snprintf(text + len, sizeof(text) - (size_t)len, "}");
	all = start(text);
	first = start(text);
	make_calls(-9, 0);
	struct dtrace_aggregation *a[FUNCTIONS];
	for (size_t i = 0; i < FUNCTIONS; i++, name[0]++)
		a[i] = read_one(first, name, false);
	end(first);
	second = start(text);
	make_calls(0, 11);
	name[0] = 'a';
	for (size_t i = 0; i < FUNCTIONS; i++, name[0]++) {
		struct dtrace_aggregation_info info = {.size = sizeof(info)};
		struct dtrace_aggregation *b = read_one(second, name, false),
					  *whole = read_one(all, name, false);

		dtrace_aggregation_info(a[i], &info);
		printf("%s", info.function);
		for (size_t k = 0; k < info.n_parameters; k++)
			printf(" %lld", (long long)info.parameters[k]);
		puts(":");
		print_row(a[i], 0);
		print_row(b, 0);
		check(dtrace_aggregation_merge(a[i], b));
		print_row(a[i], 0);
		print_row(whole, 0);
		dtrace_aggregation_free(a[i]);
		dtrace_aggregation_free(b);
		dtrace_aggregation_free(whole);
	}
	end(second);
	end(all);
}

static void print_key(const struct dtrace_aggregation *a, size_t row, size_t key)
{
	struct dtrace_field f = {.size = sizeof(f)};
	const uint64_t *frames;
	const char *bytes;
	pid_t process;
	size_t n;

	if (!dtrace_aggregation_key(a, key, &f))
		abort();
	printf("  %s %s (%s", f.name, kinds[f.kind], f.type);
	if (f.kind == DTRACE_INTEGER)
		printf(", %u bytes%s): %lld", f.width, f.is_signed ? ", signed" : "",
		       (long long)dtrace_aggregation_key_integer(a, row, key));
	bytes = dtrace_aggregation_key_bytes(a, row, key, &n);
	if (bytes)
		printf("): %zu bytes", n);
	n = dtrace_aggregation_key_stack(a, row, key, &frames, &process);
	if (f.kind == DTRACE_STACK || f.kind == DTRACE_SYMBOL)
		printf("): %s%s", n && frames[0] ? "frames of " : "",
		       process == getpid() ? "own process"
		       : process	   ? "other process"
					   : "kernel");
	if (f.kind != DTRACE_STACK)
		printf(" = %s", dtrace_aggregation_key_text(a, row, key));
	putchar('\n');
}

static void print_keys(void)
{
	char text[800];
	struct dtrace *d;

	snprintf(
	    text, sizeof(text),
	    "struct pair { int a; char b[4]; }; unsigned char byte; "
	    "syscall:?64:getpriority:entry /pid == %d/ { byte = 200; "
	    "this->p = (struct pair *)alloca(sizeof(struct pair)); this->p->a = 7; "
	    "@[pid == %d, byte, (short)-5, probefunc, \"  text\", this->p->b] = count(); "
	    "@s[ustack(2), stack(2), usym(ucaller), 0xffffffffffffffff, byte, byte] = count(); }",
	    getpid(), getpid());
	d = start(text);
	syscall(SYS_getpriority, 0, 0, 0);
	struct dtrace_aggregation *a[] = {read_one(d, "_", false), read_one(d, "s", false)};
	end(d);
	for (int i = 0; i < 2; i++) { // they outlive their session
		printf("%zu rows\n", dtrace_aggregation_rows(a[i]));
		for (size_t k = 0; k < dtrace_aggregation_keys(a[i]); k++)
			print_key(a[i], 0, k);
		dtrace_aggregation_free(a[i]);
	}
}

static void print_losses(void)
{
	static const char *const names[] = {"cleared", "extreme", "truncated"};
	struct dtrace_aggregation_info info = {.size = sizeof(info)};
	struct dtrace_error *err = NULL;
	char text[800];
	struct dtrace *d;

	snprintf(text, sizeof(text),
		 "syscall:?64:getpriority:entry /pid == %d/ { @cleared[1] = sum(3); @extreme[1] = "
		 "max(4); "
		 "@truncated[1] = count(); } "
		 "syscall:?64:getpgid:entry /pid == %d/ { clear(@cleared); clear(@extreme); "
		 "trunc(@truncated); trunc(@truncated); trunc(@truncated); exit(0); }",
		 getpid(), getpid());
	d = start(text);
	syscall(SYS_getpriority, 0, 0, 0);
	syscall(SYS_getpgid, 0);
	while (dtrace_work(d, &err) == DTRACE_WORK_OKAY)
		;
	check(err);
	check(dtrace_stop(d, false)); // clear() and trunc() are carried out by now
	for (int i = 0; i < 6; i++) {
		struct dtrace_aggregation *a = read_one(d, names[i / 2], i % 2);
		struct dtrace_aggregation_value v = {.size = sizeof(v)};

		dtrace_aggregation_info(a, &info);
		printf("%s%s: %zu rows, lost by trunc() %d, by clear() %d", info.name,
		       info.is_total ? ", total" : "", dtrace_aggregation_rows(a),
		       info.lost_by_trunc, info.lost_by_clear);
		if (dtrace_aggregation_value(a, 0, &v))
			printf(", %lld%s", (long long)v.number, v.has_number ? "" : " (no number)");
		putchar('\n');
		dtrace_aggregation_free(a);
	}
	dtrace_close(d);
}

int main(void)
{
	print_functions();
	print_keys();
	print_losses();
	return 0;
}
