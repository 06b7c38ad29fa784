/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See ops.h.
 *
 * Decision: docs/dev/decisions/0101-cpu-from-a-word-of-the-thread.md
 * Decision: docs/dev/decisions/0114-buckets-by-one-multiplication.md
 * Decision: docs/dev/decisions/0128-signals-at-the-end-of-a-program.md
 * Decision: docs/dev/decisions/0137-guards-in-front-of-system-calls.md
 * Decision: docs/dev/decisions/0142-children-inherit-the-region.md
 */
#include "native/x86_64/ops.h"

#include "abi/native.h"
#include "ir/ops.h"

#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>

#define BIT(reg) (1u << (reg))

const struct dt_reg_file dt_x86_reg_file = {
    .homes = BIT(RDI) | BIT(RSI) | BIT(R8) | BIT(R9) | BIT(R10) | BIT(R11) | BIT(RBX) | BIT(R12) |
	     BIT(R13) | BIT(R14) | BIT(R15),
    .recomputes_ctx = true,
    .adds_constants = true,
    .kept = BIT(RBX) | BIT(R12) | BIT(R13) | BIT(R14) | BIT(R15),
    .params = {0, RDI, RSI, R8, R9, R10, R11, RCX, RDX},
};

const uint32_t dt_arch_level_reg = BIT(RBP);

void dt_x86_const(struct dt_code *c, enum dt_x86_reg reg, int64_t value)
{
	if (value == (int64_t)(uint32_t)value)
		dt_x86_put(c, DT_X86_CONST, 4, reg, dt_x86_in(reg), value);
	else if (dt_ir_fits_imm(value))
		dt_x86_put(c, DT_X86_STORE_IMM, 8, 0, dt_x86_in(reg), value);
	else
		dt_x86_put(c, DT_X86_CONST, 8, reg, dt_x86_in(reg), value);
}

void dt_x86_load(struct dt_code *c, unsigned width, enum dt_x86_reg reg, struct dt_x86_rm src)
{
	static const enum dt_x86_form narrow[] = {[1] = DT_X86_ZEXT_8, [2] = DT_X86_ZEXT_16};

	if (width < 4)
		dt_x86_put(c, narrow[width], 4, reg, src, 0);
	else
		dt_x86_put(c, DT_X86_LOAD, width, reg, src, 0);
}

void dt_x86_move(struct dt_code *c, enum dt_x86_reg dst, enum dt_x86_reg src)
{
	if (dst != src)
		dt_x86_load(c, 8, dst, dt_x86_in(src));
}

void dt_x86_store(struct dt_code *c, unsigned width, struct dt_x86_rm dst, struct dt_x86_src src)
{
	enum dt_x86_reg reg = RCX;

	if (src.is_imm && (width < 8 || dt_ir_fits_imm(src.imm))) {
		dt_x86_put(c, DT_X86_STORE_IMM, width, 0, dst, src.imm);
		return;
	}
	if (src.is_imm)
		dt_x86_const(c, reg, src.imm);
	else if (src.rm.kind == DT_X86_IN_REG)
		reg = src.rm.reg;
	else
		dt_x86_load(c, 8, reg, src.rm);
	dt_x86_put(c, DT_X86_STORE, width, reg, dst, 0);
}

static void load_src(struct dt_code *c, unsigned width, enum dt_x86_reg reg, struct dt_x86_src src)
{
	if (src.is_imm)
		dt_x86_const(c, reg, width < 8 ? (int64_t)(uint32_t)src.imm : src.imm);
	else
		dt_x86_load(c, width, reg, src.rm);
}

static void put_division(struct dt_code *c, enum dt_ir_op op, unsigned width, enum dt_x86_reg dst,
			 struct dt_x86_src src)
{
	bool is_signed = op == DT_IR_SDIV || op == DT_IR_SMOD;
	bool is_rest = op == DT_IR_MOD || op == DT_IR_SMOD;
	int64_t special = dt_code_label(c), end = dt_code_label(c);
	struct dt_x86_rm rax = dt_x86_in(RAX), rcx = dt_x86_in(RCX), rdx = dt_x86_in(RDX);

	load_src(c, width, RCX, src);
	dt_x86_load(c, width, RAX, dt_x86_in(dst));
	if (is_signed) { // divisors 0 and -1 would trap: rdx = rcx + 1 is 1 or 0
		dt_x86_put(c, DT_X86_LEA, 8, RDX, dt_x86_at(RCX, 1), 0);
		dt_x86_put(c, DT_X86_CMP_IMM8, width, 0, rdx, 1);
		dt_x86_put_jump_if(c, DT_X86_IF_NOT_ABOVE, DT_REF_LABEL, special);
		dt_x86_put(c, DT_X86_CQO, width, 0, rax, 0);
		dt_x86_put(c, DT_X86_IDIV, width, 0, rcx, 0);
	} else {
		dt_x86_put(c, DT_X86_TEST, width, RCX, rcx, 0);
		dt_x86_put_jump_if(c, DT_X86_IF_EQUAL, DT_REF_LABEL, special);
		dt_x86_put(c, DT_X86_XOR, 4, RDX, rdx, 0);
		dt_x86_put(c, DT_X86_DIV, width, 0, rcx, 0);
	}
	dt_x86_put_jump(c, DT_X86_JMP, DT_REF_LABEL, end);
	dt_code_place(c, special);
	if (!is_rest) // a / 0 = a * 0, a / -1 = a * -1
		dt_x86_put(c, DT_X86_IMUL, width, RAX, rcx, 0);
	else if (is_signed) // a % 0 = a * 1, a % -1 = a * 0
		dt_x86_put(c, DT_X86_IMUL, width, RDX, rax, 0);
	else
		dt_x86_load(c, width, RDX, rax);
	dt_code_place(c, end);
	dt_x86_load(c, width, dst, is_rest ? rdx : rax);
}

static void put_shift(struct dt_code *c, enum dt_ir_op op, unsigned width, enum dt_x86_reg dst,
		      struct dt_x86_src src)
{
	static const enum dt_x86_form forms[][2] = {
	    [DT_IR_SHL - DT_IR_SHL] = {DT_X86_SHL, DT_X86_SHL_IMM},
	    [DT_IR_SHR - DT_IR_SHL] = {DT_X86_SHR, DT_X86_SHR_IMM},
	    [DT_IR_SAR - DT_IR_SHL] = {DT_X86_SAR, DT_X86_SAR_IMM},
	};
	const enum dt_x86_form *form = forms[op - DT_IR_SHL];

	if (src.is_imm) {
		dt_x86_put(c, form[1], width, 0, dt_x86_in(dst), src.imm & (8 * width - 1));
		return;
	}
	dt_x86_load(c, 4, RCX, src.rm);
	dt_x86_put(c, form[0], width, 0, dt_x86_in(dst), 0);
}

/** Forms with a register or memory, with four bytes of immediate, and with one. */
static const enum dt_x86_form binary_forms[DT_N_IR_OPS][3] = {
    [DT_IR_ADD] = {DT_X86_ADD, DT_X86_ADD_IMM, DT_X86_ADD_IMM8},
    [DT_IR_SUB] = {DT_X86_SUB, DT_X86_SUB_IMM, DT_X86_SUB_IMM8},
    [DT_IR_AND] = {DT_X86_AND, DT_X86_AND_IMM, DT_X86_AND_IMM8},
    [DT_IR_OR] = {DT_X86_OR, DT_X86_OR_IMM, DT_X86_OR_IMM8},
    [DT_IR_XOR] = {DT_X86_XOR, DT_X86_XOR_IMM, DT_X86_XOR_IMM8},
};

void dt_x86_binary(struct dt_code *c, enum dt_ir_op op, unsigned width, enum dt_x86_reg dst,
		   struct dt_x86_src src)
{
	struct dt_x86_rm to = dt_x86_in(dst);

	if (op >= DT_IR_DIV && op <= DT_IR_SMOD) {
		put_division(c, op, width, dst, src);
		return;
	}
	if (op >= DT_IR_SHL && op <= DT_IR_SAR) {
		put_shift(c, op, width, dst, src);
		return;
	}
	if (src.is_imm && width == 4)
		src.imm = (int32_t)src.imm;
	if (src.is_imm && !dt_ir_fits_imm(src.imm)) {
		dt_x86_const(c, RCX, src.imm);
		src = (struct dt_x86_src){.rm = dt_x86_in(RCX)};
	}
	if (op == DT_IR_MUL && src.is_imm)
		dt_x86_put(c, DT_X86_IMUL_IMM, width, dst, to, src.imm);
	else if (op == DT_IR_MUL)
		dt_x86_put(c, DT_X86_IMUL, width, dst, src.rm, 0);
	else if (src.is_imm)
		dt_x86_put(c, binary_forms[op][src.imm == (int8_t)src.imm ? 2 : 1], width, 0, to,
			   src.imm);
	else
		dt_x86_put(c, binary_forms[op][0], width, dst, src.rm, 0);
}

void dt_x86_bswap(struct dt_code *c, unsigned width, enum dt_x86_reg reg)
{
	struct dt_x86_rm rm = dt_x86_in(reg);

	dt_x86_load(c, width, reg, rm);
	if (width == 2)
		dt_x86_put(c, DT_X86_ROL_IMM, 2, 0, rm, 8);
	else if (width > 2)
		dt_x86_put(c, DT_X86_BSWAP, width, reg, rm, 0);
}

void dt_x86_branch(struct dt_code *c, enum dt_ir_cond cond, unsigned width, struct dt_x86_rm a,
		   struct dt_x86_src b, int64_t label)
{
	static const enum dt_x86_cond conds[] = {
	    [DT_IR_EQ] = DT_X86_IF_EQUAL,      [DT_IR_NE] = DT_X86_IF_NOT_EQUAL,
	    [DT_IR_LT] = DT_X86_IF_BELOW,      [DT_IR_LE] = DT_X86_IF_NOT_ABOVE,
	    [DT_IR_GT] = DT_X86_IF_ABOVE,      [DT_IR_GE] = DT_X86_IF_NOT_BELOW,
	    [DT_IR_SLT] = DT_X86_IF_LESS,      [DT_IR_SLE] = DT_X86_IF_NOT_GREATER,
	    [DT_IR_SGT] = DT_X86_IF_GREATER,   [DT_IR_SGE] = DT_X86_IF_NOT_LESS,
	    [DT_IR_SET] = DT_X86_IF_NOT_EQUAL,
	};
	bool is_test = cond == DT_IR_SET, is_short = b.imm == (int8_t)b.imm;

	if (b.is_imm && width == 4)
		b.imm = (int32_t)b.imm;
	if (b.is_imm && !dt_ir_fits_imm(b.imm)) {
		dt_x86_const(c, RCX, b.imm);
		b = (struct dt_x86_src){.rm = dt_x86_in(RCX)};
	}
	if (!b.is_imm && a.kind != DT_X86_IN_REG) {
		dt_x86_load(c, 8, RAX, a);
		a = dt_x86_in(RAX);
	}
	if (b.is_imm && !b.imm && !is_test && a.kind == DT_X86_IN_REG)
		dt_x86_put(c, DT_X86_TEST, width, a.reg, a, 0);
	else if (b.is_imm && is_test)
		dt_x86_put(c, DT_X86_TEST_IMM, width, 0, a, b.imm);
	else if (b.is_imm)
		dt_x86_put(c, is_short ? DT_X86_CMP_IMM8 : DT_X86_CMP_IMM, width, 0, a, b.imm);
	else
		dt_x86_put(c, is_test ? DT_X86_TEST : DT_X86_CMP, width, a.reg, b.rm, 0);
	dt_x86_put_jump_if(c, conds[cond], DT_REF_LABEL, label);
}

void dt_x86_find(struct dt_code *c, const struct dt_native_map *map, struct dt_x86_rm key,
		 enum dt_x86_reg reg, int64_t none)
{
	struct dt_x86_rm start = dt_x86_ref(DT_REF_REGION, map->distance), rdx = dt_x86_in(RDX);
	int64_t end = none < 0 ? dt_code_label(c) : none;

	dt_x86_load(c, 4, RDX, key);
	dt_x86_put(c, DT_X86_XOR, 4, reg, dt_x86_in(reg), 0);
	dt_x86_branch(c, DT_IR_GE, 4, rdx, dt_x86_imm(map->n), end);
	if (map->n == 1) {
		dt_x86_put(c, DT_X86_LEA, 8, reg, start, 0);
	} else {
		dt_x86_put(c, DT_X86_IMUL_IMM, 8, reg, rdx, map->stride);
		dt_x86_put(c, DT_X86_LEA, 8, RDX, start, 0);
		dt_x86_put(c, DT_X86_ADD, 8, reg, rdx, 0);
	}
	if (none < 0)
		dt_code_place(c, end);
}

void dt_x86_quantize(struct dt_code *c, enum dt_x86_reg reg, enum dt_x86_reg from)
{
	enum { ZERO = 63 }; // bucket of 0
	struct dt_x86_src rcx = {.rm = dt_x86_in(RCX)}, rdx = {.rm = dt_x86_in(RDX)};
	struct dt_x86_src rax = {.rm = dt_x86_in(RAX)};

	// rdx = -1 for a negative value, else 0
	dt_x86_move(c, RDX, from);
	dt_x86_move(c, RAX, from);
	dt_x86_binary(c, DT_IR_SAR, 8, RDX, dt_x86_imm(63));
	// rax = |value|, but 2^63 - 1 for -2^63
	dt_x86_binary(c, DT_IR_XOR, 8, RAX, rdx);
	dt_x86_binary(c, DT_IR_SUB, 8, RAX, rdx);
	dt_x86_move(c, RCX, RAX);
	dt_x86_binary(c, DT_IR_SHR, 8, RCX, dt_x86_imm(63));
	dt_x86_binary(c, DT_IR_SUB, 8, RAX, rcx);
	// rax = number of its bits
	dt_x86_binary(c, DT_IR_ADD, 8, RAX, rax);
	dt_x86_binary(c, DT_IR_ADD, 8, RAX, dt_x86_imm(1));
	dt_x86_put(c, DT_X86_BSR, 8, RAX, dt_x86_in(RAX), 0);
	dt_x86_binary(c, DT_IR_XOR, 8, RAX, rdx);
	dt_x86_binary(c, DT_IR_SUB, 8, RAX, rdx);
	dt_x86_put(c, DT_X86_LEA, 8, reg, dt_x86_at(RAX, ZERO), 0);
}

/** Appends rax = ns since boot. */
static void put_counter(struct dt_code *c)
{
	struct dt_x86_rm rax = dt_x86_in(RAX);
	int32_t scale = offsetof(struct dt_native_head, scale);

	// rcx = &head.scale[head.current & 1]
	dt_x86_load(c, 4, RAX, dt_x86_ref(DT_REF_REGION, offsetof(struct dt_native_head, current)));
	dt_x86_binary(c, DT_IR_AND, 4, RAX, dt_x86_imm(1));
	dt_x86_binary(c, DT_IR_SHL, 4, RAX,
		      dt_x86_imm(__builtin_ctz(sizeof(struct dt_native_scale))));
	dt_x86_put(c, DT_X86_LEA, 8, RCX, dt_x86_ref(DT_REF_REGION, scale), 0);
	dt_x86_binary(c, DT_IR_ADD, 8, RCX, (struct dt_x86_src){.rm = rax});
	dt_x86_put(c, DT_X86_RDTSC, 4, 0, rax, 0); // edx:eax
	dt_x86_binary(c, DT_IR_SHL, 8, RDX, dt_x86_imm(32));
	dt_x86_binary(c, DT_IR_OR, 8, RAX, (struct dt_x86_src){.rm = dt_x86_in(RDX)});
	dt_x86_put(c, DT_X86_SUB, 8, RAX, dt_x86_at(RCX, offsetof(struct dt_native_scale, tsc)), 0);
	dt_x86_put(c, DT_X86_MUL, 8, 0, dt_x86_at(RCX, offsetof(struct dt_native_scale, rate)), 0);
	dt_x86_put(c, DT_X86_SHRD_IMM, 8, RDX, rax, 32); // rax = rdx:rax >> 32
	dt_x86_put(c, DT_X86_ADD, 8, RAX, dt_x86_at(RCX, offsetof(struct dt_native_scale, ns)), 0);
}

/** Appends a store into the level. */
static void put_level(struct dt_unit *u, size_t offset, enum dt_x86_reg reg)
{
	u->writes_level = true;
	dt_x86_put(&u->code, DT_X86_STORE, 8, reg, dt_x86_at(RBP, (int32_t)offset), 0);
}

enum {
	CALL = offsetof(struct dt_native_level, call),
	CALLS = offsetof(struct dt_native_level, calls),
	READS_RSP = 1 << 19,			  // the word of the stack pointer in struct pt_regs
	SIGNALS = sizeof(struct dt_native_level), // a byte each, the last one first
	SIGNAL_MAX = 64,
};

static void put_system_call(struct dt_code *c, unsigned number)
{
	dt_x86_const(c, RAX, number);
	dt_x86_put(c, DT_X86_SYSCALL, 4, 0, dt_x86_in(RAX), 0);
}

/** Appends a jump to `filtered` if a filter of system calls applies to the target. A guard that
 *  notes a filter waits until the level makes no call. */
static void begin_calls(struct dt_code *c, int64_t filtered)
{
	struct dt_x86_rm calls = dt_x86_at(RBP, CALLS);

	calls.locked = true; // before the load
	dt_x86_put(c, DT_X86_OR_IMM8, 8, 0, calls, 1);
	dt_x86_load(c, 8, RAX,
		    dt_x86_ref(DT_REF_REGION, offsetof(struct dt_native_head, is_filtered)));
	dt_x86_branch(c, DT_IR_NE, 8, dt_x86_in(RAX), dt_x86_imm(0), filtered);
}

static void end_calls(struct dt_code *c)
{
	dt_x86_put(c, DT_X86_STORE_IMM, 8, 0, dt_x86_at(RBP, CALLS), 0);
}

/** Appends rax = ns of a clock of the system. */
static void put_clock(struct dt_unit *u, unsigned clock)
{
	struct dt_code *c = &u->code;

	u->writes_level = true;
	// rax = clock_gettime(rdi = clock, rsi = {seconds, ns})
	dt_x86_const(c, RDI, clock);
	dt_x86_put(c, DT_X86_LEA, 8, RSI, dt_x86_at(RBP, CALL), 0);
	put_system_call(c, SYS_clock_gettime);
	dt_x86_load(c, 8, RAX, dt_x86_at(RBP, CALL));
	dt_x86_binary(c, DT_IR_MUL, 8, RAX, dt_x86_imm(1000000000));
	dt_x86_put(c, DT_X86_ADD, 8, RAX, dt_x86_at(RBP, CALL + 8), 0);
}

/** Appends the same at a site. Under a filter of system calls, rax is a word of the head instead,
 * or 0 if `word` is 0. */
static void put_clock_or(struct dt_unit *u, unsigned clock, int32_t word)
{
	struct dt_code *c = &u->code;
	int64_t filtered = dt_code_label(c), end = dt_code_label(c);

	begin_calls(c, filtered);
	put_clock(u, clock);
	dt_x86_put_jump(c, DT_X86_JMP, DT_REF_LABEL, end);
	dt_code_place(c, filtered);
	if (word)
		dt_x86_load(c, 8, RAX, dt_x86_ref(DT_REF_REGION, word));
	else
		dt_x86_const(c, RAX, 0);
	dt_code_place(c, end);
	end_calls(c);
}

/** Appends rax = ns of a clock that programs can do without. */
static void put_thread_clock(struct dt_unit *u, unsigned clock)
{
	if (!u->place->is_site) {
		put_clock(u, clock);
		return;
	}
	u->calls = true;
	put_clock_or(u, clock, 0);
}

/** Appends level.began = rax, unless the firing has a time. The level is busy already: a reader
 * that finds no time waits for the one that comes. */
static void put_began(struct dt_unit *u)
{
	struct dt_code *c = &u->code;
	struct dt_x86_rm began = dt_x86_at(RBP, offsetof(struct dt_native_level, began));
	int64_t end = dt_code_label(c);

	u->reads |= DT_NATIVE_READS_TIME;
	u->writes_level = true;
	dt_x86_branch(c, DT_IR_NE, 8, began, dt_x86_imm(0), end);
	dt_x86_put(c, DT_X86_STORE, 8, RAX, began, 0);
	dt_code_place(c, end);
}

/** Appends rax = ns since boot, and notes that time. The target may forbid its threads to read the
 * counter, and may filter system calls. */
static void put_site_time(struct dt_unit *u)
{
	struct dt_code *c = &u->code;
	struct dt_x86_rm is_off =
	    dt_x86_ref(DT_REF_REGION, offsetof(struct dt_native_head, counter_is_off));
	int64_t off = dt_code_label(c), end = dt_code_label(c);

	if (u->place->has_counter) {
		dt_x86_branch(c, DT_IR_NE, 4, is_off, dt_x86_imm(0), off);
		put_counter(c);
		dt_x86_put_jump(c, DT_X86_JMP, DT_REF_LABEL, end);
	}
	dt_code_place(c, off);
	put_clock_or(u, CLOCK_MONOTONIC, offsetof(struct dt_native_head, coarse));
	dt_code_place(c, end);
	put_began(u);
}

/** Appends rax = number of the CPU on which the thread runs, or of that CPU's node. The
 * kernel keeps both as the limit of a segment, which takes much longer to read than memory. */
static void put_processor(struct dt_unit *u, bool is_node)
{
	enum { CPU_NODE = 15 * 8 + 3, CPU_BITS = 12 };
	struct dt_code *c = &u->code;
	struct dt_x86_rm rax = dt_x86_in(RAX);
	int64_t end = dt_code_label(c);

	if (!is_node && u->place->cpu_word) {
		dt_x86_load(c, 4, RAX, dt_x86_at_thread(u->place->cpu_word));
		dt_x86_branch(c, DT_IR_SGE, 4, rax, dt_x86_imm(0), end);
	}
	dt_x86_const(c, RAX, CPU_NODE);
	dt_x86_put(c, DT_X86_LSL, 4, RAX, rax, 0);
	if (is_node)
		dt_x86_binary(c, DT_IR_SHR, 4, RAX, dt_x86_imm(CPU_BITS));
	else
		dt_x86_binary(c, DT_IR_AND, 4, RAX, dt_x86_imm((1 << CPU_BITS) - 1));
	dt_code_place(c, end);
}

/** Appends rax = 0, or a negative number, after a signal to the process. */
static void put_kill(struct dt_code *c)
{
	// rax = kill(rdi = process, rsi = signal)
	dt_x86_load(c, 4, RSI, dt_x86_in((enum dt_x86_reg)dt_x86_reg_file.params[1]));
	dt_x86_load(c, 4, RDI, dt_x86_at(RBP, offsetof(struct dt_native_level, pid_tgid) + 4));
	put_system_call(c, SYS_kill);
}

/** Appends rax = 0, after the signal is noted for dt_x86_send(), or 1 if there is no such signal.
 */
static void put_note(struct dt_code *c)
{
	struct dt_x86_rm rax = dt_x86_in(RAX), signals = dt_x86_at(RBP, SIGNALS);
	int64_t end = dt_code_label(c);

	dt_x86_load(c, 4, RDX, dt_x86_in((enum dt_x86_reg)dt_x86_reg_file.params[1]));
	dt_x86_const(c, RAX, 1);
	dt_x86_branch(c, DT_IR_GT, 4, dt_x86_in(RDX), dt_x86_imm(SIGNAL_MAX), end);
	dt_x86_load(c, 8, RAX, signals);
	dt_x86_binary(c, DT_IR_SHL, 8, RAX, dt_x86_imm(8));
	dt_x86_binary(c, DT_IR_OR, 8, RAX, (struct dt_x86_src){.rm = dt_x86_in(RDX)});
	dt_x86_put(c, DT_X86_STORE, 8, RAX, signals, 0);
	dt_x86_put(c, DT_X86_XOR, 4, RAX, rax, 0);
	dt_code_place(c, end);
}

void dt_x86_clear_signals(struct dt_code *c)
{
	dt_x86_put(c, DT_X86_STORE_IMM, 8, 0, dt_x86_at(RBP, SIGNALS), 0);
}

void dt_x86_send(struct dt_code *c)
{
	int64_t again = dt_code_label(c), process = dt_code_label(c), end = dt_code_label(c);
	int64_t none = dt_code_label(c);
	struct dt_x86_rm signals = dt_x86_at(RBP, SIGNALS), rsi = dt_x86_in(RSI);

	dt_x86_branch(c, DT_IR_EQ, 8, signals, dt_x86_imm(0), none);
	begin_calls(c, end);
	dt_code_place(c, again);
	dt_x86_load(c, 1, RSI, signals);
	dt_x86_branch(c, DT_IR_EQ, 4, rsi, dt_x86_imm(0), end);
	dt_x86_put(c, DT_X86_SHR_IMM, 8, 0, signals, 8);
	// The firing has its records: no other waits for it.
	dt_x86_put(c, DT_X86_STORE_IMM, 8, 0,
		   dt_x86_at(RBP, offsetof(struct dt_native_level, began)), -1);
	put_system_call(c, SYS_getpid); // the process may have another PID namespace
	dt_x86_load(c, 4, RDI, dt_x86_in(RAX));
	dt_x86_branch(c, DT_IR_NE, 4, rsi, dt_x86_imm(SIGSTOP), process);
	// tgkill(rdi = process, rsi = thread, rdx = signal): the thread stops at once
	put_system_call(c, SYS_gettid);
	dt_x86_load(c, 4, RSI, dt_x86_in(RAX));
	dt_x86_const(c, RDX, SIGSTOP);
	put_system_call(c, SYS_tgkill);
	dt_x86_put_jump(c, DT_X86_JMP, DT_REF_LABEL, again);
	dt_code_place(c, process);
	put_system_call(c, SYS_kill); // (rdi = process, rsi = signal)
	dt_x86_put_jump(c, DT_X86_JMP, DT_REF_LABEL, again);
	dt_code_place(c, end);
	end_calls(c);
	dt_code_place(c, none);
}

void dt_x86_identify(struct dt_unit *u)
{
	struct dt_code *c = &u->code;
	struct dt_x86_rm process = dt_x86_at(RBP, offsetof(struct dt_native_level, pid_tgid) + 4);
	struct dt_x86_rm parent = dt_x86_at(RBP, offsetof(struct dt_native_level, ppid));
	int64_t filtered = dt_code_label(c), end = dt_code_label(c);

	u->writes_level = u->calls = true;
	dt_x86_branch(c, DT_IR_NE, 4, process, dt_x86_imm(0), end);
	begin_calls(c, filtered);
	put_system_call(c, SYS_getppid);
	dt_x86_put(c, DT_X86_STORE, 4, RAX, parent, 0);
	put_system_call(c, SYS_getpid);
	dt_x86_put(c, DT_X86_STORE, 4, RAX, process, 0);
	dt_code_place(c, filtered);
	end_calls(c);
	dt_code_place(c, end);
}

/** Appends rax = id of the thread, or 0 under a filter of system calls. Where only parents may
 * trace, the placer needs the process's permission. */
static void put_announce(struct dt_unit *u)
{
	struct dt_code *c = &u->code;
	int64_t filtered = dt_code_label(c), end = dt_code_label(c);

	u->writes_level = u->calls = true;
	begin_calls(c, filtered);
	// prctl(rdi = PR_SET_PTRACER, rsi = placer): fails where no permission is needed
	dt_x86_const(c, RDI, PR_SET_PTRACER);
	dt_x86_load(c, 8, RSI, dt_x86_ref(DT_REF_REGION, offsetof(struct dt_native_head, placer)));
	put_system_call(c, SYS_prctl);
	put_system_call(c, SYS_gettid);
	dt_x86_put_jump(c, DT_X86_JMP, DT_REF_LABEL, end);
	dt_code_place(c, filtered);
	dt_x86_const(c, RAX, 0);
	dt_code_place(c, end);
	end_calls(c);
}

/** Appends rax = result of reading or writing memory that may be missing. */
static void put_peek(struct dt_unit *u, const struct dt_word *word)
{
	enum { EFAULT_RESULT = -14 };
	// (own, size, address) or (address, own, size)
	const uint8_t *params = dt_x86_reg_file.params;
	struct dt_code *c = &u->code;
	enum dt_x86_reg own = params[1 + word->own], size = params[2 + word->own];
	enum dt_x86_reg foreign = params[word->own ? 1 : 3];
	int64_t failed = dt_code_label(c), end = dt_code_label(c);

	if (u->place->is_site)
		begin_calls(c, failed);
	dt_x86_load(c, 4, RAX, dt_x86_in(size));
	put_level(u, CALL, own);
	put_level(u, CALL + 8, RAX);
	put_level(u, CALL + 16, foreign);
	put_level(u, CALL + 24, RAX);
	// rax = call(rdi = tid, rsi = own, rdx = 1, r10 = foreign, r8 = 1, r9 = 0)
	dt_x86_load(c, 4, RDI, dt_x86_at(RBP, offsetof(struct dt_native_level, thread)));
	dt_x86_put(c, DT_X86_LEA, 8, RSI, dt_x86_at(RBP, CALL), 0);
	dt_x86_const(c, RDX, 1);
	dt_x86_put(c, DT_X86_LEA, 8, R10, dt_x86_at(RBP, CALL + 16), 0);
	dt_x86_const(c, R8, 1);
	dt_x86_const(c, R9, 0);
	put_system_call(c, word->call);
	dt_x86_put(c, DT_X86_CMP, 8, RAX, dt_x86_at(RBP, CALL + 8), 0);
	dt_x86_put_jump_if(c, DT_X86_IF_NOT_EQUAL, DT_REF_LABEL, failed);
	dt_x86_const(c, RAX, 0);
	dt_x86_put_jump(c, DT_X86_JMP, DT_REF_LABEL, end);
	dt_code_place(c, failed);
	dt_x86_const(c, RAX, EFAULT_RESULT);
	dt_code_place(c, end);
	if (u->place->is_site)
		end_calls(c);
}

static void put_function(struct dt_unit *u, enum dt_env word, unsigned frame, unsigned depth)
{
	const struct dt_word *w = &dt_word_table[word];
	const char *name = dt_word_function(word, u->place->is_site);
	const uint8_t *next = &dt_x86_reg_file.params[dt_env_table[word].n_args + 1];
	int64_t label = dt_unit_runtime_named(u, name, frame, depth);

	if (label < 0)
		return;
	if (w->takes_level || name == w->inside)
		dt_x86_move(&u->code, next[0], RBP);
	if (name == w->inside) {
		u->reads |= READS_RSP;
		dt_x86_put(&u->code, DT_X86_LEA, 8, next[1], dt_x86_ref(DT_REF_REGION, 0), 0);
	}
	dt_x86_put_jump(&u->code, DT_X86_CALL, DT_REF_LABEL, label);
}

void dt_x86_fact(struct dt_unit *u, enum dt_env word, enum dt_x86_reg reg)
{
	const struct dt_word *w = &dt_word_table[word];

	if (word == DT_ENV_COOKIE)
		u->reads |= DT_NATIVE_READS_COOKIE;
	dt_x86_load(&u->code, w->size, reg, dt_x86_at(RBP, (int32_t)w->offset));
}

void dt_x86_word(struct dt_unit *u, enum dt_env word, unsigned frame, unsigned depth)
{
	const struct dt_word *w = &dt_word_table[word];
	struct dt_code *c = &u->code;

	switch (w->how) {
	case DT_WORD_REFUSED:
	case DT_WORD_THREAD: // needs a known map
		dt_unit_refuse(u, dt_env_table[word].text);
		break;
	case DT_WORD_LEVEL:
		u->writes_level |= word == DT_ENV_LEVEL; // memory with this number is this firing's
		dt_x86_fact(u, word, RAX);
		break;
	case DT_WORD_TIME:
		if (u->place->is_site)
			put_site_time(u);
		else if (u->place->has_counter)
			put_counter(c);
		else
			put_clock(u, CLOCK_MONOTONIC);
		break;
	case DT_WORD_CLOCK:
		put_thread_clock(u, w->clock);
		break;
	case DT_WORD_PROCESSOR:
		put_processor(u, false);
		break;
	case DT_WORD_NODE:
		put_processor(u, true);
		break;
	case DT_WORD_CALL:
		u->reads |= w->reads;
		put_function(u, word, frame, depth);
		break;
	case DT_WORD_PEEK:
		u->peeks = true;
		if (dt_word_function(word, u->place->is_site))
			put_function(u, word, frame, depth);
		else
			put_peek(u, w);
		break;
	case DT_WORD_KILL:
		if (u->signals)
			put_note(c);
		else
			put_kill(c);
		break;
	case DT_WORD_ANNOUNCE:
		put_announce(u);
		break;
	case DT_WORD_NOTHING:
		dt_x86_const(c, RAX, 0);
	}
}
