/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * self-> arrays, and self-> variables too long for the thread's struct, are in hash maps shared by
 * all threads, so a thread's elements must be deleted when it ends. (Its self-> scalars are in task
 * storage, which the kernel frees.) The first element that a thread creates sets a mark in its task
 * storage. If a program on the thread's end finds the mark, it walks the arrays and deletes all
 * keys that begin with the thread's id. Without such arrays, there is neither mark nor program.
 *
 * If a probe fires in the thread after that, in its last pass through the scheduler, elements may
 * remain.
 */
#include "lower/account/account.h"

#include "lower/place/place.h"
#include "lower/verifier/verifier.h"

/** Deletes the thread's elements of an array, or its element of a variable, whose key is known. */
static void delete_elements(struct dt_ir_func *f, const struct dt_lower_var *v, dt_reg key)
{
	dt_reg map = dt_ir_map(f, v->map), pid_tgid = dt_ir_env(f, DT_ENV_PID_TGID);

	dt_ir_store(f, 8, key, 0, dt_gen_thread_word(f, pid_tgid, (uint64_t)v->number << 32));
	if (!v->keys.n)
		dt_ir_env(f, DT_ENV_MAP_REMOVE, map, key);
	else if (v->opens_map)
		dt_ir_env(f, DT_ENV_MAP_EACH, map, dt_ir_callback(f, "dt_forget_thread"), key);
}

struct dt_ir_prog *dt_lower_thread_exit(struct dt_lower *l)
{
	struct dt_ir_prog *p;
	struct dt_ir_func *f;
	dt_reg task, self, key;
	dt_label done;

	if (!l->vars.has_thread_arrays)
		return NULL;
	p = dt_lower_prog(l, "dt_thread_exit", DT_ATTACH_RAW_TRACEPOINT);
	f = dt_ir_func_add(p, "dt_thread_exit", 0);
	done = dt_ir_label(f);
	task = dt_ir_env(f, DT_ENV_TASK);
	self = dt_ir_env(f, DT_ENV_THREAD_FIND, dt_ir_map(f, l->maps.self), task);
	dt_ir_branchi(f, DT_IR_EQ, self, 0, done);
	dt_ir_branchi(f, DT_IR_EQ, dt_ir_load(f, 4, self, l->vars.self_mark), 0, done);
	key = dt_ir_slot_addr(f, dt_ir_slot(f, 8, 8));
	for (size_t i = 0; i < l->vars.assocs.n; i++)
		if (dt_lower_var(l->vars.assocs.ids[i])->per_thread)
			delete_elements(f, dt_lower_var(l->vars.assocs.ids[i]), key);
	dt_ir_place(f, done);
	dt_ir_ret(f, 0);
	dt_ir_optimize(f);
	dt_verifier_check_maps(l, p, l->c->program.clauses->loc);
	return p;
}
