/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Removes repeated requests whose result is the same throughout a firing: the current thread, the
 * CPU, and kernel memory that the context points to. A later request becomes a copy of the first
 * one's result, if the first one lies on every path to it.
 *
 * Control only goes forward, so a path around an instruction is a jump from before it to a label
 * behind it. Walking through the code, the pass forgets at each label all results that were
 * computed after the first jump to that label.
 *
 * Conditions and arguments of static probes read the same few members many times. A reused result
 * occupies a register or a stack slot until its last use, so the pass keeps a limited number.
 */
#include "ir/passes/passes.h"

#include "ir/executor.h"
#include "ir/ops.h"
#include "ir/passes/facts.h"
#include "ir/passes/values.h"

enum {
	MAX_KNOWN = 64,
	MAX_READS_KEPT = 16,
};

struct answer {
	size_t at;
	int64_t word;
	dt_reg arg;
	unsigned size; // of memory: bytes
	dt_reg result;
	bool is_kept; // of memory: reused at least once
};

struct merger {
	struct dt_ir_func *f;
	struct dt_ir_facts facts;
	struct dt_ir_values values;
	struct answer known[MAX_KNOWN]; // by position
	unsigned n;
	unsigned n_kept;
	struct answer read; // becomes known at its load; word 0: none
};

static struct answer *find_answer(struct merger *a, int64_t word, dt_reg arg, unsigned size)
{
	for (unsigned i = 0; i < a->n; i++)
		if (a->known[i].word == word && a->known[i].arg == arg && a->known[i].size == size)
			return &a->known[i];
	return NULL;
}

static void remember_answer(struct merger *a, const struct answer *answer)
{
	if (a->n < MAX_KNOWN)
		a->known[a->n++] = *answer;
}

static void become_copy(struct dt_ir_insn *i, dt_reg of)
{
	*i = (struct dt_ir_insn){.op = DT_IR_MOV, .dst = i->dst, .a = of, .loc = i->loc};
}

static void merge_request(struct merger *a, struct dt_ir_insn *i, size_t at)
{
	dt_reg arg = i->n_args ? i->args[0] : 0;
	const struct answer *known;

	if (a->facts.defs[i->dst] != 1 || (arg && a->facts.defs[arg] != 1))
		return;
	known = find_answer(a, i->imm, arg, 0);
	if (known)
		become_copy(i, known->result);
	else
		remember_answer(
		    a, &(struct answer){.at = at, .word = i->imm, .arg = arg, .result = i->dst});
}

static bool may_keep(struct merger *a, struct answer *known)
{
	if (!known->is_kept && a->n_kept == MAX_READS_KEPT)
		return false;
	a->n_kept += !known->is_kept;
	known->is_kept = true;
	return true;
}

static void merge_memory_read(struct merger *a, struct dt_ir_insn *i, size_t at)
{
	dt_reg arg = a->values.first[i->args[2]];
	struct dt_ir_read read;
	struct answer *known;

	if (!arg || !dt_ir_read_at(&a->facts, at, &read))
		return;
	struct dt_ir_insn *result = &a->f->code.data[read.load];
	if (a->facts.defs[result->dst] != 1)
		return;
	known = find_answer(a, i->imm, arg, read.size);
	if (!known) {
		a->read = (struct answer){read.load, i->imm, arg, read.size, result->dst, false};
	} else if (may_keep(a, known)) {
		*i = (struct dt_ir_insn){.op = DT_IR_CONST, .dst = i->dst, .loc = i->loc};
		become_copy(result, known->result);
	}
}

/** Reports whether the word's result is the same throughout a firing. */
static bool lasts(const struct dt_ir_func *f, enum dt_env word)
{
	unsigned flags = dt_env_table[word].flags;

	return flags & DT_ENV_F_LASTING ||
	       (flags & DT_ENV_F_PINNED && f->executor && f->executor->is_pinned);
}

static void walk_requests(struct merger *a)
{
	for (size_t at = 0; at < a->f->code.len; at++) {
		struct dt_ir_insn *i = &a->f->code.data[at];

		if (i->op == DT_IR_ENV && lasts(a->f, (enum dt_env)i->imm))
			merge_request(a, i, at);
		else if (dt_ir_is_read(i))
			merge_memory_read(a, i, at);
		else if (a->read.word && at == a->read.at) {
			remember_answer(a, &a->read);
			dt_ir_values_read(&a->values, i->dst);
			a->read.word = 0;
		}
		dt_ir_values_pass(&a->values, i);
		if (i->op == DT_IR_LABEL)
			while (a->n && a->known[a->n - 1].at > a->facts.jumped_from[i->imm])
				a->n--;
	}
}

void dt_ir_merge_requests(struct dt_ir_func *f)
{
	struct merger a = {.f = f};

	dt_ir_facts_init(&a.facts, f);
	dt_ir_values_init(&a.values, f, a.facts.defs);
	walk_requests(&a);
	dt_ir_values_deinit(&a.values);
	dt_ir_facts_deinit(&a.facts);
}
