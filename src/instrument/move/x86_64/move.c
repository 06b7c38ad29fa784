/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Copies instructions. Most work anywhere, so their bytes are copied. An operand at a distance from
 * the instruction gets the distance from the copy. A branch gets a distance of 32 bits, if its
 * opcode has one. jrcxz and loop have 8 bits only:
 *
 *	    jrcxz target      ->           jrcxz taken
 *	                                   jmp next
 *	                            taken: jmp target
 *	                            next:
 *
 * Calls stay in place, because their value is the return address, and so do system calls: libc
 * compares their address with a range, and threads sleep there.
 */
#include "instrument/move/x86_64/internal.h"

#include "instrument/move/cfi.h"

#include <string.h>

enum {
	JMP = 0xe9,
	JMP_SHORT = 0xeb,
	TWO_BYTES = 0x0f,
	JCC = 0x80,
};

static uint64_t end_of(const struct dt_copy *to)
{
	return to->base + to->bytes.len;
}

void dt_copy_put(struct dt_copy *to, const void *bytes, size_t n)
{
	const uint8_t *from = bytes;

	for (size_t k = 0; k < n; k++)
		dt_vec_push(&to->bytes, from[k]);
}

/** Returns the distance from `end` to `target` in *ret, or false if it has more than 32 bits. */
static bool find_distance(uint64_t target, uint64_t end, int32_t *ret)
{
	int64_t distance = (int64_t)(target - end);

	*ret = (int32_t)distance;
	return distance == *ret;
}

/** Appends an opcode with the distance from its end to the target. */
static enum dt_refusal put_branch(struct dt_copy *to, const void *opcode, size_t n, uint64_t target)
{
	int32_t distance;

	if (!find_distance(target, end_of(to) + n + sizeof(distance), &distance))
		return DT_REFUSE_REACH;
	dt_copy_put(to, opcode, n);
	dt_copy_put(to, &distance, sizeof(distance));
	return DT_REFUSE_NONE;
}

/** Reports whether the instruction means something else at another address. */
static enum dt_refusal refuse_kind(const ZydisDecodedInstruction *in)
{
	switch (in->mnemonic) {
	case ZYDIS_MNEMONIC_CALL:
	case ZYDIS_MNEMONIC_SYSCALL:
	case ZYDIS_MNEMONIC_SYSENTER:
	case ZYDIS_MNEMONIC_INT:
		return DT_REFUSE_CALL;
	case ZYDIS_MNEMONIC_XBEGIN: // the address of the code for an aborted transaction
	case ZYDIS_MNEMONIC_INT1:
	case ZYDIS_MNEMONIC_INT3:
	case ZYDIS_MNEMONIC_INTO:
	case ZYDIS_MNEMONIC_UD0: // handlers look at the address
	case ZYDIS_MNEMONIC_UD1:
	case ZYDIS_MNEMONIC_UD2:
	case ZYDIS_MNEMONIC_HLT:
	case ZYDIS_MNEMONIC_IRET:
	case ZYDIS_MNEMONIC_IRETD:
	case ZYDIS_MNEMONIC_IRETQ:
	case ZYDIS_MNEMONIC_UIRET:
		return DT_REFUSE_INSTRUCTION;
	default:
		return in->meta.branch_type == ZYDIS_BRANCH_TYPE_FAR ? DT_REFUSE_INSTRUCTION
								     : DT_REFUSE_NONE;
	}
}

/** Reports whether a branch has a prefix that is no hint: no compiler emits one, and copies lack
 * it.
 */
static bool has_prefix(const ZydisDecodedInstruction *in)
{
	enum { FS = 0x64, GS = 0x65, ADDRESS_SIZE = 0x67 };

	for (unsigned k = 0; k < in->raw.prefix_count; k++)
		if (in->raw.prefixes[k].value == FS || in->raw.prefixes[k].value == GS ||
		    in->raw.prefixes[k].value == ADDRESS_SIZE)
			return true;
	return false;
}

static enum dt_refusal move_branch(struct dt_copy *to, const uint8_t *bytes,
				   const struct dt_decoded *d)
{
	static const uint8_t jmp = JMP, detour[] = {2, JMP_SHORT, DT_JUMP};
	const ZydisDecodedInstruction *in = &d->insn;
	uint64_t target = dt_decoded_target(d);
	uint8_t jcc[2] = {TWO_BYTES, JCC | (in->opcode & 0xf)};

	// Processors differ on the distance of a branch with this prefix.
	if (in->attributes & ZYDIS_ATTRIB_HAS_OPERANDSIZE)
		return DT_REFUSE_INSTRUCTION;
	switch (in->mnemonic) {
	case ZYDIS_MNEMONIC_JMP:
		return has_prefix(in) ? DT_REFUSE_INSTRUCTION
				      : put_branch(to, &jmp, sizeof(jmp), target);
	case ZYDIS_MNEMONIC_JCXZ:
	case ZYDIS_MNEMONIC_JECXZ:
	case ZYDIS_MNEMONIC_JRCXZ:
	case ZYDIS_MNEMONIC_LOOP:
	case ZYDIS_MNEMONIC_LOOPE:
	case ZYDIS_MNEMONIC_LOOPNE:
		dt_copy_put(to, bytes, in->length - 1u);
		dt_copy_put(to, detour, sizeof(detour));
		return put_branch(to, &jmp, sizeof(jmp), target);
	default:
		return has_prefix(in) ? DT_REFUSE_INSTRUCTION
				      : put_branch(to, jcc, sizeof(jcc), target);
	}
}

static enum dt_refusal move_other(struct dt_copy *to, const uint8_t *bytes,
				  const struct dt_decoded *d)
{
	const ZydisDecodedInstruction *in = &d->insn;
	size_t start = to->bytes.len;
	uint64_t end = end_of(to) + in->length;
	int32_t distance;

	dt_copy_put(to, bytes, in->length);
	for (unsigned k = 0; k < in->operand_count; k++) {
		const ZydisDecodedOperand *o = &d->operands[k];

		if (o->type != ZYDIS_OPERAND_TYPE_MEMORY)
			continue;
		if (o->mem.base == ZYDIS_REGISTER_EIP)
			return DT_REFUSE_INSTRUCTION;
		if (o->mem.base != ZYDIS_REGISTER_RIP)
			continue;
		uint64_t target = d->at + in->length + (uint64_t)o->mem.disp.value;

		if (!find_distance(target, end, &distance))
			return DT_REFUSE_REACH;
		memcpy(to->bytes.data + start + in->raw.disp.offset, &distance, sizeof(distance));
	}
	return DT_REFUSE_NONE;
}

enum dt_refusal dt_move_one(struct dt_copy *to, const uint8_t *bytes, const struct dt_decoded *d)
{
	enum dt_refusal why = refuse_kind(&d->insn);

	if (why != DT_REFUSE_NONE)
		return why;
	return d->insn.raw.imm[0].is_relative ? move_branch(to, bytes, d)
					      : move_other(to, bytes, d);
}

void dt_move_note(struct dt_copy *to, const struct dt_moved *m)
{
	struct dt_cfi_state state = {.pc = m->from};

	if (m->from_size == m->to_size) {
		state.kind = DT_CFI_COPY;
		state.pc = m->from - m->to;
	}
	dt_cfi_add(to->cfi, m->to, &state);
}

enum dt_refusal dt_move_up_to(struct dt_copy *to, struct dt_piece *p, uint64_t end,
			      struct dt_moved_list *moved)
{
	while (p->from + p->done < end) {
		uint64_t from = p->from + p->done, copy = end_of(to);
		struct dt_decoded d;

		if (!dt_decode(p->bytes + p->done, end - from, from, &d))
			return DT_REFUSE_BYTES;
		uint64_t target = dt_decoded_target(&d);

		if (target > p->from && target < p->from + p->n)
			return DT_REFUSE_LANDING;
		enum dt_refusal why = dt_move_one(to, p->bytes + p->done, &d);

		if (why != DT_REFUSE_NONE)
			return why;
		struct dt_moved m = {.from = from,
				     .to = copy,
				     .from_size = d.insn.length,
				     .to_size = (uint8_t)(end_of(to) - copy)};

		dt_vec_push(&moved->v, m);
		dt_move_note(to, &m);
		p->done += d.insn.length;
	}
	return DT_REFUSE_NONE;
}

enum dt_refusal dt_move(struct dt_copy *to, const uint8_t *bytes, size_t n, uint64_t from,
			struct dt_moved_list *moved)
{
	size_t n_bytes = to->bytes.len, n_moved = moved->v.len;
	struct dt_piece piece = {.bytes = bytes, .n = n, .from = from};
	enum dt_refusal why = dt_move_up_to(to, &piece, from + n, moved);

	if (why != DT_REFUSE_NONE) {
		to->bytes.len = n_bytes;
		moved->v.len = n_moved;
	}
	return why;
}
