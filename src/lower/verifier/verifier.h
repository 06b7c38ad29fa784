/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What is done for the verifier's sake: a program that computes the right thing is not enough, the
 * kernel must be able to see that it does no harm. An executor that trusts its programs
 * (dt_executor.tricks) is spared all of this.
 *
 *	hide.c   what the verifier would learn, and follow      chain.c  programs that are cut
 *	bound.c  what it must be told				maps.c   how many maps they name
 *
 * Decision: docs/dev/decisions/0021-hide-values-from-verifier.md
 */
#ifndef DT_LOWER_VERIFIER_H
#define DT_LOWER_VERIFIER_H

#include "lower/builtin.h"

/**
 * The tricks: bits of dt_executor.tricks. With each stands what the kernel said to a program
 * without it, on Linux 6.18 unless another one is named; tests/unit/test_session_verifier.c has the
 * programs. "Steps" are the verifier's, a million of which it takes.
 */
enum dt_trick {
	/** From the fifth on, this-> variables in registers are XORed twice with a word that may
	 *  change. 12 assignments of one of three constants, 12 ifs on them: a million steps after
	 *  1.5 s, with the trick 8 ms. */
	DT_TRICK_HIDE_KEPT,
	/** The same with operands of a clause's conditions that later code reads as well, from the
	 *  seventh on. 75 comparisons of six arguments: a million steps after 1.3 s; 5 ms. */
	DT_TRICK_HIDE_OPERANDS,
	/** An address that D computes with goes through memory. Times 3: "pointer arithmetic with
	 *  *= operator prohibited". */
	DT_TRICK_NUMBERS,
	/** A pointer of a kernel object is read as data, not loaded. The same message. */
	DT_TRICK_UNTYPED,
	/** An index that has been compared is masked, too: a bound that is known of a register is
	 *  not known any more when it comes back from the stack. Linux 6.1, six arguments as
	 *  indices: "unbounded memory access, make sure to bounds check any such access". */
	DT_TRICK_MASKS,
	/** The result of a runtime function is compared with what it is at most. quantize(): "math
	 *  between map_value pointer and register with unbounded min value is not allowed". */
	DT_TRICK_RESULTS,
	/** A record's end is compared with that of its chunk. "R9 max value is outside of the
	 *  allowed memory range". */
	DT_TRICK_RECORD_END,
	/** Memory on the stack is written before words are read of which some bytes are not. Linux
	 *  6.1 and 6.2 before they took over a change of 6.3: "invalid read from stack". */
	DT_TRICK_WRITE_FIRST,
	/** In a large group drops are counted by a function of the program: the kernel inlines
	 *  what reads this CPU's element, moving the whole program each time. 500 clauses load in
	 *  0.36 s, with the trick in 0.26. */
	DT_TRICK_SHARE_DROPS,
};

bool dt_trick_is_on(const struct dt_lower *l, enum dt_trick trick);

// ---- hide.c
/** What is to be kept in the register `into`, that of a this-> variable. */
dt_reg dt_verifier_kept(struct dt_gen *g, dt_reg into, const struct dt_type *type, dt_reg value);
/** What is to be compared in a condition. */
dt_reg dt_verifier_operand(struct dt_gen *g, dt_reg r);
/** What a function of the program returned, and an address is made of. Linux 6.1 takes all numbers
 *  that it knows for ones that matter then, and keeps all paths apart: 40 ifs that print, then 1000
 *  aggregations with keys: a million steps. A careful program puts it through memory. */
dt_reg dt_verifier_returned(struct dt_gen *g, dt_reg r);
/** The pointer at base + off, a member of a kernel object, as a number. */
dt_reg dt_verifier_load_pointer(struct dt_gen *g, dt_reg base, int64_t off);

// ---- bound.c
/** An index that is less than n. */
dt_reg dt_verifier_index(struct dt_gen *g, dt_reg index, uint64_t n);
/** Bytes that there must be behind `size` bytes of memory into which such an index goes. */
uint32_t dt_verifier_slack(const struct dt_lower *l, uint32_t size);
/** In chunks of `size` bytes, `bytes` from `off` on do not go beyond the end; `never` is where
 *  control never goes. */
void dt_verifier_record_end(struct dt_gen *g, dt_reg off, dt_reg bytes, uint32_t size,
			    dt_label never);
/** Memory on the stack that is written in parts, and then read as a whole. */
void dt_verifier_write_first(struct dt_gen *g, dt_reg addr, uint32_t size);

/** Is a drop counted in a function of the program? */
bool dt_verifier_shares_drops(const struct dt_gen *g);
/** May so many bytes of scratch memory lie on the stack? */
bool dt_verifier_has_stack(const struct dt_gen *g, uint32_t size);

// ---- maps.c
struct dt_chain;
/** Can the program name the maps of these nodes, too? Either may be NULL. */
bool dt_verifier_has_maps(const struct dt_gen *g, const struct dt_node *a, const struct dt_node *b);
/** Now it does. */
void dt_verifier_name_maps(struct dt_gen *g, const struct dt_node *n);
/** A program of the chain begins. */
void dt_verifier_init_maps(struct dt_lower *l, struct dt_chain *ch);
/** Do the group's clauses name more than one program can? */
bool dt_verifier_needs_cut(struct dt_lower *l, const struct dt_lower_group *group,
			   struct dt_chain *ch);
/** Report a program that names too many all the same. */
void dt_verifier_check_maps(struct dt_lower *l, const struct dt_ir_prog *p, struct dt_loc loc);

// ---- chain.c
/**
 * The programs of a group, one tail-calling the next. What crosses from one to another lies in the
 * claimed slot, which is then handed on instead of being released.
 */
struct dt_chain {
	uint32_t number;
	bool this_in_memory; // this-> scalars lie in the frame, not in registers
	bool must_be_cut;    // its clauses name too many maps for one program
	size_t part_size;    // instructions of IR after which the first program is cut; 0: never
	unsigned part;	     // of the program that is being generated, from 0
	unsigned map;	     // 0: not cut yet
	bool *named;	     // by map of the state: named by this program
	unsigned n_named;
	bool held;	  // this program got its slot from the one before
	bool has_time;	  // and the time of the firing in it
	bool is_complete; // no clause follows
	struct dt_ir_prog *first, *last;
};

void dt_chain_init(struct dt_chain *ch, struct dt_lower *l, const struct dt_lower_group *group);
/** May the program sleep? Then it does from now on, and is not cut. */
bool dt_chain_sleeps(struct dt_gen *g);
/** Begin the next program of the chain; *g forgets the one before. */
void dt_gen_part_begin(struct dt_gen *g);
/** Is the program so large that it is to be cut here, before clause `at` of the group, or before
 *  what comes first there? */
bool dt_gen_is_full(const struct dt_gen *g, size_t at, const struct dt_node *predicate,
		    const struct dt_node *statement);
/** Go on in a new program. `hold`: with the same slot. */
void dt_gen_part_cut(struct dt_gen *g, bool hold);
/** Within a clause. */
void dt_gen_clause_cut(struct dt_gen *g);
/** Do clauses before `at` share this-> variables with those from there on? */
bool dt_gen_shares_this(const struct dt_gen *g, size_t at);

#endif
