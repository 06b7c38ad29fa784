/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reading the memory of the traced process. A string goes straight to where it is wanted: the
 * record, a key, a variable. An address that cannot be read is a BADADDR fault that names it;
 * truncation is not an error.
 *
 * copyin() returns scratch memory that lives until the end of the clause. The verifier wants to
 * know its size beforehand: a size that is not constant is served up to COPYIN_MAX bytes, and
 * faults with NOSCRATCH above.
 */
#include "builtin/args.h"
#include "builtin/builtin.h"

#include <linux/bpf.h>

enum { COPYIN_MAX = 4096 };

/** The bytes that copyinstr(address, n) may write: n and the NUL, at most `cap`. */
static dt_reg copyinstr_size(struct dt_gen *g, const struct dt_node *limit, uint32_t cap)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_label whole = dt_ir_label(f);
	dt_reg n = dt_gen_value(g, limit), size = dt_ir_reg(f);

	dt_ir_const_to(f, size, cap);
	dt_ir_branchi(f, DT_IR_GE, n, cap, whole);
	dt_ir_mov_to(f, size, dt_ir_bini(f, DT_IR_ADD, n, 1));
	dt_ir_place(f, whole);
	return size;
}

static void copyinstr_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	const struct dt_node *limit = dt_arg_node(n, 1);
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg addr = dt_arg_value(g, n, 0, 0), size, got;

	if (!limit)
		size = dt_ir_const(f, cap);
	else if (limit->kind == DT_NODE_INT)
		size = dt_ir_const(f, limit->value < cap ? limit->value + 1 : cap);
	else
		size = copyinstr_size(g, limit, cap);
	got = dt_ir_helper(f, BPF_FUNC_probe_read_user_str, 3, dst, size, addr);
	dt_gen_fault_if(g, DT_FAULT_BADADDR, DT_IR_SLT, got, 0, addr);
}

static dt_reg copyin_value(struct dt_gen *g, const struct dt_node *n)
{
	const struct dt_node *length = dt_arg_node(n, 1);
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg addr = dt_arg_value(g, n, 0, 0), buffer, size, got;

	if (length->kind == DT_NODE_INT && length->value && length->value <= COPYIN_MAX) {
		buffer = dt_gen_scratch(g, length->value);
		size = dt_ir_const(f, length->value);
	} else {
		buffer = dt_gen_scratch(g, COPYIN_MAX);
		size = dt_gen_value(g, length);
		dt_gen_fault_if(g, DT_FAULT_NOSCRATCH, DT_IR_GT, size, COPYIN_MAX, 0);
	}
	got = dt_ir_helper(f, BPF_FUNC_probe_read_user, 3, buffer, size, addr);
	dt_gen_fault_if(g, DT_FAULT_BADADDR, DT_IR_NE, got, 0, addr);
	return buffer;
}

const struct dt_builtin dt_builtin_copyin = {
    .name = "copyin",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "void *(uintptr_t, size_t)",
    .lowering = &(const struct dt_lowering){.value = copyin_value},
    .doc = "Copy memory of the current process; the copy lives until the end of the clause.",
    .example = "syscall::write:entry /arg2 >= 4/ { trace(*(int *)copyin(arg1, 4)); }",
};

const struct dt_builtin dt_builtin_copyinstr = {
    .name = "copyinstr",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (uintptr_t, [size_t])",
    .lowering = &(const struct dt_lowering){.string = copyinstr_string},
    .doc = "Copy a string from the current process, at most strsize or the given number of "
	   "characters.",
    .example = "syscall::openat:entry { @[copyinstr(arg1)] = count(); }",
};
