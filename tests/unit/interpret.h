/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An interpreter of the IR that contexts generate, over memory of this process. Addresses are real;
 * the test supplies the environment.
 */
#ifndef DT_TESTS_UNIT_INTERPRET_H
#define DT_TESTS_UNIT_INTERPRET_H

#include "ir/ops.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

/** The machine of a program; `env` receives `self`, the word and its arguments. */
struct machine {
	void *self;
	void *ctx;
	uint64_t (*env)(void *self, int64_t word, const uint64_t *args);
};

enum { INTERPRETED_REGS = 512, INTERPRETED_SLOTS = 32 };

static size_t interpreted_target(const struct dt_ir_func *f, int64_t label)
{
	for (size_t i = 0; i < f->code.len; i++)
		if (f->code.data[i].op == DT_IR_LABEL && f->code.data[i].imm == label)
			return i;
	fail_msg("label %d is nowhere", (int)label);
	return 0;
}

static uint64_t interpreted_load(uint64_t address, unsigned width)
{
	uint64_t value = 0;

	memcpy(&value, (const void *)address, width);
	return value;
}

/** Runs a program and returns its result. Slots have at most 8 bytes. */
static uint64_t interpret(const struct dt_ir_func *f, const struct machine *m)
{
	uint64_t r[INTERPRETED_REGS] = {0}, slots[INTERPRETED_SLOTS] = {0}, args[5], value = 0;

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
			assert_true(dt_ir_eval_un(i->op, i->width, r[i->a], &r[i->dst]));
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
		case DT_IR_STACK_ADDR:
			r[i->dst] = (uint64_t)&slots[i->imm];
			break;
		case DT_IR_ENV:
			for (unsigned k = 0; k < i->n_args; k++)
				args[k] = r[i->args[k]];
			value = m->env(m->self, i->imm, args);
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
			assert_true(dt_ir_eval_bin(i->op, r[i->a], b, &value));
			r[i->dst] = value;
		}
	}
}

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
