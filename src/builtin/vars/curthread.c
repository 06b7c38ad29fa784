/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The way into the kernel's own data: curthread. Its type comes from the running kernel; what is
 * read through it directly, and what by READ_KERNEL, is decided in lower/place/object.c.
 */
#include "builtin/builtin.h"

#include "lower/builtin.h"

/** The address as a number: the kernel lets programs compute with it. */
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
