/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A dummy perf event on each CPU reports every executable mapping, exec, fork and exit of the whole
 * machine in a ring of its own. Reports of different CPUs are taken in ring by ring: their order
 * hardly matters, as mappings only add up, and a fork that is seen before the parent's last mapping
 * loses only that one. What the kernel drops because a ring is full is missing.
 */
#include "symbols/watch.h"

#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { RING_BYTES = 256 * 1024, RECORD_MAX = 65536 };

static int open_event(unsigned cpu, bool is_awaited)
{
	struct perf_event_attr attr = {
	    .type = PERF_TYPE_SOFTWARE,
	    .size = sizeof(attr),
	    .config = PERF_COUNT_SW_DUMMY,
	    .mmap = 1,
	    .mmap2 = 1,
	    .comm = 1,
	    .comm_exec = 1,
	    .task = 1,
	    .watermark = 1,
	    .wakeup_watermark = is_awaited ? 1 : RING_BYTES,
	};

	return (int)syscall(SYS_perf_event_open, &attr, -1, (int)cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static size_t mapped_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE) + RING_BYTES;
}

bool dt_watch_init(struct dt_watch *w, unsigned n_cpus, bool is_awaited)
{
	w->record = dt_malloc(RECORD_MAX);
	for (unsigned cpu = 0; cpu < n_cpus; cpu++) {
		struct dt_watch_ring r = {.fd = open_event(cpu, is_awaited)};

		if (r.fd < 0)
			continue;
		r.memory = mmap(NULL, mapped_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, r.fd, 0);
		if (r.memory == MAP_FAILED)
			close(r.fd);
		else
			dt_vec_push(&w->rings, r);
	}
	return w->rings.len == n_cpus;
}

void dt_watch_deinit(struct dt_watch *w)
{
	dt_vec_foreach (&w->rings, r) {
		munmap(r->memory, mapped_bytes());
		close(r->fd);
	}
	dt_vec_deinit(&w->rings);
	free(w->record);
	w->record = NULL;
}

struct mmap2_event {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t addr, len, pgoff;
	uint32_t major, minor;
	uint64_t inode, generation;
	uint32_t prot, flags;
	char path[];
};

struct comm_event {
	struct perf_event_header header;
	uint32_t pid, tid;
};

struct task_event { // FORK, EXIT
	struct perf_event_header header;
	uint32_t pid, parent, tid, parent_tid;
};

static void take(const struct dt_watch_sink *sink, const struct perf_event_header *h)
{
	const struct mmap2_event *m = (const void *)h;
	const struct comm_event *c = (const void *)h;
	const struct task_event *t = (const void *)h;

	switch (h->type) {
	case PERF_RECORD_MMAP2:
		if (h->size > sizeof(*m) && m->prot & PROT_EXEC)
			sink->mapped(sink->self, (int)m->pid, m->addr, m->addr + m->len, m->pgoff,
				     m->inode, m->path);
		break;
	case PERF_RECORD_COMM:
		if (h->misc & PERF_RECORD_MISC_COMM_EXEC)
			sink->executed(sink->self, (int)c->pid);
		break;
	case PERF_RECORD_FORK:
		if (t->pid != t->parent)
			sink->forked(sink->self, (int)t->parent, (int)t->pid);
		break;
	case PERF_RECORD_EXIT:
		if (t->pid == t->tid)
			sink->ended(sink->self, (int)t->pid);
		break;
	default:
		break;
	}
}

static void read_ring(struct dt_watch_ring *r, const struct dt_watch_sink *sink, uint8_t *record)
{
	struct perf_event_mmap_page *page = r->memory;
	const uint8_t *data = (const uint8_t *)r->memory + page->data_offset;
	uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
	uint64_t tail = page->data_tail;

	// A record is 8-aligned; one that wraps around is put together here.
	while (tail < head) {
		uint64_t at = tail % RING_BYTES;
		struct perf_event_header h;

		memcpy(&h, data + at, sizeof(h));
		if (h.size < sizeof(h))
			break;
		uint64_t first = RING_BYTES - at < h.size ? RING_BYTES - at : h.size;

		memcpy(record, data + at, first);
		memcpy(record + first, data, h.size - first);
		take(sink, (const struct perf_event_header *)record);
		tail += h.size;
	}
	__atomic_store_n(&page->data_tail, head, __ATOMIC_RELEASE);
}

void dt_watch_read(struct dt_watch *w, const struct dt_watch_sink *sink)
{
	dt_vec_foreach (&w->rings, r)
		read_ring(r, sink, w->record);
}
