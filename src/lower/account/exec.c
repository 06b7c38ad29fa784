/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * User stacks: exec replaces all mappings of a process. The consumer learns the new mappings some
 * time after the first instructions of the new program, whose stacks must not be unwound with the
 * tables of the old mappings. So a program on exec removes the process from the table.
 */
#include "lower/account/account.h"

struct dt_ir_prog *dt_lower_unwind_exec(struct dt_lower *l)
{
	struct dt_ir_prog *p;
	struct dt_ir_func *f;

	if (!l->desc.tables[DT_TABLE_UNWIND_PROCESSES])
		return NULL;
	p = dt_lower_prog(l, "dt_unwind_exec", DT_ATTACH_RAW_TRACEPOINT);
	f = dt_ir_func_add(p, "dt_unwind_exec", 0);
	dt_ir_env(f, DT_ENV_MAP_REMOVE, dt_ir_map(f, l->desc.tables[DT_TABLE_UNWIND_PROCESSES]),
		  dt_gen_current_process(l, f));
	dt_ir_ret(f, 0);
	dt_ir_optimize(f);
	return p;
}
