/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Translates a function of the runtime, one BPF instruction after another. Each register of BPF has
 * one of the machine, in which calls pass arguments and which they preserve or not, as in BPF; r10
 * is the end of the function's frame in the level. bpf_loop() becomes a loop in the caller.
 */
#include "native/x86_64/ops.h"

#include "ir/ops.h"

#include <linux/bpf.h>
#include <string.h>

enum {
	N_REGS = 10,
	N_SAVED = 4,
	SAVED = N_SAVED * 8, // bytes
	LOOP = 3 * 8,	     // the loop's counter, end and argument
};

const unsigned dt_arch_runtime_frame = SAVED + LOOP;

// Results are in rax only at a return: as r0 it would be in the way of divisions and exchanges.
static const enum dt_x86_reg regs[N_REGS] = {R11, RDI, RSI, R8, R9, R10, RBX, R12, R13, R14};

struct translator {
	struct dt_unit *u;
	struct dt_code *c;
	const struct dt_rt_func *f;
	const struct dt_native_func *func;
	int64_t labels;	  // of the first instruction
	int32_t top;	  // r10 - rbp
	unsigned saved;	  // set of BPF registers to save
	bool owns_memory; // no other thread writes the memory of its atomic operations
	bool *is_target;  // by instruction: a jump leads there
	// What the last instructions loaded, until a jump may bring something else:
	const struct dt_rt_reloc *callback;
	const struct dt_native_map *table;
	uint32_t reloc; // the next relocation
};

/** Functions whose atomic operations are on the thread's own memory, where a signal handler is the
 *  only rival. */
static bool owns_memory(const char *name)
{
	static const char *const owners[] = {"dt_agg_grow", "dt_agg_stddev", "dt_ring_claim",
					     "dt_ring_claim_fill", "dt_ring_claim_over"};

	for (size_t k = 0; k < sizeof(owners) / sizeof(*owners); k++)
		if (!strcmp(name, owners[k]))
			return true;
	return false;
}

static unsigned find_saved(const struct dt_rt_func *f)
{
	unsigned used = 0;

	for (uint32_t i = 0; i < f->n_insns; i++)
		used |= 1u << f->insns[i].dst_reg;
	return used & 0x3c0;
}

static void put_saved(struct translator *t, bool restore)
{
	int32_t at = t->top;

	for (unsigned k = 0; k < N_SAVED; k++) {
		if (!(t->saved >> (6 + k) & 1))
			continue;
		dt_x86_put(t->c, restore ? DT_X86_LOAD : DT_X86_STORE, 8, regs[6 + k],
			   dt_x86_at(RBP, at), 0);
		at += 8;
	}
}

static struct dt_x86_rm loop_word(const struct translator *t, int k)
{
	return dt_x86_at(RBP, t->top + SAVED + k * 8);
}

static struct dt_x86_rm memory(const struct translator *t, unsigned base, int off)
{
	return base == BPF_REG_10 ? dt_x86_at(RBP, t->top + off) : dt_x86_at(regs[base], off);
}

/** Returns the register of a BPF register; r10 is computed into `scratch`. */
static enum dt_x86_reg value(struct translator *t, unsigned reg, enum dt_x86_reg scratch)
{
	if (reg != BPF_REG_10)
		return regs[reg];
	dt_x86_put(t->c, DT_X86_LEA, 8, scratch, dt_x86_at(RBP, t->top), 0);
	return scratch;
}

static struct dt_x86_src source(struct translator *t, const struct bpf_insn *i)
{
	if (BPF_SRC(i->code) == BPF_K)
		return dt_x86_imm(i->imm);
	return (struct dt_x86_src){.rm = dt_x86_in(value(t, i->src_reg, RAX))};
}

static void put_alu(struct translator *t, const struct bpf_insn *i)
{
	static const enum dt_ir_op ops[] = {
	    [BPF_ADD >> 4] = DT_IR_ADD, [BPF_SUB >> 4] = DT_IR_SUB,  [BPF_MUL >> 4] = DT_IR_MUL,
	    [BPF_DIV >> 4] = DT_IR_DIV, [BPF_OR >> 4] = DT_IR_OR,    [BPF_AND >> 4] = DT_IR_AND,
	    [BPF_LSH >> 4] = DT_IR_SHL, [BPF_RSH >> 4] = DT_IR_SHR,  [BPF_MOD >> 4] = DT_IR_MOD,
	    [BPF_XOR >> 4] = DT_IR_XOR, [BPF_ARSH >> 4] = DT_IR_SAR,
	};
	unsigned width = BPF_CLASS(i->code) == BPF_ALU64 ? 8 : 4;
	enum dt_x86_reg dst = regs[i->dst_reg];
	struct dt_x86_rm rm = dt_x86_in(dst);

	switch (BPF_OP(i->code)) {
	case BPF_MOV:
		if (BPF_SRC(i->code) == BPF_K)
			dt_x86_const(t->c, dst, width == 8 ? i->imm : (int64_t)(uint32_t)i->imm);
		else if (i->src_reg == BPF_REG_10)
			value(t, BPF_REG_10, dst);
		else
			dt_x86_load(t->c, width, dst, dt_x86_in(regs[i->src_reg]));
		break;
	case BPF_NEG:
		dt_x86_put(t->c, DT_X86_NEG, width, 0, rm, 0);
		break;
	case BPF_END:
		if (BPF_SRC(i->code) == BPF_TO_BE)
			dt_x86_bswap(t->c, (unsigned)i->imm / 8, dst);
		else
			dt_x86_load(t->c, (unsigned)i->imm / 8, dst, rm);
		break;
	default:
		dt_x86_binary(t->c, ops[BPF_OP(i->code) >> 4], width, dst, source(t, i));
	}
}

static unsigned size_of(const struct bpf_insn *i)
{
	switch (BPF_SIZE(i->code)) {
	case BPF_B:
		return 1;
	case BPF_H:
		return 2;
	case BPF_W:
		return 4;
	default:
		return 8;
	}
}

static void put_atomic(struct translator *t, const struct bpf_insn *i)
{
	struct dt_x86_rm at = memory(t, i->dst_reg, i->off);
	enum dt_x86_reg src = value(t, i->src_reg, RDX);
	unsigned width = size_of(i);

	at.locked = !t->owns_memory;
	switch (i->imm) {
	case BPF_ADD:
		dt_x86_put(t->c, DT_X86_ADD_TO, width, src, at, 0);
		break;
	case BPF_ADD | BPF_FETCH:
		dt_x86_put(t->c, DT_X86_XADD, width, src, at, 0);
		break;
	case BPF_XCHG:
		at.locked = false; // always is
		dt_x86_put(t->c, DT_X86_XCHG, width, src, at, 0);
		break;
	case BPF_CMPXCHG:
		dt_x86_load(t->c, width, RAX, dt_x86_in(regs[0]));
		dt_x86_put(t->c, DT_X86_CMPXCHG, width, src, at, 0);
		dt_x86_move(t->c, regs[0], RAX);
		break;
	default:
		dt_unit_refuse(t->u, t->f->name);
	}
}

static void put_memory(struct translator *t, const struct bpf_insn *i)
{
	struct dt_x86_src src = dt_x86_imm(i->imm);

	switch (BPF_CLASS(i->code)) {
	case BPF_LDX:
		dt_x86_load(t->c, size_of(i), regs[i->dst_reg], memory(t, i->src_reg, i->off));
		break;
	case BPF_STX:
		if (BPF_MODE(i->code) == BPF_ATOMIC) {
			put_atomic(t, i);
			return;
		}
		src = (struct dt_x86_src){.rm = dt_x86_in(value(t, i->src_reg, RAX))};
		/* fallthrough */
	default:
		dt_x86_store(t->c, size_of(i), memory(t, i->dst_reg, i->off), src);
	}
}

/** Returns the relocation of instruction `at`, or NULL. Relocations are in order. */
static const struct dt_rt_reloc *reloc_of(struct translator *t, uint32_t at)
{
	while (t->reloc < t->f->n_relocs && t->f->relocs[t->reloc].insn < at)
		t->reloc++;
	if (t->reloc < t->f->n_relocs && t->f->relocs[t->reloc].insn == at)
		return &t->f->relocs[t->reloc];
	return NULL;
}

static void put_wide(struct translator *t, uint32_t at)
{
	const struct dt_rt_reloc *r = reloc_of(t, at);
	const struct bpf_insn *i = &t->f->insns[at];
	enum dt_x86_reg dst = regs[i->dst_reg];
	int64_t number = (int64_t)((uint64_t)(uint32_t)i[1].imm << 32 | (uint32_t)i[0].imm);

	if (!r) {
		dt_x86_const(t->c, dst, number);
	} else if (r->kind == DT_RT_FUNC_ADDR) { // of the loop that follows
		t->callback = i->dst_reg == BPF_REG_2 ? r : NULL;
	} else if (r->kind == DT_RT_TABLE) {
		if (i->dst_reg == BPF_REG_1)
			t->table = &t->u->place->maps[t->u->p->tables[r->func]];
		dt_x86_put(t->c, DT_X86_LEA, 8, dst,
			   dt_x86_ref(DT_REF_LABEL, dt_unit_map(t->u, t->u->p->tables[r->func])),
			   0);
	} else {
		dt_x86_const(t->c, dst,
			     r->kind == DT_RT_STRSIZE ? (int64_t)t->u->place->strsize
						      : t->u->p->cells_size);
	}
}

static unsigned frame_end(const struct translator *t)
{
	return t->func->frame + dt_unit_runtime_frame(t->f);
}

static void put_call(struct translator *t, size_t index)
{
	int64_t label = dt_unit_runtime(t->u, index, frame_end(t), t->func->depth);

	dt_x86_put_jump(t->c, DT_X86_CALL, DT_REF_LABEL, label);
}

/** r0 = bpf_loop(r1 times, callback(i, r3), r3): how often it called. */
static void put_loop(struct translator *t)
{
	struct dt_x86_rm count = loop_word(t, 0), end = loop_word(t, 1), arg = loop_word(t, 2);
	int64_t again = dt_code_label(t->c), done = dt_code_label(t->c);

	dt_x86_put(t->c, DT_X86_STORE, 8, regs[1], end, 0);
	dt_x86_put(t->c, DT_X86_STORE, 8, regs[3], arg, 0);
	dt_x86_put(t->c, DT_X86_STORE_IMM, 8, 0, count, 0);
	dt_code_place(t->c, again);
	dt_x86_load(t->c, 8, RDI, count);
	dt_x86_branch(t->c, DT_IR_GE, 4, dt_x86_in(RDI), (struct dt_x86_src){.rm = end}, done);
	dt_x86_load(t->c, 8, RSI, arg);
	put_call(t, t->callback->func);
	dt_x86_put(t->c, DT_X86_ADD_IMM8, 8, 0, count, 1);
	dt_x86_branch(t->c, DT_IR_EQ, 8, dt_x86_in(RAX), dt_x86_imm(0), again);
	dt_code_place(t->c, done);
	dt_x86_load(t->c, 8, regs[0], count);
}

static void put_helper(struct translator *t, const struct bpf_insn *i)
{
	enum dt_env word = dt_word_of_helper(i->imm);

	if (dt_word_is_loop(i->imm) && t->callback) {
		put_loop(t);
	} else if (word == DT_N_ENVS) {
		dt_unit_refuse(t->u, t->f->name);
	} else {
		if (word == DT_ENV_MAP_FIND && t->table && t->table->kind == DT_MAPK_ARRAY)
			dt_x86_find(t->c, t->table, dt_x86_at(regs[2], 0), RAX, -1);
		else
			dt_x86_word(t->u, word, frame_end(t), t->func->depth);
		dt_x86_move(t->c, regs[0], RAX);
	}
}

static void put_return(struct translator *t)
{
	put_saved(t, true);
	dt_x86_move(t->c, RAX, regs[0]);
	dt_x86_put(t->c, DT_X86_RET, 4, 0, dt_x86_in(RAX), 0);
}

static void put_jump(struct translator *t, uint32_t at)
{
	static const enum dt_ir_cond conds[] = {
	    [BPF_JEQ >> 4] = DT_IR_EQ,	 [BPF_JNE >> 4] = DT_IR_NE,   [BPF_JLT >> 4] = DT_IR_LT,
	    [BPF_JLE >> 4] = DT_IR_LE,	 [BPF_JGT >> 4] = DT_IR_GT,   [BPF_JGE >> 4] = DT_IR_GE,
	    [BPF_JSLT >> 4] = DT_IR_SLT, [BPF_JSLE >> 4] = DT_IR_SLE, [BPF_JSGT >> 4] = DT_IR_SGT,
	    [BPF_JSGE >> 4] = DT_IR_SGE, [BPF_JSET >> 4] = DT_IR_SET,
	};
	const struct bpf_insn *i = &t->f->insns[at];
	const struct dt_rt_reloc *r = reloc_of(t, at);
	int64_t target = t->labels + at + 1 + i->off;

	switch (BPF_OP(i->code)) {
	case BPF_JA:
		dt_x86_put_jump(t->c, DT_X86_JMP, DT_REF_LABEL, target);
		break;
	case BPF_EXIT:
		put_return(t);
		break;
	case BPF_CALL:
		if (r) {
			put_call(t, r->func);
			dt_x86_move(t->c, regs[0], RAX);
		} else {
			put_helper(t, i);
		}
		break;
	default:
		dt_x86_branch(t->c, conds[BPF_OP(i->code) >> 4],
			      BPF_CLASS(i->code) == BPF_JMP ? 8 : 4,
			      dt_x86_in(value(t, i->dst_reg, RDX)), source(t, i), target);
	}
}

/** Returns, by instruction, whether a jump leads there. */
static bool *find_targets(const struct dt_rt_func *f)
{
	bool *targets = dt_zalloc(f->n_insns + 1);

	for (uint32_t i = 0; i < f->n_insns; i++) {
		const struct bpf_insn *insn = &f->insns[i];
		bool is_jump =
		    BPF_CLASS(insn->code) == BPF_JMP || BPF_CLASS(insn->code) == BPF_JMP32;

		if (is_jump && BPF_OP(insn->code) != BPF_CALL && BPF_OP(insn->code) != BPF_EXIT)
			targets[(int64_t)i + 1 + insn->off] = true;
	}
	return targets;
}

/** Forgets the map in r1 and the function in r2, if instruction `at` may find others there. */
static void forget(struct translator *t, uint32_t at)
{
	const struct bpf_insn *i = &t->f->insns[at];
	unsigned class = BPF_CLASS(i->code);
	bool writes = class == BPF_ALU || class == BPF_ALU64 || class == BPF_LDX || class == BPF_LD;
	bool is_after_call = at && (i[-1].code == (BPF_JMP | BPF_CALL));

	if (t->is_target[at] || is_after_call || (writes && i->dst_reg == BPF_REG_1))
		t->table = NULL;
	if (t->is_target[at] || is_after_call || (writes && i->dst_reg == BPF_REG_2))
		t->callback = NULL;
}

void dt_arch_emit_runtime(struct dt_unit *u, size_t index)
{
	const struct dt_rt_func *f = &dt_rt_table[index];
	struct translator t = {.u = u,
			       .c = &u->code,
			       .f = f,
			       .func = &u->runtime[index],
			       .saved = find_saved(f),
			       .owns_memory = u->place->is_alone || owns_memory(f->name)};

	uint32_t before = u->code.written, saved = 0;

	for (unsigned k = 0; k < N_SAVED; k++)
		saved |= (t.saved >> (6 + k) & 1) << regs[6 + k];
	u->code.written = 0;
	t.is_target = find_targets(f);
	t.top = (int32_t)(t.func->frame + ((f->stack + 7) & ~7u));
	t.labels = dt_code_label(t.c);
	for (uint32_t i = 1; i <= f->n_insns; i++)
		dt_code_label(t.c);
	put_saved(&t, false);
	dt_unit_begin_saves(u, saved, t.top);
	for (uint32_t i = 0; i < f->n_insns; i++) {
		dt_code_place(t.c, t.labels + i);
		forget(&t, i);
		switch (BPF_CLASS(f->insns[i].code)) {
		case BPF_ALU:
		case BPF_ALU64:
			put_alu(&t, &f->insns[i]);
			break;
		case BPF_JMP:
		case BPF_JMP32:
			put_jump(&t, i);
			break;
		case BPF_LD:
			put_wide(&t, i++);
			break;
		default:
			put_memory(&t, &f->insns[i]);
		}
	}
	dt_unit_end_saves(u, saved);
	u->code.written = before | (u->code.written & ~saved);
	free(t.is_target);
}
