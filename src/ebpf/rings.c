/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rings and the array that programs find them in.
 *
 * After every insertion into an array of maps the kernel waits until no program can still see the
 * old element: an RCU grace period, 10 to 20 ms on the machines measured, for each CPU. That is
 * more than the whole start-up may take. But the element is in place before the wait begins. So
 * each insertion is made by a thread of its own, all of them wait at the same time and share the
 * grace period, and start-up goes on as soon as the array is seen to be complete. (Batched updates
 * wait once per element as well before Linux 6.8.)
 *
 * A CPU that is possible but not online gets a ring of one page: machines that can grow to hundreds
 * of CPUs would otherwise give a gigabyte to rings that nobody fills.
 */
#include "ebpf/rings.h"

#include "ebpf/sys.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct insertion {
	pthread_t thread;
	int outer_fd, ring_fd;
	uint32_t cpu;
	atomic_int failed; // errno
	bool started;
};

struct dt_ring_fill {
	unsigned n;
	struct insertion insertions[];
};

int dt_ring_create(const struct dt_map_desc *desc, uint32_t size)
{
	union bpf_attr attr = {
	    .map_type = BPF_MAP_TYPE_RINGBUF, .max_entries = size, .map_flags = desc->flags};

	dt_sys_name(attr.map_name, desc->name);
	return dt_sys_bpf(BPF_MAP_CREATE, &attr);
}

static uint32_t round_size(uint32_t wanted, uint32_t page)
{
	uint32_t size = page;

	while (size < wanted && size < 1u << 31)
		size *= 2;
	return size;
}

uint32_t *dt_ring_sizes(uint32_t wanted, unsigned n_cpus)
{
	uint32_t page = (uint32_t)sysconf(_SC_PAGESIZE), *sizes;
	FILE *file = fopen("/sys/devices/system/cpu/online", "re");
	unsigned first, last, seen = 0;
	char sep;

	sizes = dt_malloc(n_cpus * sizeof(*sizes));
	for (unsigned cpu = 0; cpu < n_cpus; cpu++)
		sizes[cpu] = page;
	while (file && fscanf(file, "%u", &first) == 1) { // "0-3,8"
		last = first;
		if (fscanf(file, "-%u", &last) == EOF)
			last = first;
		for (unsigned cpu = first; cpu <= last && cpu < n_cpus; cpu++, seen++)
			sizes[cpu] = round_size(wanted, page);
		if (fscanf(file, "%c", &sep) != 1)
			break;
	}
	if (file)
		fclose(file);
	for (unsigned cpu = 0; !seen && cpu < n_cpus; cpu++)
		sizes[cpu] = round_size(wanted, page);
	return sizes;
}

static int insert(const struct insertion *i)
{
	union bpf_attr attr = {.map_fd = (uint32_t)i->outer_fd};

	attr.key = (uint64_t)(uintptr_t)&i->cpu;
	attr.value = (uint64_t)(uintptr_t)&i->ring_fd;
	return dt_sys_bpf(BPF_MAP_UPDATE_ELEM, &attr) < 0 ? errno : 0;
}

static void *run_insertion(void *arg)
{
	struct insertion *i = arg;

	atomic_store(&i->failed, insert(i));
	return NULL;
}

static bool is_in_place(const struct insertion *i)
{
	uint32_t id;
	union bpf_attr attr = {.map_fd = (uint32_t)i->outer_fd};

	attr.key = (uint64_t)(uintptr_t)&i->cpu;
	attr.value = (uint64_t)(uintptr_t)&id;
	return dt_sys_bpf(BPF_MAP_LOOKUP_ELEM, &attr) == 0;
}

static void start_insertion(struct insertion *i)
{
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 64 * 1024);
	i->started = pthread_create(&i->thread, &attr, run_insertion, i) == 0;
	pthread_attr_destroy(&attr);
	if (!i->started) // no thread to be had: it takes longer
		run_insertion(i);
}

static struct dt_error *await(struct insertion *i)
{
	while (!is_in_place(i)) {
		int failed = atomic_load(&i->failed);

		if (failed)
			return dt_sys_error(failed, "insert ring %u", i->cpu);
		sched_yield();
	}
	return NULL;
}

struct dt_error *dt_ring_fill_start(int outer_fd, const int *rings, unsigned n,
				    struct dt_ring_fill **ret)
{
	struct dt_ring_fill *f = dt_zalloc(sizeof(*f) + n * sizeof(f->insertions[0]));
	struct dt_error *err = NULL;
	sigset_t all, before;

	// Signals are the main thread's.
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	f->n = n;
	for (unsigned cpu = 0; cpu < n; cpu++) {
		struct insertion *i = &f->insertions[cpu];

		i->outer_fd = outer_fd;
		i->ring_fd = rings[cpu];
		i->cpu = cpu;
		start_insertion(i);
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	for (unsigned cpu = 0; cpu < n && !err; cpu++)
		err = await(&f->insertions[cpu]);
	if (err) {
		dt_ring_fill_finish(f);
		return err;
	}
	*ret = f;
	return NULL;
}

void dt_ring_fill_finish(struct dt_ring_fill *f)
{
	for (unsigned cpu = 0; f && cpu < f->n; cpu++) {
		if (f->insertions[cpu].started)
			pthread_join(f->insertions[cpu].thread, NULL);
	}
	free(f);
}
