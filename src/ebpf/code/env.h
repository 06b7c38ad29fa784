/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The BPF helpers that implement the words of the environment (ir/env.def).
 */
#ifndef DT_EBPF_CODE_ENV_H
#define DT_EBPF_CODE_ENV_H

#include "ir/env.h"

#include <stdint.h>

enum {
	DT_BPF_MAX_ARGS = 5, // registers r1 … r5
	DT_BPF_MAX_CONSTANTS = 2,
};

struct dt_bpf_env {
	int32_t helper;				 // BPF_FUNC_*
	int64_t constants[DT_BPF_MAX_CONSTANTS]; // its last arguments
	unsigned n_constants;
};
extern const struct dt_bpf_env dt_bpf_env_table[DT_N_ENVS];

#endif
