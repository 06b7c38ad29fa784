/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dtrace-keeper: attaches uprobes for the tracer that started it, and holds them as long as the
 * tracer does.
 *
 * The kernel inserts and removes breakpoints in the context of the caller, and stops half way if
 * the caller is killed. The remaining breakpoints then stay in the code of the traced programs, as
 * traps without a probe. Therefore the tracer leaves this work to the keeper: if the tracer is
 * killed, the keeper removes all breakpoints. If the keeper is killed meanwhile, the processes that
 * it started for the removal finish (apart.h). The keeper is a separate program, because the tracer
 * may be a thread of a process that cannot safely fork.
 *
 * The keeper is not a command for users: its input is the stream (keeper/protocol.h).
 *
 * Decision: docs/dev/decisions/0026-two-closers-print-first.md
 * Decision: docs/dev/decisions/0079-links-end-with-processes.md
 */
#include "keeper/isolated.h"
#include "keeper/protocol.h"

#include "base/read/stream.h"
#include "base/vec.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PATH_SIZE = 32 };

typedef dt_vec(int) links;

/** Creates the link of a request, and answers. Returns false if the tracer has gone. */
static bool serve_request(const struct dt_keeper_header *h, const int *fds, links *held)
{
	size_t size = DT_KEEPER_N_ARRAYS * h->n * sizeof(uint64_t);
	dt_cleanup(dt_free_p) uint64_t *values = dt_malloc(size);
	char path[PATH_SIZE];
	struct dt_uprobe_request q = {.program = fds[DT_KEEPER_PROGRAM],
				      .path = path,
				      .pid = h->pid,
				      .event_type = h->event_type,
				      .n = h->n,
				      .offsets = values,
				      .cookies = values + h->n,
				      .semaphores = values + 2 * h->n};
	int link, failed;

	if (!dt_stream_receive(DT_STREAM_HELPER, values, size))
		return false;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fds[DT_KEEPER_FILE]);
	link = dt_isolated_link(&q);
	failed = link < 0 ? errno : 0;
	if (!failed)
		dt_vec_push(held, link);
	return dt_stream_send_fds(DT_STREAM_HELPER, &failed, sizeof(failed), &link, link >= 0);
}

/** Sends a byte for a detached link. The tracer may have gone. */
static void report_progress(void)
{
	send(DT_STREAM_HELPER, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

int main(void)
{
	struct dt_keeper_header h;
	int fds[DT_KEEPER_N_SENT];
	bool going = true, are_events = false;
	links held = {0}, received = {0};
	sigset_t all;

	// Killing all processes named dtrace must not kill the keeper.
	prctl(PR_SET_NAME, DT_KEEPER_NAME);
	// ^C at the terminal is meant for the tracer.
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	// An inherited pipe must not stay open: its reader would wait for its end.
	close_range(DT_STREAM_HELPER + 1, ~0U, 0);
	while (going &&
	       dt_stream_receive_fds(DT_STREAM_HELPER, &h, sizeof(h), fds, DT_KEEPER_N_SENT)) {
		if (!h.n) {
			dt_vec_push(&received, fds[0]);
			continue;
		}
		are_events = h.event_type;
		going = serve_request(&h, fds, &held);
		for (size_t i = 0; i < DT_KEEPER_N_SENT; i++)
			close(fds[i]);
	}
	dt_isolated_detach(held.data, held.len,
			   are_events ? DT_KEEPER_CLOSERS : DT_KEEPER_CLOSERS_MULTI,
			   are_events ? DT_KEEPER_EVENTS : 1, report_progress);
	dt_keeper_close_all(received.data, received.len, DT_KEEPER_CLOSERS, NULL, NULL);
	dt_vec_deinit(&received);
	dt_vec_deinit(&held);
	return 0;
}
