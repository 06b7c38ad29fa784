/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Other subroutines: random numbers, the parts of a device number in the kernel's format (12 bits
 * of major above 20 bits of minor), descendants and numbers of processes.
 */
#include "builtin/args.h"
#include "builtin/builtin.h"

enum { MINOR_BITS = 20 };

static dt_reg rand_value(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_ir_func *f = dt_gen_func(g);

	return dt_ir_un(f, DT_IR_SEXT, 4, dt_ir_env(f, DT_ENV_RANDOM));
}

static dt_reg getmajor_value(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg major = dt_ir_bini(f, DT_IR_SHR, dt_arg_value(g, n, 0, 0), MINOR_BITS);

	return dt_ir_bini(f, DT_IR_AND, major, 0xfff);
}

static dt_reg getminor_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_ir_bini(dt_gen_func(g), DT_IR_AND, dt_arg_value(g, n, 0, 0),
			  (1 << MINOR_BITS) - 1);
}

static dt_reg progenyof_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_gen_progenyof(g, dt_arg_value(g, n, 0, 0));
}

static dt_reg pid_number_value(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg pid = dt_arg_value(g, n, 0, 0), ns = dt_gen_pidns(g), slot;

	if (ns)
		return dt_ir_call(f, "dt_pidns_number", 2, pid, ns);
	slot = dt_gen_scratch(g, 8);
	dt_ir_storei(f, 8, slot, 0, 0);
	dt_ir_env(f, DT_ENV_READ_KERNEL, slot, dt_ir_const(f, 4),
		  dt_ir_bini(f, DT_IR_ADD, pid, dt_gen_member(g, DT_KERNEL_PID_NUMBERS)));
	return dt_ir_load(f, 4, slot, 0);
}

const struct dt_builtin dt_builtin_rand = {
    .name = "rand",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "int ()",
    .lowering = &(const struct dt_lowering){.value = rand_value},
    .doc = "A pseudo-random 32-bit integer, not fit for secrets.",
    .example = "syscall:::entry /rand() % 100 == 0/ { @[probefunc] = count(); }",
};

const struct dt_builtin dt_builtin_getmajor = {
    .name = "getmajor",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "major_t (dev_t)",
    .lowering = &(const struct dt_lowering){.value = getmajor_value},
    .doc = "Major number of a device number as the kernel holds it.",
    .example = "BEGIN { trace(getmajor(0x800001)); exit(0); }",
};

const struct dt_builtin dt_builtin_getminor = {
    .name = "getminor",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "minor_t (dev_t)",
    .lowering = &(const struct dt_lowering){.value = getminor_value},
    .doc = "Minor number of a device number as the kernel holds it.",
    .example = "BEGIN { trace(getminor(0x800001)); exit(0); }",
};

const struct dt_builtin dt_builtin_progenyof = {
    .name = "progenyof",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "int (pid_t)",
    .lowering = &(const struct dt_lowering){.value = progenyof_value},
    .doc = "1 if the current process is that process or descends from it, else 0.",
    .example = "syscall::execve:entry /progenyof(1)/ { trace(copyinstr(arg0)); }",
};

const struct dt_builtin dt_builtin_pid_number = {
    .name = "pid_number",
    .since = "1.13",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "pid_t (struct pid *)",
    .lowering = &(const struct dt_lowering){.value = pid_number_value},
    .doc = "The number of a kernel's struct pid (a process, thread, group or session) in dtrace's "
	   "PID namespace; 0 if it is not in that namespace.",
    .example = "sched:::wakeup { @[pid_number(curthread->thread_pid)] = count(); }",
};
