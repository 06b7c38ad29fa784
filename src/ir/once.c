/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What has one answer throughout a firing is asked once: who runs, where, and what the kernel's
 * memory holds where the context leads to. A later question becomes a copy of the first one's
 * result, if that lies on every way there.
 *
 * Control only goes forward, so a way around an instruction is a jump from before it to a label
 * behind it. On a walk through the code, a label forgets all answers that came after the first jump
 * to it.
 *
 * Conditions and arguments of static probes read the same few members many times. A number that
 * is read has one shape, that of lower/place/memory.c: READ_KERNEL into a stack object, a branch
 * around the fault, a load of the object; both addresses of the object have no other use. Answers
 * of reads that are used again stay in registers or on the stack, so there is a bound for them.
 */
#include "ir/ops.h"
#include "ir/values.h"

#include <stdlib.h>

enum {
	MAX_KNOWN = 64,
	MAX_READS_KEPT = 16,
};

struct answer {
	size_t at;
	int64_t word;
	dt_reg arg;
	unsigned size; // READ_KERNEL: in bytes
	dt_reg result;
	bool is_kept; // READ_KERNEL: used again
};

struct asker {
	struct dt_ir_func *f;
	unsigned *defs;			// by register: assignments
	unsigned *uses;			// by register: mentions as an operand
	const struct dt_ir_insn **def;	// by register: an assignment; NULL: a parameter
	size_t *jumped_from;		// by label: its first jump; SIZE_MAX: none yet
	struct answer known[MAX_KNOWN]; // by position
	unsigned n;
	unsigned n_kept;
	struct answer read; // to be known once the walk is at its load; word 0: none
	struct dt_ir_values values;
};

static struct answer *find(struct asker *a, int64_t word, dt_reg arg, unsigned size)
{
	for (unsigned i = 0; i < a->n; i++)
		if (a->known[i].word == word && a->known[i].arg == arg && a->known[i].size == size)
			return &a->known[i];
	return NULL;
}

static void know(struct asker *a, const struct answer *answer)
{
	if (a->n < MAX_KNOWN)
		a->known[a->n++] = *answer;
}

static void become_copy(struct dt_ir_insn *i, dt_reg of)
{
	*i = (struct dt_ir_insn){.op = DT_IR_MOV, .dst = i->dst, .a = of, .loc = i->loc};
}

static void ask(struct asker *a, struct dt_ir_insn *i, size_t at)
{
	dt_reg arg = i->n_args ? i->args[0] : 0;
	const struct answer *known;

	if (a->defs[i->dst] != 1 || (arg && a->defs[arg] != 1))
		return;
	known = find(a, i->imm, arg, 0);
	if (known)
		become_copy(i, known->result);
	else
		know(a, &(struct answer){.at = at, .word = i->imm, .arg = arg, .result = i->dst});
}

/** The only assignment of a register, if it is that operation; else NULL. */
static const struct dt_ir_insn *only(const struct asker *a, dt_reg r, enum dt_ir_op op)
{
	const struct dt_ir_insn *def = a->def[r];

	return a->defs[r] == 1 && def && def->op == op ? def : NULL;
}

/** The stack object whose address the register is, for one use; 0: it is no such address. */
static int64_t object_of(const struct asker *a, dt_reg r)
{
	const struct dt_ir_insn *def = a->uses[r] == 1 ? only(a, r, DT_IR_STACK_ADDR) : NULL;

	return def ? def->imm : 0;
}

/** Where the number is loaded that the READ_KERNEL at `at` reads; 0: it reads something else. */
static size_t load_of(const struct asker *a, size_t at)
{
	const struct dt_ir_insn *read = &a->f->code.data[at], *check = read + 1;
	const struct dt_ir_insn *size = only(a, read->args[1], DT_IR_CONST);
	int64_t object = object_of(a, read->args[0]);
	size_t n = a->f->code.len;

	if (!size || !object || at + 1 >= n || check->op != DT_IR_BRANCH ||
	    check->cond != DT_IR_SGE || check->a != read->dst || check->b || check->off ||
	    a->uses[read->dst] != 1)
		return 0;
	for (at += 2; at < n; at++)
		if (a->f->code.data[at].op == DT_IR_LABEL && a->f->code.data[at].imm == check->imm)
			break;
	for (at++; at < n; at++) {
		const struct dt_ir_insn *i = &a->f->code.data[at];

		if (i->op == DT_IR_LOAD)
			return i->width == size->imm && !i->off && object_of(a, i->a) == object &&
				       a->defs[i->dst] == 1
				   ? at
				   : 0;
		if (i->op != DT_IR_STACK_ADDR && i->op != DT_IR_COMMENT && i->op != DT_IR_NOP)
			return 0;
	}
	return 0;
}

static bool may_keep(struct asker *a, struct answer *known)
{
	if (!known->is_kept && a->n_kept == MAX_READS_KEPT)
		return false;
	a->n_kept += !known->is_kept;
	known->is_kept = true;
	return true;
}

static void ask_memory(struct asker *a, struct dt_ir_insn *i, size_t at)
{
	dt_reg arg = a->values.first[i->args[2]];
	size_t load = arg ? load_of(a, at) : 0;
	struct answer *known;

	if (!load)
		return;
	struct dt_ir_insn *result = &a->f->code.data[load];
	known = find(a, i->imm, arg, result->width);
	if (!known) {
		a->read = (struct answer){load, i->imm, arg, result->width, result->dst, false};
	} else if (may_keep(a, known)) {
		*i = (struct dt_ir_insn){.op = DT_IR_CONST, .dst = i->dst, .loc = i->loc};
		become_copy(result, known->result);
	}
}

static void walk(struct asker *a)
{
	for (size_t at = 0; at < a->f->code.len; at++) {
		struct dt_ir_insn *i = &a->f->code.data[at];

		if (i->op == DT_IR_ENV && dt_env_table[i->imm].flags & DT_ENV_F_LASTING)
			ask(a, i, at);
		else if (i->op == DT_IR_ENV && i->imm == DT_ENV_READ_KERNEL)
			ask_memory(a, i, at);
		else if (a->read.word && at == a->read.at) {
			know(a, &a->read);
			dt_ir_values_read(&a->values, i->dst);
			a->read.word = 0;
		}
		dt_ir_values_pass(&a->values, i);
		if ((i->op == DT_IR_JUMP || i->op == DT_IR_BRANCH) &&
		    a->jumped_from[i->imm] == SIZE_MAX)
			a->jumped_from[i->imm] = at;
		if (i->op == DT_IR_LABEL)
			while (a->n && a->known[a->n - 1].at > a->jumped_from[i->imm])
				a->n--;
	}
}

static void count(struct asker *a)
{
	dt_reg *uses[DT_IR_MAX_USES];

	for (unsigned r = 1; r <= a->f->n_params; r++)
		a->defs[r] = 1;
	dt_vec_foreach (&a->f->code, i) {
		a->defs[dt_ir_def(i)]++;
		a->def[dt_ir_def(i)] = i;
		for (unsigned n = dt_ir_uses(i, uses), k = 0; k < n; k++)
			a->uses[*uses[k]]++;
	}
}

void dt_ir_ask_once(struct dt_ir_func *f)
{
	size_t n = (size_t)f->n_regs + 1;
	struct asker a = {
	    .f = f,
	    .defs = dt_zalloc(n * sizeof(*a.defs)),
	    .uses = dt_zalloc(n * sizeof(*a.uses)),
	    .def = dt_zalloc(n * sizeof(*a.def)),
	    .jumped_from = dt_malloc(((size_t)f->n_labels + 1) * sizeof(*a.jumped_from)),
	};

	for (dt_label l = 0; l <= f->n_labels; l++)
		a.jumped_from[l] = SIZE_MAX;
	count(&a);
	dt_ir_values_init(&a.values, f, a.defs);
	walk(&a);
	dt_ir_values_deinit(&a.values);
	free(a.defs);
	free(a.uses);
	free(a.def);
	free(a.jumped_from);
}
