/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * The kernel's tasks: walks over them, and what is done when one ends. Where members lie is told by
 * the caller, who knows this kernel's types; what cannot be read ends the walk.
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

/** Is the task, or an ancestor of it, of process `pid`? */
u64 dt_progenyof(u64 task, u64 pid, u64 parent_off, u64 tgid_off)
{
	struct lineage l = {
	    .task = task, .parent_off = parent_off, .tgid_off = tgid_off, .pid = pid};

	bpf_loop(ANCESTORS_MAX, lineage_step, &l, 0);
	return l.found;
}

/** Delete the element if its key begins with the thread that ends, whatever array it is of: for
 *  bpf_for_each_map_elem(), called by the generated program for each of the arrays. */
__attribute__((used)) static long dt_forget_thread(void *map, const u64 *key, void *value,
						   const u64 *thread)
{
	if ((u32)*key == (u32)*thread)
		bpf_map_delete_elem(map, key);
	return 0;
}
