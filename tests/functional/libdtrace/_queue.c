/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads more batches than the queue holds. When the queue has room again, the descriptor becomes
 * readable at once, because the rest waits in the rings.
 */
#include "_common.h"

#include <poll.h>

enum { CALLS = 150000, QUEUED = 100000, SOON_MS = 500 };

static struct dtrace *d;

static long read_rows(void)
{
	struct ArrowSchema schema;
	struct ArrowArray array;
	long n = 0;

	while (dtrace_read_batch(d, 1, NULL, &schema, &array)) {
		n += array.length;
		schema.release(&schema);
		array.release(&array);
	}
	return n;
}

static int is_readable(int timeout_ms)
{
	struct pollfd p = {.fd = dtrace_fd(d), .events = POLLIN};

	return poll(&p, 1, timeout_ms) == 1;
}

int main(void)
{
	struct dtrace_error *err = NULL;
	long total = 0, most = 0;
	int late = 0;

	check(dtrace_open(&d));
	check(dtrace_setopt(d, "bufsize", "16m"));
	check(dtrace_setopt(d, "statusrate", "1min"));
	check(dtrace_set_batches(d, 1000));
	check(dtrace_add(d, DTRACE_TEXT_NAME,
			 "syscall::getppid:entry /pid == $pid/ { trace(n++); }"));
	check(dtrace_check(d));
	check(dtrace_go(d));
	for (int i = 0; i < CALLS; i++)
		getppid();
	while (total < CALLS) {
		long n;

		is_readable(-1);
		if (dtrace_work_now(d, &err) == DTRACE_WORK_ERROR)
			check(err);
		n = read_rows();
		total += n;
		most = n > most ? n : most;
		if (n >= QUEUED)
			late += !is_readable(SOON_MS);
	}
	printf("%ld rows, %s, %d late\n", total, most < CALLS ? "in turns" : "at once", late);
	dtrace_close(d);
	return 0;
}
