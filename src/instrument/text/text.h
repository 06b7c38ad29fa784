/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The text of an ELF file, read for instrumentation: its functions and its landing points. Control
 * may reach a landing point other than from the instruction before it. The targets of direct
 * branches, addends of relocations, entries of jump tables and landing pads of exceptions are
 * landing points, all over the file. Addresses are those of the file's address space.
 */
#ifndef DT_INSTRUMENT_TEXT_H
#define DT_INSTRUMENT_TEXT_H

#include "base/error.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dt_refusal {
#define DT_REFUSAL(name, text) DT_REFUSE_##name,
#include "instrument/text/refusals.def"
#undef DT_REFUSAL
	DT_N_REFUSALS
};

/** The texts of refusals.def. */
extern const char *const dt_refusal_texts[DT_N_REFUSALS];

enum { DT_JUMP = 5, DT_HOP = 2 }; // bytes of a jump to anywhere within 2 GB, and of a short one

/**
 * How a site is patched. The instructions from `at` to `end` move to a stub, and a jump takes their
 * place. At an entry, the instructions from `probed` to `at` stay, if they neither branch nor write
 * a register that holds an argument.
 */
struct dt_plan {
	uint64_t probed; // the probed address: programs see it as the pc
	uint64_t at, end;
	/** Padding of DT_JUMP bytes that holds the jump, while a jump of DT_HOP bytes at `at` leads
	 *  there. 0: the jump is at `at`. */
	uint64_t hop;
	/** The instruction in front of which the probes fire: `at`, unless instructions in front of
	 *  it move with it to make room. The rest are facts about this address. */
	uint64_t fires;
	uint32_t pushed;     // bytes by which the instructions that stay lower the stack pointer
	bool uses_red_zone;  // memory below the stack pointer may be in use
	bool flags_are_dead; // the block overwrites all arithmetic flags before it reads one
	/** A goroutine may be suspended between instructions that the jump replaces. */
	bool is_split;
	/** Registers that the block overwrites before it reads them, and before it can leave: bits
	 *  in the order of machine code (rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8 …). */
	uint16_t dead;
};

/** The treatment of an instruction of a body. */
enum dt_body_kind {
	DT_BODY_MOVES,
	/** It stays in its place: a call, a system call, a trap. Its copy is a jump to it, and
	 *  control comes back behind it. */
	DT_BODY_STAYS,
	/** A call whose bytes a patch needs. The copy gives the function the return address of the
	 *  original. */
	DT_BODY_CALLS,
};

struct dt_body_insn {
	uint64_t at;
	uint8_t size;
	uint8_t kind;	     // enum dt_body_kind
	bool is_head;	     // of a block: control may arrive other than from the one before
	bool is_counted;     // a head: a counter counts its block
	bool flags_are_dead; // in front of it
	/** It may run in its place as well, because a way into the body has no room for a patch.
	 * Its probes would miss that. */
	uint8_t refusal; // enum dt_refusal
};

/** A way into a body: a patch there leads to the copy. */
struct dt_landing {
	uint64_t at;
	uint64_t hop; // as in struct dt_plan
};

/**
 * A block of a body. It begins at one node and ends at another: nodes are where control divides and
 * joins. As often as blocks have ended at a node, others have begun there. Node 0 stands for all
 * places outside of the blocks: the callers, the functions that are called, originals of the
 * instructions.
 */
struct dt_body_block {
	uint32_t from, to;
	bool is_derived; // from the counts of others: it has no counter
};

/** A block whose count follows from those of all others that begin or end at the node. */
struct dt_body_step {
	uint32_t block, node;
};

/**
 * A function that moves as a whole. Direct branches between its instructions lead from copy to
 * copy, so only the ways into the body are patched: its entry, the instructions behind calls,
 * targets of tables and of branches of other functions. Behind the first byte of a patch nothing
 * lands, not even a branch of the function itself. So the original code stays right for a thread
 * that is in it.
 */
struct dt_body {
	uint64_t begin, end;
	dt_vec(struct dt_body_insn) insns;   // ascending, without those that are never executed
	dt_vec(struct dt_landing) landings;  // ascending
	dt_vec(struct dt_body_block) blocks; // in the order of heads
	dt_vec(struct dt_body_step) steps;   // in the order of solution
	uint32_t n_nodes;
	size_t n_counters;
	size_t n_refused; // instructions with a refusal
};

enum { DT_TEXT_OPERANDS = 4 };

/** Where an operand of a system call is. */
struct dt_text_operand {
	bool is_constant;
	uint8_t reg; // in the order of machine code
	uint64_t constant;
};

/** A system call, seen from in front of the instruction before it, because nothing can be patched
 *  at the call. */
struct dt_text_call {
	uint64_t offset;				   // of that instruction in the file
	struct dt_text_operand operands[DT_TEXT_OPERANDS]; // the number, and three arguments
};
typedef dt_vec(struct dt_text_call) dt_text_calls;

struct dt_text;

/** Reads an ELF file. `path` opens it. The caller owns *ret, NULL after an error. */
struct dt_error *dt_text_open(const char *path, struct dt_text **ret) dt_must_use;
void dt_text_close(struct dt_text *t); // may be NULL
/** Plans the entry of the function that begins at an offset in the file. */
enum dt_refusal dt_text_plan_entry(struct dt_text *t, uint64_t offset, struct dt_plan *ret);
/**
 * Plans the instruction that begins at an offset in the file: any but a call, also a return or a
 * jump to another function. Plans of sites that are close to each other overlap, and
 * dt_plan_join() makes one block of them. An instruction that is never executed has an empty plan,
 * `end` = `at`, for which there is nothing to do.
 */
enum dt_refusal dt_text_plan_offset(struct dt_text *t, uint64_t offset, struct dt_plan *ret);
/** Lists the system calls whose number is one of `n` numbers, as far as the instructions in front
 * of a call say, or may be one. Leaves those out whose operands nothing holds before the call. */
void dt_text_find_calls(const struct dt_text *t, const uint32_t *numbers, size_t n,
			dt_text_calls *ret);
/** Notes that the kernel probes the instruction at an address, for dt_text_settle(). */
void dt_text_note_trap(struct dt_text *t, uint64_t addr);
/** Plans the whole function that contains the instruction at an offset in the file. The caller
 *  frees *ret by dt_body_deinit(), even after a refusal. */
enum dt_refusal dt_text_plan_body(struct dt_text *t, uint64_t offset, struct dt_body *ret);
/** Gives back the padding that the plan of a body uses. */
void dt_text_release_body(struct dt_text *t, const struct dt_body *b);
void dt_body_deinit(struct dt_body *b);
/** Returns the instruction of a body at an address, or NULL. */
const struct dt_body_insn *dt_body_find(const struct dt_body *b, uint64_t at);
/** Writes how often each block has run. `counters` are in the order of the blocks that have one.
 *  While a thread is between two calls of the function, or if a handler of signals has left it
 *  there, counts that are derived may differ by one, below 0 also. */
void dt_body_derive(const struct dt_body *b, const uint64_t *counters, uint64_t *ret);
/**
 * Corrects what is dead in a plan, after all sites of the file are planned: a register lives if
 * another planned site or a trap lies in front of the instruction that overwrites it. The programs
 * there may read the register.
 */
void dt_text_settle(const struct dt_text *t, struct dt_plan *plan);
/**
 * Extends a block by a plan of the same file that overlaps it: changes at, end and hop. A block
 * begins as a copy of a plan; its other fields mean nothing. Returns false if they do not overlap.
 */
bool dt_plan_join(struct dt_plan *block, const struct dt_plan *plan);
/** Returns the file's bytes from an address of its text on, and writes their number to *n; NULL if
 *  there are none. The text owns them. */
const uint8_t *dt_text_bytes(const struct dt_text *t, uint64_t at, size_t *n);
/** Returns the address of an offset in the file, or 0 if it is not in the text. */
uint64_t dt_text_address(const struct dt_text *t, uint64_t offset);

#endif
