/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of the environment's words, and the instructions that an executor serves.
 */
#include "ir/executor.h"

#define PURE	DT_ENV_F_PURE
#define LASTING DT_ENV_F_LASTING
#define CONTEXT DT_ENV_F_CONTEXT
#define PINNED	DT_ENV_F_PINNED

const struct dt_env_info dt_env_table[DT_N_ENVS] = {
#define DT_ENV(id, word, arguments, what) \
	[DT_ENV_##id] = {.text = word, .n_args = arguments, .flags = what},
#include "ir/env.def"
#undef DT_ENV
};

bool dt_executor_serves(const struct dt_executor *x, const struct dt_ir_insn *i)
{
	if (i->op == DT_IR_LOAD && i->space == DT_IR_KERNEL)
		return x->reads_kernel;
	return i->op != DT_IR_ENV || x->serves((enum dt_env)i->imm);
}
