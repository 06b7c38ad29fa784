/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Re-reads what src/native/x86_64 emits: Zydis must find every form, with every register and with
 * displacements and immediates at the edges, to have the mnemonic and the operands that were asked
 * for.
 */
#include "native/x86_64/x86.h"

#include <Zydis/Zydis.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

enum { REF_DISTANCE = 0x12345678 };

static const int32_t disps[] = {0, 1, -1, 127, 128, -128, -129, 0x7fffffff, -0x7fffffff - 1};
static const int64_t imms[] = {0,	  1,	     -1,	 127,	     -128,
			       128,	  32767,     -32768,	 0x7fffffff, -0x7fffffffll - 1,
			       INT64_MAX, INT64_MIN, 0x123456789};

struct read {
	ZydisDecodedInstruction insn;
	ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
};

static struct read read_back(struct dt_code *c)
{
	ZydisDecoder decoder;
	struct read r;

	assert_true(ZYAN_SUCCESS(
	    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64)));
	assert_true(ZYAN_SUCCESS(
	    ZydisDecoderDecodeFull(&decoder, c->bytes.data, c->bytes.len, &r.insn, r.operands)));
	assert_int_equal(r.insn.length, c->bytes.len);
	return r;
}

static ZydisRegister zydis_reg(unsigned width, enum dt_x86_reg reg)
{
	static const ZydisRegister first[] = {[1] = ZYDIS_REGISTER_AL,
					      [2] = ZYDIS_REGISTER_AX,
					      [4] = ZYDIS_REGISTER_EAX,
					      [8] = ZYDIS_REGISTER_RAX};

	if (width > 1)
		return first[width] + reg;
	// Zydis' numbers have ah, ch, dh and bh between bl and spl.
	return reg < RSP ? ZYDIS_REGISTER_AL + reg : ZYDIS_REGISTER_SPL + reg - RSP;
}

static void expect_reg(const struct read *r, unsigned at, unsigned width, enum dt_x86_reg reg)
{
	assert_true(at < r->insn.operand_count_visible);
	assert_int_equal(r->operands[at].type, ZYDIS_OPERAND_TYPE_REGISTER);
	assert_int_equal(r->operands[at].reg.value, zydis_reg(width, reg));
}

static void expect_rm(const struct read *r, unsigned at, unsigned width, const struct dt_x86_rm *rm,
		      bool is_address)
{
	const ZydisDecodedOperand *o = &r->operands[at];

	assert_true(at < r->insn.operand_count_visible);
	if (rm->kind == DT_X86_IN_REG) {
		expect_reg(r, at, width, rm->reg);
		return;
	}
	assert_int_equal(o->type, ZYDIS_OPERAND_TYPE_MEMORY);
	bool has_index = rm->kind == DT_X86_AT_SUM || rm->kind == DT_X86_AT_INDEX;

	assert_int_equal(o->mem.index, has_index ? zydis_reg(8, rm->index) : ZYDIS_REGISTER_NONE);
	assert_int_equal(o->mem.scale, has_index ? rm->kind == DT_X86_AT_SUM ? 1 : 8 : 0);
	if (rm->kind == DT_X86_AT_THREAD && !is_address)
		assert_int_equal(o->mem.segment, ZYDIS_REGISTER_FS);
	if (!is_address)
		assert_int_equal(o->size, width * 8);
	if (rm->kind == DT_X86_AT_REF) {
		assert_int_equal(o->mem.base, ZYDIS_REGISTER_RIP);
		assert_int_equal(o->mem.disp.value, REF_DISTANCE);
	} else {
		assert_int_equal(o->mem.base, rm->kind == DT_X86_AT_THREAD ? ZYDIS_REGISTER_NONE
									   : zydis_reg(8, rm->reg));
		assert_int_equal(o->mem.disp.value, rm->disp);
	}
}

/** Returns the number of the operand that an immediate follows, as Zydis counts. */
static unsigned expect_operands(const struct read *r, const struct dt_x86_info *f, unsigned width,
				enum dt_x86_reg reg, const struct dt_x86_rm *rm)
{
	static const unsigned narrow[] = {[DT_X86_RM8] = 1, [DT_X86_RM16] = 2, [DT_X86_RM32] = 4};
	bool is_address = !strcmp(f->mnemonic, "lea") || !strcmp(f->mnemonic, "lsl");

	switch (f->shape) {
	case DT_X86_RM:
	case DT_X86_RM8:
	case DT_X86_RM16:
	case DT_X86_RM32:
		expect_reg(r, 0, width, reg);
		expect_rm(r, 1, f->shape == DT_X86_RM ? width : narrow[f->shape], rm, is_address);
		return 2;
	case DT_X86_MR:
		expect_rm(r, 0, width, rm, false);
		expect_reg(r, 1, width, reg);
		return 2;
	case DT_X86_M:
		expect_rm(r, 0, width, rm, false);
		return 1;
	case DT_X86_O:
		expect_reg(r, 0, width, reg);
		return 1;
	default:
		return 0;
	}
}

/** Reports whether the processor takes the widths of pushes as 8 bytes without a prefix.
 */
static bool is_implied(enum dt_x86_form form)
{
	return form == DT_X86_PUSH || form == DT_X86_POP || form == DT_X86_CALL_BY;
}

/** The emitter knows which registers an instruction writes. */
static void expect_written(const struct read *r, uint32_t written)
{
	uint32_t want =
	    r->insn.mnemonic == ZYDIS_MNEMONIC_SYSCALL ? 1u << RAX : 0; // the kernel does

	for (unsigned k = 0; k < r->insn.operand_count; k++) {
		const ZydisDecodedOperand *o = &r->operands[k];
		ZydisRegister reg = o->reg.value;

		if (o->type == ZYDIS_OPERAND_TYPE_REGISTER &&
		    o->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) {
			reg = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, reg);
			if (ZydisRegisterGetClass(reg) == ZYDIS_REGCLASS_GPR64)
				want |= 1u << ZydisRegisterGetId(reg);
		}
	}
	// Pushes, pops and returns move the stack pointer.
	assert_int_equal(written | 1u << RSP, want | 1u << RSP);
}

static void check_one(enum dt_x86_form form, unsigned width, enum dt_x86_reg reg,
		      struct dt_x86_rm rm, int64_t imm)
{
	const struct dt_x86_info *f = &dt_x86_table[form];
	unsigned size = dt_x86_imm_size(form, width), at;
	struct dt_code c = {0};

	dt_x86_put(&c, form, width, reg, rm, imm);
	dt_vec_foreach (&c.refs, ref)
		assert_int_equal(ref->end, c.bytes.len);
	assert_true(dt_code_link(&c, REF_DISTANCE + (int64_t)c.bytes.len - rm.ref.target));
	if (rm.kind == DT_X86_AT_REF) // the distance is from the end of the instruction
		assert_int_equal(c.refs.len, 1);
	struct read r = read_back(&c);
	assert_string_equal(ZydisMnemonicGetString(r.insn.mnemonic), f->mnemonic);
	expect_written(&r, c.written);
	assert_int_equal((r.insn.attributes & ZYDIS_ATTRIB_HAS_LOCK) != 0, rm.locked);
	at = expect_operands(&r, f, is_implied(form) ? 8 : width, reg, &rm);
	if (size && f->shape != DT_X86_J) {
		assert_int_equal(r.operands[at].type, ZYDIS_OPERAND_TYPE_IMMEDIATE);
		int64_t want = (int64_t)((uint64_t)imm << (64 - 8 * size)) >> (64 - 8 * size);
		unsigned bytes =
		    r.operands[at].imm.is_signed ? width : size; // a shift's is unsigned
		uint64_t mask = UINT64_MAX >> (64 - 8 * bytes);
		assert_int_equal(r.operands[at].imm.value.u & mask, (uint64_t)want & mask);
	} else if (at < r.insn.operand_count_visible) { // a shift by cl
		expect_reg(&r, at, 1, RCX);
	}
	dt_code_deinit(&c);
}

static void check_rm(enum dt_x86_form form, unsigned width, struct dt_x86_rm rm)
{
	enum dt_x86_shape shape = dt_x86_table[form].shape;
	bool has_reg = shape != DT_X86_M && shape != DT_X86_N && shape != DT_X86_J;
	unsigned n_imms = dt_x86_imm_size(form, width) ? sizeof(imms) / sizeof(*imms) : 1;

	for (enum dt_x86_reg reg = RAX; reg <= (has_reg ? R15 : RAX); reg++)
		for (unsigned i = 0; i < n_imms; i++)
			check_one(form, width, reg, rm, imms[i]);
}

/** Reports whether the form exists with the lock prefix; xchg is always locked. */
static bool may_lock(enum dt_x86_form form)
{
	return form >= DT_X86_ADD_TO && form <= DT_X86_CMPXCHG && form != DT_X86_XCHG;
}

static void check_form(enum dt_x86_form form, unsigned width)
{
	enum dt_x86_shape shape = dt_x86_table[form].shape;

	if (shape > DT_X86_M) {
		check_rm(form, width, dt_x86_in(RAX));
		return;
	}
	for (enum dt_x86_reg base = RAX; base <= R15; base++) {
		if (form != DT_X86_LEA)
			check_rm(form, width, dt_x86_in(base));
		for (unsigned d = 0; d < sizeof(disps) / sizeof(*disps); d++) {
			struct dt_x86_rm at = dt_x86_at(base, disps[d]);

			check_rm(form, width, at);
			at.locked = may_lock(form);
			check_rm(form, width, at);
			check_rm(form, width, dt_x86_at_thread(disps[d]));
		}
		for (enum dt_x86_reg index = RAX; index <= R15; index++) {
			if (index == RSP)
				continue;
			check_rm(form, width, dt_x86_at_sum(base, index, disps[index % 9]));
			check_rm(form, width, dt_x86_at_index(base, index, disps[index % 9]));
		}
	}
	check_rm(form, width, dt_x86_ref(DT_REF_REGION, 16));
}

static void every_form_is_read_back(void **state)
{
	(void)state;
	for (enum dt_x86_form form = 0; form < DT_N_X86_FORMS; form++)
		for (unsigned width = 1; width <= 8; width *= 2)
			if (dt_x86_table[form].widths & width &&
			    dt_x86_table[form].shape != DT_X86_J)
				check_form(form, width);
}

/** Jumps and calls reach labels before and behind them. */
static void jumps_are_read_back(void **state)
{
	static const char *const names[] = {"jo", "jno", "jb", "jnb", "jz", "jnz", "jbe", "jnbe",
					    "js", "jns", "jp", "jnp", "jl", "jnl", "jle", "jnle"};

	(void)state;
	for (int cond = -2; cond < 16; cond++) {
		for (int backward = 0; backward < 2; backward++) {
			struct dt_code c = {0};
			int64_t label = dt_code_label(&c);

			if (backward)
				dt_code_place(&c, label);
			if (cond < 0)
				dt_x86_put_jump(&c, cond == -1 ? DT_X86_JMP : DT_X86_CALL,
						DT_REF_LABEL, label);
			else
				dt_x86_put_jump_if(&c, (enum dt_x86_cond)cond, DT_REF_LABEL, label);
			if (!backward)
				dt_code_place(&c, label);
			assert_true(dt_code_link(&c, 0));
			struct read r = read_back(&c);
			assert_string_equal(ZydisMnemonicGetString(r.insn.mnemonic),
					    cond >= 0	 ? names[cond]
					    : cond == -1 ? "jmp"
							 : "call");
			assert_int_equal(r.operands[0].imm.value.s,
					 backward ? -(int64_t)c.bytes.len : 0);
			dt_code_deinit(&c);
		}
	}
}

/** A distance beyond 2 GB is refused. */
static void far_regions_are_refused(void **state)
{
	struct dt_code c = {0};

	(void)state;
	dt_x86_put(&c, DT_X86_LEA, 8, RAX, dt_x86_ref(DT_REF_REGION, 0), 0);
	assert_true(dt_code_link(&c, INT32_MAX));
	assert_false(dt_code_link(&c, (int64_t)INT32_MAX + 64));
	assert_false(dt_code_link(&c, (int64_t)INT32_MIN - 64));
	dt_code_deinit(&c);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_form_is_read_back),
	    cmocka_unit_test(jumps_are_read_back),
	    cmocka_unit_test(far_regions_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
