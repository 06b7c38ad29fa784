/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * vtimestamp: how long the current thread has been on a CPU, less the time that it spent in our
 * programs.
 *
 * The kernel's own account of a thread is brought up to date at every tick only, by a clock that no
 * program can read. So a program of ours on sched_switch notes when the thread that runs on each
 * CPU came on, and adds the stretch to the account of the one that leaves. A thread that has been
 * running since before tracing began counts from boot: the origin is arbitrary, the rate is not.
 * Every group's program adds its own time to the thread's account of probe time. All this exists
 * only in sessions whose program names vtimestamp.
 *
 * Time in a program that interrupts another one is subtracted twice, once by each.
 *
 * Decision: docs/dev/decisions/0014-vtimestamp-own-account.md
 */
#include "lower/account/account.h"
#include "lower/program/gen.h"

/** Per thread, ns. */
struct vtime {
	uint64_t on;	// on a CPU, without the current stretch
	uint64_t probe; // in our programs
};

static unsigned thread_map(struct dt_lower *l)
{
	return dt_lower_map_once(l, &l->vtime_map,
				 &(struct dt_map_desc){.name = "dt_vtime",
						       .kind = DT_MAPK_THREAD,
						       .key_size = 4,
						       .value_size = sizeof(struct vtime)});
}

/** When the current thread came on the CPU. */
static unsigned since_map(struct dt_lower *l)
{
	return dt_lower_map_once(l, &l->since_map,
				 &(struct dt_map_desc){.name = "dt_vsince",
						       .kind = DT_MAPK_ARRAY,
						       .key_size = 4,
						       .value_size = 8,
						       .elems_per_cpu = 1});
}

static dt_reg thread_account(struct dt_gen *g, dt_reg task, bool create)
{
	dt_reg map = dt_ir_map(g->f, thread_map(g->l));

	return dt_ir_env(g->f, create ? DT_ENV_THREAD_MAKE : DT_ENV_THREAD_FIND, map, task);
}

bool dt_lower_has_vtime(const struct dt_lower *l)
{
	return l->builtin_flags & DT_BF_VTIME;
}

/** How long the thread has now been on its CPU. */
static dt_reg stretch(struct dt_gen *g)
{
	struct dt_ir_func *f = g->f;
	dt_label no_since = dt_ir_label(f);
	dt_reg v, since;

	if (dt_gen_is_elsewhere(g))
		return dt_ir_const(f, 0);
	v = dt_ir_mov(f, dt_gen_timestamp(g));
	since = dt_gen_cpu_elem(g, since_map(g->l));
	dt_ir_branchi(f, DT_IR_EQ, since, 0, no_since);
	dt_ir_bin_to(f, DT_IR_SUB, v, v, dt_ir_load(f, 8, since, 0));
	dt_ir_place(f, no_since);
	return v;
}

dt_reg dt_gen_vtime(struct dt_gen *g)
{
	struct dt_ir_func *f = g->f;
	dt_reg v = stretch(g), account;
	dt_label none = dt_ir_label(f);

	account = thread_account(g, dt_gen_task(g), false);
	dt_ir_branchi(f, DT_IR_EQ, account, 0, none);
	dt_ir_bin_to(f, DT_IR_ADD, v, v, dt_ir_load(f, 8, account, offsetof(struct vtime, on)));
	dt_ir_bin_to(f, DT_IR_SUB, v, v, dt_ir_load(f, 8, account, offsetof(struct vtime, probe)));
	dt_ir_place(f, none);
	return v;
}

void dt_gen_vtime_end(struct dt_gen *g)
{
	struct dt_ir_func *f = g->f;
	dt_reg now, account;
	dt_label none;

	if (!dt_lower_has_vtime(g->l) || g->in_error)
		return;
	if (!g->begun)
		g->begun = dt_ir_reg(f);
	now = dt_ir_env(f, DT_ENV_TIME);
	account = thread_account(g, dt_ir_env(f, DT_ENV_TASK), true);
	none = dt_ir_label(f);
	dt_ir_branchi(f, DT_IR_EQ, account, 0, none);
	dt_ir_atomic_add(f, 8, account, offsetof(struct vtime, probe),
			 dt_ir_bin(f, DT_IR_SUB, now, g->begun));
	dt_ir_place(f, none);
}

struct dt_ir_prog *dt_lower_vtime(struct dt_lower *l)
{
	static const struct dt_lower_group no_group;
	struct dt_ir_prog *p;
	struct dt_gen g = {.l = l, .group = &no_group};
	dt_reg now, since, ran, account, leaving;
	dt_label end;

	if (!dt_lower_has_vtime(l))
		return NULL;
	p = dt_ir_prog_create(l->arena, "dt_vtime", DT_ATTACH_RAW_TRACEPOINT);
	g.prog = p;
	g.f = dt_ir_func_add(p, "dt_vtime", 0);
	end = dt_ir_label(g.f);
	now = dt_ir_env(g.f, DT_ENV_TIME);
	since = dt_gen_cpu_elem(&g, since_map(l));
	dt_ir_branchi(g.f, DT_IR_EQ, since, 0, end);
	ran = dt_ir_bin(g.f, DT_IR_SUB, now, dt_ir_load(g.f, 8, since, 0));
	dt_ir_store(g.f, 8, since, 0, now);
	leaving = dt_ir_env(g.f, DT_ENV_TASK);
	account = thread_account(&g, leaving, true);
	dt_ir_branchi(g.f, DT_IR_EQ, account, 0, end);
	dt_ir_atomic_add(g.f, 8, account, offsetof(struct vtime, on), ran);
	dt_ir_place(g.f, end);
	dt_ir_ret(g.f, 0);
	dt_ir_optimize(g.f);
	return p;
}
