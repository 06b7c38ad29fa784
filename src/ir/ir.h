/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The intermediate representation: straight code over virtual registers with forward branches only.
 *
 * A virtual register holds 64 bits and may be assigned more than once (the arms of a condition).
 * Because control flow only goes forward, a register's life is the interval from its first to its
 * last mention, which is all that register allocation needs. Widths are explicit: loads
 * zero-extend, DT_IR_SEXT sign-extends. What a program asks of the system around it has words
 * (ir/env.def); maps are numbers. Each executor gives both an implementation of its own.
 *
 * To add an operation: 1. the enum below; 2. its line in ir/ops.def (name, operands); 3. emission
 * in ebpf/code/emit.c; 4. a golden test. A word of the environment is a line in ir/env.def.
 */
#ifndef DT_IR_IR_H
#define DT_IR_IR_H

#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "ir/env.h"

#include <stdbool.h>
#include <stdint.h>

/** A virtual register; 0 is "none". */
typedef int dt_reg;
/** A branch target; 0 is "none". */
typedef int dt_label;
/** A stack object; 0 is "none". */
typedef int dt_slot;

enum dt_ir_op {
	DT_IR_NOP,
	DT_IR_CONST, // dst = imm
	DT_IR_MOV,   // dst = a
	// dst = a OP b, or a OP imm when b is 0. 64 bit. DIV, MOD unsigned; SDIV, SMOD signed.
	// A divisor of 0 must have been excluded by the code before.
	DT_IR_ADD,
	DT_IR_SUB,
	DT_IR_MUL,
	DT_IR_DIV,
	DT_IR_MOD,
	DT_IR_SDIV,
	DT_IR_SMOD,
	DT_IR_AND,
	DT_IR_OR,
	DT_IR_XOR,
	DT_IR_SHL,
	DT_IR_SHR,
	DT_IR_SAR,
	DT_IR_NEG,  // dst = -a
	DT_IR_SEXT, // dst = a sign-extended from `width` bytes
	DT_IR_ZEXT,
	DT_IR_BSWAP,	  // dst = a with its low `width` bytes reversed, zero-extended
	DT_IR_LOAD,	  // dst = *(uN *)(a + off), zero-extended
	DT_IR_STORE,	  // *(uN *)(a + off) = b, or imm when b is 0
	DT_IR_PUBLISH,	  // the same, N 4 or 8; who sees it sees all that was stored before
	DT_IR_ATOMIC_ADD, // *(u32 or u64 *)(a + off) += b
	DT_IR_FETCH_ADD,  // the same; dst = old value
	DT_IR_XCHG,	  // dst = old, memory = b
	DT_IR_CMPXCHG,	  // if (mem == c) mem = b; dst = old
	DT_IR_CTX, // dst = the context pointer; a local function must get it as its first argument
	DT_IR_STACK_ADDR, // dst = address of stack slot imm
	DT_IR_MAP,	  // dst = map number imm, for a MAP word of the environment
	DT_IR_MAP_VALUE,  // dst = address of the only element of array map imm, plus off
	DT_IR_CALLBACK,	  // dst = static runtime function `sym`, for MAP_EACH
	DT_IR_ENV,	  // dst = what the environment's word imm says (args…)
	DT_IR_CALL,	  // dst = runtime function `sym` (args…)
	DT_IR_CALL_LOCAL, // dst = IR function imm of the same program (args…)
	DT_IR_TAIL_CALL,  // on to program a in the PROGRAMS map imm; falls through if there is none
	DT_IR_LABEL,	  // imm = label
	DT_IR_JUMP,	  // to label imm
	DT_IR_BRANCH,	  // if (a COND b, or off when b is 0) goto label imm
	DT_IR_RET,	  // return a, or imm when a is 0
	DT_IR_COMMENT,	  // sym, for listings
	DT_N_IR_OPS
};

enum dt_ir_cond {
	DT_IR_EQ,
	DT_IR_NE,
	DT_IR_LT,
	DT_IR_LE,
	DT_IR_GT,
	DT_IR_GE, // unsigned
	DT_IR_SLT,
	DT_IR_SLE,
	DT_IR_SGT,
	DT_IR_SGE,
	DT_IR_SET, // SET: a & b
};

/** Where an instruction comes from; `line` 0 = prologue and the like. Text is for listings. */
struct dt_ir_loc {
	const char *file; // NULL: text given on the command line
	uint32_t line, column;
	const char *text; // the source line, NUL-terminated, arena
	uint32_t clause;  // index of the clause + 1; 0 = none
};

struct dt_ir_insn {
	enum dt_ir_op op;
	uint8_t width; // bytes: 1, 2, 4, 8
	enum dt_ir_cond cond;
	dt_reg dst, a, b, c;
	int64_t imm;
	int64_t off; // also the immediate of a BRANCH
	const char *sym;
	const int64_t *late; // CONST: imm is *late, when the function is complete; NULL: known
	dt_reg args[5];
	uint8_t n_args;
	const struct dt_ir_loc *loc;
};

struct dt_ir_slot {
	uint32_t size;
	uint32_t align;
};

/** What the word VIEW is served with, by numbers of the kernel's type data. */
struct dt_ir_view {
	uint32_t function; // makes an address a pointer to a struct
	uint32_t type;	   // a struct that begins with a number of 8 bytes
};

/** One function: the main program (its first argument is the context) or a local one, whose
 *  arguments are registers 1…n_params. */
struct dt_ir_func {
	struct dt_arena *arena;
	const char *name;
	unsigned n_params;
	dt_vec(struct dt_ir_insn) code;
	dt_vec(struct dt_ir_slot) slots; // slot number - 1
	dt_reg n_regs;
	dt_label n_labels;
	const struct dt_ir_loc *loc;   // given to every instruction that is appended
	bool spares_stack;	       // passes are to make no large objects
	const struct dt_ir_view *view; // NULL: the environment has no VIEW
	uint32_t returned; // the kernel's function behind RETURNED, by its number in type data
};

/** What makes a program run. An executor knows what that means for the program. */
enum dt_attach {
	DT_ATTACH_RAW_TRACEPOINT,   // or the consumer, by itself
	DT_ATTACH_TYPED_TRACEPOINT, // the same, its arguments with their types
	DT_ATTACH_TRACE_EVENT,
	DT_ATTACH_PERF_EVENT, // of a clock
	DT_ATTACH_KPROBE,     // a perf event for each function of the kernel
	DT_ATTACH_KPROBES,    // one link for many functions
	DT_ATTACH_SESSION,    // the same, for entry and return
	DT_ATTACH_UPROBE,     // a perf event for each place
	DT_ATTACH_UPROBES,    // one link for many places
	DT_N_ATTACHES
};

/** A program: function 0 is the entry point. */
struct dt_ir_prog {
	struct dt_arena *arena;
	const char *name; // ≤ 15 chars of [A-Za-z0-9_.], shown by bpftool
	enum dt_attach attach;
	uint32_t prototype; // dt_context.prototype(); 0: it has none
	bool sleepable;
	/** Maps of the tables that runtime functions read, by enum dt_table (abi/program.h). */
	const unsigned *tables;
	uint32_t cells_size; // bytes of DT_TABLE_CELLS
	dt_vec(struct dt_ir_func *) funcs;
	// Large programs are cut: this one ends with a tail call of `next`, which is to be put into
	// slot `next_slot` of map number `next_map`. NULL: it ends by itself.
	struct dt_ir_prog *next;
	unsigned next_map;
	uint32_t next_slot;
};

struct dt_ir_prog *dt_ir_prog_create(struct dt_arena *a, const char *name, enum dt_attach attach);
void dt_ir_prog_deinit(struct dt_ir_prog *p); // frees the vectors; the rest is the arena's
/** Append a function; returns it, its number is funcs.len - 1. */
struct dt_ir_func *dt_ir_func_add(struct dt_ir_prog *p, const char *name, unsigned n_params);

/** Builder: each appends one instruction; those with a result return its new register. */
dt_reg dt_ir_reg(struct dt_ir_func *f); // a fresh register, to be assigned with dt_ir_mov_to()
dt_reg dt_ir_const(struct dt_ir_func *f, int64_t value);
/** A constant that is known when the program is complete: by then, *value. */
dt_reg dt_ir_late(struct dt_ir_func *f, const int64_t *value);
dt_reg dt_ir_mov(struct dt_ir_func *f, dt_reg a);
void dt_ir_mov_to(struct dt_ir_func *f, dt_reg dst, dt_reg a);
void dt_ir_const_to(struct dt_ir_func *f, dt_reg dst, int64_t value);
dt_reg dt_ir_bin(struct dt_ir_func *f, enum dt_ir_op op, dt_reg a, dt_reg b);
dt_reg dt_ir_bini(struct dt_ir_func *f, enum dt_ir_op op, dt_reg a, int64_t imm); // any imm
void dt_ir_bin_to(struct dt_ir_func *f, enum dt_ir_op op, dt_reg dst, dt_reg a, dt_reg b);
dt_reg dt_ir_un(struct dt_ir_func *f, enum dt_ir_op op, unsigned width,
		dt_reg a); // NEG SEXT ZEXT BSWAP
dt_reg dt_ir_load(struct dt_ir_func *f, unsigned width, dt_reg base, int64_t off);
void dt_ir_store(struct dt_ir_func *f, unsigned width, dt_reg base, int64_t off, dt_reg value);
void dt_ir_storei(struct dt_ir_func *f, unsigned width, dt_reg base, int64_t off, int64_t imm);
void dt_ir_publish(struct dt_ir_func *f, unsigned width, dt_reg base, int64_t off, dt_reg value);
void dt_ir_atomic_add(struct dt_ir_func *f, unsigned width, dt_reg base, int64_t off, dt_reg value);
dt_reg dt_ir_atomic(struct dt_ir_func *f, enum dt_ir_op op, unsigned width, dt_reg base,
		    int64_t off, dt_reg value,
		    dt_reg expected); // FETCH_ADD, XCHG, CMPXCHG
dt_reg dt_ir_ctx(struct dt_ir_func *f);
dt_slot dt_ir_slot(struct dt_ir_func *f, uint32_t size, uint32_t align);
dt_reg dt_ir_slot_addr(struct dt_ir_func *f, dt_slot slot);
dt_reg dt_ir_map(struct dt_ir_func *f, unsigned map);
dt_reg dt_ir_map_value(struct dt_ir_func *f, unsigned map, uint32_t off);
dt_reg dt_ir_callback(struct dt_ir_func *f, const char *runtime);
/** Ask the environment; as many dt_reg arguments as the word takes. */
dt_reg dt_ir_env(struct dt_ir_func *f, enum dt_env word, ...);
dt_reg dt_ir_call(struct dt_ir_func *f, const char *runtime, unsigned n, ...); // dt_reg arguments
dt_reg dt_ir_call_local(struct dt_ir_func *f, unsigned func, unsigned n, ...);
void dt_ir_tail_call(struct dt_ir_func *f, unsigned map, dt_reg index);
dt_label dt_ir_label(struct dt_ir_func *f);
void dt_ir_place(struct dt_ir_func *f, dt_label l);
void dt_ir_jump(struct dt_ir_func *f, dt_label l);
void dt_ir_branch(struct dt_ir_func *f, enum dt_ir_cond c, dt_reg a, dt_reg b, dt_label l);
void dt_ir_branchi(struct dt_ir_func *f, enum dt_ir_cond c, dt_reg a, int64_t imm, dt_label l);
void dt_ir_ret(struct dt_ir_func *f, int64_t value);
void dt_ir_ret_reg(struct dt_ir_func *f, dt_reg a);
void dt_ir_comment(struct dt_ir_func *f, const char *fmt, ...) dt_printf_like(2, 3);

/** Passes over one function, which is complete: late constants become known, constant folding and
 *  copy propagation, dead code removal. */
void dt_ir_optimize(struct dt_ir_func *f);
/** Text form, for golden tests and -x tree. */
void dt_ir_print(struct dt_str *out, const struct dt_ir_prog *p);
/** Check the invariants (labels placed once and after their uses, registers assigned before use).
 *  NULL if they hold, else a sentence in arena memory: our bug. */
const char *dt_ir_verify(const struct dt_ir_prog *p);

#endif
