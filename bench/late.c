/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures a late reader of the library: the CPU time of reading records of three integers and a
 * string that wait in the kernel's buffer, as text to /dev/null, by a handler, and in batches. The
 * forms take turns; the figures are medians.
 *
 *	bench-late [RECORDS]		3,000,000 by default
 */
#include <dtrace/dtrace.h>

#include "measure.h"

#include <fcntl.h>
#include <sys/syscall.h>

enum form { TEXT, HANDLER, BATCHES, N_FORMS };
enum { TURNS = 5, ROWS = 10000 };

static uint64_t n_read, sum; // records, and their values, so that no reading is optimized away

static void check(struct dtrace_error *err)
{
	if (!err)
		return;
	fprintf(stderr, "%s\n", dtrace_error_message(err));
	exit(1);
}

/** Ends the program if a record is lost, for which it would wait. */
static void check_drops(const struct dtrace *d)
{
	struct dtrace_drop drop = {.size = sizeof(drop)};

	for (size_t i = 0; dtrace_drops(d, i, &drop); i++) {
		if (!drop.count)
			continue;
		fprintf(stderr, "%llu drops\n", (unsigned long long)drop.count);
		exit(1);
	}
}

static void read_fields(void *arg, const struct dtrace_record *r)
{
	size_t len;

	dtrace_record_bytes(r, 2, &len);
	sum += (uint64_t)dtrace_record_integer(r, 0) + (uint64_t)dtrace_record_integer(r, 1) +
	       (uint64_t)dtrace_record_integer(r, 3) + len;
	n_read++;
}

static void read_batches(struct dtrace *d)
{
	struct ArrowSchema schema;
	struct ArrowArray array;

	while (dtrace_read_batch(d, 1, NULL, &schema, &array)) {
		const uint64_t *times = array.children[1]->buffers[1];

		n_read += (uint64_t)array.length;
		sum += times[0];
		schema.release(&schema);
		array.release(&array);
	}
}

/** Starts a session whose buffer holds n records. */
static struct dtrace *start(enum form form, uint64_t n, int nowhere)
{
	const struct dtrace_handler handler = {.size = sizeof(handler), .record = read_fields};
	char text[400], size[32];
	struct dtrace *d;

	check(dtrace_open(&d));
	snprintf(size, sizeof(size), "%llu", (unsigned long long)n * 100);
	check(dtrace_setopt(d, "bufsize", size));
	check(dtrace_setopt(d, "strsize", "16"));
	check(dtrace_setopt(d, "quiet", NULL));
	check(dtrace_set_output(d, nowhere));
	if (form == HANDLER)
		check(dtrace_set_handler(d, &handler));
	if (form == BATCHES)
		check(dtrace_set_batches(d, ROWS));
	snprintf(text, sizeof(text),
		 "syscall::getppid:entry /tid == %d/ "
		 "{ printf(\"%%d %%d %%s %%d\\n\", pid, tid, execname, timestamp); }",
		 gettid());
	check(dtrace_add(d, DTRACE_TEXT_NAME, text));
	check(dtrace_check(d));
	check(dtrace_go(d));
	return d;
}

/** Returns the ns of CPU time for reading a record. */
static double measure(enum form form, uint64_t n, int nowhere)
{
	struct dtrace *d = start(form, n, nowhere);
	struct dtrace_error *err = NULL;
	double spent;

	for (uint64_t i = 0; i < n; i++)
		syscall(SYS_getppid);
	usleep(100000); // younger records wait to be merged with those of other CPUs
	n_read = 0;
	spent = now(CLOCK_THREAD_CPUTIME_ID);
	do { // text is printed at once; batches hold up to 100,000 records
		dtrace_work_now(d, &err);
		check(err);
		check_drops(d);
		if (form == BATCHES)
			read_batches(d);
	} while (form != TEXT && n_read < n);
	spent = now(CLOCK_THREAD_CPUTIME_ID) - spent;
	check(dtrace_stop(d, true));
	dtrace_close(d);
	return spent / (double)n;
}

int main(int argc, char **argv)
{
	static const char *const names[N_FORMS] = {"text", "handler", "batches"};
	uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 0) : 3000000;
	double spent[N_FORMS][TURNS], text;
	int nowhere = open("/dev/null", O_WRONLY);

	if (nowhere < 0 || !n)
		return 1;
	use_last_cpu();
	for (int turn = 0; turn < TURNS; turn++)
		for (int form = 0; form < N_FORMS; form++)
			spent[form][turn] = measure(form, n, nowhere);
	text = median(spent[TEXT], TURNS);
	for (int form = 0; form < N_FORMS; form++)
		printf("%-8s %6.1f ns a record, %.2f of the text's\n", names[form],
		       median(spent[form], TURNS), median(spent[form], TURNS) / text);
	return 0;
}
