/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Numbers of processes and threads. The user sees the numbers of dtrace's PID namespace, so
 * programs must use them, too. In the initial namespace, these are the numbers that the kernel
 * provides directly. In another one, the runtime searches the numbers of a struct pid, one for each
 * namespace. The kernel has a helper for this, which supports neither threads other than the
 * current one nor threads of nested namespaces.
 */
#include "lower/firing/gen.h"

enum { POINTER = 8, PIDTYPE_TGID = 1 }; // the kernel's enum pid_type

static uint32_t offset_of(struct dt_lower *l, enum dt_kernel_member member)
{
	uint32_t ret = 0;

	dt_lower_member(l, member, &ret);
	return ret;
}

static void read_offsets(struct dt_lower *l, struct dt_pidns *p)
{
	p->parent = offset_of(l, DT_KERNEL_TASK_PARENT);
	p->signal = offset_of(l, DT_KERNEL_TASK_SIGNAL);
	p->thread = offset_of(l, DT_KERNEL_TASK_THREAD_PID);
	p->process = offset_of(l, DT_KERNEL_SIGNAL_PIDS) + PIDTYPE_TGID * POINTER;
	p->level = offset_of(l, DT_KERNEL_PID_LEVEL);
	p->numbers = offset_of(l, DT_KERNEL_PID_NUMBERS);
	p->ns_number = offset_of(l, DT_KERNEL_PIDNS_NS) + offset_of(l, DT_KERNEL_NS_NUMBER);
}

static dt_reg pidns_table(struct dt_lower *l, struct dt_ir_func *f)
{
	struct dt_pidns *p = &l->kernel.pidns;
	uint32_t at;

	if (!p->numbers)
		read_offsets(l, p);
	at = dt_lower_rodata(l, p, sizeof(*p), true); // makes the map
	return dt_ir_map_value(f, l->maps.rodata, at);
}

dt_reg dt_lower_pidns_of(struct dt_lower *l, struct dt_ir_func *f, dt_reg task, enum dt_pidns_of of)
{
	return dt_ir_call(f, "dt_pidns_task", 3, task, dt_ir_const(f, of), pidns_table(l, f));
}

dt_reg dt_gen_pidns(struct dt_gen *g)
{
	return dt_lower_is_contained(g->l) ? pidns_table(g->l, g->f) : 0;
}

dt_reg dt_gen_progenyof(struct dt_gen *g, dt_reg pid)
{
	struct dt_ir_func *f = g->f;
	dt_reg ns = dt_gen_pidns(g);
	uint32_t parent, tgid;

	if (ns)
		return dt_ir_call(f, "dt_pidns_progenyof", 3, dt_gen_task_number(g), pid, ns);
	parent = dt_gen_member_or_fault(g, DT_KERNEL_TASK_PARENT);
	tgid = dt_gen_member_or_fault(g, DT_KERNEL_TASK_TGID);
	return dt_ir_call(f, "dt_progenyof", 4, dt_gen_task_number(g), pid, dt_ir_const(f, parent),
			  dt_ir_const(f, tgid));
}

static dt_reg namespace_number(struct dt_gen *g, enum dt_pidns_of of)
{
	return dt_lower_pidns_of(g->l, g->f, dt_gen_task_number(g), of);
}

static dt_reg read_pid(struct dt_gen *g)
{
	return namespace_number(g, DT_PIDNS_PROCESS);
}

static dt_reg read_tid(struct dt_gen *g)
{
	return namespace_number(g, DT_PIDNS_THREAD);
}

dt_reg dt_gen_pid(struct dt_gen *g)
{
	return dt_lower_is_contained(g->l) ? dt_gen_of_thread(g, DT_CACHE_PID, read_pid)
					   : dt_ir_bini(g->f, DT_IR_SHR, dt_gen_pid_tgid(g), 32);
}

dt_reg dt_gen_tid(struct dt_gen *g)
{
	return dt_lower_is_contained(g->l) ? dt_gen_of_thread(g, DT_CACHE_TID, read_tid)
					   : dt_ir_un(g->f, DT_IR_SEXT, 4, dt_gen_pid_tgid(g));
}
