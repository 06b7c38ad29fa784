/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * uregs[]: the thread's user-mode registers, which the kernel saved at its entry, and the names of
 * their indices. The segment registers and the number of the last trap are not among them; they are
 * read from the thread's struct.
 *
 * In a probe without a user thread (BEGIN, a tick on an idle CPU), registers are 0 or arbitrary. An
 * index beyond the last register raises a fault.
 */
#include "builtin/vars/uregs.h"

#include "arch/arch.h"
#include "builtin/builtin.h"
#include "lower/builtin.h"

#include <string.h>

static dt_reg refuse_index(struct dt_gen *g)
{
	dt_reg zero = dt_ir_const(dt_gen_func(g), 0);

	dt_gen_fault_if(g, DT_FAULT_BADINDEX, DT_IR_EQ, zero, 0, 0);
	return zero;
}

/** Returns current->thread.member. */
static dt_reg thread_register(struct dt_gen *g, uint64_t i)
{
	const struct dt_thread_register *r = &dt_arch.thread_registers[i];

	if (i >= dt_arch.n_thread_registers || !dt_gen_has_member(g, r->member))
		return refuse_index(g);
	return dt_ir_load_kernel(dt_gen_func(g), r->width, dt_gen_task(g),
				 dt_gen_member(g, DT_KERNEL_TASK_THREAD) +
				     dt_gen_member(g, r->member));
}

static dt_reg saved_registers(struct dt_gen *g)
{
	const struct dt_context *ctx = dt_gen_context(g);
	struct dt_ir_func *f = dt_gen_func(g);

	return dt_gen_is_elsewhere(g) ? dt_ir_env(f, DT_ENV_USER_REGS, dt_gen_task(g))
				      : ctx->uregs(ctx, f);
}

/** Returns a register of struct pt_regs. Inside the process, that is the context. */
static dt_reg saved_register(struct dt_gen *g, unsigned index)
{
	const struct dt_context *ctx = dt_gen_context(g);
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg value;

	if (!ctx->uregs)
		return dt_ir_const(f, 0);
	if (dt_gen_is_inside(g))
		return dt_ir_load(f, 8, dt_ir_ctx(f), 8 * (int64_t)index);
	value = dt_ir_load_kernel(f, 8, saved_registers(g), 8 * (int64_t)index);
	return index == (unsigned)dt_arch.native.pc / 8 && ctx->moved
		   ? dt_ir_bin(f, DT_IR_SUB, value, ctx->moved(ctx, f))
		   : value;
}

static dt_reg known_register(struct dt_gen *g, uint64_t number)
{
	for (size_t i = 0; i < dt_arch.n_registers; i++) {
		const struct dt_register_name *r = &dt_arch.registers[i];

		if (r->number == number)
			return r->place < dt_arch.n_saved
				   ? saved_register(g, r->place)
				   : thread_register(g, r->place - dt_arch.n_saved);
	}
	return refuse_index(g);
}

/** Returns a register of struct pt_regs with a computed number, whose position is in a table. */
static dt_reg computed_register(struct dt_gen *g, dt_reg number)
{
	enum { NUMBERS = 64, NONE = 255 };
	const struct dt_context *ctx = dt_gen_context(g);
	struct dt_ir_func *f = dt_gen_func(g);
	uint8_t indices[NUMBERS];
	dt_reg index, dst;

	if (!ctx->uregs)
		return dt_ir_const(f, 0);
	memset(indices, NONE, sizeof(indices));
	for (size_t i = 0; i < dt_arch.n_registers; i++)
		indices[dt_arch.registers[i].number % NUMBERS] = dt_arch.registers[i].place;
	dt_gen_fault_if(g, DT_FAULT_BADINDEX, DT_IR_GE, number, NUMBERS, 0);
	number = dt_gen_masked(g, number, NUMBERS);
	index = dt_ir_load(
	    f, 1, dt_ir_bin(f, DT_IR_ADD, dt_gen_table(g, indices, sizeof(indices)), number), 0);
	dt_gen_fault_if(g, DT_FAULT_BADINDEX, DT_IR_GE, index, dt_arch.n_saved, 0);
	if (dt_gen_is_inside(g))
		return dt_ir_load(
		    f, 8, dt_ir_bin(f, DT_IR_ADD, dt_ir_ctx(f), dt_ir_bini(f, DT_IR_SHL, index, 3)),
		    0);
	dst = dt_gen_scratch(g, 8);
	dt_ir_env(f, DT_ENV_READ_KERNEL, dst, dt_ir_const(f, 8),
		  dt_ir_bin(f, DT_IR_ADD, saved_registers(g), dt_ir_bini(f, DT_IR_SHL, index, 3)));
	return dt_ir_load(f, 8, dst, 0);
}

static dt_reg uregs_value(struct dt_gen *g, const struct dt_node *n)
{
	const struct dt_node *index = n->list;

	return index->kind == DT_NODE_INT ? known_register(g, index->value)
					  : computed_register(g, dt_gen_value(g, index));
}

static const struct dt_type *no_type(void *self, struct dt_universe *u, enum dt_type_kind kind,
				     const char *name)
{
	return NULL;
}

static const struct dt_type *register_index(void *self, struct dt_universe *u, const char *name,
					    int64_t *value)
{
	for (size_t i = 0; i < dt_arch.n_registers; i++) {
		if (!strcmp(dt_arch.registers[i].name, name)) {
			*value = dt_arch.registers[i].number;
			return dt_type_basic(u, DT_INT);
		}
	}
	return NULL;
}

const struct dt_type_source dt_register_names = {.lookup = no_type, .enumerator = register_index};

const struct dt_builtin dt_builtin_uregs = {
    .name = "uregs",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "uint64_t [int]",
    .lowering = &(const struct dt_lowering){.value = uregs_value},
    .doc = "Registers of the thread in user mode, as it entered the kernel; R_PC, R_SP, R_RAX and "
	   "so on are the indices.",
    .example = "syscall::mmap:entry { @[uaddr(uregs[R_PC])] = count(); }",
};
