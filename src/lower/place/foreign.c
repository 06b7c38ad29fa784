/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory of the kernel and of the thread's process. A failed read raises a fault. A program that
 * may sleep waits for pages that are not resident.
 */
#include "lower/place/place.h"

dt_reg dt_foreign_address(struct dt_gen *g, const struct dt_place *p)
{
	return p->off ? dt_ir_bini(g->f, DT_IR_ADD, p->base, p->off) : p->base;
}

dt_reg dt_gen_read_user(struct dt_gen *g, bool string, dt_reg dst, dt_reg size, dt_reg addr)
{
	enum dt_env read = string ? DT_ENV_READ_USER_STR : DT_ENV_READ_USER;
	dt_reg got = dt_ir_env(g->f, read, dst, size, addr), again;
	dt_label done;

	dt_gen_must_be_here(g, "memory of the process");
	if (dt_gen_sleeps(g)) {
		again = got;
		got = dt_ir_reg(g->f);
		done = dt_ir_label(g->f);
		dt_ir_mov_to(g->f, got, again);
		dt_ir_branchi(g->f, DT_IR_SGE, got, 0, done);
		dt_ir_call(g->f, "dt_page_in", 2, addr, size);
		dt_ir_mov_to(g->f, got, dt_ir_env(g->f, read, dst, size, addr));
		dt_ir_place(g->f, done);
	}
	dt_gen_fault_badaddr(g, got, addr);
	return got;
}

void dt_foreign_read(struct dt_gen *g, dt_reg dst, uint32_t size, const struct dt_place *p)
{
	dt_reg addr = dt_foreign_address(g, p), bytes = dt_ir_const(g->f, size);

	if (p->kind == DT_PLACE_USER)
		dt_gen_read_user(g, false, dst, bytes, addr);
	else
		dt_gen_fault_badaddr(g, dt_ir_env(g->f, DT_ENV_READ, dst, bytes, addr), addr);
}
