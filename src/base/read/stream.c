/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/read/stream.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/** Starts the program with `end` as its input. Returns 0 or an errno. */
static int spawn_with(int end, const char *path, const char *name, char *const environment[],
		      pid_t *pid)
{
	char *const argv[] = {(char *)name, NULL};
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t all;
	int failed;

	sigfillset(&all);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setsigmask(&attributes, &all);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, end, DT_STREAM_HELPER);
	failed = posix_spawn(pid, path, &actions, &attributes, argv, environment);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	return failed;
}

int dt_stream_spawn(const char *path, const char *name, char *const environment[], pid_t *pid,
		    int *stream)
{
	int ends[2], failed;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return errno;
	failed = spawn_with(ends[1], path, name, environment, pid);
	close(ends[1]);
	if (failed)
		close(ends[0]);
	else
		*stream = ends[0];
	return failed;
}

// ---- messages

/** Memory for the descriptors that accompany a message. */
union control {
	char bytes[CMSG_SPACE(DT_STREAM_FDS * sizeof(int))];
	struct cmsghdr align;
};

bool dt_stream_send(int stream, const void *bytes, size_t size)
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

bool dt_stream_receive(int stream, void *bytes, size_t size)
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

bool dt_stream_send_fds(int stream, const void *bytes, size_t size, const int *fds, size_t n)
{
	union control control = {0};
	struct iovec data = {(void *)bytes, size};
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

bool dt_stream_receive_fds(int stream, void *bytes, size_t size, int *fds, size_t n)
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
