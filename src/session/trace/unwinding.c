/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Before probes are attached, the mappings of the targets are published and the tables of their
 * files built. Without targets, all processes are published, and as many tables are built as there
 * is time for. The remaining work and later changes are handled between two rounds of the consumer,
 * in slices of time.
 */
#include "session/process/process.h"
#include "session/program/program.h"
#include "session/trace/feed.h"
#include "session/trace/trace.h"
#include "session/unwind/unwind.h"

#include "base/time.h"
#include "consume/consume.h"

#include <string.h>

// ns
static const uint64_t slice = UINT64_C(20000000), at_start = UINT64_C(1000000000),
		      rest = UINT64_C(100000000), // lifetime of old ranges: no probe runs longer
    round_ = UINT64_C(50000000), idle_round = UINT64_C(1000000000); // while no stack is taken

static bool is_wanted(const struct dtrace *d)
{
	return d->programs->desc->tables[DT_TABLE_UNWIND_RULES] != 0;
}

// ---- reports

static void mark_changed(void *self, pid_t pid)
{
	struct dt_unwinding *u = self;

	dt_map_put(&u->changed, &pid, sizeof(pid), u);
}

static void mapped(void *self, pid_t pid, const struct dt_proc_mapping *m)
{
	mark_changed(self, pid);
}

static void executed(void *self, pid_t pid)
{
	dt_unwind_process_executed(self, pid);
	mark_changed(self, pid);
}

static void forked(void *self, pid_t parent, pid_t child)
{
	mark_changed(self, child);
}

static void lost(void *self, uint64_t n)
{
	struct dt_unwinding *u = self;

	u->is_lost = true;
}

// ---- the work

/** Reads the mappings of all processes again. */
static void scan_processes(struct dt_unwinding *u)
{
	const struct dt_map_entry *e;

	u->is_lost = false;
	dt_processes_scan(u->processes);
	for (size_t pos = 0; (e = dt_map_next(&u->processes->by_pid, &pos));)
		mark_changed(u, ((const struct dt_process *)e->value)->pid);
}

/** Updates changed processes until the time `until`. Returns false if there are more. */
static bool publish_changed(struct dt_unwinding *u, uint64_t until)
{
	dt_vec(pid_t) published = {0};
	const struct dt_map_entry *e;
	bool in_time = true;

	for (size_t pos = 0; in_time && (e = dt_map_next(&u->changed, &pos));) {
		pid_t pid;

		memcpy(&pid, e->key, sizeof(pid));
		if (!dt_unwind_process_is_due(u, pid))
			continue;
		dt_unwind_process_publish(u, pid);
		dt_vec_push(&published, pid);
		in_time = dt_now() < until;
	}
	dt_vec_foreach (&published, pid)
		dt_map_remove(&u->changed, pid, sizeof(*pid));
	dt_vec_deinit(&published);
	return in_time;
}

/** Takes the processes whose ranges programs have requested. Returns their number. */
static size_t collect_requests(struct dt_unwinding *u)
{
	size_t n = 0;

	for (dt_u32 i = 0; i < DT_UNWIND_REQUESTS; i++) {
		pid_t pid = u->requests[i]
				? (pid_t)__atomic_exchange_n(&u->requests[i], 0, __ATOMIC_RELAXED)
				: 0;

		if (!pid)
			continue;
		dt_unwind_process_requested(u, pid);
		mark_changed(u, pid);
		n++;
	}
	return n;
}

/** Returns the number of stacks that programs have taken. */
static uint64_t count_stacks(const struct dt_unwinding *u)
{
	uint64_t n = 0;

	for (unsigned cpu = 0; cpu < u->n_cpus; cpu++) {
		for (int i = 0; i < DT_N_UNWIND_ENDS; i++)
			n += u->counts[cpu].n[i];
		n += u->counts[cpu].foreign;
	}
	return n;
}

/** Reports whether programs have taken stacks since the last call. */
static bool takes_stacks(struct dt_unwinding *u)
{
	uint64_t before = u->n_stacks;

	u->n_stacks = count_stacks(u);
	return u->n_stacks != before;
}

static void open_maps(struct dtrace *d, struct dt_unwinding *u)
{
	const unsigned *tables = d->programs->desc->tables;
	const struct dt_unwind_layout *layout;
	struct dt_store *store = &d->loaded->maps.store;
	void *const *memory = store->memory;

	u->counts = memory[tables[DT_TABLE_UNWIND_COUNTS]];
	u->range = memory[tables[DT_TABLE_UNWIND_RANGES]];
	u->file = memory[tables[DT_TABLE_UNWIND_FILES]];
	u->page = memory[tables[DT_TABLE_UNWIND_PAGES]];
	u->row = memory[tables[DT_TABLE_UNWIND_ROWS]];
	u->rule = memory[tables[DT_TABLE_UNWIND_RULES]];
	u->requests = memory[tables[DT_TABLE_UNWIND_REQUESTS]];
	u->store = store;
	u->process_map = tables[DT_TABLE_UNWIND_PROCESSES];
	u->inode_map = tables[DT_TABLE_UNWIND_INODES];
	layout = d->programs->desc->maps[tables[DT_TABLE_UNWIND_LAYOUT]].init;
	u->reads_kernel = layout->is_known;
	u->n_cpus = store->n_cpus;
	u->n_rows_max = d->programs->desc->maps[tables[DT_TABLE_UNWIND_ROWS]].max_entries
			<< DT_UNWIND_CHUNK_BITS;
	dt_extents_init(&u->rows, (uint32_t)u->n_rows_max);
	dt_extents_init(&u->pages, DT_UNWIND_PAGES);
	dt_extents_init(&u->ranges, DT_UNWIND_RANGES);
}

/** Reads the mappings of the targets, or of all processes if there are no targets. With targets,
 * other processes follow in the first round of the consumer. */
static void scan_at_start(struct dtrace *d)
{
	struct dt_unwinding *u = d->unwinding;

	if (!d->targets->list.len) {
		scan_processes(u);
		return;
	}
	dt_vec_foreach (&d->targets->list, t) {
		dt_process_read(u->processes, t->pid);
		dt_unwind_process_target(u, t->pid);
		mark_changed(u, t->pid);
	}
	u->is_lost = u->is_late = true;
}

/** Builds the tables of the targets' files or, without targets, other tables for a limited time. */
static void build_at_start(struct dtrace *d)
{
	struct dt_unwinding *u = d->unwinding;

	publish_changed(u, UINT64_MAX);
	dt_vec_foreach (&d->targets->list, t)
		dt_unwind_process_want(u, t->pid);
	dt_unwind_files_build(u, false, UINT64_MAX);
	if (!d->targets->list.len)
		dt_unwind_files_build(u, true, dt_now() + at_start);
}

static void prepare(struct dtrace *d)
{
	struct dt_unwinding *u = d->unwinding;
	const struct dt_watch_listener listener = {u, mapped, executed, forked, mark_changed, lost};

	u->is_on = true;
	open_maps(d, u);
	// The table of processes must receive reports before our listener.
	u->processes = dt_consumer_processes(d->tracing.consumer);
	if (!u->processes) {
		u->processes = &u->own;
		dt_processes_listen(&u->own, &d->feeding->watch);
	}
	dt_watch_listen(&d->feeding->watch, &listener);
	scan_at_start(d);
	build_at_start(d);
}

static void work(struct dtrace *d)
{
	struct dt_unwinding *u = d->unwinding;
	uint64_t until;
	bool has_requests;

	if (!u->is_on)
		return; // BEGIN called exit()
	if (u->is_lost)
		scan_processes(u);
	has_requests = collect_requests(u);
	u->is_idle = !takes_stacks(u) && !has_requests;
	dt_unwind_ranges_give_back(u, dt_now() - rest);
	dt_unwind_files_sweep(u);
	// Truncated stacks need these tables. If many processes start, the other work never ends.
	u->is_late = !dt_unwind_files_build(u, false, dt_now() + slice);
	until = dt_now() + slice;
	u->is_late |= !publish_changed(u, until) || !dt_unwind_files_build(u, true, until);
	for (unsigned cpu = 0; cpu < u->n_cpus; cpu++)
		u->counts[cpu].round++;
	u->worked = dt_now();
	u->is_idle &= !u->changed.len;
}

static uint64_t due(const struct dtrace *d)
{
	const struct dt_unwinding *u = d->unwinding;

	if (!u->is_on)
		return UINT64_MAX;
	return u->is_late ? 0 : u->worked + (u->is_idle ? idle_round : round_);
}

void dt_session_unwinding_load(struct dtrace *d)
{
	if (!d->unwinding->is_on || d->options.v[DT_OPT_evaltime] == DT_EVALTIME_EXEC)
		return;
	dt_error_destroy(dt_session_targets_load(d));
	dt_watch_read(&d->feeding->watch);
	build_at_start(d);
}

/** Returns the bytes of the existing tables. */
static uint64_t table_bytes(const struct dt_unwinding *u, size_t *n_files)
{
	uint64_t rows = 0;

	*n_files = 0;
	for (uint32_t n = 1; n < u->files.len; n++) {
		const struct dt_unwind_file *f = &u->file[n];

		if (f->state != DT_UNWIND_READY)
			continue;
		++*n_files;
		for (uint32_t i = 0; i < f->n_pages; i++)
			rows += u->page[f->first_page + i].n;
	}
	return rows * sizeof(dt_unwind_row);
}

void dt_session_count_stacks(const struct dtrace *d, struct dtrace_statistics *ret)
{
	const struct dt_unwinding *u = d->unwinding;

	ret->unwinds = u->is_on;
	if (!u->is_on)
		return;
	for (unsigned cpu = 0; cpu < u->n_cpus; cpu++) {
		const struct dt_unwind_counts *c = &u->counts[cpu];

		ret->whole_stacks += c->n[DT_UNWIND_WHOLE];
		ret->limited_stacks += c->n[DT_UNWIND_LIMITED];
		ret->stacks_without_table += c->n[DT_UNWIND_NO_TABLE];
		ret->stacks_without_rule += c->n[DT_UNWIND_NO_RULE];
		ret->foreign_stacks += c->foreign;
	}
	ret->table_bytes = table_bytes(u, &ret->n_tables);
}

void dt_session_unwinding_deinit(struct dtrace *d)
{
	struct dt_unwinding *u = d->unwinding;
	const struct dt_map_entry *e;

	dt_unwind_files_deinit(u);
	for (size_t pos = 0; (e = dt_map_next(&u->published, &pos));)
		free(e->value);
	dt_map_deinit(&u->published);
	dt_map_deinit(&u->changed);
	dt_vec_deinit(&u->left);
	dt_extents_deinit(&u->ranges);
	dt_processes_deinit(&u->own);
}

const struct dt_feed dt_feed_unwinding = {
    .is_wanted = is_wanted,
    .prepare = prepare,
    .work = work,
    .due = due,
};
