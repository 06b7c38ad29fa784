/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Tables of processes. A program on fork gives a child its parent's entry before the child runs;
 * one on exit removes entries.
 *
 * -x follow: probes in files fire in all processes, and programs look up in such a table whether
 * the process is a target or a descendant.
 *
 * Decision: docs/dev/decisions/0038-follow-by-process-map.md
 */
#include "lower/account/account.h"

/** Reads a member of a kernel struct into memory and returns its address. The value is 0 if the
 * read fails. */
static dt_reg read_member(struct dt_lower *l, struct dt_ir_func *f, dt_reg base,
			  enum dt_kernel_member member, unsigned size)
{
	dt_reg slot = dt_ir_slot_addr(f, dt_ir_slot(f, 8, 8));
	uint32_t offset = 0;

	dt_lower_member(l, member, &offset);
	dt_ir_storei(f, 8, slot, 0, 0);
	dt_ir_env(f, DT_ENV_READ_KERNEL, slot, dt_ir_const(f, size),
		  dt_ir_bini(f, DT_IR_ADD, base, offset));
	return slot;
}

/** Returns the address of the number of a task's process. */
static dt_reg process_of(struct dt_lower *l, struct dt_ir_func *f, dt_reg task)
{
	dt_reg slot;

	if (!dt_lower_is_contained(l))
		return read_member(l, f, task, DT_KERNEL_TASK_TGID, 4);
	slot = dt_ir_slot_addr(f, dt_ir_slot(f, 8, 8));
	dt_ir_store(f, 4, slot, 0, dt_lower_pidns_of(l, f, task, DT_PIDNS_PROCESS));
	return slot;
}

dt_reg dt_gen_current_process(struct dt_lower *l, struct dt_ir_func *f)
{
	dt_reg slot;

	if (dt_lower_is_contained(l))
		return process_of(l, f, dt_ir_env(f, DT_ENV_TASK_NUMBER));
	slot = dt_ir_slot_addr(f, dt_ir_slot(f, 8, 8));
	dt_ir_store(f, 4, slot, 0, dt_ir_bini(f, DT_IR_SHR, dt_ir_env(f, DT_ENV_PID_TGID), 32));
	return slot;
}

void dt_gen_check_followed(struct dt_gen *g)
{
	struct dt_ir_func *f = g->f;
	dt_label ours = dt_ir_label(f);
	dt_reg found;

	if (!g->group->followed)
		return;
	found = dt_ir_env(f, DT_ENV_MAP_FIND, dt_ir_map(f, dt_lower_table(g->l, DT_TABLE_FOLLOWED)),
			  dt_gen_current_process(g->l, f));
	dt_ir_branchi(f, DT_IR_NE, found, 0, ours);
	dt_gen_end_early(g);
	dt_ir_place(f, ours);
}

/** Tables whose entry of a process its children inherit. */
static const enum dt_table inherited[] = {DT_TABLE_FOLLOWED, DT_TABLE_TRACE_PLACES};

/** Returns an empty program, or NULL if there are none of these tables. */
static struct dt_ir_prog *create_program(struct dt_lower *l, const char *name)
{
	struct dt_ir_prog *p;
	bool is_used = false;

	if (l->setup.options->v[DT_OPT_follow])
		dt_lower_table(l, DT_TABLE_FOLLOWED);
	for (size_t i = 0; i < dt_array_len(inherited); i++)
		is_used |= l->desc.tables[inherited[i]] != 0;
	if (!is_used)
		return NULL;
	p = dt_lower_prog(l, name, DT_ATTACH_RAW_TRACEPOINT);
	dt_ir_func_add(p, name, 0);
	return p;
}

/** Copies the current process's entry of a table to another process. */
static void copy_entry(struct dt_lower *l, struct dt_ir_func *f, unsigned map, dt_reg child)
{
	dt_reg value =
	    dt_ir_env(f, DT_ENV_MAP_FIND, dt_ir_map(f, map), dt_gen_current_process(l, f));
	dt_label end = dt_ir_label(f);

	dt_ir_branchi(f, DT_IR_EQ, value, 0, end);
	dt_ir_env(f, DT_ENV_MAP_PUT, dt_ir_map(f, map), child, value);
	dt_ir_place(f, end);
}

/** The second argument of sched_process_fork is the child. */
struct dt_ir_prog *dt_lower_follow_fork(struct dt_lower *l)
{
	struct dt_ir_prog *p = create_program(l, "dt_follow_fork");
	struct dt_ir_func *f;
	dt_reg child;

	if (!p)
		return NULL;
	f = p->funcs.data[0];
	child = process_of(l, f, dt_ir_load(f, 8, dt_ir_ctx(f), 8));
	for (size_t i = 0; i < dt_array_len(inherited); i++)
		if (l->desc.tables[inherited[i]])
			copy_entry(l, f, l->desc.tables[inherited[i]], child);
	dt_ir_ret(f, 0);
	dt_ir_optimize(f);
	return p;
}

/** The argument of sched_process_exit is the current thread. `live` is 0 in the last thread of a
 * process, and maybe in others that end at the same time. */
struct dt_ir_prog *dt_lower_follow_exit(struct dt_lower *l)
{
	struct dt_ir_prog *p = create_program(l, "dt_follow_exit");
	struct dt_ir_func *f;
	dt_reg signal, live;
	dt_label end;

	if (!p)
		return NULL;
	f = p->funcs.data[0];
	end = dt_ir_label(f);
	signal = read_member(l, f, dt_ir_load(f, 8, dt_ir_ctx(f), 0), DT_KERNEL_TASK_SIGNAL, 8);
	live = read_member(l, f, dt_ir_load(f, 8, signal, 0), DT_KERNEL_SIGNAL_LIVE, 4);
	dt_ir_branchi(f, DT_IR_NE, dt_ir_load(f, 4, live, 0), 0, end);
	for (size_t i = 0; i < dt_array_len(inherited); i++)
		if (l->desc.tables[inherited[i]])
			dt_ir_env(f, DT_ENV_MAP_REMOVE, dt_ir_map(f, l->desc.tables[inherited[i]]),
				  dt_gen_current_process(l, f));
	dt_ir_place(f, end);
	dt_ir_ret(f, 0);
	dt_ir_optimize(f);
	return p;
}
