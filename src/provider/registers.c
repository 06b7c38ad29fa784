/* SPDX-License-Identifier: BSD-2-Clause */
#include "provider/registers.h"

#include "ir/executor.h"

enum { PAGE = 4096 }; // of every machine, at least

dt_reg dt_register(struct dt_ir_func *f, int offset)
{
	return dt_ir_load(f, 8, dt_ir_ctx(f), offset);
}

/** Reports whether the program runs in the thread that it traces, without a kernel in between. */
static bool is_inside(const struct dt_ir_func *f)
{
	return f->executor && f->executor->attaches >> DT_ATTACH_SITE & 1;
}

/** Loads the bytes if they are in the page of the stack pointer; else jumps to `far`. */
static void load_near(const struct dt_machine *m, struct dt_ir_func *f, dt_reg to, unsigned size,
		      dt_reg address, dt_label far)
{
	dt_reg other = dt_ir_bin(f, DT_IR_XOR, address, dt_register(f, m->sp));

	dt_ir_branchi(f, DT_IR_GE, other, PAGE, far);
	other = dt_ir_bini(f, DT_IR_AND, address, PAGE - 1);
	dt_ir_branchi(f, DT_IR_GT, other, PAGE - size, far);
	dt_ir_store(f, size, to, 0, dt_ir_load(f, size, address, 0));
}

void dt_register_read(const struct dt_machine *m, struct dt_ir_func *f, dt_reg to, unsigned size,
		      dt_reg address)
{
	dt_label far, end;

	if (!is_inside(f)) {
		dt_ir_env(f, DT_ENV_READ_USER, to, dt_ir_const(f, size), address);
		return;
	}
	far = dt_ir_label(f);
	end = dt_ir_label(f);
	load_near(m, f, to, size, address, far);
	dt_ir_jump(f, end);
	dt_ir_place(f, far);
	dt_ir_env(f, DT_ENV_READ_USER, to, dt_ir_const(f, size), address);
	dt_ir_place(f, end);
}

dt_reg dt_register_word(const struct dt_machine *m, struct dt_ir_func *f, dt_reg address)
{
	dt_reg slot = dt_ir_slot_addr(f, dt_ir_slot(f, 8, 8));

	dt_ir_storei(f, 8, slot, 0, 0);
	dt_register_read(m, f, slot, m->calls.word, address);
	return dt_ir_load(f, 8, slot, 0);
}

dt_reg dt_register_kernel_word(const struct dt_machine *m, struct dt_ir_func *f, dt_reg address)
{
	dt_reg slot = dt_ir_slot_addr(f, dt_ir_slot(f, 8, 8));

	dt_ir_storei(f, 8, slot, 0, 0);
	dt_ir_env(f, DT_ENV_READ_KERNEL, slot, dt_ir_const(f, m->calls.word), address);
	return dt_ir_load(f, 8, slot, 0);
}

static dt_reg dwarf_register(const struct dt_machine *m, struct dt_ir_func *f, unsigned n)
{
	bool is_known = n < m->calls.n_dwarf && m->dwarf[n] != DT_NO_REG;

	return is_known ? dt_register(f, m->dwarf[n]) : dt_ir_const(f, 0);
}

typedef dt_reg word_reader(const struct dt_machine *m, struct dt_ir_func *f, dt_reg address);

static dt_reg read_arg(const struct dt_machine *m, struct dt_ir_func *f, word_reader *read,
		       unsigned n)
{
	int64_t at = m->stack_args + (int64_t)m->calls.word * ((int64_t)n - m->calls.n_args);

	if (n >= DT_RAW_REGISTER)
		return dwarf_register(m, f, n - DT_RAW_REGISTER);
	if (n < m->calls.n_args)
		return dt_register(f, m->args[n]);
	return read(m, f, dt_ir_bini(f, DT_IR_ADD, dt_register(f, m->sp), at));
}

dt_reg dt_register_arg(const struct dt_machine *m, struct dt_ir_func *f, unsigned n)
{
	return read_arg(m, f, dt_register_word, n);
}

dt_reg dt_register_kernel_arg(struct dt_ir_func *f, unsigned n)
{
	return read_arg(&dt_arch.native, f, dt_register_kernel_word, n);
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
