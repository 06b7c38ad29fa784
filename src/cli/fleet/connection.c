/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/fleet/connection.h"

#include "cli/message.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MESSAGE_LINE = 8192, PIECE = 1 << 16 };

/** Becomes the command. Runs in the child. */
static void become(char *const *argv, const int fds[3], pid_t parent)
{
	sigset_t none;

	setsid();
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(E_ERROR);
	for (int i = 0; i < 3; i++)
		dup2(fds[i], i);
	signal(SIGPIPE, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execvp(*argv, argv);
	dprintf(STDERR_FILENO, "failed to start %s: %s\n", *argv, strerror(errno));
	_exit(E_ERROR);
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

bool dt_connection_open(struct dt_connection *c, char *const *argv)
{
	int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
	pid_t self = getpid();
	bool ok = !pipe2(in, O_CLOEXEC) && !pipe2(out, O_CLOEXEC) && !pipe2(err, O_CLOEXEC);

	*c = (struct dt_connection){.in = in[1],
				    .out = {.fd = out[0], .limit = DT_AGENT_LINE},
				    .err = {.fd = err[0], .limit = MESSAGE_LINE}};
	if (ok) {
		c->pid = fork();
		if (!c->pid)
			become(argv, (const int[]){in[0], out[1], err[1]}, self);
		ok = c->pid > 0;
	}
	close_fd(&in[0]);
	close_fd(&out[1]);
	close_fd(&err[1]);
	if (!ok) {
		c->pid = 0;
		return false;
	}
	fcntl(c->in, F_SETFL, O_NONBLOCK);
	fcntl(c->out.fd, F_SETFL, O_NONBLOCK);
	fcntl(c->err.fd, F_SETFL, O_NONBLOCK);
	return true;
}

void dt_connection_close(struct dt_connection *c)
{
	close_fd(&c->in);
	close_fd(&c->out.fd);
	close_fd(&c->err.fd);
	dt_str_clear(&c->outbox);
	if (c->pid)
		kill(c->pid, SIGTERM);
}

bool dt_connection_reap(struct dt_connection *c)
{
	if (c->pid && waitpid(c->pid, &c->status, WNOHANG) == c->pid)
		c->pid = 0;
	return !c->pid;
}

void dt_connection_deinit(struct dt_connection *c)
{
	dt_connection_close(c);
	if (c->pid) {
		kill(c->pid, SIGKILL);
		waitpid(c->pid, &c->status, 0);
	}
	dt_str_deinit(&c->outbox);
	free(c->out.data);
	free(c->err.data);
}

void dt_connection_send(struct dt_connection *c, const char *bytes, size_t n)
{
	if (c->in < 0)
		return;
	dt_str_append_n(&c->outbox, bytes, n);
	dt_connection_write(c);
}

void dt_connection_write(struct dt_connection *c)
{
	ssize_t n;

	while (c->outbox.len) {
		n = write(c->in, c->outbox.data, c->outbox.len);
		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			return;
		if (n < 0) { // the end of its output explains it
			close_fd(&c->in);
			dt_str_clear(&c->outbox);
			return;
		}
		c->outbox.len -= (size_t)n;
		memmove(c->outbox.data, c->outbox.data + n, c->outbox.len);
	}
	if (c->closes)
		close_fd(&c->in);
}

bool dt_inbox_read(struct dt_inbox *b)
{
	ssize_t n;

	if (b->max - b->len < PIECE) {
		b->max = b->len + PIECE;
		b->data = dt_realloc(b->data, b->max);
	}
	n = read(b->fd, b->data + b->len, b->max - b->len);
	if (!n || (n < 0 && errno != EAGAIN && errno != EINTR))
		close_fd(&b->fd);
	if (n > 0)
		b->len += (size_t)n;
	return b->len <= b->limit || memchr(b->data, '\n', b->limit + 1);
}

char *dt_inbox_line(struct dt_inbox *b, size_t *at, size_t *len)
{
	char *line = b->data + *at;
	char *end = b->len > *at ? memchr(line, '\n', b->len - *at) : NULL;

	if (!end && (b->fd >= 0 || b->len == *at))
		return NULL;
	*len = end ? (size_t)(end - line) : b->len - *at;
	*at += *len + (end != NULL);
	return line;
}

void dt_inbox_shift(struct dt_inbox *b, size_t at)
{
	b->len -= at;
	if (at && b->len)
		memmove(b->data, b->data + at, b->len);
}
