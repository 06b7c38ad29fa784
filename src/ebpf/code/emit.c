/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Emits one function: legalizes it, allocates registers, and turns each IR instruction into one to
 * four BPF instructions. Comments beside the code give the C meaning of emitted instructions.
 *
 * r0 and r5 never hold a virtual register permanently. A spilled or rematerialized value is loaded
 * into r5 if it is an address or the second operand, else into r0; a spilled result is computed in
 * r0. A call moves its arguments as a parallel move, which overwrites no value that is still
 * needed.
 *
 * Jump offsets have 16 bits. When a jump's label is still missing after too many instructions, the
 * emitter inserts an island between two instructions: one jump for each missing label, which the
 * waiting jumps then target.
 *
 * The emitter does not use sign-extending loads, 32-bit jumps or signed division, which only the
 * fourth version of the BPF instruction set has.
 *
 * Decision: docs/dev/decisions/0053-firing-cost-from-machine-code.md
 */
#include "ebpf/code/emit.h"

#include "ebpf/code/env.h"
#include "arch/arch.h"
#include "ebpf/code/legalize.h"
#include "ir/alloc.h"
#include "ir/ops.h"

#include <assert.h>
#include <endian.h>
#include <stdlib.h>

enum {
	R0 = BPF_REG_0,
	R5 = BPF_REG_5,
	R10 = BPF_REG_10,
	// Less than the 32767 of a jump, because the kernel replaces a lookup by several
	// instructions.
	ISLAND_DISTANCE = 8000,
};

/** r0 and r5 are the emitter's scratch registers; calls preserve r6 to r9. */
static const struct dt_reg_file reg_file = {
    .homes = 0x3de,
    .kept = 0x3c0,
    .params = {0, 1, 2, 3, 4, 5},
};

/** A jump whose label is not placed yet. Those of one label form a list. */
struct fixup {
	size_t at;
	int next; // index + 1 of the next one; 0: end
};

struct emitter {
	struct dt_emitted *out;
	const struct dt_ir_func *f;
	struct dt_alloc alloc;
	const struct dt_ir_loc *loc;
	const char *note; // for the next instruction
	dt_vec(struct fixup) fixups;
	int *waiting;  // by label: index + 1 of its first fixup; 0: none
	size_t oldest; // lower bound of the positions of all waiting jumps
	bool any_waiting;
	bool fell_through; // control reaches the end of the emitted code
};

void dt_emitted_deinit(struct dt_emitted *e)
{
	dt_vec_deinit(&e->insns);
	dt_vec_deinit(&e->locs);
	dt_vec_deinit(&e->notes);
	dt_vec_deinit(&e->calls);
}

static void put_insn(struct emitter *e, int code, int dst, int src, int off, int32_t imm)
{
	struct bpf_insn insn = {.code = (uint8_t)code, .imm = imm, .off = (int16_t)off};

	insn.dst_reg = (unsigned)dst & 15;
	insn.src_reg = (unsigned)src & 15;
	dt_vec_push(&e->out->insns, insn);
	dt_vec_push(&e->out->locs, e->loc);
	dt_vec_push(&e->out->notes, e->note);
	e->note = NULL;
}

static void put_mov(struct emitter *e, int dst, int src) // dst = src
{
	if (dst != src)
		put_insn(e, BPF_ALU64 | BPF_MOV | BPF_X, dst, src, 0, 0);
}

static void put_imm64(struct emitter *e, int dst, int src, int32_t low, int32_t high)
{
	put_insn(e, BPF_LD | BPF_IMM | BPF_DW, dst, src, 0, low);
	put_insn(e, 0, 0, 0, 0, high);
}

static void put_const(struct emitter *e, int dst, int64_t value) // dst = value
{
	if (dt_ir_fits_imm(value))
		put_insn(e, BPF_ALU64 | BPF_MOV | BPF_K, dst, 0, 0, (int32_t)value);
	else
		put_imm64(e, dst, 0, (int32_t)value, (int32_t)(value >> 32));
}

/** Emits the CONST, STACK_ADDR, MAP, MAP_VALUE or CALLBACK instruction into dst. */
static void put_origin(struct emitter *e, int dst, const struct dt_ir_insn *i)
{
	switch (i->op) {
	case DT_IR_CONST:
		put_const(e, dst, i->imm);
		break;
	case DT_IR_STACK_ADDR:
		put_mov(e, dst, R10);
		put_insn(e, BPF_ALU64 | BPF_ADD | BPF_K, dst, 0, 0, e->alloc.slot_off[i->imm]);
		break;
	case DT_IR_MAP:
		put_imm64(e, dst, BPF_PSEUDO_MAP_FD, (int32_t)i->imm, 0);
		break;
	case DT_IR_CALLBACK:
		dt_vec_push(&e->out->calls,
			    (struct dt_call_ref){.at = e->out->insns.len, .sym = i->sym});
		put_imm64(e, dst, BPF_PSEUDO_FUNC, -1, 0);
		break;
	default:
		assert(i->op == DT_IR_MAP_VALUE);
		put_imm64(e, dst, BPF_PSEUDO_MAP_VALUE, (int32_t)i->imm, (int32_t)i->off);
	}
}

static const struct dt_home *home_of(const struct emitter *e, dt_reg r)
{
	return &e->alloc.homes[r];
}

/** Loads a value into the given machine register. */
static void load_into(struct emitter *e, int machine, dt_reg r)
{
	const struct dt_home *h = home_of(e, r);

	assert(h->kind != DT_HOME_NONE);
	if (h->kind == DT_HOME_REG)
		put_mov(e, machine, h->reg);
	else if (h->kind == DT_HOME_STACK)
		put_insn(e, BPF_LDX | BPF_MEM | BPF_DW, machine, R10, h->off, 0);
	else
		put_origin(e, machine, h->remat);
}

/** Returns the machine register that holds a value: its home, or `scratch` after loading it. */
static int read_reg(struct emitter *e, dt_reg r, int scratch)
{
	if (home_of(e, r)->kind == DT_HOME_REG)
		return home_of(e, r)->reg;
	load_into(e, scratch, r);
	return scratch;
}

/** Returns the machine register in which to compute a result; write_done() then stores it. */
static int write_reg(const struct emitter *e, dt_reg r)
{
	return home_of(e, r)->kind == DT_HOME_REG ? home_of(e, r)->reg : R0;
}

static void write_done(struct emitter *e, dt_reg r, int machine)
{
	const struct dt_home *h = home_of(e, r);

	if (h->kind == DT_HOME_REG)
		put_mov(e, h->reg, machine);
	else if (h->kind == DT_HOME_STACK)
		put_insn(e, BPF_STX | BPF_MEM | BPF_DW, R10, machine, h->off, 0);
}

/** Returns the base register of the memory at a + off, and writes its offset to *off. */
static int read_base(struct emitter *e, const struct dt_ir_insn *i, int *off)
{
	const struct dt_home *h = home_of(e, i->a);

	*off = (int)i->off;
	if (h->kind == DT_HOME_REMAT && h->remat->op == DT_IR_STACK_ADDR) {
		*off += e->alloc.slot_off[h->remat->imm];
		return R10;
	}
	return read_reg(e, i->a, R5);
}

static int size_bits(unsigned width)
{
	return width == 1 ? BPF_B : width == 2 ? BPF_H : width == 4 ? BPF_W : BPF_DW;
}

static const uint8_t alu_bits[DT_N_IR_OPS] = {
    [DT_IR_ADD] = BPF_ADD, [DT_IR_SUB] = BPF_SUB, [DT_IR_MUL] = BPF_MUL,  [DT_IR_DIV] = BPF_DIV,
    [DT_IR_MOD] = BPF_MOD, [DT_IR_AND] = BPF_AND, [DT_IR_OR] = BPF_OR,	  [DT_IR_XOR] = BPF_XOR,
    [DT_IR_SHL] = BPF_LSH, [DT_IR_SHR] = BPF_RSH, [DT_IR_SAR] = BPF_ARSH,
};

static void emit_bin(struct emitter *e, const struct dt_ir_insn *i) // dst = a OP b
{
	int op = BPF_ALU64 | alu_bits[i->op], dst = write_reg(e, i->dst);
	dt_reg a = i->a, b = i->b;

	if (!b) {
		load_into(e, dst, a);
		put_insn(e, op | BPF_K, dst, 0, 0, (int32_t)i->imm);
		write_done(e, i->dst, dst);
		return;
	}
	bool b_in_dst = home_of(e, b)->kind == DT_HOME_REG && home_of(e, b)->reg == dst;
	bool a_in_dst = home_of(e, a)->kind == DT_HOME_REG && home_of(e, a)->reg == dst;
	if (b_in_dst && !a_in_dst) { // loading a into dst would overwrite b
		if (dt_ir_op_table[i->op].flags & DT_IR_F_COMM) {
			a = i->b;
			b = i->a;
		} else {
			dst = R0;
		}
	}
	int src = read_reg(e, b, R5);
	load_into(e, dst, a);
	put_insn(e, op | BPF_X, dst, src, 0, 0);
	write_done(e, i->dst, dst);
}

static void emit_un(struct emitter *e, const struct dt_ir_insn *i)
{
	int dst = write_reg(e, i->dst), unused = 64 - 8 * i->width;

	if (i->op == DT_IR_ZEXT && i->width == 4) { // the 32-bit move clears the upper half
		put_insn(e, BPF_ALU | BPF_MOV | BPF_X, dst, read_reg(e, i->a, dst), 0, 0);
		write_done(e, i->dst, dst);
		return;
	}
	load_into(e, dst, i->a);
	if (i->op == DT_IR_NEG) {
		put_insn(e, BPF_ALU64 | BPF_NEG, dst, 0, 0, 0); // dst = -dst
	} else if (i->op == DT_IR_BSWAP) {
		int swap = __BYTE_ORDER == __LITTLE_ENDIAN ? BPF_TO_BE : BPF_TO_LE;

		put_insn(e, BPF_ALU | BPF_END | swap, dst, 0, 0, i->width * 8);
	} else if (i->op == DT_IR_ZEXT && i->width < 8) {
		put_insn(e, BPF_ALU64 | BPF_AND | BPF_K, dst, 0, 0, i->width == 1 ? 0xff : 0xffff);
	} else if (i->op == DT_IR_SEXT && i->width < 8) {
		put_insn(e, BPF_ALU64 | BPF_LSH | BPF_K, dst, 0, 0, unused);  // dst <<= unused
		put_insn(e, BPF_ALU64 | BPF_ARSH | BPF_K, dst, 0, 0, unused); // dst s>>= unused
	}
	write_done(e, i->dst, dst);
}

static void emit_load(struct emitter *e, const struct dt_ir_insn *i) // dst = *(uN *)(a + off)
{
	int off, base = read_base(e, i, &off), dst = write_reg(e, i->dst);

	put_insn(e, BPF_LDX | BPF_MEM | size_bits(i->width), dst, base, off, 0);
	write_done(e, i->dst, dst);
}

static void emit_store(struct emitter *e, const struct dt_ir_insn *i) // *(uN *)(a + off) = b
{
	int off, base = read_base(e, i, &off), size = size_bits(i->width);

	if (i->b)
		put_insn(e, BPF_STX | BPF_MEM | size, base, read_reg(e, i->b, R0), off, 0);
	else
		put_insn(e, BPF_ST | BPF_MEM | size, base, 0, off, (int32_t)i->imm);
}

static void emit_atomic(struct emitter *e, const struct dt_ir_insn *i)
{
	int off, base = read_base(e, i, &off);
	int op = i->op == DT_IR_XCHG ? BPF_XCHG : BPF_ADD;
	int code = BPF_STX | BPF_ATOMIC | size_bits(i->width);

	if (i->op == DT_IR_ATOMIC_ADD) { // lock *(uN *)(a + off) += b
		put_insn(e, code, base, read_reg(e, i->b, R0), off, BPF_ADD);
		return;
	}
	load_into(e, R0, i->b);
	put_insn(e, code, base, R0, off, op | BPF_FETCH); // r0 = atomic_fetch_op(a + off, r0)
	write_done(e, i->dst, R0);
}

/** Simultaneous moves between machine registers; the targets are distinct. */
struct moves {
	int to[6], from[6];
	unsigned n;
};

static void add_move(struct moves *m, int to, int from)
{
	if (to == from)
		return;
	m->to[m->n] = to;
	m->from[m->n++] = from;
}

/** Reports whether another pending move reads the target of move k. */
static bool is_blocked(const struct moves *m, unsigned k)
{
	for (unsigned j = 0; j < m->n; j++) {
		if (j != k && m->from[j] == m->to[k])
			return true;
	}
	return false;
}

/** Emits the moves, each once no pending move reads its target; breaks cycles through `temp`. */
static void put_moves(struct emitter *e, struct moves *m, int temp)
{
	while (m->n) {
		unsigned k = 0;

		while (k < m->n && is_blocked(m, k))
			k++;
		if (k == m->n) {
			int saved = m->to[0];

			put_mov(e, temp, saved);
			for (unsigned j = 0; j < m->n; j++)
				m->from[j] = m->from[j] == saved ? temp : m->from[j];
			continue;
		}
		put_mov(e, m->to[k], m->from[k]);
		m->n--;
		m->to[k] = m->to[m->n];
		m->from[k] = m->from[m->n];
	}
}

/** Loads values into given machine registers. Moves from registers come first and free some. */
static void put_operands(struct emitter *e, unsigned n, const int *to, const dt_reg *from, int temp)
{
	struct moves m = {0};

	// A value that is already in its register takes part as well, to block that register.
	for (unsigned k = 0; k < n; k++) {
		if (home_of(e, from[k])->kind == DT_HOME_REG)
			add_move(&m, to[k], home_of(e, from[k])->reg);
	}
	put_moves(e, &m, temp);
	for (unsigned k = 0; k < n; k++) {
		if (home_of(e, from[k])->kind != DT_HOME_REG)
			load_into(e, to[k], from[k]);
	}
}

static void put_kernel_call(struct emitter *e, uint32_t function)
{
	put_insn(e, BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_KFUNC_CALL, 0, (int32_t)function);
}

/** Emits the call for a word of the environment: a helper, or a kfunc for two of the words. */
static void put_env(struct emitter *e, enum dt_env word)
{
	switch (word) {
	case DT_ENV_VIEW: // the verifier requires a constant as second argument
		put_const(e, 2, e->out->kernel->view.type);
		put_kernel_call(e, e->out->kernel->view.function);
		break;
	case DT_ENV_RETURNED:
		put_kernel_call(e, e->out->kernel->is_return);
		break;
	default:
		put_insn(e, BPF_JMP | BPF_CALL, 0, 0, 0, dt_bpf_env_table[word].helper);
	}
}

static void emit_call(struct emitter *e, const struct dt_ir_insn *i)
{
	assert(i->n_args <= DT_BPF_MAX_ARGS);
	put_operands(e, i->n_args, (const int[DT_BPF_MAX_ARGS]){1, 2, 3, 4, 5}, i->args, R0);
	if (i->op == DT_IR_ENV) {
		put_env(e, (enum dt_env)i->imm);
	} else if (i->op == DT_IR_TAIL_CALL) {
		put_insn(e, BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_tail_call);
	} else {
		struct dt_call_ref ref = {.at = e->out->insns.len};

		if (i->op == DT_IR_CALL)
			ref.sym = i->sym;
		else
			ref.func = (unsigned)i->imm;
		dt_vec_push(&e->out->calls, ref);
		put_insn(e, BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_CALL, 0, -1);
	}
	if (i->dst)
		write_done(e, i->dst, R0);
}

static void emit_cmpxchg(struct emitter *e, const struct dt_ir_insn *i)
{
	put_operands(e, 3, (const int[]){1, 2, R0}, (const dt_reg[]){i->a, i->b, i->c}, R5);
	// r0 = atomic_cmpxchg(r1 + off, r0, r2)
	put_insn(e, BPF_STX | BPF_ATOMIC | size_bits(i->width), 1, 2, (int)i->off, BPF_CMPXCHG);
	write_done(e, i->dst, R0);
}

static void wait_for(struct emitter *e, int64_t label, size_t at)
{
	dt_vec_push(&e->fixups, (struct fixup){.at = at, .next = e->waiting[label]});
	e->waiting[label] = (int)e->fixups.len;
	if (!e->any_waiting)
		e->oldest = at;
	e->any_waiting = true;
}

/** Resolves all jumps that wait for the label: they target the end of the emitted code. */
static void land_here(struct emitter *e, int64_t label)
{
	for (int k = e->waiting[label]; k; k = e->fixups.data[k - 1].next) {
		size_t at = e->fixups.data[k - 1].at, distance = e->out->insns.len - at - 1;

		assert(distance <= INT16_MAX);
		e->out->insns.data[at].off = (int16_t)distance;
	}
	e->waiting[label] = 0;
}

static void put_jump(struct emitter *e, int64_t label)
{
	wait_for(e, label, e->out->insns.len);
	put_insn(e, BPF_JMP | BPF_JA, 0, 0, 0, 0);
}

static void put_island(struct emitter *e)
{
	size_t over = e->out->insns.len;
	bool reached = e->fell_through;

	if (reached)
		put_insn(e, BPF_JMP | BPF_JA, 0, 0, 0, 0); // goto behind the island
	e->any_waiting = false;
	for (int64_t label = 1; label <= e->f->n_labels; label++) {
		if (!e->waiting[label])
			continue;
		land_here(e, label);
		put_jump(e, label);
	}
	if (reached)
		e->out->insns.data[over].off = (int16_t)(e->out->insns.len - over - 1);
}

static void emit_branch(struct emitter *e, const struct dt_ir_insn *i) // if (a COND b) goto label
{
	static const uint8_t jump_bits[] = {
	    [DT_IR_EQ] = BPF_JEQ,   [DT_IR_NE] = BPF_JNE,   [DT_IR_LT] = BPF_JLT,
	    [DT_IR_LE] = BPF_JLE,   [DT_IR_GT] = BPF_JGT,   [DT_IR_GE] = BPF_JGE,
	    [DT_IR_SLT] = BPF_JSLT, [DT_IR_SLE] = BPF_JSLE, [DT_IR_SGT] = BPF_JSGT,
	    [DT_IR_SGE] = BPF_JSGE, [DT_IR_SET] = BPF_JSET,
	};
	int a = read_reg(e, i->a, R0), b = i->b ? read_reg(e, i->b, R5) : 0;

	wait_for(e, i->imm, e->out->insns.len);
	put_insn(e, BPF_JMP | jump_bits[i->cond] | (b ? BPF_X : BPF_K), a, b, 0,
		 b ? 0 : (int32_t)i->off);
}

static void emit_return(struct emitter *e, const struct dt_ir_insn *i)
{
	if (i->a)
		load_into(e, R0, i->a);
	else
		put_const(e, R0, i->imm);
	put_insn(e, BPF_JMP | BPF_EXIT, 0, 0, 0, 0);
}

/** Emits CONST and the like, unless the value is rematerialized at every use. */
static void emit_origin(struct emitter *e, const struct dt_ir_insn *i)
{
	if (home_of(e, i->dst)->kind == DT_HOME_REMAT || home_of(e, i->dst)->kind == DT_HOME_NONE)
		return;
	int dst = write_reg(e, i->dst);
	put_origin(e, dst, i);
	write_done(e, i->dst, dst);
}

static void emit_insn(struct emitter *e, const struct dt_ir_insn *i)
{
	unsigned flags = dt_ir_op_table[i->op].flags;

	switch (i->op) {
	case DT_IR_CONST:
	case DT_IR_STACK_ADDR:
	case DT_IR_MAP:
	case DT_IR_MAP_VALUE:
	case DT_IR_CALLBACK:
		emit_origin(e, i);
		break;
	case DT_IR_MOV: {
		int dst = write_reg(e, i->dst);

		load_into(e, dst, i->a);
		write_done(e, i->dst, dst);
		break;
	}
	case DT_IR_LOAD:
		emit_load(e, i);
		break;
	case DT_IR_STORE:
		emit_store(e, i);
		break;
	case DT_IR_ATOMIC_ADD:
	case DT_IR_FETCH_ADD:
	case DT_IR_XCHG:
		emit_atomic(e, i);
		break;
	case DT_IR_CMPXCHG:
		emit_cmpxchg(e, i);
		break;
	case DT_IR_ENV:
	case DT_IR_TAIL_CALL:
	case DT_IR_CALL:
	case DT_IR_CALL_LOCAL:
		emit_call(e, i);
		break;
	case DT_IR_LABEL:
		land_here(e, i->imm);
		break;
	case DT_IR_JUMP:
		put_jump(e, i->imm);
		break;
	case DT_IR_BRANCH:
		emit_branch(e, i);
		break;
	case DT_IR_RET:
		emit_return(e, i);
		break;
	case DT_IR_COMMENT:
		e->note = i->sym;
		break;
	default:
		assert(flags & (DT_IR_F_BIN | DT_IR_F_UN));
		if (flags & DT_IR_F_BIN)
			emit_bin(e, i);
		else
			emit_un(e, i);
	}
}

/** Moves the arguments from r1 … r5 to their homes. The context arrives in r1, too. */
static void emit_entry(struct emitter *e, dt_reg ctx)
{
	struct moves m = {0};

	for (unsigned k = 1; k <= e->f->n_params + 1; k++) {
		dt_reg r = k <= e->f->n_params ? (dt_reg)k : ctx;
		int incoming = r == ctx ? 1 : (int)k;

		if (home_of(e, r)->kind == DT_HOME_STACK)
			put_insn(e, BPF_STX | BPF_MEM | BPF_DW, R10, incoming, home_of(e, r)->off,
				 0);
		else if (home_of(e, r)->kind == DT_HOME_REG)
			add_move(&m, home_of(e, r)->reg, incoming);
	}
	put_moves(e, &m, R0);
}

static void emit_body(struct emitter *e, dt_reg ctx)
{
	e->fell_through = true;
	emit_entry(e, ctx);
	dt_vec_foreach (&e->f->code, i) {
		if (e->any_waiting && e->out->insns.len - e->oldest > ISLAND_DISTANCE)
			put_island(e);
		if (i->loc)
			e->loc = i->loc;
		emit_insn(e, i);
		if (i->op == DT_IR_LABEL)
			e->fell_through = true;
		else if (dt_ir_ends(i))
			e->fell_through = false;
	}
}

unsigned dt_emit_func(struct dt_emitted *out, const struct dt_ir_func *f, unsigned limit,
		      struct dt_overflow *overflow)
{
	struct dt_ir_func legal;
	struct emitter e = {.out = out, .f = &legal};
	dt_reg ctx;

	dt_legalize(f, dt_arch.orders_memory, &legal, &ctx);
	dt_alloc_init(&e.alloc, &reg_file, &legal, ctx, limit);
	unsigned stack = e.alloc.stack;
	*overflow = (struct dt_overflow){0};
	if (stack > limit) {
		*overflow = (struct dt_overflow){.need = stack, .loc = e.alloc.overflow};
	} else {
		e.waiting = dt_zalloc(((size_t)f->n_labels + 1) * sizeof(*e.waiting));
		emit_body(&e, ctx);
		free(e.waiting);
		dt_vec_deinit(&e.fixups);
	}
	dt_alloc_deinit(&e.alloc);
	dt_legalize_deinit(&legal);
	return stack;
}
