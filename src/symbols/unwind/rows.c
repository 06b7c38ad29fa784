/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Executes a frame's instructions. Each changes a rule of the row, or advances to a later address,
 * where the next row begins. The CIE's instructions create the first row. Only the values that an
 * unwinder needs are kept: the CFA, the return address and a few registers.
 *
 * Decision: docs/dev/decisions/0048-stacks-by-tables.md
 */
#include "symbols/unwind/internal.h"

enum {
	// opcodes of two bits with an operand in the other six
	ADVANCE = 1,
	OFFSET = 2,
	RESTORE = 3,
	// opcodes of a byte
	NOP = 0x00,
	SET_LOC = 0x01,
	ADVANCE_1 = 0x02,
	ADVANCE_2 = 0x03,
	ADVANCE_4 = 0x04,
	OFFSET_EXTENDED = 0x05,
	RESTORE_EXTENDED = 0x06,
	UNDEFINED = 0x07,
	SAME_VALUE = 0x08,
	REGISTER = 0x09,
	REMEMBER = 0x0a,
	RECALL = 0x0b,
	DEF_CFA = 0x0c,
	DEF_CFA_REGISTER = 0x0d,
	DEF_CFA_OFFSET = 0x0e,
	DEF_CFA_EXPRESSION = 0x0f,
	EXPRESSION = 0x10,
	OFFSET_EXTENDED_SF = 0x11,
	DEF_CFA_SF = 0x12,
	DEF_CFA_OFFSET_SF = 0x13,
	VAL_OFFSET = 0x14,
	VAL_OFFSET_SF = 0x15,
	VAL_EXPRESSION = 0x16,
	// The return address is signed from here on, or no longer. Unwinders remove any signature.
	// On other processors, the second one concerns registers that are not kept.
	SIGNED_RETURN_WITH_PC = 0x2c,
	SIGNED_RETURN = 0x2d,
	GNU_ARGS_SIZE = 0x2e,
	GNU_NEGATIVE_OFFSET = 0x2f,
};

/** Returns the rule of a register in a row, or NULL if the register is not kept. */
static struct dt_frame_value *rule_of(const struct dt_frame_rows *r, struct dt_frame_row *row,
				      uint64_t reg)
{
	const struct dt_machine *m = dt_machine_of(r->table->is_32bit);

	return reg == (uint64_t)m->dwarf_fp	 ? &row->bp
	       : reg == (uint64_t)m->dwarf_sp	 ? &row->sp
	       : reg == r->ra_register		 ? &row->ra
	       : reg == (uint64_t)m->dwarf_extra ? &row->extra
						 : NULL;
}

static void set_rule(struct dt_frame_rows *r, uint64_t reg, enum dt_frame_where where,
		     int64_t offset)
{
	struct dt_frame_value *v = rule_of(r, &r->row, reg);

	if (v)
		*v = (struct dt_frame_value){where, offset, {0}};
}

static void restore_rule(struct dt_frame_rows *r, uint64_t reg)
{
	struct dt_frame_value *v = rule_of(r, &r->row, reg);

	if (v)
		*v = *rule_of(r, &r->first, reg);
}

static int64_t factored_offset(const struct dt_frame_rows *r, uint64_t n)
{
	return (int64_t)(n * (uint64_t)r->data_align);
}

static void set_cfa(struct dt_frame_rows *r, uint64_t reg, int64_t offset)
{
	r->row.has_cfa = reg <= UINT8_MAX;
	r->row.cfa_register = (unsigned)reg;
	r->row.cfa_offset = offset;
}

/** Restores the rules of the saved state, but not the address. */
static bool recall_state(struct dt_frame_rows *r)
{
	uint64_t start = r->row.start;

	if (!r->n_saved)
		return false;
	r->row = r->saved[--r->n_saved];
	r->row.start = start;
	return true;
}

static bool remember_state(struct dt_frame_rows *r)
{
	if (r->n_saved == DT_FRAME_DEPTH)
		return false;
	r->saved[r->n_saved++] = r->row;
	return true;
}

/** Reads an expression as a new cursor. */
static struct dt_cursor read_block(struct dt_cursor *c)
{
	uint64_t size = dt_cursor_uleb(c);
	const uint8_t *at = dt_cursor_skip(c, size);

	return at ? (struct dt_cursor){at, at + size, false} : (struct dt_cursor){0};
}

static void set_computed(struct dt_frame_rows *r, uint64_t reg, struct dt_cursor expression)
{
	struct dt_frame_value *v = rule_of(r, &r->row, reg);

	if (v)
		*v = (struct dt_frame_value){DT_FRAME_COMPUTED, 0, expression};
}

/** Executes an instruction that changes a rule. Returns false if it is unknown. */
static bool change_rule(struct dt_frame_rows *r, uint8_t op)
{
	struct dt_cursor *c = &r->program;
	uint64_t reg;

	switch (op) { // check-size: table
	case NOP:
	case SIGNED_RETURN_WITH_PC:
	case SIGNED_RETURN:
		return true;
	case GNU_ARGS_SIZE:
		dt_cursor_uleb(c);
		return true;
	case OFFSET_EXTENDED:
		reg = dt_cursor_uleb(c);
		set_rule(r, reg, DT_FRAME_SAVED, factored_offset(r, dt_cursor_uleb(c)));
		return true;
	case OFFSET_EXTENDED_SF:
		reg = dt_cursor_uleb(c);
		set_rule(r, reg, DT_FRAME_SAVED, factored_offset(r, (uint64_t)dt_cursor_sleb(c)));
		return true;
	case GNU_NEGATIVE_OFFSET:
		reg = dt_cursor_uleb(c);
		set_rule(r, reg, DT_FRAME_SAVED, -factored_offset(r, dt_cursor_uleb(c)));
		return true;
	case RESTORE_EXTENDED:
		restore_rule(r, dt_cursor_uleb(c));
		return true;
	case UNDEFINED:
		set_rule(r, dt_cursor_uleb(c), DT_FRAME_UNDEFINED, 0);
		return true;
	case SAME_VALUE:
		set_rule(r, dt_cursor_uleb(c), DT_FRAME_SAME, 0);
		return true;
	case REGISTER:
		reg = dt_cursor_uleb(c);
		set_rule(r, reg, DT_FRAME_REGISTER, (int64_t)dt_cursor_uleb(c));
		return true;
	case VAL_OFFSET:
	case VAL_OFFSET_SF:
		set_rule(r, dt_cursor_uleb(c), DT_FRAME_OTHER, 0);
		dt_cursor_uleb(c);
		return true;
	case EXPRESSION:
		reg = dt_cursor_uleb(c);
		set_computed(r, reg, read_block(c));
		return true;
	case VAL_EXPRESSION:
		set_rule(r, dt_cursor_uleb(c), DT_FRAME_OTHER, 0);
		read_block(c);
		return true;
	case REMEMBER:
		return remember_state(r);
	case RECALL:
		return recall_state(r);
	case DEF_CFA:
		reg = dt_cursor_uleb(c);
		set_cfa(r, reg, (int64_t)dt_cursor_uleb(c));
		return true;
	case DEF_CFA_SF:
		reg = dt_cursor_uleb(c);
		set_cfa(r, reg, factored_offset(r, (uint64_t)dt_cursor_sleb(c)));
		return true;
	case DEF_CFA_REGISTER:
		set_cfa(r, dt_cursor_uleb(c), r->row.cfa_offset);
		return true;
	case DEF_CFA_OFFSET:
		r->row.cfa_offset = (int64_t)dt_cursor_uleb(c);
		return true;
	case DEF_CFA_OFFSET_SF:
		r->row.cfa_offset = factored_offset(r, (uint64_t)dt_cursor_sleb(c));
		return true;
	case DEF_CFA_EXPRESSION:
		r->row.has_cfa = false;
		r->row.cfa_expression = read_block(c);
		return true;
	default:
		return false;
	}
}

/** Executes an instruction of two bits and an operand, except ADVANCE. */
static void change_short(struct dt_frame_rows *r, uint8_t op)
{
	uint8_t reg = op & 0x3f;

	if (op >> 6 == OFFSET)
		set_rule(r, reg, DT_FRAME_SAVED, factored_offset(r, dt_cursor_uleb(&r->program)));
	else
		restore_rule(r, reg);
}

/** Reports whether the instruction begins a new row, and writes its address. */
static bool advances_row(struct dt_frame_rows *r, uint8_t op, uint64_t *ret)
{
	struct dt_cursor *c = &r->program;
	uint64_t distance;

	if (op == SET_LOC) {
		*ret = dt_eh_frame_address(r->table, c, r->encoding);
		return true;
	}
	if (op >> 6 == ADVANCE)
		distance = op & 0x3f;
	else if (op >= ADVANCE_1 && op <= ADVANCE_4)
		distance = dt_cursor_fixed(c, 1U << (op - ADVANCE_1));
	else
		return false;
	*ret = r->row.start + distance * r->code_align;
	return true;
}

/** Executes instructions up to the next row or the end of the program. Returns false if they are
 *  damaged. */
static bool run_program(struct dt_frame_rows *r, uint64_t *next)
{
	*next = r->end;
	while (dt_cursor_left(&r->program)) {
		uint8_t op = (uint8_t)dt_cursor_fixed(&r->program, 1);

		if (advances_row(r, op, next))
			return !r->program.bad && *next >= r->row.start && *next <= r->end;
		if (op >> 6)
			change_short(r, op);
		else if (!change_rule(r, op))
			return false;
	}
	r->is_over = true;
	return !r->program.bad;
}

bool dt_frame_rows_begin(struct dt_frame_rows *r, const struct dt_eh_frame *f,
			 const struct dt_frame_function *fn)
{
	struct dt_cie cie = {0};
	struct dt_fde fde;
	uint64_t next;

	if (!dt_eh_frame_fde(f, fn->entry, &cie, &fde) || fde.size > UINT64_MAX - fde.addr)
		return false;
	*r = (struct dt_frame_rows){
	    .table = f,
	    .program = cie.program,
	    .bytes = dt_cursor_left(&cie.program) + dt_cursor_left(&fde.program),
	    .code_align = cie.code_align,
	    .data_align = cie.data_align,
	    .encoding = cie.encoding,
	    .ra_register = cie.ra,
	    .row = {.start = fde.addr},
	    .end = fde.addr + fde.size,
	};
	if (!run_program(r, &next) || !r->is_over)
		return false;
	r->first = r->row;
	r->program = fde.program;
	r->is_over = false;
	return true;
}

/** Raises the CFA above the return address. The table of glibc's function that resolves symbols on
 * 64-bit Arm leaves out the two words that the PLT has pushed. */
static void raise_cfa(const struct dt_frame_rows *r, struct dt_frame_row *row)
{
	const struct dt_machine *m = dt_machine_of(r->table->is_32bit);
	struct dt_frame_value *values[] = {&row->bp, &row->ra, &row->extra};
	int64_t distance = row->ra.offset + m->calls.word;

	if (m->link == DT_NO_REG || !row->has_cfa || row->cfa_register != (unsigned)m->dwarf_sp ||
	    row->ra.where != DT_FRAME_SAVED || row->ra.offset < 0)
		return;
	row->cfa_offset += distance;
	for (size_t i = 0; i < dt_array_len(values); i++)
		if (values[i]->where == DT_FRAME_SAVED)
			values[i]->offset -= distance;
}

bool dt_frame_rows_next(struct dt_frame_rows *r, struct dt_frame_row *ret)
{
	uint64_t next;

	do {
		if (r->is_over || !run_program(r, &next)) {
			r->is_over = true;
			return false;
		}
		*ret = r->row;
		ret->end = next;
		raise_cfa(r, ret);
		r->row.start = next;
	} while (ret->start == ret->end);
	return true;
}
