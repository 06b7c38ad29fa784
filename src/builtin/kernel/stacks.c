/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Stacks: stack(), ustack(), jstack() as actions and keys, and the variables derived from a stack:
 * caller, ucaller, stackdepth, ustackdepth.
 *
 * The kernel unwinds directly into the record or the key; the consumer finds the names. In a
 * tracepoint, the first frames are between the tracepoint and our program. Their number depends on
 * the kernel's build and on other tracers. The consumer recognises them by name and removes them,
 * so the program requests a few frames more.
 *
 * User stacks are unwound by tables (abi/unwind.h). If the process is unknown, or with -x
 * ustackmode=fp, the kernel follows frame pointers. A function without a frame pointer then hides
 * its caller, unless a pid probe is in that function: the probe's address determines the location
 * of the return address. A stack that does not exist, such as a kernel thread's user stack, is
 * empty, without a fault. Inside a process there are only tables.
 *
 * Programs request one frame more than they keep, which shows whether the stack continues
 * (DT_STACK_LIMITED).
 *
 * Decision: docs/dev/decisions/0005-tracing-frames-by-name.md
 * Decision: docs/dev/decisions/0074-stack-keys-127-frames.md
 */
#include "abi/unwind.h"
#include "arch/arch.h"
#include "builtin/builtin.h"
#include "lang/check/checks.h"
#include "lower/builtin.h"

#include <stddef.h>

enum {
	COUNT_OFFSET = 0,  // in a stack field, see abi/program.h
	WANTED_OFFSET = 4, // in a kernel stack
	PID_OFFSET = 4,	   // in a user stack
	FRAMES_OFFSET = 8,
	OWN_FRAMES = 5,	     // max. frames from a tracepoint to the program
	KEY_FRAMES = 127,    // of a key without a chosen depth: nearly always all
	KERNEL_FRAMES = 127, // default limit of the kernel (sysctl kernel.perf_event_max_stack)
	DEPTH_FRAMES = 256,  // max. frames that stackdepth counts
};

/** Writes up to `frames` program counters to `dst`, then 0. Returns their size, or an error. */
static dt_reg call_unwinder(struct dt_gen *g, dt_reg dst, uint32_t frames, bool user)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg size = dt_ir_const(f, 8 * (int64_t)frames);

	if (user)
		dt_gen_must_be_here(g, "a user stack");
	if (!dt_gen_has_firing(g) || dt_gen_is_elsewhere(g))
		return dt_ir_env(f, user ? DT_ENV_TASK_USER_STACK : DT_ENV_TASK_STACK,
				 dt_gen_task(g), dst, size);
	return dt_ir_env(f, user ? DT_ENV_USER_STACK : DT_ENV_STACK, dst, size);
}

/** The same with the caller, which the unwinder misses, as the second of at least two frames. */
static dt_reg insert_caller(struct dt_gen *g, dt_reg dst, uint32_t frames, bool user, dt_reg caller)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_label end = dt_ir_label(f);
	dt_reg bytes =
	    dt_ir_mov(f, call_unwinder(g, dt_ir_bini(f, DT_IR_ADD, dst, 8), frames - 1, user));

	dt_ir_branchi(f, DT_IR_SLE, bytes, 0, end);
	dt_ir_store(f, 8, dst, 0, dt_ir_load(f, 8, dst, 8));
	dt_ir_store(f, 8, dst, 8, caller);
	dt_ir_bin_to(f, DT_IR_ADD, bytes, bytes, dt_ir_const(f, 8));
	dt_ir_place(f, end);
	return bytes;
}

/** Returns the caller of the probed kernel function if the kernel's unwinder misses it, else 0. */
static dt_reg missed_kernel_caller(struct dt_gen *g)
{
	const struct dt_context *ctx = dt_gen_context(g);

	if (!dt_gen_has_firing(g) || dt_gen_is_elsewhere(g) || !ctx->kernel_caller)
		return 0;
	return ctx->kernel_caller(ctx, dt_gen_func(g));
}

static dt_reg unwind_kernel(struct dt_gen *g, dt_reg dst, uint32_t frames)
{
	dt_reg caller = frames > 1 ? missed_kernel_caller(g) : 0;

	return caller ? insert_caller(g, dst, frames, false, caller)
		      : call_unwinder(g, dst, frames, false);
}

/** Unwinds the user stack. If the kernel's unwinder would miss the caller of the probe's function,
 * inserts that caller as the second frame. *caller is the register with the caller's address, which
 * is 0 at run time if the caller is unknown; it is no register (0) if the caller is always unknown.
 */
static dt_reg unwind_user(struct dt_gen *g, dt_reg dst, uint32_t frames, dt_reg *caller)
{
	struct dt_ir_func *f = dt_gen_func(g);
	const struct dt_context *ctx = dt_gen_context(g);
	dt_label plain, end;
	dt_reg bytes;

	*caller = ctx->caller && dt_gen_has_firing(g) ? ctx->caller(ctx, f) : 0;
	if (!*caller || frames == 1)
		return call_unwinder(g, dst, frames, true);
	plain = dt_ir_label(f);
	end = dt_ir_label(f);
	bytes = dt_ir_const(f, 0);
	dt_ir_branchi(f, DT_IR_EQ, *caller, 0, plain);
	dt_ir_branchi(f, DT_IR_EQ, ctx->caller_missed(ctx, f), 0, plain);
	dt_ir_mov_to(f, bytes, insert_caller(g, dst, frames, true, *caller));
	dt_ir_jump(f, end);
	dt_ir_place(f, plain);
	dt_ir_mov_to(f, bytes, call_unwinder(g, dst, frames, true));
	dt_ir_place(f, end);
	return bytes;
}

static bool uses_tables(const struct dt_gen *g)
{
	return dt_gen_options(g)->v[DT_OPT_ustackmode] != DT_USTACKMODE_FP;
}

static uint32_t tables_state(const struct dt_gen *g)
{
	return uses_tables(g) ? sizeof(struct dt_unwind) : 8;
}

static uint32_t ustack_state(const struct dt_gen *g)
{
	return sizeof(struct dt_unwind);
}

/** Reports whether the program unwinds the stack of its own process, which is always known. */
static bool is_inside(const struct dt_gen *g)
{
	return uses_tables(g) && dt_gen_is_inside(g);
}

/** Unwinds into the memory of node `n`. Returns the result of dt_unwind(), negative if the process
 * is not known. */
static dt_reg unwind_by_tables(struct dt_gen *g, const struct dt_node *n, uint32_t frames)
{
	struct dt_ir_func *f = dt_gen_func(g);
	const struct dt_machine *m = &dt_arch.native;
	bool alone = dt_gen_options(g)->v[DT_OPT_ustackmode] == DT_USTACKMODE_TABLE;
	int64_t weak = !dt_arch.orders_memory, signature = dt_arch_signature_bits();
	int64_t mode = (int64_t)alone << DT_UNWIND_TABLES_SHIFT | weak << DT_UNWIND_WEAK_SHIFT |
		       signature << DT_UNWIND_SIGNATURE_SHIFT;
	dt_reg places =
	    dt_ir_const(f, (int64_t)DT_UNWIND_REGS(m->pc, m->sp, m->fp, m->dwarf[m->dwarf_extra]));
	dt_reg regs, owner;

	if (is_inside(g)) {
		dt_gen_own_tables(g);
		return dt_ir_env(f, DT_ENV_UNWIND, dt_gen_state(g, n), places,
				 dt_ir_const(f, mode | frames));
	}
	regs = dt_gen_number(g, dt_ir_env(f, DT_ENV_USER_REGS, dt_gen_task(g)));
	owner = dt_gen_pid(g);
	if (mode)
		owner = dt_ir_bin(f, DT_IR_OR, owner, dt_ir_const(f, mode));
	dt_gen_unwind_tables(g);
	return dt_ir_call(f, "dt_unwind", 5, dt_gen_state(g, n), regs, places, owner,
			  dt_ir_const(f, frames));
}

/** Returns the address of the frames in this memory. */
static dt_reg user_frames(struct dt_gen *g, const struct dt_node *n)
{
	return dt_ir_bini(dt_gen_func(g), DT_IR_ADD, dt_gen_state(g, n),
			  offsetof(struct dt_unwind, frames));
}

/** Returns the number of frames in the result of dt_unwind(). */
static dt_reg unwound_frames(struct dt_gen *g, dt_reg result)
{
	return dt_ir_un(dt_gen_func(g), DT_IR_ZEXT, DT_UNWIND_GUESS_SHIFT / 8, result);
}

/** Returns the number of frames, or 0 for an error. */
static dt_reg frame_count(struct dt_gen *g, dt_reg bytes)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_label have = dt_ir_label(f);
	dt_reg n = dt_ir_mov(f, bytes);

	dt_ir_branchi(f, DT_IR_SGE, n, 0, have);
	dt_ir_const_to(f, n, 0);
	dt_ir_place(f, have);
	return dt_ir_bini(f, DT_IR_SHR, n, 3);
}

static bool is_kernel(const struct dt_node *n)
{
	return n->ident->builtin == &dt_builtin_stack;
}

/** Reports whether a kernel stack begins with frames of tracing itself. It does not if the kernel
 * unwinds from the registers of the probed code. */
static bool has_own_frames(struct dt_gen *g)
{
	if (dt_gen_is_elsewhere(g))
		return false;
	return !dt_gen_has_firing(g) || dt_gen_stack_top(g) != DT_TOP_PROBED;
}

/** Returns the option with the builtin's default number of frames. */
static enum dt_option depth_option(const struct dt_node *n)
{
	const struct dt_builtin *b = n->ident->builtin;

	return b == &dt_builtin_stack	 ? DT_OPT_stackframes
	       : b == &dt_builtin_ustack ? DT_OPT_ustackframes
					 : DT_OPT_jstackframes;
}

static bool has_default_frames(struct dt_gen *g, const struct dt_node *n)
{
	return !n->list && !dt_gen_options(g)->set[depth_option(n)];
}

/** Returns the number of frames to record, at most maxframes. Different stacks would have the same
 * truncated key, so a key has all frames by default. */
static uint32_t wanted_frames(struct dt_gen *g, const struct dt_node *n, bool is_key)
{
	const int64_t *v = dt_gen_options(g)->v;
	int64_t frames = n->list			      ? (int64_t)n->list->value
			 : is_key && has_default_frames(g, n) ? KEY_FRAMES
							      : v[depth_option(n)];

	if (v[DT_OPT_maxframes] && v[DT_OPT_maxframes] < frames)
		frames = v[DT_OPT_maxframes];
	return (uint32_t)(frames < DT_UNWIND_FRAMES ? frames : DT_UNWIND_FRAMES);
}

static void stack_field(struct dt_gen *g, const struct dt_node *n, struct dt_field *field)
{
	field->kind = is_kernel(n) ? DT_FIELD_KSTACK : DT_FIELD_USTACK;
	field->max_frames =
	    wanted_frames(g, n, field->is_key) + (is_kernel(n) ? OWN_FRAMES + 1 : 0);
	field->size = FRAMES_OFFSET + 8 * field->max_frames;
	field->has_default_frames = has_default_frames(g, n);
}

/** Sets flags of enum dt_stack_flag unless `a COND imm`. */
static void mark_if(struct dt_gen *g, dt_reg flags, int64_t mark, dt_reg a, enum dt_ir_cond unless,
		    int64_t imm)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_label end = dt_ir_label(f);

	dt_ir_branchi(f, unless, a, imm, end);
	dt_ir_bin_to(f, DT_IR_OR, flags, flags, dt_ir_const(f, mark));
	dt_ir_place(f, end);
}

/** Sets the number of frames and the flags by the result of dt_unwind(). */
static void read_result(struct dt_gen *g, dt_reg result, dt_reg count, dt_reg flags)
{
	struct dt_ir_func *f = dt_gen_func(g);

	dt_ir_mov_to(f, count, unwound_frames(g, result));
	dt_ir_mov_to(f, flags, dt_ir_un(f, DT_IR_ZEXT, 4, result));
	dt_ir_bin_to(f, DT_IR_AND, flags, flags, dt_ir_const(f, DT_STACK_GUESS));
	dt_ir_bin_to(f, DT_IR_OR, flags, flags, dt_ir_const(f, DT_STACK_TABLES));
	mark_if(g, flags, DT_STACK_CUT, dt_ir_bini(f, DT_IR_SHR, result, DT_UNWIND_END_SHIFT),
		DT_IR_LT, DT_UNWIND_NO_TABLE);
}

/** Unwinds the user stack into the memory of node `n`. Returns the number of frames, frames + 1 if
 * the stack continues, and sets its flags in `flags`. */
static dt_reg find_own(struct dt_gen *g, const struct dt_node *n, uint32_t frames, dt_reg flags)
{
	dt_reg count = dt_ir_const(dt_gen_func(g), 0);

	read_result(g, unwind_by_tables(g, n, frames + 1), count, flags);
	return count;
}

/** The same in the kernel. */
static dt_reg find_foreign(struct dt_gen *g, const struct dt_node *n, uint32_t frames, dt_reg flags)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg count = dt_ir_const(f, 0), caller;
	dt_label foreign = dt_ir_label(f), end = dt_ir_label(f);
	unsigned branch;

	if (uses_tables(g)) {
		dt_reg result = unwind_by_tables(g, n, frames + 1);

		dt_ir_branchi(f, DT_IR_SLT, result, 0, foreign);
		read_result(g, result, count, flags);
		dt_ir_jump(f, end);
	}
	dt_ir_place(f, foreign);
	branch = dt_gen_branch_begin(g);
	dt_ir_mov_to(f, count,
		     frame_count(g, unwind_user(g, user_frames(g, n), frames + 1, &caller)));
	if (caller)
		mark_if(g, flags, DT_STACK_CALLER, caller, DT_IR_EQ, 0);
	if (frames >= KERNEL_FRAMES)
		mark_if(g, flags, DT_STACK_LIMITED, count, DT_IR_NE, KERNEL_FRAMES);
	dt_gen_branch_end(g, branch);
	dt_ir_place(f, end);
	return count;
}

/** Writes the frames of the user stack to `dst`, then 0. Returns their number, with flags. */
static dt_reg store_user(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t frames)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg flags = dt_ir_const(f, 0);
	dt_reg count =
	    is_inside(g) ? find_own(g, n, frames, flags) : find_foreign(g, n, frames, flags);
	dt_label whole = dt_ir_label(f), never = dt_ir_label(f);
	dt_reg bytes;

	dt_ir_branchi(f, DT_IR_LE, count, frames, whole);
	dt_ir_const_to(f, count, frames);
	dt_ir_bin_to(f, DT_IR_AND, flags, flags, dt_ir_const(f, ~(int64_t)DT_STACK_CUT));
	dt_ir_bin_to(f, DT_IR_OR, flags, flags, dt_ir_const(f, DT_STACK_LIMITED));
	dt_ir_place(f, whole);
	dt_gen_zero(g, dst, 0, 8 * frames);
	bytes = dt_ir_bini(f, DT_IR_SHL, count, 3);
	dt_gen_at_most(g, bytes, 8 * (int64_t)frames, never);
	dt_ir_env(f, DT_ENV_COPY, dst, bytes, user_frames(g, n));
	dt_ir_place(f, never);
	return dt_ir_bin(f, DT_IR_OR, count, flags);
}

static void stack_store(struct dt_gen *g, const struct dt_node *n, dt_reg dst, int64_t off,
			const struct dt_field *field)
{
	struct dt_ir_func *f = dt_gen_func(g);
	uint32_t wanted = wanted_frames(g, n, field->is_key);
	uint32_t own = is_kernel(n) && has_own_frames(g) ? OWN_FRAMES : 0;
	uint32_t frames = wanted + (is_kernel(n) ? own + 1 : 0);
	dt_reg at = dt_ir_bini(f, DT_IR_ADD, dst, off + FRAMES_OFFSET);
	dt_reg count = is_kernel(n) ? frame_count(g, unwind_kernel(g, at, frames))
				    : store_user(g, n, at, frames);

	// A key with several depths has memory for the largest.
	for (uint32_t i = frames; i < field->max_frames; i++)
		dt_ir_storei(f, 8, dst, off + FRAMES_OFFSET + 8 * (int64_t)i, 0);
	if (own)
		dt_ir_bin_to(f, DT_IR_OR, count, count, dt_ir_const(f, DT_STACK_OWN));
	dt_ir_store(f, 4, dst, off + COUNT_OFFSET, count);
	if (is_kernel(n))
		dt_ir_storei(f, 4, dst, off + WANTED_OFFSET, wanted);
	else
		dt_ir_store(f, 4, dst, off + PID_OFFSET, dt_gen_pid(g));
}

static void stack_action(struct dt_gen *g, const struct dt_node *n)
{
	dt_gen_act_begin(g, "stack", n);
	dt_gen_act_field(g, n);
	dt_gen_act_end(g);
}

static const struct dt_lowering stack_lowering = {
    .action = stack_action, .field = stack_field, .store = stack_store};

static const struct dt_lowering ustack_lowering = {
    .action = stack_action, .field = stack_field, .store = stack_store, .state = ustack_state};

/** Writes the number of frames that belong to tracing itself, in a kernel stack of at least
 * OWN_FRAMES + 2 frames, to *skipped. Returns the second of the other frames, or 0 if there is
 * none. */
static dt_reg skip_own_frames(struct dt_gen *g, dt_reg frames, dt_reg *skipped)
{
	struct dt_ir_func *f = dt_gen_func(g);
	const struct dt_context *ctx = dt_gen_context(g);
	dt_reg caller = dt_ir_const(f, 0), n = dt_ir_const(f, OWN_FRAMES);
	uint64_t range[DT_FRAME_RANGES][2];
	size_t n_ranges = ctx->own_frames ? ctx->own_frames(ctx, range) : 0;
	bool has_program = dt_gen_stack_top(g) == DT_TOP_PROGRAM;
	dt_label end = dt_ir_label(f);

	for (int i = 0; i <= OWN_FRAMES; i++) {
		dt_reg pc = dt_ir_load(f, 8, frames, 8 * i);
		dt_label next = dt_ir_label(f);

		if (has_program && i == 0)
			continue; // the program itself, which some kernels (6.16) report twice
		if (has_program && i == 1)
			dt_ir_branch(f, DT_IR_EQ, pc, dt_ir_load(f, 8, frames, 0), next);
		for (size_t k = 0; k < n_ranges; k++)
			dt_ir_branchi(f, DT_IR_LT,
				      dt_ir_bini(f, DT_IR_SUB, pc, (int64_t)range[k][0]),
				      (int64_t)(range[k][1] - range[k][0]), next);
		dt_ir_const_to(f, n, i);
		dt_ir_mov_to(f, caller, dt_ir_load(f, 8, frames, 8 * (i + 1)));
		dt_ir_jump(f, end);
		dt_ir_place(f, next);
	}
	dt_ir_place(f, end);
	*skipped = n;
	return caller;
}

static dt_reg caller_value(struct dt_gen *g, const struct dt_node *n)
{
	dt_reg frames, skipped, caller = missed_kernel_caller(g);

	if (caller)
		return caller;
	frames = dt_gen_scratch(g, 8 * (OWN_FRAMES + 2));
	call_unwinder(g, frames, OWN_FRAMES + 2, false);
	if (!has_own_frames(g))
		return dt_ir_load(dt_gen_func(g), 8, frames,
				  dt_gen_context(g)->has_returned ? 0 : 8);
	if (!dt_gen_context(g)->own_frames)
		return dt_ir_const(dt_gen_func(g), 0);
	return skip_own_frames(g, frames, &skipped);
}

/** Sets the caller by the result of dt_unwind() for two frames, or goes to `end`. */
static void take_caller(struct dt_gen *g, const struct dt_node *n, dt_reg result, dt_reg caller,
			dt_label end)
{
	struct dt_ir_func *f = dt_gen_func(g);

	dt_ir_branchi(f, DT_IR_NE, unwound_frames(g, result), 2, end);
	dt_ir_mov_to(f, caller,
		     dt_ir_load(f, 8, dt_gen_state(g, n), offsetof(struct dt_unwind, frames) + 8));
}

/** The value of ucaller inside the process. */
static dt_reg own_caller(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg result = unwind_by_tables(g, n, 2), caller = dt_ir_const(f, 0);
	dt_label end = dt_ir_label(f);

	take_caller(g, n, result, caller, end);
	dt_ir_place(f, end);
	return caller;
}

/** The value of ucaller in the kernel, where the process may be unknown. */
static dt_reg foreign_caller(struct dt_gen *g, const struct dt_node *n)
{
	const struct dt_context *ctx = dt_gen_context(g);
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg frames = dt_gen_scratch(g, 2 * 8);
	dt_reg caller = dt_ir_const(f, 0);
	dt_label known = dt_ir_label(f), foreign = dt_ir_label(f);
	unsigned branch = dt_gen_branch_begin(g);

	if (ctx->caller && dt_gen_has_firing(g)) {
		dt_ir_mov_to(f, caller, ctx->caller(ctx, f));
		dt_ir_branchi(f, DT_IR_NE, caller, 0, known);
	}
	if (uses_tables(g)) {
		dt_reg result = unwind_by_tables(g, n, 2);

		dt_ir_branchi(f, DT_IR_SLT, result, 0, foreign);
		take_caller(g, n, result, caller, known);
		dt_ir_jump(f, known);
	}
	dt_ir_place(f, foreign);
	call_unwinder(g, frames, 2, true);
	dt_ir_mov_to(f, caller, dt_ir_load(f, 8, frames, 8));
	dt_gen_branch_end(g, branch);
	dt_ir_place(f, known);
	return caller;
}

static dt_reg ucaller_value(struct dt_gen *g, const struct dt_node *n)
{
	return is_inside(g) ? own_caller(g, n) : foreign_caller(g, n);
}

static dt_reg stackdepth_value(struct dt_gen *g, const struct dt_node *n)
{
	dt_reg frames = dt_gen_scratch(g, 8 * DEPTH_FRAMES), skipped;
	dt_reg depth = frame_count(g, unwind_kernel(g, frames, DEPTH_FRAMES));

	if (!has_own_frames(g) || !dt_gen_context(g)->own_frames)
		return depth;
	skip_own_frames(g, frames, &skipped);
	return dt_ir_bin(dt_gen_func(g), DT_IR_SUB, depth, skipped);
}

/** The value of ustackdepth in the kernel. */
static dt_reg foreign_depth(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg frames = dt_gen_scratch(g, 8 * DEPTH_FRAMES), depth = dt_ir_const(f, 0), caller;
	dt_label foreign = dt_ir_label(f), end = dt_ir_label(f);
	unsigned branch;

	if (uses_tables(g)) {
		dt_reg result = unwind_by_tables(g, n, DT_UNWIND_FRAMES);

		dt_ir_branchi(f, DT_IR_SLT, result, 0, foreign);
		dt_ir_mov_to(f, depth, unwound_frames(g, result));
		dt_ir_jump(f, end);
	}
	dt_ir_place(f, foreign);
	branch = dt_gen_branch_begin(g);
	dt_ir_mov_to(f, depth, frame_count(g, unwind_user(g, frames, DEPTH_FRAMES, &caller)));
	dt_gen_branch_end(g, branch);
	dt_ir_place(f, end);
	return depth;
}

static dt_reg ustackdepth_value(struct dt_gen *g, const struct dt_node *n)
{
	if (!is_inside(g))
		return foreign_depth(g, n);
	return unwound_frames(g, unwind_by_tables(g, n, DT_UNWIND_FRAMES));
}

const struct dt_builtin dt_builtin_stack = {
    .name = "stack",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_RECORDS | DT_BF_KEY_ONLY,
    .proto = "stack (...)",
    .check = dt_check_stack,
    .lowering = &stack_lowering,
    .doc = "Record the kernel stack, with at most the given number of frames (default: "
	   "stackframes). As a key, count by stack; a key has 127 frames unless a number is given.",
    .example = "profile-97 /arg0/ { @[stack(5)] = count(); }",
};

const struct dt_builtin dt_builtin_ustack = {
    .name = "ustack",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_RECORDS | DT_BF_KEY_ONLY,
    .proto = "stack (...)",
    .check = dt_check_ustack,
    .lowering = &ustack_lowering,
    .doc = "Record the user stack, with at most the given number of frames (default: "
	   "ustackframes). As a key, count by stack; a key has 127 frames unless a number is "
	   "given. [truncated] follows the default number of frames if there are more. A ? as the "
	   "last line means that the stack continues, but cannot be unwound. A ? before a frame "
	   "means that it was found by a frame pointer; if the function above keeps none, its "
	   "caller may be missing. Names of generated code come from /tmp/perf-PID.map, so the "
	   "second argument, the room for them, is not needed.",
    .example = "syscall::write:entry { @[execname, ustack(10)] = count(); }",
};

const struct dt_builtin dt_builtin_jstack = {
    .name = "jstack",
    .records_as = &dt_builtin_ustack,
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_RECORDS | DT_BF_KEY_ONLY,
    .proto = "stack (...)",
    .check = dt_check_ustack,
    .lowering = &ustack_lowering,
    .doc = "Same as ustack(), with jstackframes as default.",
    .example = "syscall::write:entry { @[jstack()] = count(); }",
};

const struct dt_builtin dt_builtin_caller = {
    .name = "caller",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "uintptr_t",
    .lowering = &(const struct dt_lowering){.value = caller_value},
    .doc = "Kernel address to which the function that holds the probe returns: the second frame of "
	   "stack(); 0 if unknown.",
    .example = "syscall::read:entry { @[sym(caller)] = count(); }",
};

const struct dt_builtin dt_builtin_ucaller = {
    .name = "ucaller",
    .since = "1.2",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "uint64_t",
    .lowering = &(const struct dt_lowering){.value = ucaller_value, .state = tables_state},
    .doc = "User address to which the current function of the process returns, 0 if unknown.",
    .example = "syscall::read:entry { @[usym(ucaller)] = count(); }",
};

const struct dt_builtin dt_builtin_stackdepth = {
    .name = "stackdepth",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "uint32_t",
    .lowering = &(const struct dt_lowering){.value = stackdepth_value},
    .doc = "Number of frames of the kernel stack, at most what kernel.perf_event_max_stack allows.",
    .example = "profile-97 { @ = quantize(stackdepth); }",
};

const struct dt_builtin dt_builtin_ustackdepth = {
    .name = "ustackdepth",
    .since = "1.2",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "uint32_t",
    .lowering = &(const struct dt_lowering){.value = ustackdepth_value, .state = tables_state},
    .doc = "Number of frames of the user stack, 1024 at most.",
    .example = "syscall::write:entry { @[execname] = max(ustackdepth); }",
};
