/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of the BPF helpers that implement the words of the environment.
 */
#include "ebpf/code/env.h"

#include <linux/bpf.h>

// Counts the constants that follow the helper in env.def, possibly none.
#define COUNT(helper, a, b, n, ...) n
#define N_CONSTANTS(...)	    COUNT(__VA_ARGS__, 2, 1, 0, )
#define CONSTANTS(helper, ...)	    __VA_ARGS__
#define HELPER(helper, ...)	    BPF_FUNC_##helper

const struct dt_bpf_env dt_bpf_env_table[DT_N_ENVS] = {
#define DT_ENV(id, text, arguments, what, ...)                  \
	[DT_ENV_##id] = {.helper = HELPER(__VA_ARGS__),         \
			 .constants = {CONSTANTS(__VA_ARGS__)}, \
			 .n_constants = N_CONSTANTS(__VA_ARGS__)},
#include "ir/env.def"
#undef DT_ENV
};
