/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reading machine code with Zydis, from the first byte of a function to its last. A jump into the
 * middle of what was read as an instruction shows that the bytes are something else.
 *
 * A uprobe puts a breakpoint on an instruction, and executes the original elsewhere, one step at a
 * time. The kernel refuses some instructions; others it takes for branches or nops by their opcode
 * byte and never executes (VEX and EVEX), or they can tell the difference: repeated string
 * instructions stop after each round, a pushed flags register shows the step. None of them is safe.
 *
 * Returns are the ret instructions; jumps to other functions are not counted as such.
 */
#include "symbols/insn.h"

#include <Zydis/Zydis.h>

#define REPEATS (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE)

void dt_insns_deinit(struct dt_insns *s)
{
	dt_vec_deinit(&s->v);
}

/** Opcode bytes that the kernel misreads behind a VEX or EVEX prefix, or refuses there. */
static bool is_bad_vector_opcode(uint8_t opcode)
{
	switch (opcode) {
	case 0x6c ... 0x7f:
	case 0x90:
	case 0x9a:
	case 0x9c:
	case 0x9d:
	case 0xc2 ... 0xc3:
	case 0xca ... 0xcf:
	case 0xe0 ... 0xff:
		return true;
	default:
		return false;
	}
}

static bool has_bad_prefix(const ZydisDecodedInstruction *in)
{
	bool is_branch = in->opcode == 0xe8 || in->opcode == 0xe9;

	for (ZyanU8 i = 0; i < in->raw.prefix_count; i++) {
		switch (in->raw.prefixes[i].value) {
		case 0xf0:
		case 0x2e:
		case 0x3e:
			return true;
		case 0x66:
			if (is_branch && in->opcode_map == ZYDIS_OPCODE_MAP_DEFAULT)
				return true;
		}
	}
	return false;
}

static bool has_bad_mnemonic(ZydisMnemonic m)
{
	switch (m) {
	case ZYDIS_MNEMONIC_INT:
	case ZYDIS_MNEMONIC_INT1:
	case ZYDIS_MNEMONIC_INT3:
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
	case ZYDIS_MNEMONIC_SYSCALL:
	case ZYDIS_MNEMONIC_SYSENTER:
	case ZYDIS_MNEMONIC_PUSHF:
	case ZYDIS_MNEMONIC_PUSHFQ:
	case ZYDIS_MNEMONIC_POPF:
	case ZYDIS_MNEMONIC_POPFQ:
	case ZYDIS_MNEMONIC_XBEGIN:
	case ZYDIS_MNEMONIC_XEND:
	case ZYDIS_MNEMONIC_XABORT:
	case ZYDIS_MNEMONIC_UD0:
	case ZYDIS_MNEMONIC_UD1:
	case ZYDIS_MNEMONIC_UD2:
		return true;
	default:
		return false;
	}
}

static bool is_safe(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *ops)
{
	bool is_legacy = in->encoding == ZYDIS_INSTRUCTION_ENCODING_LEGACY;

	if (in->mnemonic == ZYDIS_MNEMONIC_MOV && ops[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
	    ZydisRegisterGetClass(ops[0].reg.value) == ZYDIS_REGCLASS_SEGMENT)
		return false;
	return !has_bad_mnemonic(in->mnemonic) && !has_bad_prefix(in) &&
	       !(in->attributes & REPEATS) && (is_legacy || !is_bad_vector_opcode(in->opcode));
}

struct dt_insn *dt_insns_at(const struct dt_insns *s, uint64_t offset)
{
	size_t low = 0, high = s->v.len;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->v.data[middle].offset == offset)
			return &s->v.data[middle];
		if (s->v.data[middle].offset < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
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

bool dt_insns_read(struct dt_insns *s, const uint8_t *code, size_t size)
{
	ZydisDecoder decoder;
	ZydisDecodedInstruction in;
	ZydisDecodedOperand ops[ZYDIS_MAX_OPERAND_COUNT];
	offsets targets = {0};
	bool ok = true;

	ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
	for (size_t at = 0; ok && at < size; at += in.length) {
		ZyanU64 target;

		ok = ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code + at, size - at, &in, ops));
		if (!ok)
			break;
		dt_vec_push(&s->v,
			    (struct dt_insn){.offset = (uint32_t)at,
					     .is_return = in.mnemonic == ZYDIS_MNEMONIC_RET,
					     .is_safe = is_safe(&in, ops),
					     .is_endbr = in.mnemonic == ZYDIS_MNEMONIC_ENDBR64});
		if (in.operand_count && ops[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE &&
		    ops[0].imm.is_relative &&
		    ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&in, &ops[0], at, &target)) &&
		    target < size)
			dt_vec_push(&targets, target);
	}
	ok = ok && mark_targets(s, &targets);
	dt_vec_deinit(&targets);
	return ok;
}
