/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * curthread gives access to kernel data. Its type comes from the running kernel.
 * lower/value/object.c decides whether members are loaded directly or read by READ_KERNEL.
 */
#include "builtin/builtin.h"

#include "lower/builtin.h"

/** Returns the address as a number, with which the kernel permits arithmetic. */
static dt_reg curthread_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_gen_task_number(g);
}

const struct dt_builtin dt_builtin_curthread = {
    .name = "curthread",
    .kind = DT_BUILTIN_VARIABLE,
    .role = DT_ROLE_CURTHREAD,
    .proto = "struct task_struct *",
    .lowering = &(const struct dt_lowering){.value = curthread_value},
    .attributes = "Stable/Private/Common",
    .doc = "The kernel's description of the current thread, struct task_struct; its members are "
	   "those of the running kernel.",
    .example = "syscall::execve:entry { trace(curthread->group_leader->pid); }",
};
