/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The properties of BPF in the kernel as an executor.
 *
 * The kernel moves the whole program each time it inlines a lookup, so its load time grows with the
 * square of the size. Therefore lowering splits programs at about 2,000 instructions. The kernel
 * allows a chain of 33 tail calls, and dispatching may need one of them. With the size doubling
 * every 8 parts, the other 32 hold 250,000 instructions. The stack has 512 bytes for a function
 * and its callees together.
 */
#include "ebpf/ebpf.h"

#include "ebpf/code/env.h"
#include "ir/phrases.h"

static bool serves(enum dt_env word)
{
	return dt_bpf_env_table[word].helper || word == DT_ENV_VIEW || word == DT_ENV_RETURNED;
}

static enum dt_stack_top stack_top(enum dt_attach attach)
{
	switch (attach) {
	case DT_ATTACH_PERF_EVENT: // the kernel unwinds from the registers of the probed code
	case DT_ATTACH_KPROBE:
	case DT_ATTACH_KPROBES:
	case DT_ATTACH_SESSION:
		return DT_TOP_PROBED;
	case DT_ATTACH_RAW_TRACEPOINT:
	case DT_ATTACH_TYPED_TRACEPOINT:
		return DT_TOP_PROGRAM;
	default:
		return DT_TOP_TRACING;
	}
}

const struct dt_executor dt_bpf_executor = {
    .refusal = "is not available in the kernel",
    .way_out = "do without it",
    .serves = serves,
    .attaches = (1 << DT_ATTACH_TRACER) - 1, // all before
    .maps_of = (1 << DT_N_MAPKS) - 1,
    .reads_kernel = true,
    .thread = DT_ENV_TASK,
    .stack_top = stack_top,
    .tricks = UINT32_MAX, // all
    .phrases = &dt_ir_cpu_phrases,
    .stack = 192,
    .is_pinned = true,
    .room = {.scratch = 64, .key = 96, .zeros = 32},
    // The kernel adds 64 bytes to an element of a hash map. An element of an array has at most 4
    // MB.
    .windows = {.size = 64, .large = 128, .all = 256, .small = 64, .stack = 192},
    .map_limits = {.overhead = 64, .cells = (4 << 20) - 4096, .cpu_element = 1 << 20},
    .maps = 64, // MAX_USED_MAPS
    .part_size = 2048,
    .part_size_careful = 512,
    .parts_double = 8,
    .parts_max = 32,
};
