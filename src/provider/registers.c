/* SPDX-License-Identifier: BSD-2-Clause */
#include "provider/registers.h"

dt_reg dt_register(struct dt_ir_func *f, int offset)
{
	return dt_ir_load(f, 8, dt_ir_ctx(f), offset);
}

static dt_reg read_memory_word(const struct dt_machine *m, struct dt_ir_func *f, enum dt_env read,
			       dt_reg address)
{
	dt_reg slot = dt_ir_slot_addr(f, dt_ir_slot(f, 8, 8));

	dt_ir_storei(f, 8, slot, 0, 0);
	dt_ir_env(f, read, slot, dt_ir_const(f, m->calls.word), address);
	return dt_ir_load(f, 8, slot, 0);
}

static dt_reg dwarf_register(const struct dt_machine *m, struct dt_ir_func *f, unsigned n)
{
	bool is_known = n < m->calls.n_dwarf && m->dwarf[n] != DT_NO_REG;

	return is_known ? dt_register(f, m->dwarf[n]) : dt_ir_const(f, 0);
}

dt_reg dt_register_word(const struct dt_machine *m, struct dt_ir_func *f, dt_reg address)
{
	return read_memory_word(m, f, DT_ENV_READ_USER, address);
}

static dt_reg read_arg(const struct dt_machine *m, struct dt_ir_func *f, enum dt_env read,
		       unsigned n)
{
	int64_t at = m->stack_args + (int64_t)m->calls.word * ((int64_t)n - m->calls.n_args);

	if (n >= DT_RAW_REGISTER)
		return dwarf_register(m, f, n - DT_RAW_REGISTER);
	if (n < m->calls.n_args)
		return dt_register(f, m->args[n]);
	return read_memory_word(m, f, read, dt_ir_bini(f, DT_IR_ADD, dt_register(f, m->sp), at));
}

dt_reg dt_register_arg(const struct dt_machine *m, struct dt_ir_func *f, unsigned n)
{
	return read_arg(m, f, DT_ENV_READ_USER, n);
}

dt_reg dt_register_kernel_arg(struct dt_ir_func *f, unsigned n)
{
	return read_arg(&dt_arch.native, f, DT_ENV_READ_KERNEL, n);
}

dt_reg dt_register_return_address(const struct dt_machine *m, struct dt_ir_func *f)
{
	if (m->link != DT_NO_REG)
		return dt_register_strip(f, dt_register(f, m->link));
	return dt_register_word(m, f, dt_register(f, m->sp));
}

dt_reg dt_register_strip(struct dt_ir_func *f, dt_reg address)
{
	unsigned bits = dt_arch_signature_bits();

	return bits ? dt_ir_bini(f, DT_IR_SHR, dt_ir_bini(f, DT_IR_SHL, address, bits), bits)
		    : address;
}

dt_reg dt_register_result(const struct dt_machine *m, struct dt_ir_func *f)
{
	dt_reg value = dt_register(f, m->result);

	return m->calls.word == 8 ? value : dt_ir_un(f, DT_IR_ZEXT, m->calls.word, value);
}

dt_reg dt_register_user(const struct dt_context *self, struct dt_ir_func *f)
{
	return dt_ir_env(f, DT_ENV_USER_REGS, dt_ir_env(f, DT_ENV_TASK));
}
