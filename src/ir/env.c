/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of the environment's words, and the requests that an executor does not serve.
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

const char *dt_executor_refuses(const struct dt_executor *x, const struct dt_ir_insn *i)
{
	if (i->op == DT_IR_LOAD && i->space == DT_IR_KERNEL && !x->reads_kernel)
		return "memory of the kernel";
	if (i->op == DT_IR_ENV && !x->serves((enum dt_env)i->imm))
		return dt_env_table[i->imm].text;
	return NULL;
}

const char *dt_executor_refusal(const struct dt_executor *x, const struct dt_ir_prog *p,
				const struct dt_ir_loc **loc)
{
	const char *what = x->attaches >> p->attach & 1 ? NULL : "this kind of probe";

	*loc = NULL;
	dt_vec_foreach (&p->funcs, f) {
		if (what)
			break;
		dt_vec_foreach (&(*f)->code, i) {
			what = dt_executor_refuses(x, i);
			*loc = what ? i->loc : NULL;
			if (what)
				break;
		}
	}
	return what;
}
