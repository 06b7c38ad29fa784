/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The emitter of x86-64 instructions. It appends one instruction of forms.def at a time to a buffer
 * and notes the distances that only the linker knows.
 */
#ifndef DT_NATIVE_X86_64_X86_H
#define DT_NATIVE_X86_64_X86_H

#include "native/code.h"

enum dt_x86_reg {
	RAX,
	RCX,
	RDX,
	RBX,
	RSP,
	RBP,
	RSI,
	RDI,
	R8,
	R9,
	R10,
	R11,
	R12,
	R13,
	R14,
	R15,
};

enum dt_x86_form {
#define DT_X86_FORM(id, ...) DT_X86_##id,
#include "native/x86_64/forms.def"
#undef DT_X86_FORM
	DT_N_X86_FORMS
};

enum dt_x86_shape {
	DT_X86_RM,
	DT_X86_RM8,
	DT_X86_RM16,
	DT_X86_RM32,
	DT_X86_MR,
	DT_X86_M,
	DT_X86_O,
	DT_X86_J,
	DT_X86_N,
};

enum { DT_X86_IMM_WORD = 0x10, DT_X86_IMM_FULL = 0x20 };

struct dt_x86_info {
	const char *mnemonic;
	uint16_t opcode;
	enum dt_x86_shape shape;
	uint8_t digit;
	uint8_t widths;
	uint8_t immediate; // bytes, or DT_X86_IMM_WORD or DT_X86_IMM_FULL
};
extern const struct dt_x86_info dt_x86_table[DT_N_X86_FORMS];

/** Conditions of jumps, by their number in the opcode. */
enum dt_x86_cond {
	DT_X86_IF_BELOW = 2,
	DT_X86_IF_NOT_BELOW,
	DT_X86_IF_EQUAL,
	DT_X86_IF_NOT_EQUAL,
	DT_X86_IF_NOT_ABOVE,
	DT_X86_IF_ABOVE,
	DT_X86_IF_LESS = 12,
	DT_X86_IF_NOT_LESS,
	DT_X86_IF_NOT_GREATER,
	DT_X86_IF_GREATER,
};

/** The operand r/m: a register, or memory at base + disp, at base + index + disp, at base + 8 *
 * index
 *  + disp, at the thread pointer + disp, or at a distance that the linker knows. */
struct dt_x86_rm {
	enum {
		DT_X86_IN_REG,
		DT_X86_AT_BASE,
		DT_X86_AT_SUM,
		DT_X86_AT_INDEX,
		DT_X86_AT_THREAD,
		DT_X86_AT_REF,
	} kind;
	enum dt_x86_reg reg;   // IN_REG; AT_BASE, AT_SUM and AT_INDEX: the base
	enum dt_x86_reg index; // AT_SUM, AT_INDEX: not rsp
	int32_t disp;	       // of memory, but for AT_REF
	struct dt_ref ref;     // AT_REF
	bool locked;	       // the instruction is atomic for other processors, too
};

static inline struct dt_x86_rm dt_x86_in(enum dt_x86_reg reg)
{
	return (struct dt_x86_rm){.kind = DT_X86_IN_REG, .reg = reg};
}

static inline struct dt_x86_rm dt_x86_at(enum dt_x86_reg base, int32_t disp)
{
	return (struct dt_x86_rm){.kind = DT_X86_AT_BASE, .reg = base, .disp = disp};
}

static inline struct dt_x86_rm dt_x86_at_index(enum dt_x86_reg base, enum dt_x86_reg index,
					       int32_t disp)
{
	return (struct dt_x86_rm){
	    .kind = DT_X86_AT_INDEX, .reg = base, .index = index, .disp = disp};
}

static inline struct dt_x86_rm dt_x86_at_sum(enum dt_x86_reg base, enum dt_x86_reg index,
					     int32_t disp)
{
	return (struct dt_x86_rm){.kind = DT_X86_AT_SUM, .reg = base, .index = index, .disp = disp};
}

static inline struct dt_x86_rm dt_x86_at_thread(int32_t disp)
{
	return (struct dt_x86_rm){.kind = DT_X86_AT_THREAD, .disp = disp};
}

static inline struct dt_x86_rm dt_x86_ref(enum dt_ref_kind kind, int64_t target)
{
	return (struct dt_x86_rm){.kind = DT_X86_AT_REF, .ref = {kind, target}};
}

/** Returns the size of the form's immediate for operands of this width. */
unsigned dt_x86_imm_size(enum dt_x86_form form, unsigned width);

/** Appends an instruction. `reg` is unused by the shapes M, J and N, `rm` by O, J and N. */
void dt_x86_put(struct dt_code *c, enum dt_x86_form form, unsigned width, enum dt_x86_reg reg,
		struct dt_x86_rm rm, int64_t imm);
/** Appends a jump or a call (forms of shape J). */
void dt_x86_put_jump(struct dt_code *c, enum dt_x86_form form, enum dt_ref_kind kind,
		     int64_t target);
/** Appends a jump to a label if the condition holds. */
void dt_x86_put_jump_if(struct dt_code *c, enum dt_x86_cond cond, enum dt_ref_kind kind,
			int64_t target);

#endif
