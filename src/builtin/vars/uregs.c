/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * uregs[]: the registers that the thread had in user mode, as the kernel saved them when it was
 * entered, and the names of their indices. The segment registers and the number of the last trap
 * are not among the saved registers; they are read from the thread's own data.
 *
 * A probe that has nothing to do with a user thread (BEGIN, a tick on an idle CPU) shows 0 or
 * whatever the kernel keeps in that place. An index beyond the last register is a fault.
 */
#include "builtin/vars/uregs.h"

#include "arch/arch.h"
#include "builtin/builtin.h"
#include "lower/builtin.h"
#include "types/btf_offsets.h"

#include <string.h>

static dt_reg refuse(struct dt_gen *g)
{
	dt_reg zero = dt_ir_const(dt_gen_func(g), 0);

	dt_gen_fault_if(g, DT_FAULT_BADINDEX, DT_IR_EQ, zero, 0, 0);
	return zero;
}

/** current->thread.member */
static dt_reg thread_register(struct dt_gen *g, uint64_t i)
{
	const struct dt_thread_register *r = &dt_arch.thread_registers[i];
	uint32_t thread, member;

	if (i >= dt_arch.n_thread_registers ||
	    !dt_btf_member_offset("task_struct", "thread", &thread) ||
	    !dt_btf_member_offset("thread_struct", r->member, &member))
		return refuse(g);
	return dt_ir_load(dt_gen_func(g), r->width, dt_gen_task(g), thread + member);
}

static dt_reg uregs_value(struct dt_gen *g, const struct dt_node *n)
{
	const struct dt_context *ctx = dt_gen_context(g);
	const struct dt_node *index = n->list;
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg i, dst;

	if (index->kind == DT_NODE_INT && index->value >= dt_arch.n_saved)
		return thread_register(g, index->value - dt_arch.n_saved);
	if (!ctx->uregs)
		return dt_ir_const(f, 0);
	if (index->kind == DT_NODE_INT) {
		dst = dt_ir_load(f, 8, ctx->uregs(ctx, f), 8 * (int64_t)index->value);
		return index->value == (uint64_t)dt_arch.native.pc / 8 && ctx->moved
			   ? dt_ir_bin(f, DT_IR_SUB, dst, ctx->moved(ctx, f))
			   : dst;
	}
	i = dt_gen_value(g, index);
	dt_gen_fault_if(g, DT_FAULT_BADINDEX, DT_IR_GE, i, dt_arch.n_saved, 0);
	dst = dt_gen_scratch(g, 8);
	dt_ir_env(f, DT_ENV_READ_KERNEL, dst, dt_ir_const(f, 8),
		  dt_ir_bin(f, DT_IR_ADD, ctx->uregs(ctx, f), dt_ir_bini(f, DT_IR_SHL, i, 3)));
	return dt_ir_load(f, 8, dst, 0);
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
			*value = dt_arch.registers[i].index;
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
