/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The environment: services that programs request from the system they run in. ir/env.def lists
 * its words.
 */
#ifndef DT_IR_ENV_H
#define DT_IR_ENV_H

enum dt_env {
#define DT_ENV(id, ...) DT_ENV_##id,
#include "ir/env.def"
#undef DT_ENV
	DT_N_ENVS
};

enum dt_env_flag {
	DT_ENV_F_PURE = 1,
	DT_ENV_F_LASTING = 2,
	DT_ENV_F_CONTEXT = 4,
	DT_ENV_F_PINNED = 8,
};

/** A line of ir/env.def. */
struct dt_env_info {
	const char *text;
	unsigned n_args;
	unsigned flags; // enum dt_env_flag
};
extern const struct dt_env_info dt_env_table[DT_N_ENVS];

#endif
