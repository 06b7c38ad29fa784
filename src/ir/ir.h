/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The intermediate representation (IR): straight-line code over virtual registers, with forward
 * branches only.
 *
 * A virtual register holds 64 bits and may be assigned more than once, for example in both arms of
 * a condition. Control flow only goes forward, so a register is live from its first to its last
 * mention; register allocation needs nothing else. Widths are explicit: loads zero-extend,
 * DT_IR_SEXT sign-extends. A program asks the system around it by words of the environment
 * (ir/env.def) and refers to maps by number. Each executor implements both.
 *
 * To add an operation: 1. add it to the enum below; 2. add its line to ir/ops.def (name, operands);
 * 3. emit it in ebpf/code/emit.c; 4. write a golden test. A new word of the environment is a line
 * in ir/env.def, and one in ebpf/code/env.c.
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
	// dst = a OP b, or a OP imm if b is 0; 64 bits. DIV and MOD are unsigned, SDIV and SMOD
	// signed. The code before must have excluded a divisor of 0.
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
	DT_IR_BSWAP, // dst = a with its low `width` bytes reversed, zero-extended
	DT_IR_LOAD,  // dst = *(uN *)(a + off), zero-extended; the memory is that of `space`
	// These access the program's own memory.
	DT_IR_STORE,   // *(uN *)(a + off) = b, or imm when b is 0
	DT_IR_PUBLISH, // STORE with release semantics, N is 4 or 8
	// Atomic for what may interrupt the program; if `is_shared`, for other threads, too.
	DT_IR_ATOMIC_ADD, // *(u32 or u64 *)(a + off) += b
	DT_IR_FETCH_ADD,  // ATOMIC_ADD with dst = old value
	DT_IR_XCHG,	  // dst = old, memory = b
	DT_IR_CMPXCHG,	  // if (mem == c) mem = b; dst = old
	DT_IR_CTX, // dst = the context pointer, which a local function receives as first argument
	DT_IR_STACK_ADDR, // dst = address of stack slot imm
	DT_IR_MAP,	  // dst = map number imm, for a MAP word of the environment
	DT_IR_MAP_VALUE,  // dst = address of the only element of array map imm, plus off
	DT_IR_CALLBACK,	  // dst = static runtime function `sym`, for MAP_EACH
	DT_IR_ENV,	  // dst = result of the environment's word imm (args…)
	DT_IR_CALL,	  // dst = runtime function `sym` (args…)
	DT_IR_CALL_LOCAL, // dst = IR function imm of the same program (args…)
	DT_IR_TAIL_CALL,  // continue in program a of the PROGRAMS map imm; falls through if absent
	DT_IR_LABEL,	  // imm = label
	DT_IR_JUMP,	  // to label imm
	DT_IR_BRANCH,	  // if (a COND b) goto label imm; compares with off if b is 0
	DT_IR_RET,	  // return a, or imm if a is 0
	DT_IR_COMMENT,	  // text `sym` in listings
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

/** The memory that a LOAD reads. The words READ_… read memory that may be absent. */
enum dt_ir_space {
	DT_IR_OWN,    // the program's: its stack, maps and context
	DT_IR_KERNEL, // the kernel's, through a pointer from TASK, VIEW or the context
};

/** Source location of an instruction; `line` is 0 for code without one, such as a prologue. */
struct dt_ir_loc {
	const char *file; // NULL: text given on the command line
	uint32_t line, column;
	const char *text; // source line for listings, NUL-terminated, in the arena
	uint32_t clause;  // index of the clause + 1; 0 = none
};

/** Maximum number of arguments of a word or function. An executor may pass fewer. */
enum { DT_IR_MAX_ARGS = 8 };

struct dt_ir_insn {
	enum dt_ir_op op;
	uint8_t width; // bytes: 1, 2, 4, 8
	enum dt_ir_cond cond;
	enum dt_ir_space space;
	bool is_shared; // an atomic operation on memory that other threads write, too
	dt_reg dst, a, b, c;
	int64_t imm;
	int64_t off; // also the immediate of a BRANCH
	const char *sym;
	const int64_t *late; // CONST: imm becomes *late once the function is complete; or NULL
	dt_reg args[DT_IR_MAX_ARGS];
	uint8_t n_args;
	const struct dt_ir_loc *loc;
	const void *asker; // part of the source that asks for it; only who set it reads it
};

struct dt_ir_slot {
	uint32_t size;
	uint32_t align;
};

struct dt_executor;

/** A function: the main program, whose first argument is the context, or a local function, whose
 *  arguments are registers 1…n_params. */
struct dt_ir_func {
	struct dt_arena *arena;
	const char *name;
	unsigned n_params;
	dt_vec(struct dt_ir_insn) code;
	dt_vec(struct dt_ir_slot) slots; // slot number - 1
	dt_reg n_regs;
	dt_label n_labels;
	const struct dt_ir_loc *loc; // location of the instructions appended next,
	const void *asker;	     // and the part of the source that asks for them
	const struct dt_executor *executor;
	bool spares_stack; // passes must not allocate large stack objects
	bool views;	   // passes may ask for VIEW
};

/** Kinds of attachment. An executor knows what each means for a program. */
enum dt_attach {
	DT_ATTACH_RAW_TRACEPOINT,   // also for programs that the consumer runs
	DT_ATTACH_TYPED_TRACEPOINT, // a raw tracepoint with BTF-typed arguments
	DT_ATTACH_TRACE_EVENT,
	DT_ATTACH_PERF_EVENT, // of a clock
	DT_ATTACH_KPROBE,     // one perf event for each kernel function
	DT_ATTACH_KPROBES,    // one link for many kernel functions
	DT_ATTACH_SESSION,    // one link for entry and return of many kernel functions
	DT_ATTACH_UPROBE,     // one perf event for each address of a file
	DT_ATTACH_UPROBES,    // one link for many addresses of a file
	DT_ATTACH_TRACER,     // the tracer calls the program: BEGIN, END, tick
	DT_ATTACH_SITE,	      // code at an address of a process calls the program
	DT_N_ATTACHES
};

/** A program: function 0 is the entry point. */
struct dt_ir_prog {
	struct dt_arena *arena;
	const char *name;
	const struct dt_executor *executor; // for its functions; NULL: unknown
	enum dt_attach attach;
	/** Maps of the tables that runtime functions read, by enum dt_table (abi/layout.h). */
	const unsigned *tables;
	uint32_t cells_size; // bytes of DT_TABLE_CELLS
	dt_vec(struct dt_ir_func *) funcs;
	// A large program is split: it ends with a tail call of `next`, which the loader puts into
	// slot `next_slot` of map number `next_map`. NULL: this is the last part.
	struct dt_ir_prog *next;
	unsigned next_map;
	uint32_t next_slot;
};

struct dt_ir_prog *dt_ir_prog_create(struct dt_arena *a, const char *name, enum dt_attach attach);
void dt_ir_prog_deinit(struct dt_ir_prog *p); // frees the vectors; the arena owns the rest
/** Appends a function and returns it. Its number is funcs.len - 1. */
struct dt_ir_func *dt_ir_func_add(struct dt_ir_prog *p, const char *name, unsigned n_params);

/** The builder. Each function appends one instruction and returns the new register of its result,
 *  if it has one. */
dt_reg dt_ir_reg(struct dt_ir_func *f); // a new register, to be assigned with dt_ir_mov_to()
dt_reg dt_ir_const(struct dt_ir_func *f, int64_t value);
/** Appends a constant whose value is read from *value when the program is complete. */
dt_reg dt_ir_late_const(struct dt_ir_func *f, const int64_t *value);
dt_reg dt_ir_mov(struct dt_ir_func *f, dt_reg a);
void dt_ir_mov_to(struct dt_ir_func *f, dt_reg dst, dt_reg a);
void dt_ir_const_to(struct dt_ir_func *f, dt_reg dst, int64_t value);
dt_reg dt_ir_bin(struct dt_ir_func *f, enum dt_ir_op op, dt_reg a, dt_reg b);
dt_reg dt_ir_bini(struct dt_ir_func *f, enum dt_ir_op op, dt_reg a, int64_t imm); // any imm
void dt_ir_bin_to(struct dt_ir_func *f, enum dt_ir_op op, dt_reg dst, dt_reg a, dt_reg b);
dt_reg dt_ir_un(struct dt_ir_func *f, enum dt_ir_op op, unsigned width,
		dt_reg a); // NEG SEXT ZEXT BSWAP
dt_reg dt_ir_load(struct dt_ir_func *f, unsigned width, dt_reg base, int64_t off);
dt_reg dt_ir_load_kernel(struct dt_ir_func *f, unsigned width, dt_reg base, int64_t off);
void dt_ir_store(struct dt_ir_func *f, unsigned width, dt_reg base, int64_t off, dt_reg value);
void dt_ir_storei(struct dt_ir_func *f, unsigned width, dt_reg base, int64_t off, int64_t imm);
void dt_ir_publish(struct dt_ir_func *f, unsigned width, dt_reg base, int64_t off, dt_reg value);
void dt_ir_atomic_add(struct dt_ir_func *f, unsigned width, dt_reg base, int64_t off, dt_reg value);
dt_reg dt_ir_atomic(struct dt_ir_func *f, enum dt_ir_op op, unsigned width, dt_reg base,
		    int64_t off, dt_reg value,
		    dt_reg expected); // FETCH_ADD, XCHG, CMPXCHG
/** Marks the last operation, an atomic one: other threads or CPUs write the same memory. */
void dt_ir_share(struct dt_ir_func *f);
dt_reg dt_ir_ctx(struct dt_ir_func *f);
dt_slot dt_ir_slot(struct dt_ir_func *f, uint32_t size, uint32_t align);
dt_reg dt_ir_slot_addr(struct dt_ir_func *f, dt_slot slot);
dt_reg dt_ir_map(struct dt_ir_func *f, unsigned map);
dt_reg dt_ir_map_value(struct dt_ir_func *f, unsigned map, uint32_t off);
dt_reg dt_ir_callback(struct dt_ir_func *f, const char *runtime);
/** Appends a word of the environment with as many dt_reg arguments as the word takes. */
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
void dt_ir_comment(struct dt_ir_func *f, const char *fmt, ...) dt_printf_like(2, 3);

/** Optimizes a complete function: resolves late constants, folds constants, propagates copies and
 *  removes dead code. */
void dt_ir_optimize(struct dt_ir_func *f);
/** Prints the program as text, for golden tests and -x tree. */
void dt_ir_print(struct dt_str *out, const struct dt_ir_prog *p);
/** Checks the invariants: each label is placed once and after its uses, each register is assigned
 *  before its use. Returns NULL if they hold. Otherwise lowering has a bug, and the function
 *  returns a sentence in arena memory. */
const char *dt_ir_verify(const struct dt_ir_prog *p);

#endif
