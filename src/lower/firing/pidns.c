/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Numbers of processes and threads. The user sees the numbers of dtrace's PID namespace, so
 * programs must use them, too. In the initial namespace, these are the numbers that the kernel
 * provides directly. In another one, the runtime searches the numbers of a struct pid, one for each
 * namespace. The kernel has a helper for this, which supports neither threads other than the
 * current one nor threads of nested namespaces.
 */
#include "lower/firing/gen.h"

#include "types/btf/offsets.h"

enum { POINTER = 8, PIDTYPE_TGID = 1 }; // the kernel's enum pid_type

static uint32_t member_offset(const char *type, const char *member)
{
	uint32_t ret = 0;

	dt_btf_member_offset(type, member, &ret);
	return ret;
}

static void read_offsets(struct dt_pidns *p)
{
	p->parent = member_offset("task_struct", "real_parent");
	p->signal = member_offset("task_struct", "signal");
	p->thread = member_offset("task_struct", "thread_pid");
	p->process = member_offset("signal_struct", "pids") + PIDTYPE_TGID * POINTER;
	p->level = member_offset("pid", "level");
	p->numbers = member_offset("pid", "numbers");
	p->ns_number = member_offset("pid_namespace", "ns") + member_offset("ns_common", "inum");
}

static dt_reg pidns_table(struct dt_lower *l, struct dt_ir_func *f)
{
	struct dt_pidns *p = &l->kernel.pidns;

	if (!p->numbers)
		read_offsets(p);
	return dt_ir_map_value(f, l->maps.rodata, dt_lower_rodata(l, p, sizeof(*p), true));
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
	uint32_t parent = 0, tgid = 0;

	if (ns)
		return dt_ir_call(f, "dt_pidns_progenyof", 3, dt_gen_task_number(g), pid, ns);
	if (!dt_btf_member_offset("task_struct", "real_parent", &parent) ||
	    !dt_btf_member_offset("task_struct", "tgid", &tgid))
		dt_gen_fault_if(g, DT_FAULT_ILLOP, DT_IR_EQ, dt_ir_const(f, 0), 0, 0);
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
