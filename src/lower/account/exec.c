/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * exec replaces all mappings of a process. The session learns the new mappings some time after the
 * first instructions of the new program, which must not use what was found in the old ones: the
 * tables for its user stacks, and the place of its trace context. So a program on exec removes the
 * process's entries.
 */
#include "lower/account/account.h"

struct dt_ir_prog *dt_lower_forget_mappings(struct dt_lower *l)
{
	static const enum dt_table forgotten[] = {DT_TABLE_UNWIND_PROCESSES, DT_TABLE_TRACE_PLACES};
	struct dt_ir_prog *p = NULL;
	struct dt_ir_func *f = NULL;

	for (size_t i = 0; i < dt_array_len(forgotten); i++) {
		unsigned map = l->desc.tables[forgotten[i]];

		if (!map)
			continue;
		p = p ? p : dt_lower_prog(l, "dt_forget_mappings", DT_ATTACH_RAW_TRACEPOINT);
		f = f ? f : dt_ir_func_add(p, "dt_forget_mappings", 0);
		dt_ir_env(f, DT_ENV_MAP_REMOVE, dt_ir_map(f, map), dt_gen_current_process(l, f));
	}
	if (!p)
		return NULL;
	dt_ir_ret(f, 0);
	dt_ir_optimize(f);
	return p;
}
