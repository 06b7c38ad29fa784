/* SPDX-License-Identifier: BSD-2-Clause */
#include "export/link.h"

#include "base/host/install.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	OUT_MAX = 16 << 20, // bytes that wait for dtrace-export
	IN_MAX = 1 << 16,   // bytes of a line
	PATIENCE = 100,	    // ms without progress until a message is dropped
};

/** In the child: gives the socket its number, without the flag that closes it. */
static bool keep_socket(int fd)
{
	return fd == DT_LINK_SOCKET ? !fcntl(fd, F_SETFD, 0) : dup2(fd, DT_LINK_SOCKET) >= 0;
}

/** In the child: runs the program with `fd` as standard input. Async-signal-safe. */
static void run_program(const char *path, int fd, int listening)
{
	const char *const argv[] = {"dtrace-export", NULL};
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	bool has_socket = listening >= 0;

	if (dup2(fd, STDIN_FILENO) >= 0 && (!has_socket || keep_socket(listening)) &&
	    !close_range(DT_LINK_SOCKET + has_socket, ~0U, 0))
		execv(path, (char *const *)argv);
	_exit(127);
}

bool dt_link_open(struct dt_link *l, int listening)
{
	dt_cleanup(dt_free_p) char *path = dt_installed(DT_INSTALLED_EXPORT);
	int ends[2];

	*l = (struct dt_link){.fd = -1};
	if (access(path, X_OK) || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return false;
	l->pid = fork();
	if (!l->pid)
		run_program(path, ends[1], listening);
	close(ends[1]);
	l->fd = ends[0];
	if (l->pid > 0)
		return true;
	close(l->fd);
	l->fd = -1;
	return false;
}

/** Removes `n` bytes from the beginning. */
static void consume(struct dt_str *s, size_t n)
{
	memmove(s->data, s->data + n, s->len - n);
	s->len -= n;
}

static void send_waiting(struct dt_link *l)
{
	size_t done = 0;
	ssize_t n = 0;

	while (done < l->out.len && n >= 0) {
		n = send(l->fd, l->out.data + done, l->out.len - done, MSG_DONTWAIT | MSG_NOSIGNAL);
		done += n > 0 ? (size_t)n : 0;
	}
	if (done)
		consume(&l->out, done);
}

void dt_link_send(struct dt_link *l, unsigned char kind, const void *contents, size_t len)
{
	struct pollfd p = {.fd = l->fd, .events = POLLOUT};
	uint32_t size = (uint32_t)len + 1;

	if (l->fd < 0)
		return;
	send_waiting(l);
	while (l->out.len && l->out.len + len > OUT_MAX && poll(&p, 1, PATIENCE) > 0 &&
	       p.revents == POLLOUT)
		send_waiting(l);
	if (l->out.len + len > OUT_MAX && l->out.len) {
		l->dropped++;
		return;
	}
	dt_str_append_n(&l->out, (const char *)&size, sizeof(size));
	dt_str_append_c(&l->out, (char)kind);
	dt_str_append_n(&l->out, contents, len);
}

/** Receives lines. Returns false after the last one. */
static bool receive_lines(struct dt_link *l, void (*fn)(void *arg, const char *line), void *arg)
{
	char bytes[4096];
	ssize_t n;
	char *end;

	while ((n = recv(l->fd, bytes, sizeof(bytes), MSG_DONTWAIT)) > 0) {
		if (l->in.len < IN_MAX)
			dt_str_append_n(&l->in, bytes, (size_t)n);
		while (l->in.len && (end = memchr(l->in.data, '\n', l->in.len))) {
			*end = '\0';
			l->n_messages += *l->in.data && strcmp(l->in.data, DT_LINK_ASK) != 0;
			if (*l->in.data)
				fn(arg, l->in.data);
			else
				l->is_confirmed = true;
			consume(&l->in, (size_t)(end + 1 - l->in.data));
		}
	}
	return n < 0 && (errno == EAGAIN || errno == EINTR);
}

bool dt_link_confirm(struct dt_link *l, void (*fn)(void *arg, const char *line), void *arg)
{
	struct pollfd p = {.fd = l->fd, .events = POLLIN};
	bool is_open = true;

	while (is_open && !l->is_confirmed) {
		send_waiting(l);
		poll(&p, 1, l->out.len ? 10 : 1000);
		is_open = receive_lines(l, fn, arg);
	}
	return is_open && !l->n_messages;
}

void dt_link_work(struct dt_link *l, void (*fn)(void *arg, const char *line), void *arg)
{
	if (l->fd < 0)
		return;
	send_waiting(l);
	if (receive_lines(l, fn, arg))
		return;
	close(l->fd);
	l->fd = -1;
	while (waitpid(l->pid, NULL, 0) < 0 && errno == EINTR)
		;
	fn(arg, "dtrace-export has ended: nothing more is exported, and tracing goes on");
}

void dt_link_close(struct dt_link *l, void (*fn)(void *arg, const char *line), void *arg)
{
	struct pollfd p = {.fd = l->fd};

	if (l->fd < 0)
		return;
	while (receive_lines(l, fn, arg)) {
		send_waiting(l);
		if (!l->out.len)
			shutdown(l->fd, SHUT_WR);
		p.events = (short)(POLLIN | (l->out.len ? POLLOUT : 0));
		poll(&p, 1, 1000);
	}
	close(l->fd);
	l->fd = -1;
	while (waitpid(l->pid, NULL, 0) < 0 && errno == EINTR)
		;
	dt_str_deinit(&l->out);
	dt_str_deinit(&l->in);
}
