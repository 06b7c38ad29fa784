/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What programs at functions of the kernel read: both ways of probing give them the registers, and
 * the probe's id as the cookie.
 *
 * At return the place is not known: the kernel lets the function return to code of its own, which
 * runs the program. So arg0 is 0 there, and the function itself is no frame of the stack any more.
 *
 * At an instruction the registers of arguments hold whatever the function has put there by then.
 */
#include "provider/fbt/internal.h"

#include "provider/registers.h"

static dt_reg probe_id(const struct dt_context *self, struct dt_ir_func *f,
		       const struct dt_probe_set *set)
{
	return dt_ir_env(f, DT_ENV_COOKIE);
}

static dt_reg entry_arg(const struct dt_context *self, struct dt_ir_func *f,
			const struct dt_probe_set *set, unsigned n)
{
	return dt_register_kernel_arg(f, n);
}

static dt_reg return_arg(const struct dt_context *self, struct dt_ir_func *f,
			 const struct dt_probe_set *set, unsigned n)
{
	return n == 1 ? dt_register_result(&dt_arch.native, f) : dt_ir_const(f, 0);
}

#define COMMON(by) .attach = (by), .probe_id = probe_id, .uregs = dt_register_user

#define BOTH(by)                                                                          \
	[DT_FBT_ENTRY] = {.name = "kernel function entry", COMMON(by), .arg = entry_arg}, \
	[DT_FBT_RETURN] = {                                                               \
	    .name = "kernel function return", COMMON(by), .arg = return_arg, .has_returned = true}

static const struct dt_context functions[DT_FBT_NONE][2] = {
    [DT_FBT_MULTI] = {BOTH(DT_ATTACH_KPROBES)},
    [DT_FBT_SINGLE] = {BOTH(DT_ATTACH_KPROBE)},
};

static const struct dt_context instruction = {
    .name = "kernel instruction", COMMON(DT_ATTACH_KPROBE), .arg = entry_arg};

const struct dt_context *dt_fbt_context(enum dt_fbt_way way, enum dt_fbt_kind kind)
{
	return kind == DT_FBT_OFFSET ? &instruction : &functions[way][kind];
}
