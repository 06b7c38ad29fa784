/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * System calls of a text. Most have a constant number, which the instructions in front of them load
 * without a branch or a landing point in between.
 *
 * Decision: docs/dev/decisions/0137-guards-in-front-of-system-calls.md
 */
#include "instrument/text/internal.h"

enum {
	RAX = 0,
	RDX = 2,
	RSI = 6,
	RDI = 7,
	LOOK_BACK = 24, // instructions
};

static const uint8_t places[DT_TEXT_OPERANDS] = {RAX, RDI, RSI, RDX};

static uint8_t register_of(const ZydisDecodedOperand *op)
{
	return (uint8_t)ZydisRegisterGetId(
	    ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, op->reg.value));
}

/** Finds where an operand is in front of an instruction that may write it. Returns false if nothing
 *  holds it there. */
static bool step_operand(const struct dt_decoded *d, struct dt_text_operand *o)
{
	const ZydisDecodedOperand *to = &d->operands[0], *from = &d->operands[1];
	struct dt_effects e;

	dt_effects_of(d, &e);
	if (o->is_constant || !(e.writes & 1u << o->reg))
		return true;
	if (to->type != ZYDIS_OPERAND_TYPE_REGISTER || to->size < 32)
		return false;
	if (d->insn.mnemonic == ZYDIS_MNEMONIC_XOR && from->type == ZYDIS_OPERAND_TYPE_REGISTER &&
	    from->reg.value == to->reg.value) {
		*o = (struct dt_text_operand){.is_constant = true};
		return true;
	}
	if (d->insn.mnemonic != ZYDIS_MNEMONIC_MOV)
		return false;
	if (from->type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
		*o = (struct dt_text_operand){.is_constant = true, .constant = from->imm.value.u};
	else if (from->type == ZYDIS_OPERAND_TYPE_REGISTER && from->size == to->size)
		o->reg = register_of(from);
	else
		return false;
	return true;
}

/** Follows the number back from address `at`, as far as it is known to be the same. */
static void follow_number(const struct dt_text_part *p, uint64_t start, uint64_t at,
			  struct dt_text_operand number, struct dt_text_operand *ret)
{
	struct dt_decoded d;

	for (int i = 0; i < LOOK_BACK && !number.is_constant; i++) {
		if (p->marks[at - p->addr] & DT_MARK_LANDING ||
		    !dt_insn_before(p, start - p->addr, at - p->addr, &d) ||
		    d.insn.meta.branch_type != ZYDIS_BRANCH_TYPE_NONE || dt_insn_refuses(&d) ||
		    !step_operand(&d, &number))
			return;
		at = d.at;
	}
	if (number.is_constant)
		*ret = number;
}

/** Reads the call at an address. Returns false if some of its operands are unknown. */
static bool read_call(const struct dt_text *t, uint64_t at, struct dt_text_call *ret)
{
	const struct dt_text_part *p = dt_text_part(t, at);
	const struct dt_text_function *fn = dt_text_function(t, at);
	struct dt_decoded d;

	if (!p || !fn || fn->addr < p->addr ||
	    !dt_insn_before(p, fn->addr - p->addr, at - p->addr, &d))
		return false;
	*ret = (struct dt_text_call){.offset = p->offset + (d.at - p->addr)};
	for (unsigned k = 0; k < DT_TEXT_OPERANDS; k++) {
		ret->operands[k].reg = places[k];
		if (!step_operand(&d, &ret->operands[k]))
			return false;
	}
	follow_number(p, fn->addr, d.at, ret->operands[0], &ret->operands[0]);
	return true;
}

static bool may_be(const struct dt_text_operand *number, const uint32_t *numbers, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!number->is_constant || number->constant == numbers[i])
			return true;
	return false;
}

void dt_text_find_calls(const struct dt_text *t, const uint32_t *numbers, size_t n,
			dt_text_calls *ret)
{
	struct dt_text_call c;

	dt_vec_foreach (&t->calls, at)
		if (read_call(t, *at, &c) && may_be(&c.operands[0], numbers, n))
			dt_vec_push(ret, c);
}
