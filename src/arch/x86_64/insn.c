/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads machine code with Zydis, from the first to the last byte of a function. If a jump leads
 * into the middle of an instruction, the bytes are not code.
 *
 * Returns are ret instructions and jumps out of the function. An indirect jump through a register
 * counts as a switch statement, one through memory at a fixed address as a jump to another
 * function.
 *
 * Decision: docs/dev/decisions/0027-instructions-without-uprobes.md
 */
#include "arch/insn.h"

#include <Zydis/Zydis.h>

#define REPEATS (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE)

/** Returns the trait of the opcode byte after a VEX, EVEX or XOP prefix if it stood alone. */
static enum dt_insn_trait vector_trait(uint8_t opcode)
{
	switch (opcode) {
	case 0x70 ... 0x7f:
	case 0x90:
	case 0x9a:
	case 0x9d:
	case 0xc2 ... 0xc3:
	case 0xca ... 0xcb:
	case 0xe8 ... 0xeb:
	case 0xff:
		return DT_INSN_LIKE_BRANCH;
	case 0x06 ... 0x07:
	case 0x0e:
	case 0x16 ... 0x17:
	case 0x1e ... 0x1f:
	case 0x26 ... 0x27:
	case 0x2e ... 0x2f:
	case 0x36 ... 0x37:
	case 0x3e ... 0x3f:
	case 0x60 ... 0x62:
	case 0x6c ... 0x6f:
	case 0x82:
	case 0xcc ... 0xcf:
	case 0xd4 ... 0xd6:
	case 0xe4 ... 0xe7:
	case 0xec ... 0xf1:
	case 0xf4:
	case 0xfa ... 0xfb:
		return DT_INSN_LIKE_BAD;
	default:
		return DT_INSN_ORDINARY;
	}
}

static bool is_relative_branch(const ZydisDecodedInstruction *in)
{
	return in->raw.imm[0].is_relative;
}

static enum dt_insn_trait prefix_trait(const ZydisDecodedInstruction *in)
{
	for (ZyanU8 i = 0; i < in->raw.prefix_count; i++) {
		switch (in->raw.prefixes[i].value) {
		case 0xf0:
		case 0x26:
		case 0x2e:
		case 0x36:
		case 0x3e:
			return DT_INSN_PREFIX;
		case 0x66:
			if (is_relative_branch(in))
				return DT_INSN_SIZE;
		}
	}
	return DT_INSN_ORDINARY;
}

static enum dt_insn_trait mnemonic_trait(ZydisMnemonic m)
{
	switch (m) {
	case ZYDIS_MNEMONIC_INT:
	case ZYDIS_MNEMONIC_INT1:
	case ZYDIS_MNEMONIC_INT3:
	case ZYDIS_MNEMONIC_INTO:
	case ZYDIS_MNEMONIC_SYSCALL:
	case ZYDIS_MNEMONIC_SYSENTER:
	case ZYDIS_MNEMONIC_UD0:
	case ZYDIS_MNEMONIC_UD1:
	case ZYDIS_MNEMONIC_UD2:
		return DT_INSN_TRAP;
	case ZYDIS_MNEMONIC_HLT:
	case ZYDIS_MNEMONIC_CLI:
	case ZYDIS_MNEMONIC_STI:
	case ZYDIS_MNEMONIC_IN:
	case ZYDIS_MNEMONIC_OUT:
	case ZYDIS_MNEMONIC_INSB:
	case ZYDIS_MNEMONIC_INSD:
	case ZYDIS_MNEMONIC_INSW:
	case ZYDIS_MNEMONIC_OUTSB:
	case ZYDIS_MNEMONIC_OUTSD:
	case ZYDIS_MNEMONIC_OUTSW:
	case ZYDIS_MNEMONIC_IRET:
	case ZYDIS_MNEMONIC_IRETD:
	case ZYDIS_MNEMONIC_IRETQ:
		return DT_INSN_PRIVILEGED;
	case ZYDIS_MNEMONIC_PUSHF:
	case ZYDIS_MNEMONIC_PUSHFD:
	case ZYDIS_MNEMONIC_PUSHFQ:
	case ZYDIS_MNEMONIC_POPF:
	case ZYDIS_MNEMONIC_POPFD:
	case ZYDIS_MNEMONIC_POPFQ:
		return DT_INSN_FLAGS;
	case ZYDIS_MNEMONIC_XBEGIN:
	case ZYDIS_MNEMONIC_XEND:
	case ZYDIS_MNEMONIC_XABORT:
		return DT_INSN_TRANSACTION;
	default:
		return DT_INSN_ORDINARY;
	}
}

static bool is_segment_register(const ZydisDecodedOperand *op)
{
	return op->type == ZYDIS_OPERAND_TYPE_REGISTER &&
	       ZydisRegisterGetClass(op->reg.value) == ZYDIS_REGCLASS_SEGMENT;
}

/** Reports whether it is an FMA4 or XOP instruction, which only AMD processors of 2011 to 2016
 * have. Libraries contain such code but select it at run time. */
static bool is_foreign(const ZydisDecodedInstruction *in)
{
	return in->meta.isa_set == ZYDIS_ISA_SET_FMA4 ||
	       in->encoding == ZYDIS_INSTRUCTION_ENCODING_XOP;
}

static enum dt_insn_trait trait_of(const ZydisDecodedInstruction *in,
				   const ZydisDecodedOperand *ops)
{
	bool is_legacy = in->encoding == ZYDIS_INSTRUCTION_ENCODING_LEGACY;
	enum dt_insn_trait t = mnemonic_trait(in->mnemonic);

	if (!t)
		t = prefix_trait(in);
	if (!t && is_foreign(in))
		t = DT_INSN_OBSOLETE;
	if (!t && !is_legacy)
		t = vector_trait(in->opcode);
	if (t)
		return t;
	if (in->attributes & REPEATS)
		return DT_INSN_REPEAT;
	// xchg %r8,%rax is nop with another prefix.
	if (is_legacy && in->opcode_map == ZYDIS_OPCODE_MAP_DEFAULT && in->opcode == 0x90 &&
	    in->mnemonic == ZYDIS_MNEMONIC_XCHG)
		return DT_INSN_LIKE_BRANCH;
	if (in->meta.branch_type == ZYDIS_BRANCH_TYPE_FAR ||
	    ((in->mnemonic == ZYDIS_MNEMONIC_MOV || in->mnemonic == ZYDIS_MNEMONIC_POP) &&
	     is_segment_register(&ops[0])))
		return DT_INSN_PRIVILEGED;
	return DT_INSN_ORDINARY;
}

static enum dt_insn_kind kind_of(const ZydisDecodedInstruction *in)
{
	if (in->encoding != ZYDIS_INSTRUCTION_ENCODING_LEGACY)
		return DT_INSN_OTHER;
	if (in->mnemonic == ZYDIS_MNEMONIC_ENDBR64)
		return DT_INSN_LANDING;
	if (in->mnemonic == ZYDIS_MNEMONIC_RET && in->opcode == 0xc3 &&
	    !(in->attributes & ZYDIS_ATTRIB_HAS_OPERANDSIZE))
		return DT_INSN_RETURN;
	if (in->mnemonic == ZYDIS_MNEMONIC_PUSH && in->opcode >= 0x50 && in->opcode <= 0x57 &&
	    in->length <= 2)
		return in->opcode == 0x55 && in->length == 1 ? DT_INSN_PUSH_FP : DT_INSN_PUSH;
	if (in->opcode == 0x90 && in->opcode_map == ZYDIS_OPCODE_MAP_DEFAULT)
		return DT_INSN_NOP;
	// loop and jrcxz are relative, too, but the kernel does not emulate them.
	if (is_relative_branch(in) && !(in->opcode >= 0xe0 && in->opcode <= 0xe3) &&
	    in->mnemonic != ZYDIS_MNEMONIC_XBEGIN)
		return DT_INSN_BRANCH;
	return DT_INSN_OTHER;
}

/** Reports whether the register holds no value of the caller when a function is entered. */
static bool is_scratch(ZydisRegister r)
{
	switch (ZydisRegisterGetClass(r)) {
	case ZYDIS_REGCLASS_FLAGS:
	case ZYDIS_REGCLASS_IP:
		return true;
	default:
		break;
	}
	switch (ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r)) {
	case ZYDIS_REGISTER_RAX:
	case ZYDIS_REGISTER_R10:
	case ZYDIS_REGISTER_R11:
		return true;
	default:
		return false;
	}
}

/** Reports whether arguments, stack and saved registers are the same after the instruction. */
static bool leaves_entry(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *ops)
{
	if (in->meta.branch_type != ZYDIS_BRANCH_TYPE_NONE)
		return false;
	for (ZyanU8 i = 0; i < in->operand_count; i++) {
		const ZydisDecodedOperand *op = &ops[i];

		if (op->type == ZYDIS_OPERAND_TYPE_MEMORY && op->mem.type == ZYDIS_MEMOP_TYPE_MEM &&
		    in->mnemonic != ZYDIS_MNEMONIC_NOP)
			return false; // it may fault, but the function was entered
		if (op->type == ZYDIS_OPERAND_TYPE_REGISTER &&
		    (op->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) && !is_scratch(op->reg.value))
			return false;
	}
	return true;
}

typedef dt_vec(uint64_t) offsets;

static bool mark_targets(struct dt_insns *s, const offsets *targets)
{
	dt_vec_foreach (targets, t) {
		struct dt_insn *at = dt_insns_at(s, *t);

		if (!at)
			return false;
		at->is_target = true;
	}
	return true;
}

/** Records the target of a direct jump, either within the function (in `targets`) or outside. */
static void note_branch(struct dt_insn *i, const ZydisDecodedInstruction *in,
			const ZydisDecodedOperand *ops, size_t size, offsets *targets)
{
	bool is_jump = in->mnemonic == ZYDIS_MNEMONIC_JMP;
	const ZydisDecodedOperand *op = &ops[0];
	int64_t target;

	if (!in->operand_count)
		return;
	if (op->type == ZYDIS_OPERAND_TYPE_IMMEDIATE && op->imm.is_relative) {
		target = (int64_t)(i->offset + in->length) + op->imm.value.s;
		if (target >= 0 && (uint64_t)target < size)
			dt_vec_push(targets, (uint64_t)target);
		else if (is_jump)
			i->is_tail = true, i->target = target;
	} else if (is_jump && op->type == ZYDIS_OPERAND_TYPE_MEMORY &&
		   op->mem.index == ZYDIS_REGISTER_NONE &&
		   (op->mem.base == ZYDIS_REGISTER_RIP || op->mem.base == ZYDIS_REGISTER_NONE)) {
		i->is_tail = true;
		i->target = INT64_MIN;
	}
}

bool dt_insns_read(struct dt_insns *s, const struct dt_machine *m, const uint8_t *code, size_t size)
{
	ZydisDecoder decoder;
	ZydisDecodedInstruction in;
	ZydisDecodedOperand ops[ZYDIS_MAX_OPERAND_COUNT];
	offsets targets = {0};
	bool ok = true, is_early = true;

	if (m == &dt_arch.compat)
		ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LEGACY_32, ZYDIS_STACK_WIDTH_32);
	else
		ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
	for (size_t at = 0; ok && at < size; at += in.length) {
		struct dt_insn i = {.offset = (uint32_t)at};

		ok = ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code + at, size - at, &in, ops));
		if (!ok)
			break;
		is_early = is_early && leaves_entry(&in, ops);
		i.kind = kind_of(&in);
		i.trait = trait_of(&in, ops);
		i.is_return = in.mnemonic == ZYDIS_MNEMONIC_RET;
		i.is_early = is_early;
		note_branch(&i, &in, ops, size, &targets);
		dt_vec_push(&s->v, i);
	}
	ok = ok && mark_targets(s, &targets);
	dt_vec_deinit(&targets);
	return ok;
}
