/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Encodes instructions: prefixes, opcode, the byte that names the operands, displacement and
 * immediate, as "Intel 64 and IA-32 Architectures Software Developer's Manual", volume 2, chapter 2
 * describes them.
 */
#include "native/x86_64/x86.h"

#include "native/unit.h"

#include <assert.h>

#define RM8  DT_X86_RM8
#define RM16 DT_X86_RM16
#define RM32 DT_X86_RM32
#define RM   DT_X86_RM
#define MR   DT_X86_MR
#define M    DT_X86_M
#define O    DT_X86_O
#define J    DT_X86_J
#define N    DT_X86_N
#define WORD DT_X86_IMM_WORD
#define FULL DT_X86_IMM_FULL

const struct dt_x86_info dt_x86_table[DT_N_X86_FORMS] = {
#define DT_X86_FORM(id, text, op, how, n, sizes, imm) \
	[DT_X86_##id] = {.mnemonic = text,            \
			 .opcode = op,                \
			 .shape = how,                \
			 .digit = n,                  \
			 .widths = sizes,             \
			 .immediate = imm},
#include "native/x86_64/forms.def"
#undef DT_X86_FORM
};

enum {
	LOCK = 0xf0,
	FS = 0x64,
	OPERAND_16 = 0x66,
	REX = 0x40,
	REX_W = 8,
	REX_R = 4,
	REX_X = 2,
	REX_B = 1,
};

static void put_byte(struct dt_code *c, unsigned byte)
{
	dt_vec_push(&c->bytes, (uint8_t)byte);
}

static void put_number(struct dt_code *c, int64_t value, unsigned size)
{
	for (unsigned k = 0; k < size; k++)
		put_byte(c, (unsigned)((uint64_t)value >> 8 * k) & 0xff);
}

/** Returns the set of registers that an instruction writes, but for the stack pointer. */
static uint32_t written_by(enum dt_x86_form form, enum dt_x86_reg reg, const struct dt_x86_rm *rm)
{
	uint32_t other = rm->kind == DT_X86_IN_REG ? 1u << rm->reg : 0;

	switch (form) {
	case DT_X86_CMP:
	case DT_X86_CMP_IMM:
	case DT_X86_CMP_IMM8:
	case DT_X86_TEST:
	case DT_X86_TEST_IMM:
	case DT_X86_PUSH:
	case DT_X86_CALL_BY:
		return 0;
	case DT_X86_MUL:
	case DT_X86_DIV:
	case DT_X86_IDIV:
	case DT_X86_RDTSC:
		return 1u << RAX | 1u << RDX;
	case DT_X86_LAHF:
		return 1u << RAX;
	case DT_X86_CQO:
		return 1u << RDX;
	case DT_X86_SYSCALL:
		return 1u << RAX | 1u << RCX | 1u << R11;
	case DT_X86_CMPXCHG:
		return other | 1u << RAX;
	case DT_X86_XCHG:
	case DT_X86_XADD:
		return other | 1u << reg;
	default:
		break;
	}
	switch (dt_x86_table[form].shape) {
	case DT_X86_MR:
	case DT_X86_M:
		return other;
	case DT_X86_J:
	case DT_X86_N:
		return 0;
	default:
		return 1u << reg;
	}
}

unsigned dt_x86_imm_size(enum dt_x86_form form, unsigned width)
{
	switch (dt_x86_table[form].immediate) {
	case DT_X86_IMM_WORD:
		return width < 4 ? width : 4;
	case DT_X86_IMM_FULL:
		return width;
	default:
		return dt_x86_table[form].immediate;
	}
}

/** Reports whether a byte of the register can only be named with a REX prefix: spl, bpl, sil, dil.
 */
static bool needs_rex(enum dt_x86_reg reg)
{
	return reg >= RSP && reg <= RDI;
}

static void put_opcode(struct dt_code *c, unsigned opcode)
{
	if (opcode > 0xff)
		put_byte(c, opcode >> 8);
	put_byte(c, opcode & 0xff);
}

/** Appends the byte of the operands, and the displacement. `rest` bytes of the instruction follow.
 */
static void put_operands(struct dt_code *c, unsigned middle, const struct dt_x86_rm *rm,
			 unsigned rest)
{
	unsigned low = rm->reg & 7, middle_bits = (middle & 7) << 3;
	bool is_short = rm->disp == (int8_t)rm->disp;

	if (rm->kind == DT_X86_IN_REG) {
		put_byte(c, 0xc0 | middle_bits | low);
	} else if (rm->kind == DT_X86_AT_REF) {
		put_byte(c, middle_bits | RBP);
		dt_code_ref(c, rm->ref, rest);
	} else if (rm->kind == DT_X86_AT_THREAD) {
		put_byte(c, middle_bits | RSP);
		put_byte(c, RSP << 3 | RBP); // neither index nor base
		put_number(c, rm->disp, 4);
	} else {
		// Without displacement, rbp and r13 would mean something else.
		bool is_absent = !rm->disp && low != RBP, has_index = rm->kind != DT_X86_AT_BASE;
		unsigned scale = rm->kind == DT_X86_AT_INDEX ? 3 : 0;

		put_byte(c, (is_absent	? 0
			     : is_short ? 0x40
					: 0x80) |
				middle_bits | (has_index ? RSP : low));
		if (has_index)
			put_byte(c, scale << 6 | (rm->index & 7) << 3 | low);
		else if (low == RSP)
			put_byte(c, RSP << 3 | RSP); // no index
		if (!is_absent)
			put_number(c, rm->disp, is_short ? 1 : 4);
	}
}

void dt_x86_put(struct dt_code *c, enum dt_x86_form form, unsigned width, enum dt_x86_reg reg,
		struct dt_x86_rm rm, int64_t imm)
{
	const struct dt_x86_info *f = &dt_x86_table[form];
	bool has_rm = f->shape <= DT_X86_M, is_in_opcode = f->shape == DT_X86_O;
	unsigned size = dt_x86_imm_size(form, width), rex = width == 8 ? REX_W : 0;
	unsigned middle = f->shape == DT_X86_M ? f->digit : reg;
	enum dt_x86_reg low = is_in_opcode ? reg : rm.reg;
	bool has_base = is_in_opcode || (has_rm && rm.kind <= DT_X86_AT_INDEX);

	assert(f->widths & width);
	c->written |= written_by(form, reg, &rm);
	if (has_rm && middle >= R8)
		rex |= REX_R;
	if (has_base && low >= R8)
		rex |= REX_B;
	if (has_rm && (rm.kind == DT_X86_AT_SUM || rm.kind == DT_X86_AT_INDEX) && rm.index >= R8)
		rex |= REX_X;
	if (width == 1 && f->shape == DT_X86_MR && needs_rex(reg))
		rex |= REX;
	if ((width == 1 || f->shape == DT_X86_RM8) && rm.kind == DT_X86_IN_REG && needs_rex(low))
		rex |= REX;
	if (has_rm && rm.locked)
		put_byte(c, LOCK);
	if (has_rm && rm.kind == DT_X86_AT_THREAD)
		put_byte(c, FS);
	if (width == 2)
		put_byte(c, OPERAND_16);
	if (rex)
		put_byte(c, REX | rex);
	put_opcode(c, f->opcode + (is_in_opcode ? low & 7 : 0) - (width == 1));
	if (has_rm)
		put_operands(c, middle, &rm, size);
	put_number(c, imm, size);
}

void dt_x86_put_jump(struct dt_code *c, enum dt_x86_form form, enum dt_ref_kind kind,
		     int64_t target)
{
	put_opcode(c, dt_x86_table[form].opcode);
	dt_code_ref(c, (struct dt_ref){kind, target}, 0);
}

void dt_x86_put_jump_if(struct dt_code *c, enum dt_x86_cond cond, enum dt_ref_kind kind,
			int64_t target)
{
	put_opcode(c, 0x0f80 + cond);
	dt_code_ref(c, (struct dt_ref){kind, target}, 0);
}

uint64_t dt_arch_counter(void)
{
	return __builtin_ia32_rdtsc();
}
