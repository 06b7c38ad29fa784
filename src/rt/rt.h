/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The embedded BPF runtime: a table of the functions of runtime/, which clang compiles to BPF and
 * tools/embed-runtime.c splits into functions. Each back end appends the needed ones to a program.
 */
#ifndef DT_RT_RT_H
#define DT_RT_RT_H

#include <linux/bpf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dt_rt_reloc_kind {
	DT_RT_CALL,	 // offset of a call of function `func`
	DT_RT_FUNC_ADDR, // address of function `func`, for bpf_loop
	DT_RT_STRSIZE,	 // 64-bit immediate: strsize
	DT_RT_CELLS,	 // 64-bit immediate: size of the table of cells
	DT_RT_TABLE,	 // 64-bit immediate: map of table `func` (enum dt_table)
};

struct dt_rt_reloc {
	uint32_t insn;
	enum dt_rt_reloc_kind kind;
	uint32_t func; // index into the table of functions
};

/** Reports whether the relocation refers to another function. */
static inline bool dt_rt_is_call(const struct dt_rt_reloc *r)
{
	return r->kind == DT_RT_CALL || r->kind == DT_RT_FUNC_ADDR;
}

enum { DT_RT_MAX_ARGS = 5 };
/** Kinds of arguments for the verifier: a number, or a pointer to this many bytes (or NULL). */
static const uint32_t DT_RT_SCALAR = 0;
static const uint32_t DT_RT_STRING = UINT32_MAX; // memory of strsize bytes

struct dt_rt_func {
	const char *name;
	const struct bpf_insn *insns;
	uint32_t n_insns;
	const struct dt_rt_reloc *relocs;
	uint32_t n_relocs;
	uint32_t stack; // bytes
	bool is_static; // verified at each call instead of once
	uint32_t n_args;
	uint32_t args[DT_RT_MAX_ARGS]; // DT_RT_SCALAR, DT_RT_STRING or a size
};

extern const struct dt_rt_func dt_rt_table[];
extern const size_t dt_rt_count;

/** Returns the function with this name, or NULL. Static functions are included: the name of a
 *  callback for generated code begins with dt_, too. */
const struct dt_rt_func *dt_rt_find(const char *name);
/** Returns the bytes of stack that the function and its callees need, as the kernel counts them. */
unsigned dt_rt_depth(const struct dt_rt_func *f);
/** Returns the bytes that the kernel counts for a frame of `stack` bytes. */
unsigned dt_rt_frame(unsigned stack);

#endif
