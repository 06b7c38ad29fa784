/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints what a handler receives: the fields of each record with their shape, effects, drops,
 * faults.
 */
#include <dtrace/dtrace.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const kinds[] = {"integer", "float", "string", "bytes", "stack", "symbol"};
static struct dtrace *d;

static void print_field(const struct dtrace_record *r, size_t i)
{
	struct dtrace_field f = {.size = sizeof(f)};
	const uint64_t *frames;
	const char *bytes;
	pid_t process;
	size_t n;

	if (!dtrace_shape_field(dtrace_record_shape(r), i, &f))
		abort();
	printf("  %s#%zu %s %s (%s%s)", f.action, f.number, f.name, kinds[f.kind], f.type,
	       f.is_signed ? ", signed" : "");
	if (!dtrace_record_has(r, i)) {
		puts(": absent");
		return;
	}
	switch (f.kind) {
	case DTRACE_INTEGER:
		printf(": %lld", (long long)dtrace_record_integer(r, i));
		break;
	case DTRACE_FLOAT:
		printf(": %g", dtrace_record_float(r, i));
		break;
	case DTRACE_STRING:
	case DTRACE_BYTES:
		bytes = dtrace_record_bytes(r, i, &n);
		printf(": %zu bytes, \"%.*s\"", n, (int)strnlen(bytes, n), bytes);
		break;
	case DTRACE_STACK:
		n = dtrace_record_stack(r, i, &frames, &process);
		printf(": %s, %s", n && frames[0] ? "frames" : "none",
		       process == getpid() ? "own"
		       : process	   ? "other"
					   : "kernel");
		break;
	case DTRACE_SYMBOL:
		break;
	}
	printf(" = %s\n", f.kind == DTRACE_STACK ? "" : dtrace_record_text(r, i));
}

static void record(void *arg, const struct dtrace_record *r)
{
	const struct dtrace_shape *s = dtrace_record_shape(r);
	struct dtrace_probe p = {.size = sizeof(p)};
	pid_t thread, process = dtrace_record_process(r, &thread);

	if (!dtrace_probe(d, dtrace_record_probe(r), &p))
		abort();
	printf("clause %zu of %s:%s:%s:%s%s%s\n", dtrace_shape_index(s), p.provider, p.module,
	       p.function, p.name, process == getpid() && thread == getpid() ? ", own thread" : "",
	       dtrace_record_time(r) ? "" : ", no time");
	for (size_t i = 0; i < dtrace_shape_fields(s); i++)
		print_field(r, i);
	// A field that is not there, or of another kind, is nothing.
	if (dtrace_record_has(r, 1000) || dtrace_record_integer(r, 1000) ||
	    *dtrace_record_text(r, 1000) || *dtrace_record_output(NULL))
		abort();
	++*(int *)arg;
}

static void effect(void *arg, const struct dtrace_record *r, const struct dtrace_effect *e)
{
	printf("effect %s%s %lld%s%s\n", e->action, r ? "" : " at the end", (long long)e->number,
	       e->text ? " " : "", e->text ? e->text : "");
	for (size_t i = 0; i < e->n_aggregations; i++)
		for (size_t row = 0; row < dtrace_aggregation_rows(e->aggregations[i]); row++)
			printf("  %s = %lld\n",
			       dtrace_aggregation_key_text(e->aggregations[i], row, 0),
			       (long long)dtrace_aggregation_number(e->aggregations[i], row));
	++*(int *)arg;
}

static void drop(void *arg, const struct dtrace_drop *drop)
{
	printf("drop %s: %s\n", drop->kind, drop->message);
}

static void fault(void *arg, const struct dtrace_fault *f)
{
	printf("fault %s at %llx in action %u, %s\n", f->kind, (unsigned long long)f->address,
	       f->action, f->size == sizeof(*f) ? "whole" : "cut");
}

static void check(struct dtrace_error *err)
{
	struct dtrace_diagnostic g = {.size = sizeof(g)};

	if (!err)
		return;
	fprintf(stderr, "%s\n", dtrace_error_message(err));
	for (size_t i = 0; dtrace_diagnostic(d, i, &g); i++)
		fprintf(stderr, "%u:%u: %s\n", g.line, g.column, g.message);
	exit(1);
}

int main(int argc, char **argv)
{
	int n = 0;
	struct dtrace_handler h = {.size = sizeof(h),
				   .arg = &n,
				   .record = record,
				   .effect = effect,
				   .drop = drop,
				   .fault = fault};
	struct dtrace_error *err = NULL;

	check(dtrace_open(&d));
	check(dtrace_set_handler(d, &h));
	for (int i = 1; i < argc; i++)
		check(dtrace_add(d, DTRACE_TEXT_NAME, argv[i]));
	check(dtrace_setopt(d, "destructive", NULL));
	check(dtrace_check(d));
	check(dtrace_go(d));
	while (dtrace_work(d, &err) == DTRACE_WORK_OKAY)
		getppid();
	check(err);
	check(dtrace_stop(d, false));
	err = dtrace_set_handler(d, &h);
	printf("later: %s\n", dtrace_error_message(err));
	dtrace_error_free(err);
	printf("%d calls, status %d\n", n, dtrace_exit_status(d));
	dtrace_close(d);
	return 0;
}
