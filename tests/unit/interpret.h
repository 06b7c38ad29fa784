/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An interpreter of the IR, over memory of this process. Addresses are real; the test supplies the
 * environment, and what it needs of maps and functions.
 */
#ifndef DT_TESTS_UNIT_INTERPRET_H
#define DT_TESTS_UNIT_INTERPRET_H

#include "ir/ops.h"

#include <stdlib.h>
#include <string.h>

/** The machine of a program; `env` receives `self`, the word and its arguments. The last three are
 *  for programs with maps, runtime functions and local functions; a map's number is its handle. */
struct machine {
	void *self;
	void *ctx;
	uint64_t (*env)(void *self, int64_t word, const uint64_t *args);
	void *(*map_value)(void *self, int64_t map);
	uint64_t (*call)(void *self, const char *function, const uint64_t *args);
	const struct dt_ir_prog *prog;
};

enum { INTERPRETED_REGS = 4096, INTERPRETED_SLOTS = 32, INTERPRETED_ARGS = DT_IR_MAX_ARGS };

static size_t interpreted_target(const struct dt_ir_func *f, int64_t label)
{
	for (size_t i = 0; i < f->code.len; i++)
		if (f->code.data[i].op == DT_IR_LABEL && f->code.data[i].imm == label)
			return i;
	abort(); // the label is nowhere
}

static uint64_t interpreted_load(uint64_t address, unsigned width)
{
	uint64_t value = 0;

	memcpy(&value, (const void *)address, width);
	return value;
}

/** Exchanges or adds, and returns the old value. */
static uint64_t interpreted_atomic(const struct dt_ir_insn *i, const uint64_t *r, uint64_t b)
{
	uint64_t old = interpreted_load(r[i->a] + i->off, i->width), next = b;
	uint64_t expected = 0;

	if (i->op == DT_IR_ATOMIC_ADD || i->op == DT_IR_FETCH_ADD)
		next = old + b;
	if (i->op == DT_IR_CMPXCHG) {
		memcpy(&expected, &r[i->c], i->width);
		next = old == expected ? b : old;
	}
	memcpy((void *)(r[i->a] + i->off), &next, i->width);
	return old;
}

/** Runs a function and returns its result. Slots have at most 64 bytes. */
static uint64_t interpret_func(const struct dt_ir_func *f, const struct machine *m,
			       const uint64_t *params)
{
	uint64_t r[INTERPRETED_REGS] = {0}, slots[INTERPRETED_SLOTS][8] = {0};
	uint64_t args[INTERPRETED_ARGS], value = 0;

	for (unsigned k = 0; k < f->n_params; k++)
		r[k + 1] = params[k];
	for (size_t pc = 0;; pc++) {
		const struct dt_ir_insn *i = &f->code.data[pc];
		uint64_t b = i->b ? r[i->b] : (uint64_t)i->imm;

		switch (i->op) {
		case DT_IR_NOP:
		case DT_IR_LABEL:
		case DT_IR_COMMENT:
			break;
		case DT_IR_CONST:
			r[i->dst] = i->imm;
			break;
		case DT_IR_MOV:
			r[i->dst] = r[i->a];
			break;
		case DT_IR_NEG:
		case DT_IR_SEXT:
		case DT_IR_ZEXT:
		case DT_IR_BSWAP:
			if (!dt_ir_eval_un(i->op, i->width, r[i->a], &r[i->dst]))
				abort();
			break;
		case DT_IR_LOAD:
			r[i->dst] = interpreted_load(r[i->a] + i->off, i->width);
			break;
		case DT_IR_STORE:
		case DT_IR_PUBLISH:
			memcpy((void *)(r[i->a] + i->off), &b, i->width);
			break;
		case DT_IR_CTX:
			r[i->dst] = (uint64_t)m->ctx;
			break;
		case DT_IR_ATOMIC_ADD:
		case DT_IR_FETCH_ADD:
		case DT_IR_XCHG:
		case DT_IR_CMPXCHG:
			value = interpreted_atomic(i, r, b);
			if (i->dst)
				r[i->dst] = value;
			break;
		case DT_IR_STACK_ADDR:
			r[i->dst] = (uint64_t)&slots[i->imm];
			break;
		case DT_IR_MAP:
			r[i->dst] = i->imm;
			break;
		case DT_IR_MAP_VALUE:
			r[i->dst] = (uint64_t)m->map_value(m->self, i->imm) + i->off;
			break;
		case DT_IR_ENV:
		case DT_IR_CALL:
		case DT_IR_CALL_LOCAL:
			for (unsigned k = 0; k < i->n_args; k++)
				args[k] = r[i->args[k]];
			value = i->op == DT_IR_ENV ? m->env(m->self, i->imm, args)
				: i->op == DT_IR_CALL
				    ? m->call(m->self, i->sym, args)
				    : interpret_func(m->prog->funcs.data[i->imm], m, args);
			if (i->dst)
				r[i->dst] = value;
			break;
		case DT_IR_JUMP:
			pc = interpreted_target(f, i->imm);
			break;
		case DT_IR_BRANCH:
			if (dt_ir_eval_cond(i->cond, r[i->a], i->b ? r[i->b] : (uint64_t)i->off))
				pc = interpreted_target(f, i->imm);
			break;
		case DT_IR_RET:
			return i->a ? r[i->a] : (uint64_t)i->imm;
		default:
			if (!dt_ir_eval_bin(i->op, r[i->a], b, &value))
				abort();
			r[i->dst] = value;
		}
	}
}

/** Runs a program and returns its result. */
static uint64_t interpret(const struct dt_ir_func *f, const struct machine *m)
{
	uint64_t ctx = (uint64_t)m->ctx;

	return interpret_func(f, m, &ctx);
}

#ifndef INTERPRET_ONLY
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

/** A program as generated and as optimized. Both must give the same results. */
struct program {
	struct dt_ir_prog *prog;
	struct dt_ir_func *f, *optimized;
};

static struct program program_begin(struct dt_arena *arena, enum dt_attach attach)
{
	struct dt_ir_prog *p = dt_ir_prog_create(arena, "test", attach);

	return (struct program){p, dt_ir_func_add(p, "main", 1), NULL};
}

static void program_end(struct program *p)
{
	const char *wrong = dt_ir_verify(p->prog);

	if (wrong)
		fail_msg("%s", wrong);
	p->optimized = dt_ir_func_add(p->prog, "optimized", 1);
	p->optimized->n_regs = p->f->n_regs;
	p->optimized->n_labels = p->f->n_labels;
	dt_vec_foreach (&p->f->code, i)
		dt_vec_push(&p->optimized->code, *i);
	dt_vec_foreach (&p->f->slots, s)
		dt_vec_push(&p->optimized->slots, *s);
	dt_ir_optimize(p->optimized);
}
#endif

#endif
