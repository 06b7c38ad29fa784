/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The BPF runtime as the build embeds it: one table entry per function of runtime/, C files
 * compiled to BPF and taken apart by tools/embed-runtime.c. Linking appends the needed ones to a
 * program.
 */
#ifndef DT_EBPF_RUNTIME_H
#define DT_EBPF_RUNTIME_H

#include <linux/bpf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dt_rt_reloc_kind {
	DT_RT_CALL,	 // the call's offset: function `func`
	DT_RT_FUNC_ADDR, // an address of function `func` for bpf_loop
	DT_RT_STRSIZE,	 // the 64-bit immediate becomes strsize
	DT_RT_CELLS,	 // it becomes the size of the table of cells
	DT_RT_TABLE,	 // it becomes the map of table `func` (enum dt_table)
};

struct dt_rt_reloc {
	uint32_t insn;
	enum dt_rt_reloc_kind kind;
	uint32_t func; // index into the table of functions
};

/** Does it lead to another function? */
static inline bool dt_rt_is_call(const struct dt_rt_reloc *r)
{
	return r->kind == DT_RT_CALL || r->kind == DT_RT_FUNC_ADDR;
}

enum { DT_RT_MAX_ARGS = 5 };
/** What an argument is to the verifier: a number, or memory of that many bytes (or NULL). */
static const uint32_t DT_RT_SCALAR = 0;
static const uint32_t DT_RT_STRING = UINT32_MAX; // memory of strsize bytes

struct dt_rt_func {
	const char *name;
	const struct bpf_insn *insns;
	uint32_t n_insns;
	const struct dt_rt_reloc *relocs;
	uint32_t n_relocs;
	uint32_t stack; // bytes
	bool is_static; // verified where it is called, not once and for all
	uint32_t n_args;
	uint32_t args[DT_RT_MAX_ARGS]; // DT_RT_SCALAR, DT_RT_STRING or a size
};

extern const struct dt_rt_func dt_rt_table[];
extern const size_t dt_rt_count;

/** By name; NULL if there is none. Static functions are found too: callbacks for generated code are
 *  named dt_… as well, others are not. */
const struct dt_rt_func *dt_rt_find(const char *name);
/** Bytes of stack that the function and those that it calls need, as the kernel counts them. */
unsigned dt_rt_depth(const struct dt_rt_func *f);
/** What the kernel adds up for a frame of that many bytes. */
unsigned dt_rt_frame(unsigned stack);

#endif
