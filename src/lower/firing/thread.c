/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The thread of a clause. It is the current thread unless the origin of the static probe that runs
 * the clause names an argument (curthread = args[2]). Data of such a thread are read from its
 * task_struct, with offsets from the kernel's type data.
 *
 * Some data, such as the address space, are only available for the current thread. Using them for
 * another thread is an error.
 */
#include "lower/firing/gen.h"

/** Returns the static probe whose origin names the thread, or NULL for the current thread. */
static const struct dt_fired *thread_origin(const struct dt_gen *g)
{
	const struct dt_fired *f = g->clause.fired;

	while (f && !f->origin->thread)
		f = f->by;
	return f;
}

bool dt_gen_is_elsewhere(const struct dt_gen *g)
{
	return thread_origin(g) != NULL;
}

void dt_gen_must_be_here(struct dt_gen *g, const char *what)
{
	const struct dt_fired *f = thread_origin(g);

	if (f)
		dt_diag(&g->l->c->diags, g->clause.ast->loc, D_PROV_THREAD,
			"%s is not available in %s:::%s: the probe fires before its thread is "
			"current",
			what, f->probe.prov, f->probe.name);
}

/** Returns the number of the argument that is the thread. */
static unsigned thread_argument(const struct dt_fired *by)
{
	return (unsigned)by->origin->thread->list->value;
}

dt_reg dt_gen_of_thread(struct dt_gen *g, enum dt_cache_kind kind, dt_reg (*read)(struct dt_gen *g))
{
	const struct dt_fired *by = thread_origin(g);
	unsigned which = by ? 1 + thread_argument(by) : 0;
	dt_reg r;

	if (dt_cache_find(&g->cache, kind, which, &r))
		return r;
	return dt_cache_add(&g->cache, kind, which, read(g));
}

static dt_reg load_member(struct dt_gen *g, unsigned width, dt_reg base,
			  enum dt_kernel_member member)
{
	return dt_ir_load_kernel(g->f, width, base, dt_gen_member_or_fault(g, member));
}

static dt_reg word_pair(struct dt_gen *g, dt_reg high, dt_reg low)
{
	return dt_ir_bin(g->f, DT_IR_OR, dt_ir_bini(g->f, DT_IR_SHL, high, 32), low);
}

static dt_reg read_task(struct dt_gen *g)
{
	const struct dt_fired *by = thread_origin(g);

	return by ? g->context->object(g->context, g->f, thread_argument(by))
		  : dt_ir_env(g->f, DT_ENV_TASK);
}

dt_reg dt_gen_task(struct dt_gen *g)
{
	return dt_gen_of_thread(g, DT_CACHE_TASK, read_task);
}

dt_reg dt_gen_thread(struct dt_gen *g)
{
	enum dt_env word = g->l->executor->thread;

	return word == DT_ENV_TASK || dt_gen_is_elsewhere(g) ? dt_gen_task(g)
							     : dt_ir_env(g->f, word);
}

static dt_reg read_pid_tgid(struct dt_gen *g)
{
	dt_reg task;

	if (!dt_gen_is_elsewhere(g))
		return dt_ir_env(g->f, DT_ENV_PID_TGID);
	task = dt_gen_task(g);
	return word_pair(g, load_member(g, 4, task, DT_KERNEL_TASK_TGID),
			 load_member(g, 4, task, DT_KERNEL_TASK_PID));
}

dt_reg dt_gen_pid_tgid(struct dt_gen *g)
{
	return dt_gen_of_thread(g, DT_CACHE_PID_TGID, read_pid_tgid);
}

dt_reg dt_gen_uid_gid(struct dt_gen *g)
{
	dt_reg cred;

	if (!dt_gen_is_elsewhere(g))
		return dt_ir_env(g->f, DT_ENV_UID_GID);
	cred = load_member(g, 8, dt_gen_task(g), DT_KERNEL_TASK_CRED);
	return word_pair(g, load_member(g, 4, cred, DT_KERNEL_CRED_GID),
			 load_member(g, 4, cred, DT_KERNEL_CRED_UID));
}

dt_reg dt_gen_task_number(struct dt_gen *g)
{
	const struct dt_fired *by = thread_origin(g);

	return by ? dt_gen_probe_arg(g, thread_argument(by)) : dt_ir_env(g->f, DT_ENV_TASK_NUMBER);
}

/** Writes the name of the current thread. The kernel pads it with NULs, so it can be loaded, which
 * costs a fifth of the helper. */
static void own_comm(struct dt_gen *g, dt_reg dst, uint32_t size)
{
	uint32_t offset;
	dt_reg task;

	if (size != DT_COMM_LEN || !g->l->setup.uses_offsets ||
	    !dt_lower_member(g->l, DT_KERNEL_TASK_COMM, &offset)) {
		dt_ir_env(g->f, DT_ENV_COMM, dst, dt_ir_const(g->f, size));
		return;
	}
	task = dt_gen_task(g);
	for (uint32_t at = 0; at < DT_COMM_LEN; at += 8)
		dt_ir_store(g->f, 8, dst, at, dt_ir_load_kernel(g->f, 8, task, offset + at));
}

void dt_gen_comm(struct dt_gen *g, dt_reg dst, uint32_t size)
{
	uint32_t offset;

	if (!dt_gen_is_elsewhere(g)) {
		own_comm(g, dst, size);
		return;
	}
	offset = dt_gen_member_or_fault(g, DT_KERNEL_TASK_COMM);
	dt_gen_zero(g, dst, 0, size); // the rest of a longer name may follow the NUL
	dt_ir_env(g->f, DT_ENV_READ_KERNEL_STR, dst, dt_ir_const(g->f, size),
		  dt_ir_bini(g->f, DT_IR_ADD, dt_gen_task_number(g), offset));
}
