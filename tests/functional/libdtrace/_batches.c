/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints batches of records row by row: batches ROWS PROGRAM. Calls getppid() now and then.
 */
#include <dtrace/dtrace.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct dtrace *d;

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

static int is_valid(const struct ArrowArray *a, int64_t i)
{
	const uint8_t *bits = a->buffers[0];

	return !a->null_count || bits[i / 8] >> i % 8 & 1;
}

static void print_value(const struct ArrowSchema *s, const struct ArrowArray *a, int64_t i)
{
	const int32_t *at = a->buffers[1];

	printf("%s(%s)=", s->name, s->format);
	if (!is_valid(a, i))
		printf("null");
	else if (!strcmp(s->format, "u"))
		printf("\"%.*s\"", at[i + 1] - at[i], (const char *)a->buffers[2] + at[i]);
	else if (!strcmp(s->format, "z"))
		printf("%d bytes", at[i + 1] - at[i]);
	else if (!strcmp(s->format, "+l"))
		printf("%s",
		       at[i + 1] > at[i] && ((const uint64_t *)a->children[0]->buffers[1])[at[i]]
			   ? "frames"
			   : "none");
	else if (!strcmp(s->format, "g"))
		printf("%g", ((const double *)a->buffers[1])[i]);
	else if (strchr("lL", s->format[0]))
		printf("%lld", (long long)((const int64_t *)a->buffers[1])[i]);
	else if (s->format[0] == 'i')
		printf("%d", ((const int32_t *)a->buffers[1])[i]);
	else if (s->format[0] == 'C')
		printf("%u", ((const uint8_t *)a->buffers[1])[i]);
	else
		abort();
}

/** Checks the columns that every batch has, and prints the others. */
static void print_batch(size_t shape, const struct ArrowSchema *s, const struct ArrowArray *a)
{
	static const char *const fixed[] = {"seq", "time", "cpu", "probe"};

	for (size_t i = 0; i < 4; i++)
		if (strcmp(s->children[i]->name, fixed[i]) != 0)
			abort();
	printf("shape %zu, %lld rows\n", shape, (long long)a->length);
	for (int64_t i = 0; i < a->length; i++) {
		const uint64_t *seq = a->children[0]->buffers[1],
			       *time = a->children[1]->buffers[1];

		printf(" %llu", (unsigned long long)seq[i]);
		if (i && (seq[i] <= seq[i - 1] || time[i] < time[i - 1]))
			abort();
		for (int64_t k = 4; k < a->n_children; k++) {
			putchar(' ');
			print_value(s->children[k], a->children[k], i);
		}
		putchar('\n');
	}
}

int main(int argc, char **argv)
{
	struct dtrace_error *err = NULL;
	struct ArrowSchema schema[64];
	struct ArrowArray array[64];
	size_t shape[64], n = 0;
	enum dtrace_work state;

	check(dtrace_open(&d));
	check(dtrace_set_batches(d, (size_t)atoi(argv[1])));
	check(dtrace_add(d, DTRACE_TEXT_NAME, argv[argc - 1]));
	check(dtrace_check(d));
	check(dtrace_go(d));
	do
		getppid();
	while ((state = dtrace_work(d, &err)) == DTRACE_WORK_OKAY);
	check(err);
	check(dtrace_stop(d, false));
	while (n < 64 && dtrace_read_batch(d, 1, &shape[n], &schema[n], &array[n]))
		n++;
	// They outlive the session.
	dtrace_close(d);
	for (size_t i = 0; i < n; i++) {
		print_batch(shape[i], &schema[i], &array[i]);
		schema[i].release(&schema[i]);
		array[i].release(&array[i]);
		if (schema[i].release || array[i].release)
			abort();
	}
	return 0;
}
