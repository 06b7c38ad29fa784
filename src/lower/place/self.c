/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The current thread's struct of self-> variables, and the keys of its elements in self-> arrays.
 */
#include "lower/place/place.h"

static dt_reg find_self(struct dt_gen *g)
{
	dt_reg thread = dt_gen_thread(g), r = dt_ir_reg(g->f);

	dt_ir_mov_to(g->f, r,
		     dt_ir_env(g->f, DT_ENV_THREAD_FIND, dt_ir_map(g->f, g->l->maps.self), thread));
	return r;
}

dt_reg dt_gen_self(struct dt_gen *g)
{
	return dt_gen_of_thread(g, DT_CACHE_SELF, find_self);
}

dt_reg dt_gen_self_create(struct dt_gen *g, dt_label fail)
{
	dt_reg self = dt_gen_self(g), made, have = dt_ir_reg(g->f);
	dt_label done = dt_ir_label(g->f), none = dt_ir_label(g->f);

	dt_ir_mov_to(g->f, have, self);
	dt_ir_branchi(g->f, DT_IR_NE, have, 0, done);
	made =
	    dt_ir_env(g->f, DT_ENV_THREAD_MAKE, dt_ir_map(g->f, g->l->maps.self), dt_gen_thread(g));
	dt_ir_mov_to(g->f, have, made);
	dt_ir_mov_to(g->f, self, made); // for later reads in this firing
	dt_ir_branchi(g->f, DT_IR_NE, have, 0, done);
	dt_ir_place(g->f, none);
	dt_gen_drop(g, DT_DROP_DYNAMIC);
	dt_ir_jump(g->f, fail);
	dt_ir_place(g->f, done);
	return have;
}

void dt_gen_thread_mark(struct dt_gen *g, dt_label fail)
{
	dt_ir_storei(g->f, 4, dt_gen_self_create(g, fail), g->l->vars.self_mark, 1);
}

dt_reg dt_gen_thread_word(struct dt_ir_func *f, dt_reg pid_tgid, uint64_t number)
{
	dt_reg thread = dt_ir_un(f, DT_IR_ZEXT, 4, pid_tgid);

	return number ? dt_ir_bin(f, DT_IR_OR, thread, dt_ir_const(f, (int64_t)number)) : thread;
}
