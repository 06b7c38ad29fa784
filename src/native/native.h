/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Machine code for IR programs, and for the functions of runtime/ that they call.
 *
 * A program is a function of one argument, its struct dt_native_level. It uses no stack but for the
 * return addresses of its calls: frames lie in the level, at fixed offsets. It touches nothing but
 * the region, its context, and the addresses that the IR itself reads.
 */
#ifndef DT_NATIVE_NATIVE_H
#define DT_NATIVE_NATIVE_H

#include "abi/program.h"
#include "base/error.h"
#include "ir/executor.h"
#include "ir/ir.h"
#include "native/code.h"

/** Machine code in this process as an executor. */
extern const struct dt_executor dt_native_executor;
/** The same for programs that make no system call. */
extern const struct dt_executor dt_native_filtered_executor;
/** Runs programs inside a target. */
extern const struct dt_executor dt_native_target_executor;

/** Where the code finds its data. */
struct dt_native_place {
	const struct dt_native_map *maps; // `distance`: from the start of the region
	size_t n_maps;
	size_t strsize;	   // bytes of a string with its NUL
	bool is_alone;	   // one thread runs all programs: shared memory needs no lock
	bool has_counter;  // the processor's counter tells the time; else a system call does
	int32_t cpu_word;  // at a site: distance from the thread pointer to the number of the CPU.
			   // The number is negative while it is unknown. 0: there is no such word
	bool has_children; // at a site: the process may be a child of the target, so the program
			   // finds its ids
	bool is_site;	   // stubs call the programs: the level is in its register on entry, and
			   // the context is dt_native_level.regs
};

/** A part of a program's code in which registers of the caller lie in the level. */
struct dt_native_saves {
	uint32_t begin, end; // offsets in the code
	uint32_t regs;	     // a bit each, in the order of machine code
	int32_t at;	     // the first of them, from the level; the others follow in this order
};

/** A compiled program. The code begins with its entry. */
struct dt_native_program {
	struct dt_code code;
	dt_vec(struct dt_native_saves) saves; // ascending
	unsigned level_size;		      // bytes of struct dt_native_level with all frames
	unsigned depth;			      // most calls that are active at a time
	uint32_t clobbers; // registers that it overwrites, a bit each, in the order of machine code
	bool peeks;	   // reads memory that may be missing, by a system call
	bool calls;	   // at a site: makes other system calls that a filter may forbid
	bool shares_level; // writes nothing to the level, so another firing may use the same one
	uint32_t reads;	   // at a site: words of struct dt_native_level.regs that it reads, a bit
			   // each; DT_NATIVE_READS_COOKIE, DT_NATIVE_READS_TIME
};

enum {
	DT_NATIVE_READS_REGS = (1 << DT_NATIVE_REGS) - 1,
	DT_NATIVE_READS_COOKIE = 1 << 30,
	DT_NATIVE_READS_TIME = 1 << 29, // and writes it to `began`, which is 0 on entry
};

/** Compiles a program. An error names the word of the environment that machine code does not serve.
 *  dt_code_link() completes the code. */
struct dt_error *dt_native_compile(const struct dt_ir_prog *p, const struct dt_native_place *place,
				   struct dt_native_program *ret);
void dt_native_program_deinit(struct dt_native_program *p);

#endif
