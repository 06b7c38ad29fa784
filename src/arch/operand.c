/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/operand.h"

void dt_operand_resolve(struct dt_operand *o, uint64_t addr, uint64_t pc)
{
	*o->symbol = '\0';
	o->disp = (int64_t)((uint64_t)o->disp + addr - pc);
	if (o->base != DT_NO_REG && o->base != dt_arch.native.pc)
		o->kind = DT_OPERAND_UNREADABLE; // a table addressed absolutely
	o->base = dt_arch.native.pc;
}

bool dt_operand_equal(const struct dt_operand *a, const struct dt_operand *b)
{
	return a->kind == b->kind && a->size == b->size && a->is_signed == b->is_signed &&
	       a->base == b->base && a->index == b->index && a->scale == b->scale &&
	       a->shift == b->shift && a->disp == b->disp;
}
