/* SPDX-License-Identifier: BSD-2-Clause */
#include "keeper/protocol.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/** Memory for the descriptors that accompany a message. */
union control {
	char bytes[CMSG_SPACE(DT_KEEPER_N_SENT * sizeof(int))];
	struct cmsghdr align;
};

bool dt_keeper_send(int stream, const void *bytes, size_t size)
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

bool dt_keeper_receive(int stream, void *bytes, size_t size)
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

bool dt_keeper_send_fds(int stream, void *bytes, size_t size, const int *fds, size_t n)
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

bool dt_keeper_receive_fds(int stream, void *bytes, size_t size, int *fds, size_t n)
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

// ---- closing

struct closing {
	const int *fds;
	size_t n;
	atomic_size_t next;
	void (*closed)(void *self);
	void *self;
};

static void *close_some(void *arg)
{
	struct closing *c = arg;
	size_t i;

	while ((i = atomic_fetch_add(&c->next, 1)) < c->n) {
		close(c->fds[i]);
		if (c->closed)
			c->closed(c->self);
	}
	return NULL;
}

void dt_keeper_close_all(const int *fds, size_t n, size_t at_once, void (*closed)(void *self),
			 void *self)
{
	struct closing c = {.fds = fds, .n = n, .closed = closed, .self = self};
	pthread_t threads[DT_KEEPER_CLOSERS - 1];
	size_t started = 0;

	while (started + 1 < at_once && started + 1 < n &&
	       !pthread_create(&threads[started], NULL, close_some, &c))
		started++;
	close_some(&c);
	while (started)
		pthread_join(threads[--started], NULL);
}
