/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Scratch memory of a clause: alloca() allocates it, bcopy() fills it. It is valid until the end of
 * the clause. Only this memory, memory from copyin() and variables can be written through a
 * pointer; dt_gen_own() checks every write.
 */
#include "builtin/args.h"
#include "builtin/builtin.h"

static dt_reg alloca_value(struct dt_gen *g, const struct dt_node *n)
{
	uint32_t max;
	dt_reg size = dt_arg_size(g, n, 0, &max), memory = dt_gen_alloca(g, max, size);

	dt_gen_zero(g, memory, 0, max);
	return memory;
}

static dt_reg bcopy_value(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_ir_func *f = dt_gen_func(g);
	uint32_t max;
	dt_reg src = dt_arg_memory(g, n, 0), to = dt_arg_value(g, n, 1, 0);
	dt_reg size = dt_arg_size(g, n, 2, &max), dst = dt_gen_own(g, to, size, max), got;

	got = dt_ir_env(f, DT_ENV_READ, dst, size, src);
	dt_gen_fault_if(g, DT_FAULT_BADADDR, DT_IR_NE, got, 0, src);
	return dt_ir_const(f, 0);
}

const struct dt_builtin dt_builtin_alloca = {
    .name = "alloca",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "void *(size_t)",
    .lowering = &(const struct dt_lowering){.value = alloca_value},
    .doc = "Allocate zeroed scratch memory, which lives until the end of the clause.",
    .example = "BEGIN { this->p = (int *)alloca(8); *this->p = 5; trace(*this->p); exit(0); }",
};

const struct dt_builtin dt_builtin_bcopy = {
    .name = "bcopy",
    .kind = DT_BUILTIN_SUBROUTINE,
    .flags = DT_BF_STORES,
    .proto = "void (@memory, void *, size_t)",
    .lowering = &(const struct dt_lowering){.value = bcopy_value},
    .doc = "Copy kernel memory, scratch memory or a string to memory that alloca() or copyin() "
	   "returned.",
    .example = "syscall::write:entry /arg2 >= 8/"
	       " { this->p = alloca(8); bcopy(copyin(arg1, 8), this->p, 8);"
	       " trace(*(long *)this->p); }",
};
