/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks the invariants of the IR: every field is in its range, each label is placed once and after
 * the jumps to it, every register is assigned on all paths to its use, and no path runs off the end
 * of a function.
 *
 * To check assignment, the pass tracks the set of assigned registers; the set at a label is the
 * intersection of the sets at all jumps to it. One pass suffices, because control only goes
 * forward. Assignment is not checked in unreachable code.
 */
#include "ir/ops.h"

#include <string.h>

struct checker {
	const struct dt_ir_prog *p;
	const struct dt_ir_func *f;
	size_t words;	// size of a set
	uint64_t *now;	// registers assigned at the current instruction
	uint64_t **at;	// by label: registers assigned at all jumps so far; NULL before the first
	bool *is_bound; // by label
	bool reachable;
	size_t insn;
};

static const char *describe_failure(struct checker *c, const char *what, long long n)
{
	return dt_arena_printf(c->f->arena, "IR of %s, instruction %zu (%s): %s %lld", c->f->name,
			       c->insn, dt_ir_op_table[c->f->code.data[c->insn].op].name, what, n);
}

static void record_jump(struct checker *c, int64_t label)
{
	uint64_t *set = c->at[label];

	if (!c->reachable)
		return;
	if (!set) {
		c->at[label] = dt_malloc(c->words * sizeof(*set));
		memcpy(c->at[label], c->now, c->words * sizeof(*set));
		return;
	}
	for (size_t w = 0; w < c->words; w++)
		set[w] &= c->now[w];
}

static void check_label(struct checker *c, int64_t label)
{
	c->is_bound[label] = true;
	if (!c->at[label])
		return;
	if (c->reachable)
		record_jump(c, label); // falling through to the label counts as a jump
	memcpy(c->now, c->at[label], c->words * sizeof(*c->now));
	c->reachable = true;
	free(c->at[label]);
	c->at[label] = NULL;
}

static bool width_valid(const struct dt_ir_insn *i)
{
	switch (i->op) {
	case DT_IR_LOAD:
	case DT_IR_STORE:
	case DT_IR_SEXT:
	case DT_IR_ZEXT:
		return i->width == 1 || i->width == 2 || i->width == 4 || i->width == 8;
	case DT_IR_BSWAP:
		return i->width == 2 || i->width == 4 || i->width == 8;
	case DT_IR_PUBLISH:
	case DT_IR_ATOMIC_ADD:
	case DT_IR_FETCH_ADD:
	case DT_IR_XCHG:
	case DT_IR_CMPXCHG:
		return i->width == 4 || i->width == 8;
	default:
		return true;
	}
}

/** Checks the fields whose meaning depends on the operation: labels, slots, functions, n_args. */
static const char *check_fields(struct checker *c, const struct dt_ir_insn *i)
{
	unsigned flags = dt_ir_op_table[i->op].flags;
	const struct dt_ir_func *f = c->f;

	if (!width_valid(i))
		return describe_failure(c, "bad width", i->width);
	if (i->late)
		return describe_failure(c, "constant is not known yet, dst", i->dst);
	if (flags & DT_IR_F_A && !i->a && i->op != DT_IR_RET)
		return describe_failure(c, "operand a missing, dst", i->dst);
	if (flags & DT_IR_F_D && !i->dst && !(flags & DT_IR_F_CLOBBER))
		return describe_failure(c, "result missing, a", i->a);
	if (flags & DT_IR_F_MEM && flags & DT_IR_F_B && !(flags & DT_IR_F_IMM) && !i->b)
		return describe_failure(c, "value missing, a", i->a);
	if (flags & DT_IR_F_C && !i->c)
		return describe_failure(c, "expected value missing, a", i->a);
	if (i->n_args > DT_IR_MAX_ARGS)
		return describe_failure(c, "too many arguments:", i->n_args);
	if (i->op == DT_IR_STACK_ADDR && (i->imm < 1 || i->imm > (int64_t)f->slots.len))
		return describe_failure(c, "no such stack slot:", i->imm);
	if (i->op == DT_IR_ENV && (i->imm < 0 || i->imm >= DT_N_ENVS))
		return describe_failure(c, "no such word:", i->imm);
	if (i->op == DT_IR_ENV && i->n_args != dt_env_table[i->imm].n_args)
		return describe_failure(c, "wrong number of arguments:", i->n_args);
	if (i->op == DT_IR_ENV && dt_env_table[i->imm].flags & DT_ENV_F_CONTEXT &&
	    f != c->p->funcs.data[0])
		return describe_failure(c, "only the first function has a context, word", i->imm);
	if (i->op == DT_IR_CALL_LOCAL && (i->imm < 1 || i->imm >= (int64_t)c->p->funcs.len))
		return describe_failure(c, "no such function:", i->imm);
	if (i->op == DT_IR_LABEL || i->op == DT_IR_JUMP || i->op == DT_IR_BRANCH) {
		if (i->imm < 1 || i->imm > f->n_labels)
			return describe_failure(c, "no such label:", i->imm);
		if (c->is_bound[i->imm])
			return describe_failure(c, "label is placed before:", i->imm);
	}
	return NULL;
}

static const char *check_registers(struct checker *c, struct dt_ir_insn *i)
{
	dt_reg *uses[DT_IR_MAX_USES], dst = dt_ir_def(i);
	unsigned n = dt_ir_uses(i, uses);

	for (unsigned k = 0; k < n; k++) {
		dt_reg r = *uses[k];

		if (r < 1 || r > c->f->n_regs)
			return describe_failure(c, "no such register:", r);
		if (c->reachable && !(c->now[r / 64] >> (r % 64) & 1))
			return describe_failure(c,
						"register is not assigned on every way here:", r);
	}
	if (dst < 0 || dst > c->f->n_regs)
		return describe_failure(c, "no such register:", dst);
	c->now[dst / 64] |= 1ull << (dst % 64);
	return NULL;
}

static const char *check_insn(struct checker *c)
{
	struct dt_ir_insn i = c->f->code.data[c->insn];
	const char *wrong;

	if (i.op >= DT_N_IR_OPS)
		return dt_arena_printf(c->f->arena, "IR of %s: no such operation", c->f->name);
	if ((wrong = check_fields(c, &i)) || (wrong = check_registers(c, &i)))
		return wrong;
	if (i.op == DT_IR_LABEL)
		check_label(c, i.imm);
	if (i.op == DT_IR_JUMP || i.op == DT_IR_BRANCH)
		record_jump(c, i.imm);
	if (dt_ir_ends(&i))
		c->reachable = false;
	return NULL;
}

static const char *check_func(struct checker *c)
{
	const struct dt_ir_func *f = c->f;
	const char *wrong = NULL;

	for (unsigned r = 1; r <= f->n_params; r++)
		c->now[r / 64] |= 1ull << (r % 64);
	for (c->insn = 0; c->insn < f->code.len && !wrong; c->insn++)
		wrong = check_insn(c);
	if (wrong)
		return wrong;
	if (c->reachable)
		return dt_arena_printf(f->arena, "IR of %s: control falls off the end", f->name);
	for (dt_label l = 1; l <= f->n_labels; l++) {
		if (c->at[l])
			return dt_arena_printf(f->arena, "IR of %s: label L%d is never placed",
					       f->name, l);
	}
	return NULL;
}

const char *dt_ir_verify(const struct dt_ir_prog *p)
{
	const char *wrong = NULL;

	if (!p->funcs.len)
		return "IR without a function";
	for (size_t k = 0; k < p->funcs.len && !wrong; k++) {
		const struct dt_ir_func *f = p->funcs.data[k];
		size_t n_labels = (size_t)f->n_labels + 1;
		struct checker c = {
		    .p = p,
		    .f = f,
		    .words = (size_t)f->n_regs / 64 + 1,
		    .reachable = true,
		    .at = dt_zalloc(n_labels * sizeof(*c.at)),
		    .is_bound = dt_zalloc(n_labels),
		};

		c.now = dt_zalloc(c.words * sizeof(*c.now));
		wrong = check_func(&c);
		for (size_t l = 0; l < n_labels; l++)
			free(c.at[l]);
		free(c.at);
		free(c.is_bound);
		free(c.now);
	}
	return wrong;
}
