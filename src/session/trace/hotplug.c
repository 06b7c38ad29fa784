/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Handles later modules and CPUs. The kernel sends netlink messages after a module was loaded or
 * removed and after a CPU came online. When a CPU goes offline, the kernel removes its events
 * (Linux, perf_event_exit_cpu()); when it comes back, it needs new events.
 *
 * Decision: docs/dev/decisions/0063-later-modules-by-netlink.md
 */
#include "session/compile/compile.h"
#include "session/program/program.h"
#include "session/trace/feed.h"
#include "session/trace/hotplug.h"

#include <errno.h>
#include <linux/netlink.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	KERNEL_GROUP = 1,   // messages that the kernel itself sends
	MESSAGE_MAX = 8192, // UEVENT_BUFFER_SIZE is 2048; the path precedes it
};

static bool depends_on_cpus(const struct dtrace *d)
{
	dt_vec_foreach (&d->programs->groups, gp)
		if (dt_session_is_of_cpu(d, *gp))
			return true;
	return d->feeding->watch.rings.len > 0;
}

static struct dt_error *listen_to_kernel(struct dtrace *d)
{
	struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = KERNEL_GROUP};
	int fd =
	    socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);

	if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof(address)) < 0) {
		dt_session_message(d, "this kernel does not report new modules and CPUs: modules "
				      "and CPUs that appear later are not probed");
		dt_close_p(&fd);
		return NULL;
	}
	d->hotplug->fd = fd + 1;
	return dt_session_wait_add(d, fd);
}

struct dt_error *dt_session_hotplug_begin(struct dtrace *d)
{
	if (dt_session_awaits_modules(d) || depends_on_cpus(d))
		return listen_to_kernel(d);
	return NULL;
}

static unsigned parse_number(const char *text)
{
	return (unsigned)strtoul(text, NULL, 10);
}

/** Reports the error, unless the CPU has gone offline again: another message follows. */
static void report_failure(struct dtrace *d, unsigned cpu, struct dt_error *err)
{
	if (err && err->os_errno != ENODEV)
		dt_session_message(d, "CPU %u came online and is not probed: %s", cpu,
				   err->message);
	dt_error_destroy(err);
}

static void cpu_on(struct dtrace *d, const char *name)
{
	unsigned cpu = parse_number(name);

	if (!dt_cpus_add(&d->loaded->links.cpus, cpu))
		return; // it was online before the first event was opened
	report_failure(d, cpu, dt_session_attach_cpu(d, cpu));
	report_failure(d, cpu, dt_session_feed_cpu(d, cpu));
}

static void cpu_off(struct dtrace *d, const char *name)
{
	unsigned cpu = parse_number(name);

	dt_cpus_remove(&d->loaded->links.cpus, cpu);
	dt_links_end_cpu(&d->loaded->links, cpu);
	dt_watch_forget_cpu(&d->feeding->watch, cpu);
}

/** The start of a message, and the function that handles the name after it. */
static const struct {
	const char *text;
	void (*handle)(struct dtrace *d, const char *name);
} reports[] = {
    {"add@/module/", dt_session_module_loaded},
    {"remove@/module/", dt_session_module_removed},
    {"online@/devices/system/cpu/cpu", cpu_on},
    {"offline@/devices/system/cpu/cpu", cpu_off},
};

/** Handles a message. The text after its NUL repeats the same data. */
static void handle_message(struct dtrace *d, const char *text)
{
	for (size_t i = 0; i < dt_array_len(reports); i++) {
		size_t len = strlen(reports[i].text);

		if (!strncmp(text, reports[i].text, len))
			reports[i].handle(d, text + len);
	}
}

/** Receives a message. Returns 0 for a sender other than the kernel, which only root can be. */
static ssize_t receive(int fd, char *text)
{
	struct sockaddr_nl from = {0};
	socklen_t size = sizeof(from);
	ssize_t n = recvfrom(fd, text, MESSAGE_MAX, 0, (struct sockaddr *)&from, &size);

	return n > 0 && from.nl_pid ? 0 : n;
}

void dt_session_hotplug_work(struct dtrace *d)
{
	char text[MESSAGE_MAX + 1];
	ssize_t n;

	if (!d->hotplug->fd)
		return;
	while ((n = receive(d->hotplug->fd - 1, text)) >= 0 || errno == ENOBUFS) {
		if (n < 0) {
			dt_session_message(d, "reports of new modules and CPUs were lost: some may "
					      "not be probed");
			continue;
		}
		text[n] = '\0';
		handle_message(d, text);
	}
}

void dt_session_hotplug_deinit(struct dtrace *d)
{
	if (d->hotplug->fd)
		close(d->hotplug->fd - 1);
}
