/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ends the wait of dtrace_work() early: after dtrace_interrupt(), if a target ends, or if the
 * reader of our output goes away. Each is a descriptor in one epoll set, which stays readable until
 * the event is handled. So no event is lost between checking a flag and starting to wait.
 */
#include "session/core/session.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static struct dt_error *watch_descriptor(struct dtrace *d, int fd, uint32_t events)
{
	struct epoll_event event = {.events = events, .data.fd = fd};

	// A regular file cannot be polled and need not be. Writing detects a closed stdout.
	if (epoll_ctl(d->waiting.wake_fd, EPOLL_CTL_ADD, fd, &event) < 0 && errno != EPERM &&
	    errno != EBADF)
		return dt_error_os(errno, "watch a descriptor");
	return NULL;
}

struct dt_error *dt_session_wait_init(struct dtrace *d)
{
	int out = fileno(d->output.out);

	d->waiting.wake_fd = epoll_create1(EPOLL_CLOEXEC);
	d->waiting.interrupt_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (d->waiting.wake_fd < 0 || d->waiting.interrupt_fd < 0)
		return dt_error_os(errno, "create a descriptor to wait for");
	DT_TRY(watch_descriptor(d, d->waiting.interrupt_fd, EPOLLIN));
	if (out >= 0)
		DT_TRY(watch_descriptor(d, out,
					0)); // no events: reports only that the reader has gone
	return NULL;
}

struct dt_error *dt_session_wait_add(struct dtrace *d, int fd)
{
	return watch_descriptor(d, fd, EPOLLIN);
}

void dt_session_wait_deinit(struct dtrace *d)
{
	if (d->waiting.interrupt_fd >= 0)
		close(d->waiting.interrupt_fd);
	if (d->waiting.wake_fd >= 0)
		close(d->waiting.wake_fd);
}

void dt_session_wait_remove(struct dtrace *d, int fd)
{
	epoll_ctl(d->waiting.wake_fd, EPOLL_CTL_DEL, fd, NULL);
}

bool dt_session_reader_gone(const struct dtrace *d)
{
	struct pollfd p = {.fd = fileno(d->output.out)};

	return poll(&p, 1, 0) == 1 && p.revents & POLLERR;
}

void dtrace_interrupt(struct dtrace *d)
{
	static const uint64_t one = 1;
	int saved = errno;

	d->waiting.interrupted = 1;
	// If the write fails, the counter is full, so the descriptor is already readable.
	if (d->waiting.interrupt_fd >= 0 &&
	    write(d->waiting.interrupt_fd, &one, sizeof(one)) != sizeof(one))
		errno = saved;
}

struct dt_error *dt_session_check_new(const struct dtrace *d)
{
	return d->tracing.going ? dt_error_new(DT_ERR_USAGE, "tracing has begun already") : NULL;
}
