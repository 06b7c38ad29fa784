/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Closes the links that keep probes attached, waits until they are detached, and adds up the
 * firings that the kernel counts.
 *
 * A process that closes the link of a perf event waits for every sleeping BPF program of the
 * machine (Linux 7.2) and cannot be killed meanwhile. The keeper therefore also holds these links,
 * so that the keeper waits instead of the tracer. If there is no keeper, one is started at the end.
 *
 * Decision: docs/dev/decisions/0017-pid-probes-by-multi-links.md
 */
#include "provider/provider.h"
#include "provider/uprobe/keeper.h"

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void links_detached(void *self, size_t places, size_t all)
{
	const struct dt_links *l = self;

	if (l->progress)
		l->progress(l->self, "removed", places, all);
}

static void links_message(void *self, const char *text)
{
	const struct dt_links *l = self;

	if (l->message)
		l->message(l->self, text);
}

struct dt_keeper_listener dt_links_listener(struct dt_links *l)
{
	return (struct dt_keeper_listener){l, links_message, links_detached, l->stop, l->is_held};
}

void dt_links_share(struct dt_links *l)
{
	for (; l->keeper && l->shared < l->slow.len; l->shared++)
		dt_keeper_hold(l->keeper, l->slow.data[l->shared]);
}

void dt_links_add_event(struct dt_links *l, int fd)
{
	dt_vec_push(&l->fds, fd);
	dt_vec_push(&l->slow, fd);
	dt_links_share(l);
}

bool dt_links_close(struct dt_links *l, int ms)
{
	struct dt_keeper_listener listener = dt_links_listener(l);

	if (l->slow.len && !l->keeper)
		l->keeper = dt_keeper_create(&listener);
	dt_links_share(l);
	if (l->fds.len || l->keeper)
		dt_keeper_release(l->keeper, l->fds.data, l->fds.len);
	l->fds.len = 0;
	return dt_keeper_wait(l->keeper, ms, &listener);
}

/** Switches an event off and returns how often it has occurred. */
static uint64_t stop_counting(int event)
{
	uint64_t n;

	if (ioctl(event, PERF_EVENT_IOC_DISABLE, 0) || read(event, &n, sizeof(n)) != sizeof(n))
		return 0;
	return n;
}

uint64_t dt_links_occurred(struct dt_links *l)
{
	dt_vec_foreach (&l->counted, fd)
		l->occurred += stop_counting(*fd);
	l->counted.len = 0;
	return l->occurred;
}

static bool take_out(int *fds, size_t *n, int fd)
{
	for (size_t i = 0; i < *n; i++)
		if (fds[i] == fd) {
			fds[i] = fds[--*n];
			return true;
		}
	return false;
}

void dt_links_end_cpu(struct dt_links *l, unsigned cpu)
{
	size_t kept = 0;

	dt_vec_foreach (&l->on_cpu, e) {
		if (e->cpu != cpu) {
			l->on_cpu.data[kept++] = *e;
			continue;
		}
		if (take_out(l->counted.data, &l->counted.len, e->event))
			l->occurred += stop_counting(e->event);
		take_out(l->fds.data, &l->fds.len, e->event);
		take_out(l->fds.data, &l->fds.len, e->link);
		close(e->link);
		close(e->event);
	}
	l->on_cpu.len = kept;
}

void dt_links_deinit(struct dt_links *l)
{
	struct dt_keeper_listener listener = dt_links_listener(l);

	dt_links_close(l, 0);
	dt_keeper_end(l->keeper, &listener);
	l->keeper = NULL;
	dt_cpus_deinit(&l->cpus);
	dt_vec_deinit(&l->fds);
	dt_vec_deinit(&l->slow);
	dt_vec_deinit(&l->skips);
	dt_vec_deinit(&l->counted);
	dt_vec_deinit(&l->on_cpu);
	dt_map_deinit(&l->counters);
}
