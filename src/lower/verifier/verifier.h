/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Code that exists only for the kernel's verifier: a correct program must also be provably safe for
 * it. An executor that trusts its programs (dt_executor.tricks) needs none of this.
 *
 *	hide.c   hides values from the verifier     chain.c  splits large programs
 *	bound.c  shows bounds to the verifier       maps.c   limits the maps a program names
 *
 * Decision: docs/dev/decisions/0021-hide-values-from-verifier.md
 */
#ifndef DT_LOWER_VERIFIER_H
#define DT_LOWER_VERIFIER_H

#include "lower/builtin.h"

/**
 * The tricks: bits of dt_executor.tricks. Each comment quotes the kernel's message without the
 * trick, on Linux 6.18 unless it names another version. tests/unit/test_session_verifier.c has the
 * programs. A step is an instruction that the verifier analyses; its limit is a million steps.
 */
enum dt_trick {
	/** From the fifth on, this-> variables in registers are XORed twice with a word that may
	 * change. Without: 12 assignments of one of three constants and 12 ifs on them fail after a
	 * million steps and 1.5 s. With: 8 ms. */
	DT_TRICK_HIDE_KEPT,
	/** The same for operands of a clause's conditions that later code reads, too, from the
	 * seventh on. Without: 75 comparisons of six arguments fail after a million steps and
	 * 1.3 s. With: 5 ms. */
	DT_TRICK_HIDE_OPERANDS,
	/** An address goes through memory before D arithmetic. Times 3: "pointer arithmetic with *=
	 * operator prohibited". */
	DT_TRICK_NUMBERS,
	/** A pointer in a kernel object is read as data, not loaded. The same message. */
	DT_TRICK_UNTYPED,
	/** An index is masked after its comparison, because the verifier loses the bound of a
	 * register that is spilled and reloaded. Linux 6.1, six arguments as indices: "unbounded
	 * memory access, make sure to bounds check any such access". */
	DT_TRICK_MASKS,
	/** The result of a runtime function is compared with its maximum. quantize(): "math
	 *  between map_value pointer and register with unbounded min value is not allowed". */
	DT_TRICK_RESULTS,
	/** The end of a record is compared with the end of its chunk. "R9 max value is outside of
	 * the allowed memory range". */
	DT_TRICK_RECORD_END,
	/** Stack memory is zeroed if words are read of which only some bytes were written.
	 * Linux 6.1 and 6.2 without a backported change of 6.3: "invalid read from stack". */
	DT_TRICK_WRITE_FIRST,
	/** In a large group, a function of the program counts drops. The kernel inlines each lookup
	 * of this CPU's element, which moves the whole program each time. 500 clauses load in
	 * 0.36 s, with the trick in 0.26 s. */
	DT_TRICK_SHARE_DROPS,
};

bool dt_trick_is_on(const struct dt_lower *l, enum dt_trick trick);

// ---- hide.c
/** Returns the value to assign to `into`, the register of a this-> variable. */
dt_reg dt_verifier_kept(struct dt_gen *g, dt_reg into, const struct dt_type *type, dt_reg value);
/** Returns the register to compare in a condition. */
dt_reg dt_verifier_operand(struct dt_gen *g, dt_reg r);
/** Returns the result of a runtime function, from which the caller computes an address. Linux 6.1
 * then considers all known numbers relevant and analyses all paths separately: 40 ifs that print,
 * followed by 1000 aggregations with keys, take a million steps. In a careful program, the result
 * goes through memory. */
dt_reg dt_verifier_returned(struct dt_gen *g, dt_reg r);
/** Returns the pointer at base + off, a member of a kernel object, as a number. */
dt_reg dt_verifier_load_pointer(struct dt_gen *g, dt_reg base, int64_t off);

// ---- bound.c
/** Masks an index that is less than n, so that the verifier knows a bound. */
dt_reg dt_verifier_index(struct dt_gen *g, dt_reg index, uint64_t n);
/** Returns the number of bytes that must follow `size` bytes accessed by such an index. */
uint32_t dt_verifier_slack(const struct dt_lower *l, uint32_t size);
/** Shows the verifier that `bytes` from `off` on fit into a chunk of `size` bytes. Control never
 * reaches `never`. */
void dt_verifier_record_end(struct dt_gen *g, dt_reg off, dt_reg bytes, uint32_t size,
			    dt_label never);
/** Zeroes stack memory that is written in parts and then read as a whole. */
void dt_verifier_write_first(struct dt_gen *g, dt_reg addr, uint32_t size);

/** Reports whether a function of the program counts drops. */
bool dt_verifier_shares_drops(const struct dt_gen *g);
/** Reports whether `size` bytes of scratch memory may be on the stack. */
bool dt_verifier_has_stack(const struct dt_gen *g, uint32_t size);

// ---- maps.c
struct dt_chain;
/** Reports whether the program can also name the maps of these nodes. Either may be NULL. */
bool dt_verifier_has_maps(const struct dt_gen *g, const struct dt_node *a, const struct dt_node *b);
/** Notes that the program names the maps of the node. */
void dt_verifier_name_maps(struct dt_gen *g, const struct dt_node *n);
/** Starts counting the maps of the chain's next program. */
void dt_verifier_init_maps(struct dt_lower *l, struct dt_chain *ch);
/** Reports whether the group's clauses name more maps than one program can. */
bool dt_verifier_needs_cut(struct dt_lower *l, const struct dt_lower_group *group,
			   struct dt_chain *ch);
/** Reports an error if a program names too many maps. */
void dt_verifier_check_maps(struct dt_lower *l, const struct dt_ir_prog *p, struct dt_loc loc);

// ---- chain.c
/**
 * The programs of a group, each tail-calling the next. The claimed slot holds shared data and is
 * handed on instead of being released.
 */
struct dt_chain {
	uint32_t number;
	bool this_in_memory; // this-> scalars are in the frame, not in registers
	bool must_be_cut;    // its clauses name too many maps for one program
	size_t part_size;    // IR instructions after which the first program is cut; 0: never
	unsigned part;	     // number of the current program, from 0
	unsigned map;	     // 0: not cut yet
	bool *named;	     // for each map of the state: this program names it
	unsigned n_named;
	bool held;	  // the previous program handed on its slot
	bool has_time;	  // ... with the time of the firing
	bool is_complete; // no clause follows
	struct dt_ir_prog *first, *last;
};

void dt_chain_init(struct dt_chain *ch, struct dt_lower *l, const struct dt_lower_group *group);
/** Makes the program sleepable if that is possible; it is then never cut. Returns whether it is. */
bool dt_chain_sleeps(struct dt_gen *g);
/** Begins the next program of the chain and resets *g. */
void dt_gen_part_begin(struct dt_gen *g);
/** Reports whether the program is large enough to be cut here, before clause `at` of the group, or
 * before the predicate or statement that comes first there. */
bool dt_gen_is_full(const struct dt_gen *g, size_t at, const struct dt_node *predicate,
		    const struct dt_node *statement);
/** Continues in a new program, with the same slot if `hold`. */
void dt_gen_part_cut(struct dt_gen *g, bool hold);
/** The same within a clause. */
void dt_gen_clause_cut(struct dt_gen *g);
/** Reports whether clauses before `at` share this-> variables with later ones. */
bool dt_gen_shares_this(const struct dt_gen *g, size_t at);

#endif
