/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What lowering must know of BPF in the kernel.
 *
 * The kernel moves the whole program each time it inlines a lookup, so loading takes time by the
 * square of the size: programs are cut when they have some 2,000 instructions. A chain of tail
 * calls ends after 33, one of which dispatches; with the size doubled every 8 programs, 32 of them
 * hold 250,000 instructions. The stack has 512 bytes for a function and all that it calls.
 */
#include "ebpf/ebpf.h"

const struct dt_executor dt_bpf_executor = {
    .tricks = UINT32_MAX, // all
    .stack = 192,
    .maps = 64, // MAX_USED_MAPS
    .part_size = 2048,
    .part_size_careful = 512,
    .parts_double = 8,
    .parts_max = 32,
};
