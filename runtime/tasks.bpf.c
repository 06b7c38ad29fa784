/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Walks over the kernel's tasks, and clean-up when one ends. The caller passes the offsets of
 * struct members of this kernel. Unreadable memory ends a walk.
 */
#include "runtime.h"

enum { ANCESTORS_MAX = 4096 };

struct lineage {
	u64 task;
	u32 parent_off, tgid_off;
	u32 pid, found;
};

static long lineage_step(u32 i, struct lineage *l)
{
	u32 tgid = 0;

	bpf_probe_read_kernel(&tgid, sizeof(tgid), (const void *)(l->task + l->tgid_off));
	if (tgid == l->pid)
		l->found = 1;
	if (tgid == l->pid || !tgid)
		return 1;
	return bpf_probe_read_kernel(&l->task, sizeof(l->task),
				     (const void *)(l->task + l->parent_off)) != 0;
}

/** Reports whether the task or one of its ancestors belongs to process `pid`. */
u64 dt_progenyof(u64 task, u64 pid, u64 parent_off, u64 tgid_off)
{
	struct lineage l = {
	    .task = task, .parent_off = parent_off, .tgid_off = tgid_off, .pid = pid};

	bpf_loop(ANCESTORS_MAX, lineage_step, &l, 0);
	return l.found;
}

/** Reads a kernel pointer at `base` + `off`. Returns 0 if it is unreadable. */
static __always_inline u64 pointer_at(u64 base, u32 off)
{
	u64 value = 0;

	bpf_probe_read_kernel(&value, sizeof(value), (const void *)(base + off));
	return value;
}

enum { NAMESPACES_MAX = 33 };

/** A search for the number of a struct pid in a namespace, from its innermost namespace outwards.
 */
struct search {
	u64 pid;
	const struct dt_pidns *ns;
	u32 level, number;
};

static long search_step(u32 i, struct search *s)
{
	struct {
		u32 number, gap;
		u64 ns;
	} at = {0};
	u32 ns = 0;

	if (i > s->level)
		return 1;
	bpf_probe_read_kernel(
	    &at, sizeof(at), (const void *)(s->pid + s->ns->numbers + (s->level - i) * sizeof(at)));
	bpf_probe_read_kernel(&ns, sizeof(ns), (const void *)(at.ns + s->ns->ns_number));
	if (ns != s->ns->number)
		return 0;
	s->number = at.number;
	return 1;
}

/** Returns the number of a struct pid in the namespace, or 0 if it is outside. */
u64 dt_pidns_number(u64 pid, const struct dt_pidns *ns)
{
	struct search s = {.pid = pid, .ns = ns};

	if (!pid || !ns)
		return 0;
	bpf_probe_read_kernel(&s.level, sizeof(s.level), (const void *)(pid + ns->level));
	bpf_loop(NAMESPACES_MAX, search_step, &s, 0);
	return s.number;
}

/** Returns the number of a task's thread, process or parent (enum dt_pidns_of) in the namespace. */
u64 dt_pidns_task(u64 task, u64 of, const struct dt_pidns *ns)
{
	if (!ns)
		return 0;
	if (of == DT_PIDNS_THREAD)
		return dt_pidns_number(pointer_at(task, ns->thread), ns);
	if (of == DT_PIDNS_PARENT)
		task = pointer_at(task, ns->parent);
	return dt_pidns_number(pointer_at(pointer_at(task, ns->signal), ns->process), ns);
}

struct family {
	u64 task;
	const struct dt_pidns *ns;
	u32 pid, found;
};

static long family_step(u32 i, struct family *f)
{
	u32 number = dt_pidns_task(f->task, DT_PIDNS_PROCESS, f->ns);

	f->found = number && number == f->pid;
	if (f->found || !number || !f->ns)
		return 1;
	f->task = pointer_at(f->task, f->ns->parent);
	return 0;
}

/** dt_progenyof() for a `pid` of the namespace. */
u64 dt_pidns_progenyof(u64 task, u64 pid, const struct dt_pidns *ns)
{
	struct family f = {.task = task, .ns = ns, .pid = pid};

	bpf_loop(ANCESTORS_MAX, family_step, &f, 0);
	return f.found;
}

/** Deletes the element if its key begins with the ending thread. Callback of
 *  bpf_for_each_map_elem(), which the generated program calls for each array. */
__attribute__((used)) static long dt_forget_thread(void *map, const u64 *key, void *value,
						   const u64 *thread)
{
	if ((u32)*key == (u32)*thread)
		bpf_map_delete_elem(map, key);
	return 0;
}
