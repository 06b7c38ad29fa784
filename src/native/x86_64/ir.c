/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Turns a function of the IR into machine code. Each virtual register has one home for its whole
 * life (ir/alloc.h): a register of the machine, a word of the function's frame in the level, or
 * none if it is recomputed at each use. A result without a register is computed in rax and stored.
 */
#include "native/x86_64/ops.h"

#include "abi/native.h"
#include "ir/ops.h"

#include <assert.h>
#include <string.h>

enum { WORD = 8, PARAMS = DT_REG_FILE_PARAMS };

struct emitter {
	struct dt_unit *u;
	struct dt_code *c;
	const struct dt_ir_func *f;
	const struct dt_native_func *func;
	struct dt_alloc alloc;
	int64_t labels;		       // that of IR label 0
	int32_t top;		       // end of the frame's objects - rbp
	unsigned saved;		       // set of registers to save behind them
	unsigned frame_end;	       // the first byte behind the frame
	const struct dt_ir_insn *done; // a branch that the instruction before it has emitted
};

static const struct dt_home *home_of(const struct emitter *e, dt_reg r)
{
	return &e->alloc.homes[r];
}

static const struct dt_native_map *map_of(const struct emitter *e, int64_t map)
{
	assert(map < (int64_t)e->u->place->n_maps);
	return &e->u->place->maps[map];
}

enum { CTX = offsetof(struct dt_native_level, ctx), REGS = offsetof(struct dt_native_level, regs) };

/** Appends the computation of a constant or an address. */
static void put_origin(struct emitter *e, enum dt_x86_reg reg, const struct dt_ir_insn *i)
{
	struct dt_x86_rm at = {.kind = DT_X86_IN_REG};

	switch (i->op) {
	case DT_IR_CONST:
		dt_x86_const(e->c, reg, i->late ? *i->late : i->imm);
		return;
	case DT_IR_STACK_ADDR:
		at = dt_x86_at(RBP, e->top + e->alloc.slot_off[i->imm]);
		break;
	case DT_IR_MAP:
		at = dt_x86_ref(DT_REF_LABEL, dt_unit_map(e->u, (size_t)i->imm));
		break;
	case DT_IR_MAP_VALUE:
		at = dt_x86_ref(DT_REF_REGION, map_of(e, i->imm)->distance + i->off);
		break;
	case DT_IR_CTX:
		if (!e->u->place->is_site) {
			dt_x86_load(e->c, 8, reg, dt_x86_at(RBP, CTX));
			return;
		}
		e->u->reads |= DT_NATIVE_READS_REGS; // it may lead to any
		at = dt_x86_at(RBP, REGS);
		break;
	default: // CALLBACK
		at = dt_x86_ref(DT_REF_LABEL,
				dt_unit_runtime_named(e->u, i->sym, e->frame_end, e->func->depth));
	}
	if (!e->u->err)
		dt_x86_put(e->c, DT_X86_LEA, 8, reg, at, 0);
}

/** Returns where a value is. One without a home is computed into `scratch`. */
static struct dt_x86_rm rm_of(struct emitter *e, dt_reg r, enum dt_x86_reg scratch)
{
	const struct dt_home *h = home_of(e, r);

	if (h->kind == DT_HOME_REG)
		return dt_x86_in((enum dt_x86_reg)h->reg);
	if (h->kind == DT_HOME_STACK)
		return dt_x86_at(RBP, e->top + h->off);
	assert(h->kind == DT_HOME_REMAT);
	put_origin(e, scratch, h->remat);
	return dt_x86_in(scratch);
}

/** Returns a value as an operand, as an immediate if possible. */
static struct dt_x86_src src_of(struct emitter *e, dt_reg r, enum dt_x86_reg scratch)
{
	const struct dt_home *h = home_of(e, r);

	if (h->kind == DT_HOME_REMAT && h->remat->op == DT_IR_CONST && !h->remat->late)
		return dt_x86_imm(h->remat->imm);
	return (struct dt_x86_src){.rm = rm_of(e, r, scratch)};
}

/** Returns operand b of an instruction, a register or `imm`. */
static struct dt_x86_src operand_b(struct emitter *e, const struct dt_ir_insn *i, int64_t imm)
{
	return i->b ? src_of(e, i->b, RCX) : dt_x86_imm(imm);
}

/** Returns the register of a value, which is loaded into `scratch` if it is elsewhere. */
static enum dt_x86_reg reg_of(struct emitter *e, dt_reg r, enum dt_x86_reg scratch)
{
	struct dt_x86_rm rm = rm_of(e, r, scratch);

	if (rm.kind == DT_X86_IN_REG)
		return rm.reg;
	dt_x86_load(e->c, 8, scratch, rm);
	return scratch;
}

/** Reports whether a site's program reads a register of the interrupted code, within one word. */
static bool is_register(const struct emitter *e, const struct dt_ir_insn *i,
			const struct dt_ir_insn *origin)
{
	return e->u->place->is_site && origin && origin->op == DT_IR_CTX && i->op == DT_IR_LOAD &&
	       i->off >= 0 && i->off % WORD + i->width <= WORD && i->off / WORD < DT_NATIVE_REGS;
}

/** Returns the memory at a + off. Uses `scratch` if the address is in no register. */
static struct dt_x86_rm memory(struct emitter *e, const struct dt_ir_insn *i,
			       enum dt_x86_reg scratch)
{
	const struct dt_home *h = home_of(e, i->a);
	const struct dt_ir_insn *origin = h->kind == DT_HOME_REMAT ? h->remat : NULL;
	enum dt_x86_reg base;

	if (origin && origin->op == DT_IR_STACK_ADDR && dt_ir_fits_imm(i->off))
		return dt_x86_at(RBP, e->top + e->alloc.slot_off[origin->imm] + (int32_t)i->off);
	if (is_register(e, i, origin)) {
		e->u->reads |= 1u << i->off / WORD;
		return dt_x86_at(RBP, REGS + (int32_t)i->off);
	}
	if (origin && origin->op == DT_IR_MAP_VALUE)
		return dt_x86_ref(DT_REF_REGION,
				  map_of(e, origin->imm)->distance + origin->off + i->off);
	base = reg_of(e, i->a, scratch);
	if (dt_ir_fits_imm(i->off))
		return dt_x86_at(base, (int32_t)i->off);
	dt_x86_move(e->c, scratch, base);
	dt_x86_const(e->c, RAX, i->off);
	dt_x86_binary(e->c, DT_IR_ADD, 8, scratch, (struct dt_x86_src){.rm = dt_x86_in(RAX)});
	return dt_x86_at(scratch, 0);
}

/** Returns the register in which to compute a result: its home, or rax. */
static enum dt_x86_reg result_of(const struct emitter *e, dt_reg r)
{
	return home_of(e, r)->kind == DT_HOME_REG ? (enum dt_x86_reg)home_of(e, r)->reg : RAX;
}

/** Moves a result to its home. */
static void put_result(struct emitter *e, dt_reg r, enum dt_x86_reg from)
{
	const struct dt_home *h = home_of(e, r);

	if (!r)
		return;
	if (h->kind == DT_HOME_REG)
		dt_x86_move(e->c, (enum dt_x86_reg)h->reg, from);
	else if (h->kind == DT_HOME_STACK)
		dt_x86_put(e->c, DT_X86_STORE, 8, from, dt_x86_at(RBP, e->top + h->off), 0);
}

static bool is_in(const struct dt_x86_src *src, enum dt_x86_reg reg)
{
	return !src->is_imm && src->rm.kind == DT_X86_IN_REG && src->rm.reg == reg;
}

static void emit_binary(struct emitter *e, const struct dt_ir_insn *i)
{
	enum dt_x86_reg work = result_of(e, i->dst);
	struct dt_x86_src b = operand_b(e, i, i->imm);
	dt_reg a = i->a;

	if (is_in(&b, work) && a != i->b) {
		if (dt_ir_op_table[i->op].flags & DT_IR_F_COMM) {
			b = src_of(e, i->a, RCX);
			a = i->b;
		} else {
			work = RAX;
		}
	}
	struct dt_x86_rm from = rm_of(e, a, work);
	bool is_sum = i->op == DT_IR_ADD && b.is_imm && from.kind == DT_X86_IN_REG;

	if (is_sum && from.reg != work && dt_ir_fits_imm(b.imm)) {
		dt_x86_put(e->c, DT_X86_LEA, 8, work, dt_x86_at(from.reg, (int32_t)b.imm), 0);
	} else {
		if (from.kind != DT_X86_IN_REG || from.reg != work)
			dt_x86_load(e->c, 8, work, from);
		dt_x86_binary(e->c, i->op, 8, work, b);
	}
	put_result(e, i->dst, work);
}

static void emit_unary(struct emitter *e, const struct dt_ir_insn *i)
{
	enum dt_x86_reg work = result_of(e, i->dst);
	struct dt_x86_rm a = rm_of(e, i->a, work), rm = dt_x86_in(work);

	switch (i->op) {
	case DT_IR_SEXT:
		if (i->width == 8)
			dt_x86_load(e->c, 8, work, a);
		else
			dt_x86_put(e->c,
				   i->width == 1   ? DT_X86_SEXT_8
				   : i->width == 2 ? DT_X86_SEXT_16
						   : DT_X86_SEXT_32,
				   8, work, a, 0);
		break;
	case DT_IR_ZEXT:
		dt_x86_load(e->c, i->width, work, a);
		break;
	case DT_IR_BSWAP:
		dt_x86_load(e->c, 8, work, a);
		dt_x86_bswap(e->c, i->width, work);
		break;
	default: // NEG
		dt_x86_load(e->c, 8, work, a);
		dt_x86_put(e->c, DT_X86_NEG, 8, 0, rm, 0);
	}
	put_result(e, i->dst, work);
}

static void emit_load(struct emitter *e, const struct dt_ir_insn *i)
{
	enum dt_x86_reg work = result_of(e, i->dst);

	if (i->space == DT_IR_KERNEL)
		dt_unit_refuse(e->u, "memory of the kernel");

	dt_x86_load(e->c, i->width, work, memory(e, i, RDX));
	put_result(e, i->dst, work);
}

static bool is_locked(const struct emitter *e, const struct dt_ir_insn *i)
{
	return i->is_shared && !e->u->place->is_alone;
}

/** Appends a sum in memory, without a result. */
static void emit_count(struct emitter *e, const struct dt_ir_insn *i)
{
	struct dt_x86_rm at = memory(e, i, RDX);
	struct dt_x86_src b = operand_b(e, i, i->imm);

	at.locked = is_locked(e, i);
	if (b.is_imm && dt_ir_fits_imm(b.imm)) {
		dt_x86_put(e->c, b.imm == (int8_t)b.imm ? DT_X86_ADD_IMM8 : DT_X86_ADD_IMM,
			   i->width, 0, at, b.imm);
		return;
	}
	if (b.is_imm)
		dt_x86_const(e->c, RCX, b.imm);
	else if (b.rm.kind != DT_X86_IN_REG)
		dt_x86_load(e->c, 8, RCX, b.rm);
	dt_x86_put(e->c, DT_X86_ADD_TO, i->width,
		   b.is_imm || b.rm.kind != DT_X86_IN_REG ? RCX : b.rm.reg, at, 0);
}

static void emit_exchange(struct emitter *e, const struct dt_ir_insn *i)
{
	struct dt_x86_rm at = memory(e, i, RDX);
	enum dt_x86_reg b = reg_of(e, i->b, RCX);

	at.locked = i->op != DT_IR_XCHG && is_locked(e, i); // an exchange always is
	if (i->op == DT_IR_CMPXCHG) {
		dt_x86_load(e->c, i->width, RAX, rm_of(e, i->c, RAX));
		dt_x86_put(e->c, DT_X86_CMPXCHG, i->width, b, at, 0);
	} else {
		dt_x86_move(e->c, RAX, b);
		dt_x86_put(e->c, i->op == DT_IR_XCHG ? DT_X86_XCHG : DT_X86_XADD, i->width, RAX, at,
			   0);
	}
	put_result(e, i->dst, RAX);
}

/** Moves values to the registers of arguments without overwriting one that is still needed. */
static void put_moves(struct emitter *e, unsigned n, enum dt_x86_reg *to, enum dt_x86_reg *from)
{
	while (n) {
		unsigned ready = n;

		for (unsigned k = 0; k < n && ready == n; k++) {
			bool is_needed = false;

			for (unsigned j = 0; j < n; j++)
				is_needed = is_needed || (j != k && from[j] == to[k]);
			if (!is_needed)
				ready = k;
		}
		if (ready < n) {
			dt_x86_move(e->c, to[ready], from[ready]);
		} else { // a circle: after the exchange, the first is done
			ready = 0;
			dt_x86_put(e->c, DT_X86_XCHG, 8, to[0], dt_x86_in(from[0]), 0);
			for (unsigned j = 1; j < n; j++) {
				if (from[j] == from[0])
					from[j] = to[0];
				else if (from[j] == to[0])
					from[j] = from[0];
			}
		}
		n--;
		to[ready] = to[n];
		from[ready] = from[n];
	}
}

static void put_arguments(struct emitter *e, const struct dt_ir_insn *i)
{
	enum dt_x86_reg to[PARAMS], from[PARAMS];
	unsigned n = 0;

	assert(i->n_args <= PARAMS);
	for (unsigned k = 0; k < i->n_args; k++) {
		const struct dt_home *h = home_of(e, i->args[k]);

		if (h->kind != DT_HOME_REG)
			continue;
		to[n] = dt_x86_reg_file.params[k + 1];
		from[n++] = (enum dt_x86_reg)h->reg;
	}
	put_moves(e, n, to, from);
	for (unsigned k = 0; k < i->n_args; k++) {
		enum dt_x86_reg reg = dt_x86_reg_file.params[k + 1];
		const struct dt_home *h = home_of(e, i->args[k]);

		if (h->kind == DT_HOME_STACK)
			dt_x86_load(e->c, 8, reg, dt_x86_at(RBP, e->top + h->off));
		else if (h->kind == DT_HOME_REMAT)
			put_origin(e, reg, h->remat);
	}
}

/** Returns where the value of a key of 4 bytes is: in the register that the code before `i` has
 *  stored there, or in memory. */
static struct dt_x86_rm key_of(struct emitter *e, const struct dt_ir_insn *i)
{
	struct dt_ir_insn key = {.a = i->args[1]};
	const struct dt_home *at = home_of(e, key.a);
	const struct dt_ir_insn *first = e->f->code.data, *k = i - 1;

	while (k > first && (k->op == DT_IR_COMMENT || k->op == DT_IR_STACK_ADDR ||
			     k->op == DT_IR_MAP || k->op == DT_IR_NOP))
		k--;
	if (k >= first && k->op == DT_IR_STORE && k->width == 4 && !k->off && k->b &&
	    home_of(e, k->b)->kind == DT_HOME_REG && at->kind == DT_HOME_REMAT &&
	    at->remat->op == DT_IR_STACK_ADDR && home_of(e, k->a)->kind == DT_HOME_REMAT &&
	    home_of(e, k->a)->remat->op == DT_IR_STACK_ADDR &&
	    home_of(e, k->a)->remat->imm == at->remat->imm)
		return dt_x86_in((enum dt_x86_reg)home_of(e, k->b)->reg);
	return memory(e, &key, RDX);
}

/** Returns the branch behind `i` that tests whether its result is 0, or NULL. */
static const struct dt_ir_insn *null_test_of(const struct emitter *e, const struct dt_ir_insn *i)
{
	const struct dt_ir_insn *next = i + 1, *end = e->f->code.data + e->f->code.len;

	while (next < end && (next->op == DT_IR_COMMENT || next->op == DT_IR_NOP))
		next++;
	return next < end && next->op == DT_IR_BRANCH && next->cond == DT_IR_EQ &&
		       next->a == i->dst && !next->b && !next->off
		   ? next
		   : NULL;
}

/** Appends the result of `i`, the address of an array's element, or 0. A test for 0 that follows is
 *  done here, too. */
static void put_find(struct emitter *e, const struct dt_ir_insn *i, const struct dt_native_map *map,
		     struct dt_x86_rm key)
{
	const struct dt_ir_insn *test = null_test_of(e, i);
	enum dt_x86_reg work = result_of(e, i->dst);
	bool is_tested = test && home_of(e, i->dst)->kind == DT_HOME_REG;

	dt_x86_find(e->c, map, key, work, is_tested ? e->labels + test->imm : -1);
	put_result(e, i->dst, work);
	if (is_tested)
		e->done = test;
}

/** Returns the map of a word's first argument, if it is known here. */
static const struct dt_native_map *known_map(const struct emitter *e, const struct dt_ir_insn *i)
{
	const struct dt_home *h = home_of(e, i->args[0]);

	return h->kind == DT_HOME_REMAT && h->remat->op == DT_IR_MAP ? map_of(e, h->remat->imm)
								     : NULL;
}

static void emit_word(struct emitter *e, const struct dt_ir_insn *i)
{
	enum dt_env word = (enum dt_env)i->imm;
	enum dt_word_how how = dt_word_table[word].how;
	const struct dt_native_map *map = i->n_args ? known_map(e, i) : NULL;

	if (how == DT_WORD_THREAD && map) {
		put_find(e, i, map, dt_x86_at(RBP, offsetof(struct dt_native_level, slot)));
	} else if (word == DT_ENV_MAP_FIND && map && map->kind == DT_MAPK_ARRAY) {
		put_find(e, i, map, key_of(e, i));
	} else if (how == DT_WORD_LEVEL) {
		dt_x86_fact(e->u, word, result_of(e, i->dst));
		put_result(e, i->dst, result_of(e, i->dst));
	} else {
		put_arguments(e, i);
		dt_x86_word(e->u, word, e->frame_end, e->func->depth);
		put_result(e, i->dst, RAX);
	}
}

static void emit_call(struct emitter *e, const struct dt_ir_insn *i)
{
	unsigned depth = e->func->depth;

	if (i->op == DT_IR_CALL && !strcmp(i->sym, "dt_quantize_bucket")) {
		dt_x86_quantize(e->c, result_of(e, i->dst), reg_of(e, i->args[0], RAX));
		put_result(e, i->dst, result_of(e, i->dst));
		return;
	}
	int64_t label = i->op == DT_IR_CALL
			    ? dt_unit_runtime_named(e->u, i->sym, e->frame_end, depth)
			    : dt_unit_func(e->u, (size_t)i->imm, e->frame_end, depth);

	if (label < 0)
		return;
	put_arguments(e, i);
	dt_x86_put_jump(e->c, DT_X86_CALL, DT_REF_LABEL, label);
	put_result(e, i->dst, RAX);
}

/** Saves or restores the registers that calls preserve. */
static void put_saved(struct emitter *e, bool restore)
{
	int32_t at = e->top;

	for (enum dt_x86_reg reg = RAX; reg <= R15; reg++) {
		if (!(e->saved >> reg & 1))
			continue;
		dt_x86_put(e->c, restore ? DT_X86_LOAD : DT_X86_STORE, 8, reg, dt_x86_at(RBP, at),
			   0);
		at += WORD;
	}
}

/** Reports whether stubs call the function. */
static bool is_entry(const struct emitter *e)
{
	return e->u->place->is_site && e->func == e->u->funcs;
}

static void emit_return(struct emitter *e, const struct dt_ir_insn *i)
{
	if (i->a)
		dt_x86_move(e->c, RAX, reg_of(e, i->a, RAX));
	else if (!is_entry(e)) // a stub ignores the result
		dt_x86_const(e->c, RAX, i->imm);
	if (is_entry(e) && e->u->signals)
		dt_x86_send(e->c);
	put_saved(e, true);
	dt_x86_put(e->c, DT_X86_RET, 4, 0, dt_x86_in(RAX), 0);
}

static void emit_insn(struct emitter *e, const struct dt_ir_insn *i)
{
	enum dt_x86_reg work;

	switch (i->op) {
	case DT_IR_NOP:
	case DT_IR_COMMENT:
		break;
	case DT_IR_CONST:
	case DT_IR_STACK_ADDR:
	case DT_IR_MAP:
	case DT_IR_MAP_VALUE:
	case DT_IR_CALLBACK:
	case DT_IR_CTX:
		if (home_of(e, i->dst)->kind == DT_HOME_REMAT ||
		    home_of(e, i->dst)->kind == DT_HOME_NONE)
			break;
		work = result_of(e, i->dst);
		put_origin(e, work, i);
		put_result(e, i->dst, work);
		break;
	case DT_IR_MOV:
		work = result_of(e, i->dst);
		dt_x86_move(e->c, work, reg_of(e, i->a, work));
		put_result(e, i->dst, work);
		break;
	case DT_IR_LOAD:
		emit_load(e, i);
		break;
	case DT_IR_STORE:
	case DT_IR_PUBLISH: // the processor keeps stores in order
		dt_x86_store(e->c, i->width, memory(e, i, RDX), operand_b(e, i, i->imm));
		break;
	case DT_IR_ATOMIC_ADD:
		emit_count(e, i);
		break;
	case DT_IR_FETCH_ADD:
	case DT_IR_XCHG:
	case DT_IR_CMPXCHG:
		emit_exchange(e, i);
		break;
	case DT_IR_ENV:
		emit_word(e, i);
		break;
	case DT_IR_CALL:
	case DT_IR_CALL_LOCAL:
		emit_call(e, i);
		break;
	case DT_IR_TAIL_CALL:
		dt_unit_refuse(e->u, "tail_call");
		break;
	case DT_IR_LABEL:
		dt_code_place(e->c, e->labels + i->imm);
		break;
	case DT_IR_JUMP:
		dt_x86_put_jump(e->c, DT_X86_JMP, DT_REF_LABEL, e->labels + i->imm);
		break;
	case DT_IR_BRANCH:
		if (i == e->done)
			break;
		dt_x86_branch(e->c, i->cond, 8, rm_of(e, i->a, RAX), operand_b(e, i, i->off),
			      e->labels + i->imm);
		break;
	case DT_IR_RET:
		emit_return(e, i);
		break;
	default:
		if (dt_ir_op_table[i->op].flags & DT_IR_F_BIN)
			emit_binary(e, i);
		else
			emit_unary(e, i);
	}
}

/** Moves the parameters to their homes. */
static void emit_params(struct emitter *e)
{
	enum dt_x86_reg to[PARAMS], from[PARAMS];
	unsigned n = 0;

	for (unsigned k = 1; k <= e->f->n_params; k++) {
		const struct dt_home *h = home_of(e, (dt_reg)k);
		enum dt_x86_reg incoming = dt_x86_reg_file.params[k];

		if (h->kind == DT_HOME_STACK)
			put_result(e, (dt_reg)k, incoming);
		if (h->kind != DT_HOME_REG)
			continue;
		to[n] = (enum dt_x86_reg)h->reg;
		from[n++] = incoming;
	}
	put_moves(e, n, to, from);
}

/** Appends the context as main's parameter, if that is used. */
static void put_entry(struct emitter *e)
{
	if (!e->f->n_params || home_of(e, 1)->kind == DT_HOME_NONE)
		return;
	e->u->reads |= DT_NATIVE_READS_REGS;
	dt_x86_put(e->c, DT_X86_LEA, 8, RDI, dt_x86_at(RBP, REGS), 0);
}

/** Lays out the frame: the objects, then the saved registers. */
static void make_frame(struct emitter *e)
{
	unsigned saved = 0;

	for (dt_reg r = 1; r <= e->f->n_regs; r++)
		if (home_of(e, r)->kind == DT_HOME_REG)
			saved |= 1u << home_of(e, r)->reg;
	// A stub saves for main.
	e->saved = is_entry(e) ? 0 : saved & dt_x86_reg_file.kept;
	e->top = (int32_t)(e->func->frame + e->alloc.stack);
	e->frame_end = (unsigned)e->top + WORD * (unsigned)__builtin_popcount(e->saved);
	if (e->frame_end > e->u->level_size)
		e->u->level_size = e->frame_end;
}

void dt_arch_emit_func(struct dt_unit *u, size_t index)
{
	struct dt_ir_func copy = *u->p->funcs.data[index];
	struct emitter e = {.u = u, .c = &u->code, .f = &copy, .func = &u->funcs[index]};
	uint32_t before = u->code.written;

	copy.code.data = NULL;
	copy.code.len = copy.code.cap = 0;
	dt_vec_foreach (&u->p->funcs.data[index]->code, i)
		dt_vec_push(&copy.code, *i);
	dt_ir_drop_unreachable(&copy);
	dt_word_drop_tasks(&copy);
	dt_alloc_init(&e.alloc, &dt_x86_reg_file, &copy, 0, UINT32_MAX);
	make_frame(&e);
	e.labels = dt_code_label(e.c);
	for (dt_label l = 1; l <= copy.n_labels; l++)
		dt_code_label(e.c);
	u->code.written = 0;
	if (is_entry(&e) && u->signals)
		dt_x86_clear_signals(e.c);
	if (is_entry(&e) && u->identifies)
		dt_x86_identify(u);
	if (is_entry(&e))
		put_entry(&e);
	put_saved(&e, false);
	dt_unit_begin_saves(u, e.saved, e.top);
	emit_params(&e);
	dt_vec_foreach (&copy.code, i)
		emit_insn(&e, i);
	dt_unit_end_saves(u, e.saved);
	u->code.written = before | (u->code.written & ~e.saved);
	dt_alloc_deinit(&e.alloc);
	dt_vec_deinit(&copy.code);
}

void dt_arch_emit_entry(struct dt_unit *u)
{
	unsigned frame = sizeof(struct dt_native_level) + (u->signals ? WORD : 0);
	int64_t main_label = dt_unit_func(u, 0, frame, 0);
	struct dt_x86_rm none = dt_x86_in(RAX);

	if (u->place->is_site)
		return;
	dt_x86_put(&u->code, DT_X86_PUSH, 4, RBP, none, 0);
	dt_x86_move(&u->code, RBP, RDI);
	dt_x86_load(&u->code, 8, RDI, dt_x86_at(RBP, offsetof(struct dt_native_level, ctx)));
	dt_x86_put_jump(&u->code, DT_X86_CALL, DT_REF_LABEL, main_label);
	dt_x86_put(&u->code, DT_X86_POP, 4, RBP, none, 0);
	dt_x86_put(&u->code, DT_X86_RET, 4, 0, none, 0);
}
