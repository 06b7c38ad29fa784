/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Effects of instructions, as far as plans need them. If an effect is unknown, the register counts
 * as read and not as overwritten.
 */
#include "instrument/text/internal.h"

enum { RSP = 4, NO_REGISTER = -1 };

/** Returns the number of a general register, or NO_REGISTER. */
static int number_of(ZydisRegister r)
{
	ZydisRegister wide = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r);

	if (wide < ZYDIS_REGISTER_RAX || wide > ZYDIS_REGISTER_R15)
		return NO_REGISTER;
	return (int)(wide - ZYDIS_REGISTER_RAX);
}

static uint16_t bit_of(ZydisRegister r)
{
	int n = number_of(r);

	return n == NO_REGISTER ? 0 : (uint16_t)(1u << n);
}

/** Reports whether the result does not depend on the register that both operands name. */
static bool is_zeroing(const struct dt_decoded *d)
{
	return (d->insn.mnemonic == ZYDIS_MNEMONIC_XOR || d->insn.mnemonic == ZYDIS_MNEMONIC_SUB) &&
	       d->operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
	       d->operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
	       d->operands[0].reg.value == d->operands[1].reg.value && d->operands[0].size >= 32;
}

/** Reports whether the instruction may leave its result or its flags as they were: repeated ones,
 *  shifts by zero, searches for a bit in zero. */
static bool may_do_nothing(const struct dt_decoded *d)
{
	if (d->insn.attributes &
	    (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE))
		return true;
	switch (d->insn.meta.category) {
	case ZYDIS_CATEGORY_SHIFT:
	case ZYDIS_CATEGORY_ROTATE:
		return true;
	default:
		break;
	}
	switch (d->insn.mnemonic) {
	case ZYDIS_MNEMONIC_BSF:
	case ZYDIS_MNEMONIC_BSR:
	case ZYDIS_MNEMONIC_LAR:
	case ZYDIS_MNEMONIC_LSL:
		return true;
	default:
		return false;
	}
}

static void add_register(const ZydisDecodedOperand *op, bool zeroing, struct dt_effects *ret)
{
	ZydisRegisterClass class = ZydisRegisterGetClass(op->reg.value);
	uint16_t bit = bit_of(op->reg.value);
	bool reads = op->actions & ZYDIS_OPERAND_ACTION_MASK_READ;
	bool writes = op->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE;

	if (!bit) {
		ret->writes_other = ret->writes_other || (writes && class != ZYDIS_REGCLASS_FLAGS &&
							  class != ZYDIS_REGCLASS_IP);
		return;
	}
	if (reads && !zeroing)
		ret->reads |= bit;
	if (!writes)
		return;
	ret->writes |= bit;
	if (op->actions & ZYDIS_OPERAND_ACTION_CONDWRITE || op->size < 32)
		ret->reads |= bit;
	else
		ret->kills |= bit;
}

void dt_effects_of(const struct dt_decoded *d, struct dt_effects *ret)
{
	const ZydisAccessedFlags *flags = d->insn.cpu_flags;
	bool zeroing = is_zeroing(d);

	*ret = (struct dt_effects){0};
	for (ZyanU8 i = 0; i < d->insn.operand_count; i++) {
		const ZydisDecodedOperand *op = &d->operands[i];

		if (op->type == ZYDIS_OPERAND_TYPE_REGISTER)
			add_register(op, zeroing, ret);
		if (op->type != ZYDIS_OPERAND_TYPE_MEMORY)
			continue;
		ret->reads |= bit_of(op->mem.base) | bit_of(op->mem.index);
		if (op->mem.type != ZYDIS_MEMOP_TYPE_AGEN && op->actions &&
		    (number_of(op->mem.base) != RSP || op->mem.index != ZYDIS_REGISTER_NONE))
			ret->uses_memory = true;
	}
	if (flags) {
		ret->flag_reads = flags->tested;
		ret->flag_kills = flags->modified | flags->set_0 | flags->set_1 | flags->undefined;
	}
	switch (d->insn.mnemonic) {
	case ZYDIS_MNEMONIC_PUSHF:
	case ZYDIS_MNEMONIC_PUSHFD:
	case ZYDIS_MNEMONIC_PUSHFQ:
		ret->flag_reads = UINT32_MAX;
		break;
	default:
		break;
	}
	if (may_do_nothing(d)) {
		ret->reads |= ret->writes;
		ret->kills = 0;
		ret->flag_kills = 0;
	}
}

bool dt_insn_ends(const struct dt_decoded *d)
{
	return d->insn.mnemonic == ZYDIS_MNEMONIC_JMP || d->insn.mnemonic == ZYDIS_MNEMONIC_RET;
}
