/* SPDX-License-Identifier: BSD-2-Clause */
#include "instrument/check/x86_64/effect.h"

static const ZydisInstructionAttributes PREFIXES =
    ZYDIS_ATTRIB_HAS_LOCK | ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE |
    ZYDIS_ATTRIB_HAS_XACQUIRE | ZYDIS_ATTRIB_HAS_XRELEASE | ZYDIS_ATTRIB_HAS_BND |
    ZYDIS_ATTRIB_HAS_NOTRACK;

bool dt_effect_is_nop(const struct dt_decoded *d)
{
	return d->insn.mnemonic == ZYDIS_MNEMONIC_NOP;
}

bool dt_effect_is_conditional(const struct dt_decoded *d)
{
	return d->insn.meta.category == ZYDIS_CATEGORY_COND_BR && d->insn.raw.imm[0].is_relative &&
	       d->insn.mnemonic != ZYDIS_MNEMONIC_XBEGIN;
}

bool dt_effect_shows_place(const struct dt_decoded *d)
{
	switch (d->insn.meta.category) {
	case ZYDIS_CATEGORY_CALL:
	case ZYDIS_CATEGORY_INTERRUPT:
	case ZYDIS_CATEGORY_SYSCALL:
		return true;
	default:
		return d->insn.mnemonic == ZYDIS_MNEMONIC_XBEGIN;
	}
}

bool dt_effect_ends(const struct dt_decoded *d)
{
	switch (d->insn.meta.category) {
	case ZYDIS_CATEGORY_UNCOND_BR:
	case ZYDIS_CATEGORY_RET:
	case ZYDIS_CATEGORY_SYSRET:
		return true;
	default:
		return d->insn.mnemonic == ZYDIS_MNEMONIC_HLT ||
		       (d->insn.mnemonic >= ZYDIS_MNEMONIC_UD0 &&
			d->insn.mnemonic <= ZYDIS_MNEMONIC_UD2);
	}
}

/** Returns the fixed address that an operand in memory has, by its distance from the next
 *  instruction. */
static bool find_address(const struct dt_decoded *d, const ZydisDecodedOperand *op, uint64_t *ret)
{
	if (op->type != ZYDIS_OPERAND_TYPE_MEMORY)
		return false;
	if (op->mem.base == ZYDIS_REGISTER_RIP) {
		*ret = d->at + d->insn.length + (uint64_t)op->mem.disp.value;
		return true;
	}
	if (op->mem.base == ZYDIS_REGISTER_EIP) {
		*ret = (uint32_t)(d->at + d->insn.length + (uint64_t)op->mem.disp.value);
		return true;
	}
	return false;
}

static bool is_same_memory(const struct dt_decoded *a, const ZydisDecodedOperand *x,
			   const struct dt_decoded *b, const ZydisDecodedOperand *y)
{
	const ZydisDecodedOperandMem *m = &x->mem, *n = &y->mem;
	uint64_t at = 0, to = 0;

	if (m->type != n->type || m->segment != n->segment)
		return false;
	if (find_address(a, x, &at))
		return find_address(b, y, &to) && at == to;
	// The width of address arithmetic matters, unlike that of an offset.
	return m->base == n->base && m->index == n->index && m->scale == n->scale &&
	       m->disp.value == n->disp.value && a->insn.address_width == b->insn.address_width;
}

static bool is_same_operand(const struct dt_decoded *a, const ZydisDecodedOperand *x,
			    const struct dt_decoded *b, const ZydisDecodedOperand *y)
{
	if (x->type != y->type || x->actions != y->actions || x->size != y->size ||
	    x->element_type != y->element_type || x->element_size != y->element_size)
		return false;
	switch (x->type) {
	case ZYDIS_OPERAND_TYPE_REGISTER:
		return x->reg.value == y->reg.value;
	case ZYDIS_OPERAND_TYPE_MEMORY:
		return is_same_memory(a, x, b, y);
	case ZYDIS_OPERAND_TYPE_POINTER:
		return x->ptr.segment == y->ptr.segment && x->ptr.offset == y->ptr.offset;
	case ZYDIS_OPERAND_TYPE_IMMEDIATE:
		return x->imm.is_relative == y->imm.is_relative &&
		       (x->imm.is_relative || x->imm.value.u == y->imm.value.u);
	default:
		return false;
	}
}

static bool is_same_vector(const ZydisDecodedInstructionAvx *a, const ZydisDecodedInstructionAvx *b)
{
	return a->vector_length == b->vector_length && a->mask.mode == b->mask.mode &&
	       a->mask.reg == b->mask.reg && a->broadcast.mode == b->broadcast.mode &&
	       a->rounding.mode == b->rounding.mode && a->swizzle.mode == b->swizzle.mode &&
	       a->conversion.mode == b->conversion.mode && a->has_sae == b->has_sae &&
	       a->has_eviction_hint == b->has_eviction_hint;
}

/** Reports whether `b` loads the constant that `a`, a lea of a fixed address, computes. */
static bool is_constant(const struct dt_decoded *a, const struct dt_decoded *b)
{
	uint64_t value;

	return a->insn.mnemonic == ZYDIS_MNEMONIC_LEA && b->insn.mnemonic == ZYDIS_MNEMONIC_MOV &&
	       a->insn.operand_width == 64 && b->insn.operand_width == 64 &&
	       find_address(a, &a->operands[1], &value) &&
	       b->operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
	       b->operands[0].reg.value == a->operands[0].reg.value &&
	       b->operands[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE &&
	       b->operands[1].imm.value.u == value;
}

bool dt_effect_is_same(const struct dt_decoded *a, const struct dt_decoded *b)
{
	if (is_constant(a, b))
		return true;
	if (a->insn.mnemonic != b->insn.mnemonic || a->insn.encoding != b->insn.encoding ||
	    a->insn.operand_width != b->insn.operand_width ||
	    a->insn.operand_count != b->insn.operand_count ||
	    (a->insn.attributes & PREFIXES) != (b->insn.attributes & PREFIXES) ||
	    !is_same_vector(&a->insn.avx, &b->insn.avx))
		return false;
	for (unsigned i = 0; i < a->insn.operand_count; i++)
		if (!is_same_operand(a, &a->operands[i], b, &b->operands[i]))
			return false;
	return true;
}

/** Each condition of flags and its opposite. */
static const ZydisMnemonic opposites[][2] = {
    {ZYDIS_MNEMONIC_JB, ZYDIS_MNEMONIC_JNB}, {ZYDIS_MNEMONIC_JBE, ZYDIS_MNEMONIC_JNBE},
    {ZYDIS_MNEMONIC_JL, ZYDIS_MNEMONIC_JNL}, {ZYDIS_MNEMONIC_JLE, ZYDIS_MNEMONIC_JNLE},
    {ZYDIS_MNEMONIC_JO, ZYDIS_MNEMONIC_JNO}, {ZYDIS_MNEMONIC_JP, ZYDIS_MNEMONIC_JNP},
    {ZYDIS_MNEMONIC_JS, ZYDIS_MNEMONIC_JNS}, {ZYDIS_MNEMONIC_JZ, ZYDIS_MNEMONIC_JNZ},
};

int dt_effect_compare_conditions(const struct dt_decoded *a, const struct dt_decoded *b)
{
	ZydisMnemonic x = a->insn.mnemonic, y = b->insn.mnemonic;

	if (x == y) // loop counts in ecx or rcx, according to the address width
		return a->insn.address_width == b->insn.address_width;
	for (size_t i = 0; i < sizeof(opposites) / sizeof(opposites[0]); i++)
		if ((opposites[i][0] == x && opposites[i][1] == y) ||
		    (opposites[i][0] == y && opposites[i][1] == x))
			return -1;
	return 0;
}

bool dt_effect_jumps_through(const struct dt_decoded *d, uint64_t *at)
{
	const ZydisDecodedOperand *op = &d->operands[0];

	return d->insn.mnemonic == ZYDIS_MNEMONIC_JMP && op->size == 64 &&
	       op->mem.segment != ZYDIS_REGISTER_FS && op->mem.segment != ZYDIS_REGISTER_GS &&
	       find_address(d, op, at);
}
