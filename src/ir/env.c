/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of the environment's words.
 */
#include "ir/env.h"

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
