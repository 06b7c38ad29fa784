/* SPDX-License-Identifier: BSD-2-Clause */
#include "keeper/isolated.h"

#include "base/mem.h"
#include "base/read/stream.h"
#include "keeper/protocol.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OURS, ITS, TRIES = 3, NUDGE_MS = 200 };

static void await_exit(pid_t pid)
{
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

/** Starts a process that shares a stream with this one. Like fork(2), returns 0 in the new process
 *  and -1 on failure. *stream is the caller's end. */
static pid_t start_holder(int *stream)
{
	int ends[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return -1;
	pid = fork();
	close(ends[pid ? ITS : OURS]);
	*stream = ends[pid ? OURS : ITS];
	if (pid < 0)
		close(*stream);
	return pid;
}

// ---- attaching

/** Waits for the answer. Continues the process if a signal has stopped it. */
static void await_child(pid_t pid, int stream)
{
	struct pollfd p = {.fd = stream, .events = POLLIN};

	while (poll(&p, 1, NUDGE_MS) == 0)
		kill(pid, SIGCONT);
}

/** Creates the link in a new process. Returns false if that was killed or could not be started. */
static bool link_once(const struct dt_uprobe_request *q, int *link, int *failed)
{
	int stream;
	pid_t pid = start_holder(&stream);
	bool ok;

	if (pid < 0)
		return false;
	if (!pid) {
		*link = dt_uprobe_link(q);
		*failed = *link < 0 ? errno : 0;
		dt_stream_send_fds(stream, failed, sizeof(*failed), link, *link >= 0);
		_exit(0);
	}
	await_child(pid, stream);
	ok = dt_stream_receive_fds(stream, failed, sizeof(*failed), link, 1);
	close(stream);
	await_exit(pid);
	return ok;
}

int dt_isolated_link(const struct dt_uprobe_request *q)
{
	int link, failed;

	for (int i = 0; i < TRIES; i++)
		if (link_once(q, &link, &failed)) {
			errno = failed;
			return link;
		}
	return dt_uprobe_link(q);
}

// ---- detaching

static int compare_links(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/** Closes the descriptors from `first` to `last`, except one. */
static void close_but(unsigned first, unsigned last, unsigned kept)
{
	if (kept < first || kept > last) {
		close_range(first, last, 0);
		return;
	}
	if (kept > first)
		close_range(first, kept - 1, 0);
	if (kept < last)
		close_range(kept + 1, last, 0);
}

/** Holds only these links, which are sorted, until the other end of the stream is closed. The
 *  tracer's stream stays open, so that it ends when all links are detached. */
static void hold_links(const int *links, size_t n, int stream)
{
	char c;

	if (links[0] > DT_STREAM_HELPER + 1)
		close_but(DT_STREAM_HELPER + 1, (unsigned)links[0] - 1, (unsigned)stream);
	close_but((unsigned)links[n - 1] + 1, ~0U, (unsigned)stream);
	if (write(stream, "", 1) == 1)
		while (read(stream, &c, 1) < 0 && errno == EINTR)
			;
	_exit(0);
}

/** Passes the links to a new process, which exits at once. Returns 0 on failure. */
static pid_t hand_over(const int *links, size_t n)
{
	int stream;
	pid_t pid = start_holder(&stream);
	char c;

	if (pid < 0)
		return 0;
	if (!pid)
		hold_links(links, n, stream);
	await_child(pid, stream);
	if (read(stream, &c, 1) != 1) {
		close(stream);
		await_exit(pid);
		return 0;
	}
	for (size_t i = 0; i < n; i++)
		close(links[i]); // the process has the last descriptor
	close(stream);
	return pid;
}

struct held {
	pid_t pid;
	size_t n;
};

static void notify_detached(size_t n, void (*detached)(void))
{
	while (n--)
		detached();
}

/** Waits until a process ends, and removes it from the list. Returns the number of its links. */
static size_t await_one(struct held *list, size_t *n)
{
	pid_t pid = waitpid(-1, NULL, 0);
	bool is_lost = pid < 0 && errno == ECHILD;

	for (size_t i = 0; i < *n; i++) {
		size_t links = list[i].n;

		if (list[i].pid != pid && !is_lost)
			continue;
		list[i] = list[--*n];
		return links;
	}
	return 0;
}

void dt_isolated_detach(int *links, size_t n, size_t at_once, size_t in_each,
			void (*detached)(void))
{
	dt_cleanup(dt_free_p) struct held *list = dt_malloc(at_once * sizeof(*list));
	size_t running = 0, some;

	if (n)
		qsort(links, n, sizeof(*links), compare_links);
	for (size_t i = 0; i < n; i += some) {
		pid_t pid;

		some = n - i < in_each ? n - i : in_each;
		if (running == at_once)
			notify_detached(await_one(list, &running), detached);
		pid = hand_over(&links[i], some);
		if (pid) {
			list[running++] = (struct held){pid, some};
			continue;
		}
		for (size_t k = 0; k < some; k++)
			close(links[i + k]);
		notify_detached(some, detached);
	}
	while (running)
		notify_detached(await_one(list, &running), detached);
}
