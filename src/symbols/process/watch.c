/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A dummy perf event on each CPU reports every executable mapping, exec, fork and exit of the whole
 * machine in its ring. The rings are merged by time, from snapshots. A report that is published
 * after a snapshot can be older than a report of another ring in the snapshot. Therefore only
 * reports from before the snapshot are delivered. Thus the events of a process on two CPUs arrive
 * in order: it caused the second event after the first was published.
 *
 * If a ring is full, the kernel drops reports. The next report of that ring holds their number.
 *
 * Decision: docs/dev/decisions/0006-processes-by-dummy-event.md
 */
#include "symbols/process/watch.h"

#include "base/host/cpus.h"
#include "base/time.h"

#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
	RING_BYTES = 256 * 1024,
	RECORD_MAX = 65536,
	MAX_SNAPSHOTS = 4, // at most, per call: a flood must not delay the caller
};

/** Calls a callback of every listener that has it. */
#define notify(w, function, ...)            \
	dt_vec_foreach (&(w)->listeners, l) \
		if (l->function)            \
	l->function(l->self, __VA_ARGS__)

static int open_watch_event(unsigned cpu, enum dt_watch_wake wake)
{
	static const uint32_t bytes[] = {[DT_WATCH_HALF] = RING_BYTES / 2, [DT_WATCH_EACH] = 1};
	struct perf_event_attr attr = {
	    .type = PERF_TYPE_SOFTWARE,
	    .size = sizeof(attr),
	    .config = PERF_COUNT_SW_DUMMY,
	    .sample_type = PERF_SAMPLE_TIME,
	    .sample_id_all = 1,
	    .use_clockid = 1,
	    .clockid = CLOCK_MONOTONIC,
	    .mmap = 1,
	    .mmap2 = 1,
	    .comm = 1,
	    .comm_exec = 1,
	    .task = 1,
	    .watermark = 1,
	    .wakeup_watermark = bytes[wake],
	};

	return (int)syscall(SYS_perf_event_open, &attr, -1, (int)cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static size_t mapped_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE) + RING_BYTES;
}

static bool open_ring(struct dt_watch *w, unsigned cpu)
{
	struct dt_watch_ring r = {.cpu = cpu, .fd = open_watch_event(cpu, w->wake)};

	if (r.fd < 0)
		return false;
	r.memory = mmap(NULL, mapped_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, r.fd, 0);
	if (r.memory == MAP_FAILED) {
		close(r.fd);
		return false;
	}
	dt_vec_push(&w->rings, r);
	return true;
}

static void open_rings(struct dt_watch *w)
{
	struct dt_cpus online = {0};

	dt_cpus_read(&online, "online"); // the numbers may have gaps
	dt_vec_foreach (&online.v, cpu)
		if (*cpu < w->n_cpus && !open_ring(w, *cpu))
			w->is_refused = true;
	dt_cpus_deinit(&online);
}

void dt_watch_init(struct dt_watch *w, unsigned n_cpus, enum dt_watch_wake wake)
{
	*w = (struct dt_watch){.n_cpus = n_cpus, .wake = wake};
}

bool dt_watch_listen(struct dt_watch *w, const struct dt_watch_listener *listener)
{
	if (!w->record) {
		w->record = dt_malloc(RECORD_MAX);
		open_rings(w);
	}
	dt_vec_push(&w->listeners, *listener);
	return !w->is_refused;
}

static bool is_watched(const struct dt_watch *w, unsigned cpu)
{
	dt_vec_foreach (&w->rings, r)
		if (r->cpu == cpu)
			return true;
	return false;
}

bool dt_watch_cpu(struct dt_watch *w, unsigned cpu)
{
	if (!w->listeners.len || cpu >= w->n_cpus || is_watched(w, cpu))
		return true;
	if (!open_ring(w, cpu))
		return false;
	notify(w, lost, 0);
	return true;
}

static void close_ring(struct dt_watch_ring *r)
{
	munmap(r->memory, mapped_bytes());
	close(r->fd);
}

void dt_watch_forget_cpu(struct dt_watch *w, unsigned cpu)
{
	dt_watch_read(w);
	for (size_t i = 0; i < w->rings.len; i++)
		if (w->rings.data[i].cpu == cpu) {
			close_ring(&w->rings.data[i]);
			w->rings.data[i] = dt_vec_pop(&w->rings);
			return;
		}
}

void dt_watch_deinit(struct dt_watch *w)
{
	dt_vec_foreach (&w->rings, r)
		close_ring(r);
	dt_vec_deinit(&w->rings);
	dt_vec_deinit(&w->listeners);
	free(w->record);
	w->record = NULL;
}

// ---- one report

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

struct lost_event {
	struct perf_event_header header;
	uint64_t id, n;
};

static void notify_mapped(const struct dt_watch *w, struct mmap2_event *e, uint64_t when)
{
	struct dt_proc_mapping m = {.start = e->addr,
				    .end = e->addr + e->len,
				    .offset = e->pgoff,
				    .major = e->major,
				    .minor = e->minor,
				    .inode = e->inode,
				    .is_executable = true,
				    .path = e->path,
				    .when = when};

	dt_proc_unmark(e->path);
	notify(w, mapped, (pid_t)e->pid, &m);
}

static void take_event(const struct dt_watch *w, struct perf_event_header *h, uint64_t when)
{
	struct mmap2_event *m = (void *)h;
	const struct comm_event *c = (const void *)h;
	const struct task_event *t = (const void *)h;
	const struct lost_event *lost = (const void *)h;

	switch (h->type) {
	case PERF_RECORD_MMAP2:
		if (h->size > sizeof(*m) && m->prot & PROT_EXEC)
			notify_mapped(w, m, when);
		break;
	case PERF_RECORD_COMM:
		if (h->misc & PERF_RECORD_MISC_COMM_EXEC)
			notify(w, executed, (pid_t)c->pid);
		break;
	case PERF_RECORD_FORK:
		if (t->pid != t->parent)
			notify(w, forked, (pid_t)t->parent, (pid_t)t->pid);
		break;
	case PERF_RECORD_EXIT:
		if (t->pid == t->tid)
			notify(w, ended, (pid_t)t->pid);
		break;
	case PERF_RECORD_LOST:
		notify(w, lost, lost->n);
		break;
	default:
		break;
	}
}

// ---- the rings, merged

/** The undelivered records of a ring in a snapshot. */
struct cursor {
	struct perf_event_mmap_page *page;
	uint64_t tail, head;
	uint64_t time; // of the record at `tail`
};
typedef dt_vec(struct cursor) cursors;

static const uint8_t *ring_at(const struct cursor *c, uint64_t position)
{
	return (const uint8_t *)c->page + c->page->data_offset + position % RING_BYTES;
}

static struct perf_event_header event_header(const struct cursor *c)
{
	struct perf_event_header h;

	memcpy(&h, ring_at(c, c->tail), sizeof(h)); // contiguous, because records are 8-aligned
	return h;
}

static void release_ring(struct cursor *c, uint64_t tail)
{
	c->tail = tail;
	__atomic_store_n(&c->page->data_tail, tail, __ATOMIC_RELEASE);
}

/** Reads the time at the end of the current record. Returns false if there is no record. */
static bool read_time(struct cursor *c)
{
	uint16_t size;

	if (c->tail >= c->head)
		return false;
	size = event_header(c).size;
	if (size < sizeof(struct perf_event_header) + sizeof(c->time) || size > c->head - c->tail) {
		release_ring(c, c->head); // invalid record: skip all
		return false;
	}
	memcpy(&c->time, ring_at(c, c->tail + size - sizeof(c->time)), sizeof(c->time));
	return true;
}

/** Delivers the current record, from a copy because it may wrap around. */
static void deliver_record(const struct dt_watch *w, struct cursor *c)
{
	uint64_t size = event_header(c).size, first = RING_BYTES - c->tail % RING_BYTES;

	first = first < size ? first : size;
	memcpy(w->record, ring_at(c, c->tail), first);
	memcpy(w->record + first, ring_at(c, 0), size - first);
	release_ring(c, c->tail + size);
	take_event(w, (struct perf_event_header *)w->record, c->time);
}

static void snapshot_rings(const struct dt_watch *w, cursors *ret)
{
	ret->len = 0;
	dt_vec_foreach (&w->rings, r) {
		struct perf_event_mmap_page *page = r->memory;
		struct cursor c = {.page = page,
				   .tail = page->data_tail,
				   .head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE)};

		if (read_time(&c))
			dt_vec_push(ret, c);
	}
}

/** Delivers the records of a snapshot up to a time, the oldest first. */
static void merge_rings(struct dt_watch *w, cursors *list, uint64_t until)
{
	while (list->len) {
		struct cursor *first = list->data;

		dt_vec_foreach (list, c)
			if (c->time < first->time)
				first = c;
		if (first->time > until)
			break;
		deliver_record(w, first);
		w->n_reports++;
		if (!read_time(first))
			*first = dt_vec_pop(list);
	}
}

void dt_watch_read(struct dt_watch *w)
{
	cursors list = {0};
	int snapshots = 0;

	do {
		uint64_t now = dt_now();

		snapshot_rings(w, &list);
		merge_rings(w, &list, now);
	} while (list.len &&
		 ++snapshots < MAX_SNAPSHOTS); // the rest was published during the snapshot
	dt_vec_deinit(&list);
}
