/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Actions that change the traced process: stop, raise, copyout, copyoutstr, chill. They record
 * nothing and take effect when the probe fires. A signal reaches the process when it next leaves
 * the kernel. Signalling a kernel thread or init raises an ILLOP fault.
 *
 * A kernel that is locked down for integrity forbids all programs to write to a process's memory.
 * The session checks that before it loads one (DT_FEAT_WRITE_USER).
 */
#include "builtin/args.h"
#include "builtin/builtin.h"

#include <signal.h>

static void send_signal(struct dt_gen *g, dt_reg signal)
{
	dt_reg failed = dt_ir_env(dt_gen_func(g), DT_ENV_SIGNAL, signal);

	dt_gen_must_be_here(g, "a signal");
	dt_gen_fault_if(g, DT_FAULT_ILLOP, DT_IR_NE, failed, 0, 0);
}

static void stop_action(struct dt_gen *g, const struct dt_node *n)
{
	send_signal(g, dt_ir_const(dt_gen_func(g), SIGSTOP));
}

static void raise_action(struct dt_gen *g, const struct dt_node *n)
{
	send_signal(g, dt_arg_value(g, n, 0, 0));
}

static void write_user(struct dt_gen *g, dt_reg addr, dt_reg from, dt_reg size)
{
	dt_reg failed = dt_ir_env(dt_gen_func(g), DT_ENV_WRITE_USER, addr, from, size);

	dt_gen_must_be_here(g, "memory of the process");
	dt_gen_fault_if(g, DT_FAULT_BADADDR, DT_IR_NE, failed, 0, addr);
}

static void copyout_action(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_ir_func *f = dt_gen_func(g);
	uint32_t max;
	dt_reg from = dt_arg_memory(g, n, 0), to = dt_arg_value(g, n, 1, 0);
	dt_reg size = dt_arg_size(g, n, 2, &max), copy, got;
	dt_label nothing = dt_ir_label(f);

	if (!max)
		return;
	dt_gen_leave_if_zero(g, size, nothing);
	// a number may be any kernel address; WRITE_USER requires memory of the program
	copy = dt_gen_scratch(g, max);
	got = dt_ir_env(f, DT_ENV_READ, copy, size, from);
	dt_gen_fault_if(g, DT_FAULT_BADADDR, DT_IR_NE, got, 0, from);
	write_user(g, to, copy, size);
	dt_ir_place(f, nothing);
}

/** Writes the string with its NUL, or its first bytes. */
static void copyoutstr_action(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg string = dt_arg_string(g, n, 0), to = dt_arg_value(g, n, 1, 0);
	dt_reg limit = dt_arg_value(g, n, 2, 0), copy = dt_gen_scratch(g, dt_gen_strsize(g));
	dt_reg size = dt_ir_reg(f), got;
	dt_label fits = dt_ir_label(f), nothing = dt_ir_label(f);

	got = dt_ir_env(f, DT_ENV_COPY_STR, copy, dt_ir_const(f, dt_gen_strsize(g)), string);
	dt_ir_mov_to(f, size, got);
	dt_ir_branch(f, DT_IR_LE, size, limit, fits);
	dt_ir_mov_to(f, size, limit);
	dt_ir_place(f, fits);
	dt_gen_leave_if_zero(g, size, nothing);
	dt_gen_at_most(g, size, dt_gen_strsize(g), nothing);
	write_user(g, to, copy, size);
	dt_ir_place(f, nothing);
}

/** Time that a CPU has spent in chill() in the current second. */
struct chilled {
	uint64_t begin, used; // ns
};

enum {
	CHILL_INTERVAL = 1000000000,
	CHILL_MAX = 500000000,
};

/** Waits, or raises a fault if the CPU has used its share of this second. */
static void chill_action(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_ir_func *f = dt_gen_func(g);
	static const struct dt_map_desc map = {.name = "dt_chilled",
					       .kind = DT_MAPK_ARRAY,
					       .key_size = 4,
					       .value_size = sizeof(struct chilled),
					       .elems_per_cpu = 1};
	dt_reg ns = dt_arg_value(g, n, 0, 0), state = dt_gen_cpu_elem(g, dt_gen_map(g, &map)), now,
	       used;
	dt_label none = dt_ir_label(f), same = dt_ir_label(f);

	dt_gen_fault_if(g, DT_FAULT_ILLOP, DT_IR_GT, ns, CHILL_MAX, 0);
	dt_ir_branchi(f, DT_IR_EQ, state, 0, none);
	now = dt_ir_env(f, DT_ENV_TIME);
	used =
	    dt_ir_bin(f, DT_IR_SUB, now, dt_ir_load(f, 8, state, offsetof(struct chilled, begin)));
	dt_ir_branchi(f, DT_IR_LT, used, CHILL_INTERVAL, same);
	dt_ir_store(f, 8, state, offsetof(struct chilled, begin), now);
	dt_ir_storei(f, 8, state, offsetof(struct chilled, used), 0);
	dt_ir_place(f, same);
	used = dt_ir_bin(f, DT_IR_ADD, ns, dt_ir_load(f, 8, state, offsetof(struct chilled, used)));
	dt_gen_fault_if(g, DT_FAULT_ILLOP, DT_IR_GT, used, CHILL_MAX, 0);
	dt_ir_store(f, 8, state, offsetof(struct chilled, used), used);
	dt_ir_call(f, "dt_chill", 1, ns);
	dt_gen_timestamp_renew(g);
	dt_ir_place(f, none);
}

const struct dt_builtin dt_builtin_stop = {
    .name = "stop",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_DESTRUCTIVE,
    .proto = "void ()",
    .lowering = &(const struct dt_lowering){.effect = stop_action},
    .doc = "Stop the current process, as SIGSTOP does; SIGCONT continues it.",
    .example = "syscall::execve:entry /execname == \"suspect\"/ { stop(); }",
};

const struct dt_builtin dt_builtin_raise = {
    .name = "raise",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_DESTRUCTIVE,
    .proto = "void (int)",
    .lowering = &(const struct dt_lowering){.effect = raise_action},
    .doc = "Send a signal to the current process.",
    .example = "syscall::openat:entry /copyinstr(arg1) == \"/etc/secret\"/ { raise(9); }",
};

const struct dt_builtin dt_builtin_copyout = {
    .name = "copyout",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_DESTRUCTIVE | DT_BF_WRITES_USER,
    .proto = "void (@memory, uintptr_t, size_t)",
    .lowering = &(const struct dt_lowering){.effect = copyout_action},
    .doc = "Write kernel memory, scratch memory or a string to an address of the current process.",
    .example = "syscall::read:return { this->p = (int *)alloca(4); *this->p = 1;"
	       " copyout(this->p, arg1, 4); }",
};

const struct dt_builtin dt_builtin_copyoutstr = {
    .name = "copyoutstr",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_DESTRUCTIVE | DT_BF_WRITES_USER,
    .proto = "void (const char *, uintptr_t, size_t)",
    .lowering = &(const struct dt_lowering){.effect = copyoutstr_action},
    .doc = "Write a string and its NUL, at most the given number of bytes, to an address of the "
	   "current process.",
    .example = "syscall::uname:return { copyoutstr(\"elsewhere\", arg0, 10); }",
};

const struct dt_builtin dt_builtin_chill = {
    .name = "chill",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_DESTRUCTIVE,
    .proto = "void (int)",
    .lowering = &(const struct dt_lowering){.effect = chill_action, .reads_clock = true},
    .doc = "Keep the CPU busy for a number of nanoseconds, at most half a second in every second "
	   "on each CPU. timestamp advances in the rest of the clause.",
    .example = "syscall::futex:entry { chill(50000); }",
};
