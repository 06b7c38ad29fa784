/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reads memory of the traced process. A string is read directly into its destination: the record, a
 * key, a variable. A failed read raises a BADADDR fault with the address; truncation is not an
 * error. Only copyinwords() returns "" instead, so that a record about a process is not lost
 * because the page with its arguments is not resident.
 *
 * copyin() returns scratch memory that is valid until the end of the clause; copyinto() fills such
 * memory. dt_arg_size() bounds its size.
 *
 * Decision: docs/dev/decisions/0023-sleep-at-uprobes-only.md
 */
#include "builtin/args.h"
#include "builtin/builtin.h"

enum { COPYINWORDS_MAX = 32768 }; // default number of bytes that copyinwords() reads

/** Returns the bytes that copyinstr(address, n) may write: n and the NUL, at most `cap`. */
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
	dt_reg addr = dt_arg_value(g, n, 0, 0), size;

	if (!limit)
		size = dt_ir_const(f, cap);
	else if (limit->kind == DT_NODE_INT)
		size = dt_ir_const(f, limit->value < cap ? limit->value + 1 : cap);
	else
		size = copyinstr_size(g, limit, cap);
	dt_gen_read_user(g, true, dst, size, addr);
}

static dt_reg copyin_value(struct dt_gen *g, const struct dt_node *n)
{
	uint32_t max;
	dt_reg addr = dt_arg_value(g, n, 0, 0), size = dt_arg_size(g, n, 1, &max);
	dt_reg buffer = dt_gen_alloca(g, max, size);

	dt_gen_read_user(g, false, buffer, size, addr);
	return buffer;
}

static dt_reg copyinto_value(struct dt_gen *g, const struct dt_node *n)
{
	uint32_t max;
	dt_reg addr = dt_arg_value(g, n, 0, 0), size = dt_arg_size(g, n, 1, &max);

	dt_reg to = dt_gen_own(g, dt_arg_value(g, n, 2, 0), size, max);

	dt_gen_read_user(g, false, to, size, addr);
	return dt_ir_const(dt_gen_func(g), 0);
}

static void copyinwords_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	dt_reg addr = dt_arg_value(g, n, 0, 0), size = dt_arg_value(g, n, 1, 0);
	dt_reg limit = dt_arg_value(g, n, 2, COPYINWORDS_MAX);
	dt_reg whole = dt_result_begin(g, dst, cap);

	dt_gen_must_be_here(g, "memory of the process");
	dt_ir_call(dt_gen_func(g), "dt_copyinwords", 4, whole, addr, size, limit);
	dt_result_end(g, dst, cap, whole);
}

const struct dt_builtin dt_builtin_copyin = {
    .name = "copyin",
    .kind = DT_BUILTIN_SUBROUTINE,
    .role = DT_ROLE_COPYIN,
    .proto = "void *(uintptr_t, size_t)",
    .lowering = &(const struct dt_lowering){.value = copyin_value},
    .doc = "Copy memory of the current process: at most 64 KB, or, if the size is not constant, 4 "
	   "KB (or strsize, if larger). The copy lives until the end of the clause.",
    .example = "syscall::write:entry /arg2 >= 4/ { trace(*(int *)copyin(arg1, 4)); }",
};

const struct dt_builtin dt_builtin_copyinstr = {
    .name = "copyinstr",
    .kind = DT_BUILTIN_SUBROUTINE,
    .role = DT_ROLE_COPYIN,
    .proto = "string (uintptr_t, [size_t])",
    .lowering = &(const struct dt_lowering){.string = copyinstr_string, .reads_cap = true},
    .doc = "Copy a string from the current process, at most strsize or the given number of "
	   "characters.",
    .example = "syscall::openat:entry { @[copyinstr(arg1)] = count(); }",
};

const struct dt_builtin dt_builtin_copyinto = {
    .name = "copyinto",
    .kind = DT_BUILTIN_SUBROUTINE,
    .flags = DT_BF_STORES,
    .role = DT_ROLE_COPYIN,
    .proto = "void (uintptr_t, size_t, void *)",
    .lowering = &(const struct dt_lowering){.value = copyinto_value},
    .doc = "Copy memory of the current process to memory that alloca() or copyin() returned.",
    .example = "syscall::write:entry /arg2 >= 4/"
	       " { this->p = (int *)alloca(4); copyinto(arg1, 4, this->p); trace(*this->p); }",
};

const struct dt_builtin dt_builtin_copyinwords = {
    .name = "copyinwords",
    .since = "1.13",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (uintptr_t, size_t, [size_t])",
    .lowering = &(const struct dt_lowering){.string = copyinwords_string},
    .doc =
	"Copy consecutive words of the current process, each ended by a NUL, into one string with "
	"blanks between them, of at most the given number of bytes including its NUL; \"\" if they "
	"cannot be read.",
    .example = "syscall:::entry /curthread->mm != NULL/ { @[copyinwords(curthread->mm->arg_start, "
	       "curthread->mm->arg_end - curthread->mm->arg_start)] = count(); }",
};
