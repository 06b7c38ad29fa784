/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Variables of the running thread: identities, names, the CPU. Identities are those of the initial
 * namespaces, except numbers of processes and threads, which are those of dtrace's PID namespace
 * (lower/firing/pidns.c). `execname` is the thread's settable name, at most 15 characters; Linux
 * has no other name that a probe could read without walking memory.
 *
 * Decision: docs/dev/decisions/0053-firing-cost-from-machine-code.md
 */
#include "builtin/builtin.h"

#include "lower/builtin.h"

static dt_reg pid_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_gen_pid(g);
}

static dt_reg tid_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_gen_tid(g);
}

/** Returns current->real_parent->tgid, by offsets from this kernel's type data, or its number in
 * dtrace's PID namespace. */
static dt_reg ppid_value(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg ns = dt_gen_pidns(g);
	uint32_t parent, tgid;

	if (!dt_gen_reads_kernel(g))
		return dt_ir_env(f, DT_ENV_PPID);
	if (ns)
		return dt_ir_call(f, "dt_pidns_task", 3, dt_gen_task_number(g),
				  dt_ir_const(f, DT_PIDNS_PARENT), ns);
	parent = dt_gen_member_or_fault(g, DT_KERNEL_TASK_PARENT);
	tgid = dt_gen_member_or_fault(g, DT_KERNEL_TASK_TGID);
	return dt_ir_un(
	    f, DT_IR_SEXT, 4,
	    dt_ir_load_kernel(f, 4, dt_ir_load_kernel(f, 8, dt_gen_task(g), parent), tgid));
}

static dt_reg uid_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_ir_un(dt_gen_func(g), DT_IR_ZEXT, 4, dt_gen_uid_gid(g));
}

static dt_reg gid_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_ir_bini(dt_gen_func(g), DT_IR_SHR, dt_gen_uid_gid(g), 32);
}

static dt_reg cpu_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_ir_env(dt_gen_func(g), DT_ENV_PROCESSOR);
}

static void execname_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	dt_gen_comm(g, dst, cap < DT_COMM_LEN ? cap : DT_COMM_LEN);
}

static dt_reg lgrp_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_ir_env(dt_gen_func(g), DT_ENV_NUMA_NODE);
}

static void zonename_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	static const char name[] = "global";

	uint32_t size = cap < sizeof(name) ? cap : sizeof(name);

	for (uint32_t i = 0; i < size; i++)
		dt_ir_storei(dt_gen_func(g), 1, dst, i, i + 1 < size ? name[i] : 0);
}

const struct dt_builtin dt_builtin_pid = {
    .name = "pid",
    .kind = DT_BUILTIN_VARIABLE,
    .role = DT_ROLE_IDENTITY,
    .proto = "pid_t",
    .lowering = &(const struct dt_lowering){.value = pid_value},
    .doc = "Process id: the thread group of the current thread.",
    .example = "syscall:::entry { @[pid] = count(); }",
};

const struct dt_builtin dt_builtin_tid = {
    .name = "tid",
    .kind = DT_BUILTIN_VARIABLE,
    .role = DT_ROLE_IDENTITY,
    .proto = "id_t",
    .lowering = &(const struct dt_lowering){.value = tid_value},
    .doc = "Thread id, unique in the whole system.",
    .example = "syscall:::entry { @[pid, tid] = count(); }",
};

const struct dt_builtin dt_builtin_ppid = {
    .name = "ppid",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "pid_t",
    .lowering = &(const struct dt_lowering){.value = ppid_value},
    .doc = "Process id of the parent of the current process.",
    .example = "syscall::execve:entry { trace(ppid); }",
};

const struct dt_builtin dt_builtin_uid = {
    .name = "uid",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "uid_t",
    .lowering = &(const struct dt_lowering){.value = uid_value},
    .doc = "Real user id of the current process.",
    .example = "syscall:::entry { @[uid] = count(); }",
};

const struct dt_builtin dt_builtin_gid = {
    .name = "gid",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "gid_t",
    .lowering = &(const struct dt_lowering){.value = gid_value},
    .doc = "Real group id of the current process.",
    .example = "syscall:::entry { @[gid] = count(); }",
};

const struct dt_builtin dt_builtin_cpu = {
    .name = "cpu",
    .kind = DT_BUILTIN_VARIABLE,
    .role = DT_ROLE_CPU,
    .proto = "processorid_t",
    .lowering = &(const struct dt_lowering){.value = cpu_value},
    .doc = "The CPU on which the probe fired.",
    .example = "profile-97 { @[cpu] = count(); }",
};

const struct dt_builtin dt_builtin_execname = {
    .name = "execname",
    .kind = DT_BUILTIN_VARIABLE,
    .role = DT_ROLE_IDENTITY,
    .proto = "string",
    .lowering = &(const struct dt_lowering){.string = execname_string, .string_max = DT_COMM_LEN},
    .doc =
	"Name of the current thread, by default that of its program, truncated to 15 characters.",
    .example = "syscall:::entry { @[execname] = count(); }",
};

const struct dt_builtin dt_builtin_threadname = {
    .name = "threadname",
    .since = "1.13",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "string",
    .lowering = &(const struct dt_lowering){.string = execname_string, .string_max = DT_COMM_LEN},
    .doc = "Name of the current thread; on Linux the same as execname.",
    .example = "syscall:::entry { @[pid, threadname] = count(); }",
};

const struct dt_builtin dt_builtin_zonename = {
    .name = "zonename",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "string",
    .lowering = &(const struct dt_lowering){.string = zonename_string, .string_max = 8},
    .doc = "Always \"global\": Linux has no zones, and programs see the whole system.",
    .example = "syscall:::entry { @[zonename] = count(); }",
};

const struct dt_builtin dt_builtin_lgrp = {
    .name = "lgrp",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "int",
    .lowering = &(const struct dt_lowering){.value = lgrp_value},
    .doc = "The NUMA node of the CPU on which the probe fired.",
    .example = "profile-97 { @[lgrp] = count(); }",
};
