/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A walk over the code of a stub or a routine, with values instead of numbers.
 *
 * The walk takes every path. stub.c knows what calls do and what must hold at the end, step.c what
 * instructions do, memory.c which memory may be touched, and seen.c where paths meet.
 */
#ifndef DT_INSTRUMENT_CHECK_X86_64_WALK_H
#define DT_INSTRUMENT_CHECK_X86_64_WALK_H

#include "abi/native.h"
#include "base/error.h"
#include "base/map.h"
#include "base/vec.h"
#include "instrument/check/x86_64/value.h"
#include "instrument/decode/decode.h"
#include "instrument/move/stub.h"

enum dt_walk_reg {
	DT_REG_RAX,
	DT_REG_RCX,
	DT_REG_RDX,
	DT_REG_RBX,
	DT_REG_RSP,
	DT_REG_RBP,
	DT_REG_RSI,
	DT_REG_RDI,
	DT_REG_R15 = 15,
	DT_N_REGS,
};

enum {
	DT_WALK_STACK = (128 + 128) / 8, // words below the site's stack pointer
	DT_WALK_LEVEL = sizeof(struct dt_native_level) / 8,
};

/** Knowledge of a flag. */
enum dt_known { DT_UNKNOWN, DT_FALSE, DT_TRUE };

/** Knowledge of a path at an instruction. */
struct dt_state {
	uint64_t at;
	struct dt_value regs[DT_N_REGS];
	struct dt_value stack[DT_WALK_STACK]; // the word at -8, at -16 …
	struct dt_value words[DT_WALK_LEVEL]; // of the level
	struct dt_value level;		      // its address
	bool has_level;
	struct dt_value free; // a level that is not marked, or its firing has gone; 0: none
	bool passes;	      // a routine has found no level
	bool low_is_saved, overflow_is_saved; // flags have their values at the site
	enum dt_known zero, below;
	/* conclusions from the outcome of the last comparison */
	uint32_t entry_if_equal;  // symbol of the entry that is the thread's; 0: none
	bool thread_if_not_equal; // the thread has an id
	uint32_t bounded;	  // symbol that is less than `bound` if the outcome is "below"
	uint64_t bound;
	struct dt_value free_if_equal; // a level
	uint32_t entry;		       // symbol of the thread's entry
	bool has_thread;	       // the thread's id is not 0
	size_t n_called;	       // programs
	bool has_time;		       // a program may have written `began`
};

struct dt_walk {
	const struct dt_copy *area;
	const struct dt_stub_target *target;
	const struct dt_check_site *site; // NULL: the walk is over a routine
	const struct dt_stub_point *point;
	bool is_last; // point of its stub
	uint64_t begin, end;
	uint32_t next_symbol;
	const char *what; // is wrong
};

/** Returns a value of which only the greatest possible one is known. */
struct dt_value dt_walk_any(struct dt_walk *w, uint64_t max);

void dt_walk_forget_comparison(struct dt_state *s);

/** Loads `size` bytes. Returns false if the memory is not the stub's to read. */
bool dt_walk_load(struct dt_walk *w, struct dt_state *s, const struct dt_value *at, unsigned size,
		  struct dt_value *ret);
/** Stores `size` bytes. Returns false if the memory is not the stub's to write. */
bool dt_walk_store(struct dt_walk *w, struct dt_state *s, const struct dt_value *at, unsigned size,
		   const struct dt_value *value);
/** Finds the level that has the address `at`, and the offset in it. */
bool dt_walk_find_level(const struct dt_walk *w, const struct dt_value *at, struct dt_value *level,
			uint64_t *offset);
/** Reports whether a value is the address of level 0 of a slot. */
bool dt_walk_is_first_level(const struct dt_walk *w, const struct dt_value *v);
/** Pushes a word. */
bool dt_walk_push(struct dt_walk *w, struct dt_state *s, const struct dt_value *value);

/** Reports whether a path has been here with the same knowledge, between comparisons; remembers it.
 */
bool dt_walk_is_seen(struct dt_map *seen, const struct dt_state *s);

/** Runs an instruction that is no jump, call or return. */
bool dt_walk_step(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d);
/** Returns the value of an operand: a register, an immediate or memory. */
bool dt_walk_read(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d,
		  const ZydisDecodedOperand *op, struct dt_value *ret);

#endif
