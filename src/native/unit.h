/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The program under construction, which the parts of the compiler share, and the calls that an
 * architecture's folder implements.
 *
 * To add an architecture: a folder beside x86_64/ with these calls, and its line in meson.build.
 */
#ifndef DT_NATIVE_UNIT_H
#define DT_NATIVE_UNIT_H

#include "native/native.h"
#include "rt/rt.h"

/** A function's label, and its place in the level. */
struct dt_native_func {
	int64_t label; // -1: nothing calls it
	unsigned frame;
	unsigned depth; // most calls above it
};

struct dt_unit {
	const struct dt_ir_prog *p;
	const struct dt_native_place *place;
	struct dt_code code;
	dt_vec(struct dt_native_saves) saves;
	struct dt_native_func *funcs;	// by IR function
	struct dt_native_func *runtime; // by function of the runtime
	int64_t *maps;			// by map: label of its description, or -1
	dt_vec(size_t) todo;		// functions of the runtime to emit; the first are done
	unsigned level_size, depth;
	bool peeks, calls;    // struct dt_native_program
	bool writes_level;    // its facts; frames are `level_size`
	bool identifies;      // at a site: the program finds the ids of its process
	bool signals;	      // at a site: the word behind the level has the signals to send
	uint32_t reads;	      // see struct dt_native_program
	struct dt_error *err; // the first one
};

/** Notes the first error: a word or a function that machine code does not serve. */
void dt_unit_refuse(struct dt_unit *u, const char *what);
/** Returns the label of a function of the runtime. `frame` is the first byte behind the caller's
 *  frame, `depth` the caller's. */
int64_t dt_unit_runtime(struct dt_unit *u, size_t index, unsigned frame, unsigned depth);
/** The same by name. Notes an error and returns -1 if there is none of this name. */
int64_t dt_unit_runtime_named(struct dt_unit *u, const char *name, unsigned frame, unsigned depth);
/** Returns the label of an IR function, which must follow the caller. */
int64_t dt_unit_func(struct dt_unit *u, size_t index, unsigned frame, unsigned depth);
/** Notes that the function that is being emitted has saved registers in the level, if it has saved
 *  any: `regs` and `at` are as in struct dt_native_saves. */
void dt_unit_begin_saves(struct dt_unit *u, uint32_t regs, int32_t at);
/** Notes its end. */
void dt_unit_end_saves(struct dt_unit *u, uint32_t regs);
/** Returns the label of a map's description. */
int64_t dt_unit_map(struct dt_unit *u, size_t map);
/** Returns the bytes that a function of the runtime needs in the level. */
unsigned dt_unit_runtime_frame(const struct dt_rt_func *f);

/* Implemented by each architecture: */

/** Appends the entry, which calls main; at a site, main is the entry. */
void dt_arch_emit_entry(struct dt_unit *u);
/** Appends IR function `index`. */
void dt_arch_emit_func(struct dt_unit *u, size_t index);
/** Appends function `index` of the runtime. */
void dt_arch_emit_runtime(struct dt_unit *u, size_t index);
/** The register, as a bit, that holds the level. Programs preserve it. */
extern const uint32_t dt_arch_level_reg;
/** Bytes that every function of the runtime needs besides its stack. */
extern const unsigned dt_arch_runtime_frame;
/** Reads the processor's counter, which programs read as the time. */
uint64_t dt_arch_counter(void);

#endif
