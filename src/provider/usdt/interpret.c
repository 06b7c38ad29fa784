/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads arguments of USDT probes that are found while tracing, for example in a library opened
 * later. The programs are already loaded then, so dtrace puts the descriptions of the notes into a
 * map, and an interpreter in each program reads it. All operands are converted to one form. For
 * operands known at the start, args.c generates code instead.
 *
 * Decision: docs/dev/decisions/0037-later-files-join-programs.md
 */
#include "provider/uprobe/uprobe.h"
#include "provider/usdt/usdt.h"

#include "abi/layout.h"
#include "ir/executor.h"

#include <stddef.h>

bool dt_usdt_encode(const struct dt_site_args *a, size_t n, struct dt_operand_code *ret)
{
	const struct dt_operand *o = &a->operands[n];
	bool is_memory = o->kind == DT_OPERAND_ADDR || o->kind == DT_OPERAND_MEM;

	if (o->kind == DT_OPERAND_UNREADABLE)
		return false;
	*ret = (struct dt_operand_code){
	    .disp = o->kind == DT_OPERAND_REG ? 0 : o->disp,
	    .base = DT_OPERAND_NONE,
	    .index = DT_OPERAND_NONE,
	    .scale = is_memory ? o->scale : 0,
	    .shift = o->kind == DT_OPERAND_REG ? o->shift : 0,
	    .read = o->kind == DT_OPERAND_MEM ? o->size : 0,
	    .unused = (dt_u8)(64 - 8 * o->size),
	    .is_signed = o->is_signed,
	    .is_narrow = is_memory && a->is_32,
	};
	if (o->kind != DT_OPERAND_CONST && o->base != DT_NO_REG)
		ret->base = (dt_u16)o->base;
	if (is_memory && o->index != DT_NO_REG)
		ret->index = (dt_u16)o->index;
	return true;
}

static dt_reg load_member(struct dt_ir_func *f, unsigned width, dt_reg code, size_t offset)
{
	return dt_ir_load(f, width, code, (int64_t)offset);
}

/** sum += register * scale. The member at `offset` holds the register's offset. `scale` 0 means 1.
 */
static void add_register(struct dt_ir_func *f, dt_reg sum, dt_reg code, size_t offset, dt_reg scale)
{
	dt_reg at = load_member(f, 2, code, offset),
	       value = dt_ir_slot_addr(f, dt_ir_slot(f, 8, 8));
	dt_label none = dt_ir_label(f);

	dt_ir_branchi(f, DT_IR_EQ, at, DT_OPERAND_NONE, none);
	if (f->executor->serves(DT_ENV_READ_KERNEL)) {
		dt_ir_storei(f, 8, value, 0, 0);
		dt_ir_env(f, DT_ENV_READ_KERNEL, value, dt_ir_const(f, 8),
			  dt_ir_bin(f, DT_IR_ADD, dt_ir_ctx(f), at));
	} else {
		value = dt_ir_bin(f, DT_IR_ADD, dt_ir_ctx(f), at);
	}
	value = dt_ir_load(f, 8, value, 0);
	dt_ir_bin_to(f, DT_IR_ADD, sum, sum, scale ? dt_ir_bin(f, DT_IR_MUL, value, scale) : value);
	dt_ir_place(f, none);
}

/** Replaces the address in `value` by the memory there, if the operand is in memory. */
static void interpret_memory(struct dt_ir_func *f, dt_reg value, dt_reg code)
{
	dt_reg slot = dt_ir_slot_addr(f, dt_ir_slot(f, 16, 8));
	dt_reg size = load_member(f, 1, code, offsetof(struct dt_operand_code, read));
	dt_label direct = dt_ir_label(f);

	dt_ir_branchi(f, DT_IR_EQ, size, 0, direct);
	dt_ir_storei(f, 8, slot, 0, 0);
	dt_ir_storei(f, 8, slot, 8, 0);
	if (dt_trick_is_on(f->executor, DT_TRICK_SIZES)) // it is at most 8
		size = dt_ir_bini(f, DT_IR_AND, size, 15);
	dt_ir_env(f, DT_ENV_READ_USER, slot, size, value);
	dt_ir_mov_to(f, value, dt_ir_load(f, 8, slot, 0));
	dt_ir_place(f, direct);
}

/** Extends the value from its width by its sign or by zeros. */
static void extend_value(struct dt_ir_func *f, dt_reg value, dt_reg code)
{
	dt_reg unused = load_member(f, 1, code, offsetof(struct dt_operand_code, unused));
	dt_reg is_signed = load_member(f, 1, code, offsetof(struct dt_operand_code, is_signed));
	dt_label plain = dt_ir_label(f), end = dt_ir_label(f);

	dt_ir_bin_to(f, DT_IR_SHL, value, value, unused);
	dt_ir_branchi(f, DT_IR_EQ, is_signed, 0, plain);
	dt_ir_bin_to(f, DT_IR_SAR, value, value, unused);
	dt_ir_jump(f, end);
	dt_ir_place(f, plain);
	dt_ir_bin_to(f, DT_IR_SHR, value, value, unused);
	dt_ir_place(f, end);
}

dt_reg dt_usdt_interpret(struct dt_ir_func *f, unsigned map, dt_reg list, unsigned n)
{
	dt_reg key = dt_ir_slot_addr(f, dt_ir_slot(f, 8, 8)), value = dt_ir_reg(f), code;
	dt_label end = dt_ir_label(f), wide = dt_ir_label(f);

	dt_ir_const_to(f, value, 0);
	dt_ir_store(f, 4, key, 0,
		    dt_ir_bini(f, DT_IR_ADD, dt_ir_bini(f, DT_IR_MUL, list, DT_OPERAND_ARGS), n));
	code = dt_ir_env(f, DT_ENV_MAP_FIND, dt_ir_map(f, map), key);
	dt_ir_branchi(f, DT_IR_EQ, code, 0, end);
	dt_ir_mov_to(f, value, load_member(f, 8, code, offsetof(struct dt_operand_code, disp)));
	add_register(f, value, code, offsetof(struct dt_operand_code, base), 0);
	add_register(f, value, code, offsetof(struct dt_operand_code, index),
		     load_member(f, 4, code, offsetof(struct dt_operand_code, scale)));
	dt_ir_branchi(f, DT_IR_EQ,
		      load_member(f, 1, code, offsetof(struct dt_operand_code, is_narrow)), 0,
		      wide);
	dt_ir_mov_to(f, value, dt_ir_un(f, DT_IR_ZEXT, 4, value));
	dt_ir_place(f, wide);
	dt_ir_bin_to(f, DT_IR_SHR, value, value,
		     load_member(f, 1, code, offsetof(struct dt_operand_code, shift)));
	interpret_memory(f, value, code);
	extend_value(f, value, code);
	dt_ir_place(f, end);
	return value;
}
