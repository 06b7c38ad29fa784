/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The builder. Each function appends one instruction with the function's current source location
 * and returns the register that the instruction assigns. The builder simplifies nothing, but it
 * moves an immediate that is too large for an operand into a register. dt_ir_optimize() does the
 * rest, and dt_ir_verify() finds mistakes.
 */
#include "ir/ops.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct dt_ir_prog *dt_ir_prog_create(struct dt_arena *a, const char *name, enum dt_attach attach)
{
	struct dt_ir_prog *p = dt_arena_new(a, struct dt_ir_prog);

	p->arena = a;
	p->name = dt_arena_strdup(a, name);
	p->attach = attach;
	return p;
}

void dt_ir_prog_deinit(struct dt_ir_prog *p)
{
	dt_vec_foreach (&p->funcs, f) {
		dt_vec_deinit(&(*f)->code);
		dt_vec_deinit(&(*f)->slots);
	}
	dt_vec_deinit(&p->funcs);
}

struct dt_ir_func *dt_ir_func_add(struct dt_ir_prog *p, const char *name, unsigned n_params)
{
	struct dt_ir_func *f = dt_arena_new(p->arena, struct dt_ir_func);

	f->arena = p->arena;
	f->name = dt_arena_strdup(p->arena, name);
	f->n_params = n_params;
	f->n_regs = (dt_reg)n_params;
	f->executor = p->executor;
	dt_vec_push(&p->funcs, f);
	return f;
}

static void append_insn(struct dt_ir_func *f, struct dt_ir_insn insn)
{
	insn.loc = f->loc;
	insn.asker = f->asker;
	dt_vec_push(&f->code, insn);
}

dt_reg dt_ir_reg(struct dt_ir_func *f)
{
	return ++f->n_regs;
}

void dt_ir_const_to(struct dt_ir_func *f, dt_reg dst, int64_t value)
{
	append_insn(f, (struct dt_ir_insn){.op = DT_IR_CONST, .dst = dst, .imm = value});
}

dt_reg dt_ir_const(struct dt_ir_func *f, int64_t value)
{
	dt_reg dst = dt_ir_reg(f);

	dt_ir_const_to(f, dst, value);
	return dst;
}

void dt_ir_mov_to(struct dt_ir_func *f, dt_reg dst, dt_reg a)
{
	append_insn(f, (struct dt_ir_insn){.op = DT_IR_MOV, .dst = dst, .a = a});
}

dt_reg dt_ir_late_const(struct dt_ir_func *f, const int64_t *value)
{
	dt_reg dst = dt_ir_reg(f);

	append_insn(f, (struct dt_ir_insn){.op = DT_IR_CONST, .dst = dst, .late = value});
	return dst;
}

dt_reg dt_ir_mov(struct dt_ir_func *f, dt_reg a)
{
	dt_reg dst = dt_ir_reg(f);

	dt_ir_mov_to(f, dst, a);
	return dst;
}

void dt_ir_bin_to(struct dt_ir_func *f, enum dt_ir_op op, dt_reg dst, dt_reg a, dt_reg b)
{
	assert(b && dt_ir_op_table[op].flags & DT_IR_F_BIN);
	append_insn(f, (struct dt_ir_insn){.op = op, .dst = dst, .a = a, .b = b});
}

dt_reg dt_ir_bin(struct dt_ir_func *f, enum dt_ir_op op, dt_reg a, dt_reg b)
{
	dt_reg dst = dt_ir_reg(f);

	dt_ir_bin_to(f, op, dst, a, b);
	return dst;
}

dt_reg dt_ir_bini(struct dt_ir_func *f, enum dt_ir_op op, dt_reg a, int64_t imm)
{
	if (!dt_ir_fits_imm(imm))
		return dt_ir_bin(f, op, a, dt_ir_const(f, imm));
	dt_reg dst = dt_ir_reg(f);
	append_insn(f, (struct dt_ir_insn){.op = op, .dst = dst, .a = a, .imm = imm});
	return dst;
}

dt_reg dt_ir_un(struct dt_ir_func *f, enum dt_ir_op op, unsigned width, dt_reg a)
{
	dt_reg dst = dt_ir_reg(f);

	append_insn(f, (struct dt_ir_insn){.op = op, .width = (uint8_t)width, .dst = dst, .a = a});
	return dst;
}

static dt_reg append_load(struct dt_ir_func *f, enum dt_ir_space space, unsigned width, dt_reg base,
			  int64_t off)
{
	dt_reg dst = dt_ir_reg(f);

	append_insn(f, (struct dt_ir_insn){.op = DT_IR_LOAD,
					   .space = space,
					   .width = (uint8_t)width,
					   .dst = dst,
					   .a = base,
					   .off = off});
	return dst;
}

dt_reg dt_ir_load(struct dt_ir_func *f, unsigned width, dt_reg base, int64_t off)
{
	return append_load(f, DT_IR_OWN, width, base, off);
}

dt_reg dt_ir_load_kernel(struct dt_ir_func *f, unsigned width, dt_reg base, int64_t off)
{
	return append_load(f, DT_IR_KERNEL, width, base, off);
}

void dt_ir_store(struct dt_ir_func *f, unsigned width, dt_reg base, int64_t off, dt_reg value)
{
	append_insn(
	    f, (struct dt_ir_insn){
		   .op = DT_IR_STORE, .width = (uint8_t)width, .a = base, .b = value, .off = off});
}

void dt_ir_storei(struct dt_ir_func *f, unsigned width, dt_reg base, int64_t off, int64_t imm)
{
	// A narrow store writes the low bytes only; their sign extension always fits an immediate.
	if (width < 8)
		imm = (int64_t)((uint64_t)imm << (64 - 8 * width)) >> (64 - 8 * width);
	if (!dt_ir_fits_imm(imm)) {
		dt_ir_store(f, width, base, off, dt_ir_const(f, imm));
		return;
	}
	append_insn(
	    f, (struct dt_ir_insn){
		   .op = DT_IR_STORE, .width = (uint8_t)width, .a = base, .imm = imm, .off = off});
}

void dt_ir_publish(struct dt_ir_func *f, unsigned width, dt_reg base, int64_t off, dt_reg value)
{
	append_insn(
	    f,
	    (struct dt_ir_insn){
		.op = DT_IR_PUBLISH, .width = (uint8_t)width, .a = base, .b = value, .off = off});
}

void dt_ir_atomic_add(struct dt_ir_func *f, unsigned width, dt_reg base, int64_t off, dt_reg value)
{
	append_insn(f, (struct dt_ir_insn){.op = DT_IR_ATOMIC_ADD,
					   .width = (uint8_t)width,
					   .a = base,
					   .b = value,
					   .off = off});
}

void dt_ir_share(struct dt_ir_func *f)
{
	f->code.data[f->code.len - 1].is_shared = true;
}

dt_reg dt_ir_atomic(struct dt_ir_func *f, enum dt_ir_op op, unsigned width, dt_reg base,
		    int64_t off, dt_reg value, dt_reg expected)
{
	dt_reg dst = dt_ir_reg(f);

	append_insn(f, (struct dt_ir_insn){.op = op,
					   .width = (uint8_t)width,
					   .dst = dst,
					   .a = base,
					   .b = value,
					   .c = expected,
					   .off = off});
	return dst;
}

dt_reg dt_ir_ctx(struct dt_ir_func *f)
{
	dt_reg dst = dt_ir_reg(f);

	append_insn(f, (struct dt_ir_insn){.op = DT_IR_CTX, .dst = dst});
	return dst;
}

dt_slot dt_ir_slot(struct dt_ir_func *f, uint32_t size, uint32_t align)
{
	dt_vec_push(&f->slots, (struct dt_ir_slot){.size = size, .align = align});
	return (dt_slot)f->slots.len;
}

dt_reg dt_ir_slot_addr(struct dt_ir_func *f, dt_slot slot)
{
	dt_reg dst = dt_ir_reg(f);

	append_insn(f, (struct dt_ir_insn){.op = DT_IR_STACK_ADDR, .dst = dst, .imm = slot});
	return dst;
}

dt_reg dt_ir_map(struct dt_ir_func *f, unsigned map)
{
	dt_reg dst = dt_ir_reg(f);

	append_insn(f, (struct dt_ir_insn){.op = DT_IR_MAP, .dst = dst, .imm = map});
	return dst;
}

dt_reg dt_ir_map_value(struct dt_ir_func *f, unsigned map, uint32_t off)
{
	dt_reg dst = dt_ir_reg(f);

	append_insn(f,
		    (struct dt_ir_insn){.op = DT_IR_MAP_VALUE, .dst = dst, .imm = map, .off = off});
	return dst;
}

dt_reg dt_ir_callback(struct dt_ir_func *f, const char *runtime)
{
	dt_reg dst = dt_ir_reg(f);

	append_insn(f, (struct dt_ir_insn){.op = DT_IR_CALLBACK, .dst = dst, .sym = runtime});
	return dst;
}

static dt_reg append_call(struct dt_ir_func *f, struct dt_ir_insn insn, unsigned n, va_list ap)
{
	assert(n <= DT_IR_MAX_ARGS);
	insn.n_args = (uint8_t)n;
	for (unsigned i = 0; i < n; i++)
		insn.args[i] = va_arg(ap, dt_reg);
	insn.dst = dt_ir_reg(f);
	append_insn(f, insn);
	return insn.dst;
}

dt_reg dt_ir_env(struct dt_ir_func *f, enum dt_env word, ...)
{
	va_list ap;

	va_start(ap, word);
	dt_reg dst = append_call(f, (struct dt_ir_insn){.op = DT_IR_ENV, .imm = word},
				 dt_env_table[word].n_args, ap);
	va_end(ap);
	return dst;
}

dt_reg dt_ir_call(struct dt_ir_func *f, const char *runtime, unsigned n, ...)
{
	va_list ap;

	va_start(ap, n);
	dt_reg dst = append_call(f, (struct dt_ir_insn){.op = DT_IR_CALL, .sym = runtime}, n, ap);
	va_end(ap);
	return dst;
}

dt_reg dt_ir_call_local(struct dt_ir_func *f, unsigned func, unsigned n, ...)
{
	va_list ap;

	va_start(ap, n);
	dt_reg dst =
	    append_call(f, (struct dt_ir_insn){.op = DT_IR_CALL_LOCAL, .imm = func}, n, ap);
	va_end(ap);
	return dst;
}

void dt_ir_tail_call(struct dt_ir_func *f, unsigned map, dt_reg index)
{
	append_insn(f, (struct dt_ir_insn){.op = DT_IR_TAIL_CALL, .imm = map, .a = index});
}

dt_label dt_ir_label(struct dt_ir_func *f)
{
	return ++f->n_labels;
}

void dt_ir_place(struct dt_ir_func *f, dt_label l)
{
	append_insn(f, (struct dt_ir_insn){.op = DT_IR_LABEL, .imm = l});
}

void dt_ir_jump(struct dt_ir_func *f, dt_label l)
{
	append_insn(f, (struct dt_ir_insn){.op = DT_IR_JUMP, .imm = l});
}

void dt_ir_branch(struct dt_ir_func *f, enum dt_ir_cond c, dt_reg a, dt_reg b, dt_label l)
{
	assert(b);
	append_insn(f,
		    (struct dt_ir_insn){.op = DT_IR_BRANCH, .cond = c, .a = a, .b = b, .imm = l});
}

void dt_ir_branchi(struct dt_ir_func *f, enum dt_ir_cond c, dt_reg a, int64_t imm, dt_label l)
{
	if (!dt_ir_fits_imm(imm)) {
		dt_ir_branch(f, c, a, dt_ir_const(f, imm), l);
		return;
	}
	append_insn(
	    f, (struct dt_ir_insn){.op = DT_IR_BRANCH, .cond = c, .a = a, .off = imm, .imm = l});
}

void dt_ir_ret(struct dt_ir_func *f, int64_t value)
{
	append_insn(f, (struct dt_ir_insn){.op = DT_IR_RET, .imm = value});
}

void dt_ir_comment(struct dt_ir_func *f, const char *fmt, ...)
{
	char text[160];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	append_insn(
	    f, (struct dt_ir_insn){.op = DT_IR_COMMENT, .sym = dt_arena_strdup(f->arena, text)});
}
