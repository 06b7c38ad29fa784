/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The keeper is a fork that serves requests on a stream of its own and closes the links when it
 * reads the stream's end: several at a time, because closing one waits for all CPUs and for nothing
 * else.
 *
 * A request is a header with the program and the file as descriptors, then the three arrays; the
 * answer is errno with the link, if there is one.
 */
#include "provider/uprobe/keeper.h"

#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N_ARRAYS = 3, PATH_SIZE = 32, N_CLOSERS = 32 };
enum { PROGRAM, TARGET, N_SENT }; // descriptors of a request

struct dt_keeper {
	pid_t pid;
	int stream;
};

struct header {
	uint64_t n;
	uint32_t event_type;
	pid_t pid;
};

/** Room for descriptors beside the bytes of a message. */
union control {
	char bytes[CMSG_SPACE(N_SENT * sizeof(int))];
	struct cmsghdr align;
};

static bool send_bytes(int stream, const void *bytes, size_t size)
{
	const char *at = bytes;

	for (ssize_t n; size; at += n, size -= (size_t)n) {
		n = send(stream, at, size, MSG_NOSIGNAL);
		if (n < 0 && errno == EINTR)
			n = 0;
		if (n < 0)
			return false;
	}
	return true;
}

static bool receive_bytes(int stream, void *bytes, size_t size)
{
	char *at = bytes;

	for (ssize_t n; size; at += n, size -= (size_t)n) {
		n = recv(stream, at, size, MSG_WAITALL);
		if (n < 0 && errno == EINTR)
			n = 0;
		else if (n <= 0)
			return false;
	}
	return true;
}

/** A few bytes with `n` descriptors. */
static bool send_message(int stream, void *bytes, size_t size, const int *fds, size_t n)
{
	union control control = {0};
	struct iovec data = {bytes, size};
	struct msghdr m = {.msg_iov = &data, .msg_iovlen = 1};
	ssize_t sent;

	if (n) {
		m.msg_control = control.bytes;
		m.msg_controllen = CMSG_SPACE(n * sizeof(int));
		*CMSG_FIRSTHDR(&m) = (struct cmsghdr){.cmsg_len = CMSG_LEN(n * sizeof(int)),
						      .cmsg_level = SOL_SOCKET,
						      .cmsg_type = SCM_RIGHTS};
		memcpy(CMSG_DATA(CMSG_FIRSTHDR(&m)), fds, n * sizeof(int));
	}
	do
		sent = sendmsg(stream, &m, MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	return sent == (ssize_t)size;
}

/** What it brings of at most `n` descriptors is in fds[], the rest of these is -1. */
static bool receive_message(int stream, void *bytes, size_t size, int *fds, size_t n)
{
	union control control;
	struct iovec data = {bytes, size};
	struct msghdr m = {.msg_iov = &data,
			   .msg_iovlen = 1,
			   .msg_control = control.bytes,
			   .msg_controllen = sizeof(control.bytes)};
	struct cmsghdr *c;
	ssize_t got;

	do
		got = recvmsg(stream, &m, MSG_CMSG_CLOEXEC | MSG_WAITALL);
	while (got < 0 && errno == EINTR);
	if (got != (ssize_t)size)
		return false;
	for (size_t i = 0; i < n; i++)
		fds[i] = -1;
	c = CMSG_FIRSTHDR(&m);
	if (c && c->cmsg_len <= CMSG_LEN(n * sizeof(int)))
		memcpy(fds, CMSG_DATA(c), c->cmsg_len - CMSG_LEN(0));
	return true;
}

// ---- the keeper's side

/** What it holds. */
struct held {
	dt_vec(int) links;
	atomic_size_t closed;
};

/** Make the link that a header announces, and answer. */
static bool serve_request(int stream, const struct header *h, const int *fds, struct held *held)
{
	dt_cleanup(dt_free_p) uint64_t *values = dt_malloc(N_ARRAYS * h->n * sizeof(*values));
	char path[PATH_SIZE];
	struct dt_uprobe_request q = {.prog_fd = fds[PROGRAM],
				      .path = path,
				      .pid = h->pid,
				      .event_type = h->event_type,
				      .n = h->n,
				      .offsets = values,
				      .cookies = values + h->n,
				      .semaphores = values + 2 * h->n};
	int link, failed;

	if (!receive_bytes(stream, values, N_ARRAYS * h->n * sizeof(*values)))
		return false;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fds[TARGET]);
	link = dt_uprobe_link(&q);
	failed = link < 0 ? errno : 0;
	if (!failed)
		dt_vec_push(&held->links, link);
	return send_message(stream, &failed, sizeof(failed), &link, link >= 0);
}

static void *close_links(void *arg)
{
	struct held *held = arg;
	size_t i;

	while ((i = atomic_fetch_add(&held->closed, 1)) < held->links.len)
		close(held->links.data[i]);
	return NULL;
}

static void close_all(struct held *held)
{
	pthread_t threads[N_CLOSERS];
	size_t n = 0;

	while (n < N_CLOSERS && n + 1 < held->links.len &&
	       !pthread_create(&threads[n], NULL, close_links, held))
		n++;
	close_links(held);
	while (n)
		pthread_join(threads[--n], NULL);
}

static _Noreturn void serve(int stream)
{
	struct held held = {0};
	struct header h;
	int fds[N_SENT];
	sigset_t all;
	bool going = true;

	// ^C at the terminal is meant for the tracer.
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	// Nobody is to wait for the end of a pipe that it has merely inherited.
	close_range(0, (unsigned)stream - 1, 0);
	close_range((unsigned)stream + 1, ~0U, 0);
	while (going && receive_message(stream, &h, sizeof(h), fds, N_SENT)) {
		going = serve_request(stream, &h, fds, &held);
		for (size_t i = 0; i < N_SENT; i++)
			close(fds[i]);
	}
	close_all(&held);
	_exit(0);
}

// ---- the tracer's

static struct dt_keeper *keeper_create(void)
{
	struct dt_keeper k;
	struct dt_keeper *ret;
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return NULL;
	k.pid = fork();
	if (!k.pid)
		serve(ends[1]);
	close(ends[1]);
	if (k.pid < 0) {
		close(ends[0]);
		return NULL;
	}
	k.stream = ends[0];
	ret = dt_malloc(sizeof(*ret));
	*ret = k;
	return ret;
}

int dt_keeper_link(struct dt_keeper **k, const struct dt_uprobe_request *q)
{
	struct header h = {q->n, q->event_type, q->pid};
	size_t size = q->n * sizeof(uint64_t);
	int fds[N_SENT] = {[PROGRAM] = q->prog_fd}, link, failed;
	bool answered;

	if (!*k)
		*k = keeper_create();
	if (!*k)
		return -1;
	fds[TARGET] = open(q->path, O_PATH | O_CLOEXEC);
	if (fds[TARGET] < 0)
		return -1;
	answered = send_message((*k)->stream, &h, sizeof(h), fds, N_SENT) &&
		   send_bytes((*k)->stream, q->offsets, size) &&
		   send_bytes((*k)->stream, q->cookies, size) &&
		   send_bytes((*k)->stream, q->semaphores, size) &&
		   receive_message((*k)->stream, &failed, sizeof(failed), &link, 1);
	close(fds[TARGET]);
	errno = answered ? failed : EOWNERDEAD;
	return answered ? link : -1;
}

void dt_keeper_end(struct dt_keeper *k)
{
	if (!k)
		return;
	close(k->stream);
	while (waitpid(k->pid, NULL, 0) < 0 && errno == EINTR)
		;
	free(k);
}
