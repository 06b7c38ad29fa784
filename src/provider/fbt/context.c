/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Generates code by which programs at kernel functions read their values. Both mechanisms pass
 * the registers, and the probe's id as the cookie.
 *
 * The offset of a return is unknown: the kernel changes the return address to kernel code that runs
 * the program. Therefore arg0 is 0, and the function is no longer a frame of the stack.
 *
 * At an instruction, the argument registers hold whatever the function has written to them.
 *
 * A session runs one program at entry and return. That program asks the kernel whether it runs at a
 * return, and calls the program for entries or the program for returns.
 */
#include "provider/fbt/internal.h"

#include "provider/registers.h"
#include "types/btf/offsets.h"

static dt_reg fbt_probe_id(const struct dt_context *self, struct dt_ir_func *f,
			   const struct dt_probe_set *set)
{
	return dt_ir_env(f, DT_ENV_COOKIE);
}

static dt_reg fbt_entry_arg(const struct dt_context *self, struct dt_ir_func *f,
			    const struct dt_probe_set *set, unsigned n)
{
	return dt_register_kernel_arg(f, n);
}

static dt_reg fbt_return_arg(const struct dt_context *self, struct dt_ir_func *f,
			     const struct dt_probe_set *set, unsigned n)
{
	return n == 1 ? dt_register_result(&dt_arch.native, f) : dt_ir_const(f, 0);
}

/** Computes the id of a return: the cookie of a session is the entry's id. */
static dt_reg session_return_id(const struct dt_context *self, struct dt_ir_func *f,
				const struct dt_probe_set *set)
{
	return dt_ir_bini(f, DT_IR_ADD, dt_ir_env(f, DT_ENV_COOKIE), DT_FBT_RETURN);
}

static uint32_t session_slot(const struct dt_context *self, uint32_t probe)
{
	return self->has_returned;
}

static dt_reg session_dispatch(const struct dt_context *self, struct dt_ir_func *f)
{
	return dt_ir_bini(f, DT_IR_AND, dt_ir_env(f, DT_ENV_RETURNED), 1);
}

#define COMMON(by, id) .attach = (by), .probe_id = (id), .uregs = dt_register_user

#define BOTH(by, return_id)                                     \
	[DT_FBT_ENTRY] = {.name = "kernel function entry",      \
			  COMMON(by, fbt_probe_id),             \
			  .arg = fbt_entry_arg,                 \
			  .kernel_caller = dt_fbt_entry_caller, \
			  .dispatch_slot = session_slot},       \
	[DT_FBT_RETURN] = {.name = "kernel function return",    \
			   COMMON(by, return_id),               \
			   .arg = fbt_return_arg,               \
			   .has_returned = true,                \
			   .dispatch_slot = session_slot}

static const struct dt_context functions[DT_FBT_NONE][2] = {
    [DT_FBT_MULTI] = {BOTH(DT_ATTACH_KPROBES, fbt_probe_id)},
    [DT_FBT_SINGLE] = {BOTH(DT_ATTACH_KPROBE, fbt_probe_id)},
};

static const struct dt_context in_session[2] = {BOTH(DT_ATTACH_SESSION, session_return_id)};

static const struct dt_context instruction = {
    .name = "kernel instruction", COMMON(DT_ATTACH_KPROBE, fbt_probe_id), .arg = fbt_entry_arg};

const struct dt_context *dt_fbt_context(enum dt_fbt_mechanism mechanism, enum dt_fbt_kind kind)
{
	return kind == DT_FBT_OFFSET ? &instruction : &functions[mechanism][kind];
}

/** Reports whether the kernel uses a limited number of slots per link for pending returns, as
 *  before Linux 6.14. If no slot is free, a session would also lose the entry. */
static bool has_slots(void)
{
	uint32_t offset;
	const struct dt_btf_member_query slots = {"fprobe", "rethook", &offset};

	return dt_btf_find_members("vmlinux", &slots, 1);
}

const struct dt_joint *dt_fbt_joint(struct dt_registry *r)
{
	struct dt_fbt *f = dt_fbt_of(r);
	struct dt_fbt_session *s = &f->session;

	if (f->mechanism != DT_FBT_MULTI)
		return NULL;
	if (!s->joint.dispatcher) {
		s->is_usable = !has_slots();
		s->context = (struct dt_context){.name = "kernel function",
						 .attach = DT_ATTACH_SESSION,
						 .dispatch = session_dispatch,
						 .n_dispatch = dt_array_len(in_session)};
		s->joint = (struct dt_joint){
		    &s->context, {&in_session[DT_FBT_ENTRY], &in_session[DT_FBT_RETURN]}};
	}
	return s->is_usable ? &s->joint : NULL;
}
