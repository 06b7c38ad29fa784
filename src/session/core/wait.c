/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dtrace_fd(): one epoll set with a descriptor for each kind of event. It is readable until the
 * event is handled, so no event is lost between checking a flag and starting to wait. Only the
 * rings of the watch of processes become silent when they are polled (Linux, perf_poll()).
 *
 * Decision: docs/dev/decisions/0082-deadlines-in-one-descriptor.md
 */
#include "session/core/session.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { NS = 1000000000 };

static struct dt_error *watch_descriptor(struct dtrace *d, int fd, uint32_t events)
{
	struct epoll_event event = {.events = events, .data.fd = fd};

	// A regular file cannot be polled and need not be. Writing detects a closed stdout.
	if (epoll_ctl(d->waiting.fd, EPOLL_CTL_ADD, fd, &event) < 0 && errno != EPERM &&
	    errno != EBADF)
		return dt_error_os(errno, "watch a descriptor");
	return NULL;
}

struct dt_error *dt_session_wait_init(struct dtrace *d)
{
	struct dt_waiting *w = &d->waiting;
	int out = fileno(d->output.out);

	w->fd = epoll_create1(EPOLL_CLOEXEC);
	w->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	w->interrupt_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (w->fd < 0 || w->timer_fd < 0 || w->interrupt_fd < 0)
		return dt_error_os(errno, "create a descriptor to wait for");
	DT_TRY(watch_descriptor(d, w->timer_fd, EPOLLIN));
	DT_TRY(watch_descriptor(d, w->interrupt_fd, EPOLLIN));
	if (w->interrupted)
		dtrace_interrupt(d); // before there was a descriptor
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
	dt_close_p(&d->waiting.interrupt_fd);
	dt_close_p(&d->waiting.timer_fd);
	dt_close_p(&d->waiting.fd);
}

void dt_session_wait_remove(struct dtrace *d, int fd)
{
	epoll_ctl(d->waiting.fd, EPOLL_CTL_DEL, fd, NULL);
}

void dt_session_wait_until(struct dtrace *d, uint64_t time)
{
	struct itimerspec at = {0};

	// 0 would stop the timer.
	time += !time;
	if (time != UINT64_MAX)
		at.it_value = (struct timespec){(time_t)(time / NS), (long)(time % NS)};
	timerfd_settime(d->waiting.timer_fd, TFD_TIMER_ABSTIME, &at, NULL);
}

void dt_session_wait_taken(struct dtrace *d)
{
	uint64_t n;

	if (read(d->waiting.interrupt_fd, &n, sizeof(n)) < 0)
		return; // not interrupted
}

int dtrace_fd(const struct dtrace *d)
{
	return d ? d->waiting.fd : -1;
}

bool dt_session_reader_gone(const struct dtrace *d)
{
	struct pollfd p = {.fd = fileno(d->output.out)};

	return poll(&p, 1, 0) == 1 && p.revents & POLLERR;
}

void dt_session_wait_end(struct dtrace *d)
{
	static const uint64_t one = 1;
	int saved = errno;

	// If the write fails, the counter is full, so the descriptor is already readable.
	if (d->waiting.interrupt_fd >= 0 &&
	    write(d->waiting.interrupt_fd, &one, sizeof(one)) != sizeof(one))
		errno = saved;
}

void dtrace_interrupt(struct dtrace *d)
{
	if (!d)
		return;
	d->waiting.interrupted = 1;
	dt_session_wait_end(d);
}

struct dt_error *dt_session_check_new(const struct dtrace *d)
{
	return d->tracing.going ? dt_error_new(DT_ERR_USAGE, "tracing has begun already") : NULL;
}
