/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Generates code by which a program on sys_enter or sys_exit determines the call that fired it.
 *
 * The context of the raw tracepoints is sys_enter(struct pt_regs *regs, long id), sys_exit(struct
 * pt_regs *regs, long ret). The registers are read through bpf_task_pt_regs(). It returns the same
 * memory as `regs`, but typed, so programs can load from it directly. The architecture defines the
 * use of the registers and how to determine a call's ABI (arch/syscall.h).
 *
 * Arguments at return. The kernel keeps the registers of arguments as they were at entry, and a new
 * process or thread begins with a copy of its creator's. So the flags of clone(2) are also
 * available when the new thread returns from it.
 *
 * Number at return. It is in a register, which sigreturn replaces by -1. A call that really had the
 * number -1 ends with -ENOSYS, so with any other result the call is a sigreturn. execve returns as
 * the call of the new program's ABI, on some architectures after a translation of the number.
 *
 * errno. If a signal interrupts a call, sys_exit fires with one of the kernel's restart codes. The
 * kernel decides later whether the call fails with EINTR or is restarted. dtrace shows EINTR.
 *
 * Decision: docs/dev/decisions/0002-32-bit-calls-by-thread-status.md
 */
#include "provider/syscall/syscall.h"

#include "provider/registers.h"
#include "symbols/kernel/symbols.h"
#include "types/convention.h"

#include <errno.h>
#include <string.h>

enum {
	CTX_NUMBER = 8, // of sys_enter
	RAW_RESULT = 8, // of sys_exit
	EVENT_RESULT = 16,
	MAX_ERRNO = 4095,
	RESTART_FIRST = 512, // ERESTARTSYS … ERESTART_RESTARTBLOCK, internal to the kernel
	RESTART_LAST = 516,
	NO_SLOT = 2 * DT_SYSCALL_MAX, // slot without a program: the tail call does nothing
	MAX_RUNS = 4,
};

static const struct dt_syscall_table *const native = &dt_syscalls.abis[DT_SYSCALL_NATIVE];
static const struct dt_syscall_table *const compat = &dt_syscalls.abis[DT_SYSCALL_COMPAT];

static dt_reg current_task(struct dt_ir_func *f)
{
	return dt_ir_env(f, DT_ENV_TASK);
}

static dt_reg task_regs(struct dt_ir_func *f, dt_reg t)
{
	return dt_ir_env(f, DT_ENV_USER_REGS, t);
}

/** The context of programs on sys_enter or sys_exit. */
struct syscall_context {
	struct dt_context base;
	bool is_return;
	int result_at;		       // of a return: offset of the result in the context
	const char *const *own_frames; // names of functions
};

static const struct syscall_context *syscall_context_of(const struct dt_context *self)
{
	return (const struct syscall_context *)self;
}

static size_t syscall_own_frames(const struct dt_context *self, uint64_t (*ret)[2])
{
	const char *const *names = syscall_context_of(self)->own_frames;
	struct dt_kernel_symbols k = {0};
	size_t n = 0;

	for (size_t i = 0; i < DT_FRAME_RANGES && names[i]; i++)
		n += dt_kernel_function(&k, names[i], ret[n]);
	dt_kernel_symbols_deinit(&k);
	return n;
}

static dt_reg saved_regs(struct dt_ir_func *f)
{
	return task_regs(f, current_task(f));
}

static dt_reg task_status(struct dt_ir_func *f)
{
	return dt_ir_load_kernel(f, 4, current_task(f), dt_syscalls.status);
}

static int64_t compat_flag(void)
{
	return 1LL << dt_syscalls.compat_bit;
}

/** Reads the ABI of the call as enum dt_syscall_abi. */
static dt_reg call_abi(struct dt_ir_func *f)
{
	return dt_ir_bini(f, DT_IR_AND,
			  dt_ir_bini(f, DT_IR_SHR, task_status(f), dt_syscalls.compat_bit), 1);
}

static dt_reg entry_number(struct dt_ir_func *f)
{
	return dt_ir_bini(f, DT_IR_AND, dt_ir_load(f, 4, dt_ir_ctx(f), CTX_NUMBER),
			  ~(int64_t)dt_syscalls.flags);
}

/** Reads the call's number from its register, as a signed number. */
static dt_reg saved_number(struct dt_ir_func *f)
{
	return dt_ir_un(f, DT_IR_SEXT, 4,
			dt_ir_load_kernel(f, 4, saved_regs(f), dt_syscalls.number));
}

static dt_reg call_result(const struct syscall_context *c, struct dt_ir_func *f)
{
	return dt_ir_load(f, 8, dt_ir_ctx(f), c->result_at);
}

/** Sets `nr` to one of two numbers, by the call's ABI. */
static void number_by_abi(struct dt_ir_func *f, dt_reg nr, unsigned of_native, unsigned of_compat)
{
	dt_reg delta =
	    dt_ir_bini(f, DT_IR_MUL, call_abi(f), (int64_t)of_compat - (int64_t)of_native);

	dt_ir_mov_to(f, nr, dt_ir_bini(f, DT_IR_ADD, delta, of_native));
}

/** Translates the number that execve has kept to the ABI of the new program. */
static void translate_exec(struct dt_ir_func *f, dt_reg nr)
{
	dt_reg regs = saved_regs(f);
	dt_label known = dt_ir_label(f);

	dt_ir_branchi(f, DT_IR_NE, dt_ir_load_kernel(f, 4, regs, native->asked), 0, known);
	dt_ir_branchi(f, DT_IR_NE, dt_ir_load_kernel(f, 4, regs, compat->asked), 0, known);
	for (size_t i = 0; i < dt_array_len(native->execs); i++) {
		dt_label found = dt_ir_label(f), next = dt_ir_label(f);

		dt_ir_branchi(f, DT_IR_EQ, nr, native->execs[i], found);
		dt_ir_branchi(f, DT_IR_NE, nr, compat->execs[i], next);
		dt_ir_place(f, found);
		number_by_abi(f, nr, native->execs[i], compat->execs[i]);
		dt_ir_jump(f, known);
		dt_ir_place(f, next);
	}
	dt_ir_place(f, known);
}

static dt_reg return_number(const struct syscall_context *c, struct dt_ir_func *f)
{
	dt_reg nr = dt_ir_mov(f, saved_number(f));
	dt_label known = dt_ir_label(f);

	if (dt_syscalls.exec_keeps_number)
		translate_exec(f, nr);
	dt_ir_branchi(f, DT_IR_NE, nr, -1, known);
	dt_ir_branchi(f, DT_IR_EQ, call_result(c, f), -ENOSYS, known);
	dt_ir_comment(f, "sigreturn has replaced the number");
	number_by_abi(f, nr, native->sigreturn, compat->sigreturn);
	dt_ir_place(f, known);
	return dt_ir_bini(f, DT_IR_AND, nr, 0xffffffffLL & ~(int64_t)dt_syscalls.flags);
}

static dt_reg call_number(const struct syscall_context *c, struct dt_ir_func *f)
{
	return c->is_return ? return_number(c, f) : entry_number(f);
}

/* The calls of a group, as a set of numbers for each ABI. */

struct set {
	uint64_t word[DT_SYSCALL_MAX / 64];
};

struct run {
	unsigned first, last;
};

static bool in_set(const struct set *s, unsigned nr)
{
	return s->word[nr / 64] >> nr % 64 & 1;
}

/** Writes at most `max` runs of consecutive numbers, and returns the number of all runs. */
static size_t find_runs(const struct set *s, struct run *ret, size_t max)
{
	size_t n = 0;

	for (unsigned nr = 0; nr < DT_SYSCALL_MAX; nr++) {
		if (!in_set(s, nr))
			continue;
		unsigned first = nr;

		while (nr + 1 < DT_SYSCALL_MAX && in_set(s, nr + 1))
			nr++;
		if (n++ < max)
			ret[n - 1] = (struct run){first, nr};
	}
	return n;
}

static void test_runs(struct dt_ir_func *f, dt_reg nr, const struct run *run, size_t n,
		      dt_label skip)
{
	dt_label found = dt_ir_label(f);

	for (size_t i = 0; i < n; i++) {
		bool final = i + 1 == n;

		if (run[i].first == run[i].last) {
			dt_ir_branchi(f, final ? DT_IR_NE : DT_IR_EQ, nr, run[i].first,
				      final ? skip : found);
			continue;
		}
		dt_reg distance = run[i].first ? dt_ir_bini(f, DT_IR_SUB, nr, run[i].first) : nr;
		dt_ir_branchi(f, final ? DT_IR_GT : DT_IR_LE, distance, run[i].last - run[i].first,
			      final ? skip : found);
	}
	dt_ir_place(f, found);
}

static void test_bits(struct dt_ir_func *f, dt_reg nr, const struct set *s, dt_label skip)
{
	dt_label found = dt_ir_label(f);
	dt_reg index = dt_ir_bini(f, DT_IR_SHR, nr, 6);
	dt_reg bits = dt_ir_reg(f);

	for (size_t i = 0; i < dt_array_len(s->word); i++) {
		if (s->word[i]) {
			dt_label next = dt_ir_label(f);

			dt_ir_branchi(f, DT_IR_NE, index, i, next);
			dt_ir_const_to(f, bits, (int64_t)s->word[i]);
			dt_ir_jump(f, found);
			dt_ir_place(f, next);
		}
	}
	dt_ir_jump(f, skip);
	dt_ir_place(f, found);
	dt_reg shift = dt_ir_bini(f, DT_IR_AND, nr, 63);
	dt_reg bit = dt_ir_bini(f, DT_IR_AND, dt_ir_bin(f, DT_IR_SHR, bits, shift), 1);
	dt_ir_branchi(f, DT_IR_EQ, bit, 0, skip);
}

/** Jumps to `skip` unless the number is in the set. */
static void test_number(struct dt_ir_func *f, dt_reg nr, const struct set *s, dt_label skip)
{
	struct run run[MAX_RUNS];
	size_t n = find_runs(s, run, MAX_RUNS);

	if (n <= MAX_RUNS)
		test_runs(f, nr, run, n, skip);
	else
		test_bits(f, nr, s, skip);
}

/** Jumps to `found` if the number is in the first run that both sets have, since the ABI does not
 *  matter then. */
static void accept_common(struct dt_ir_func *f, dt_reg nr, const struct set sets[DT_SYSCALL_ABIS],
			  dt_label found)
{
	struct set common;
	struct run first;

	for (size_t i = 0; i < dt_array_len(common.word); i++)
		common.word[i] = sets[DT_SYSCALL_NATIVE].word[i] & sets[DT_SYSCALL_COMPAT].word[i];
	if (!find_runs(&common, &first, 1))
		return;
	dt_ir_branchi(f, DT_IR_LE, dt_ir_bini(f, DT_IR_SUB, nr, first.first),
		      first.last - first.first, found);
}

static void syscall_filter(const struct dt_context *self, struct dt_ir_func *f,
			   const struct dt_probe_set *set, dt_label skip)
{
	dt_reg nr = call_number(syscall_context_of(self), f);
	struct set sets[DT_SYSCALL_ABIS] = {0};
	bool used[DT_SYSCALL_ABIS] = {false};

	for (size_t i = 0; i < set->n; i++) {
		enum dt_syscall_abi a = dt_syscall_id_abi(set->ids[i]);
		unsigned own = dt_syscall_id_nr(set->ids[i]);

		used[a] = true;
		sets[a].word[own / 64] |= 1ULL << own % 64;
	}
	if (!used[DT_SYSCALL_COMPAT]) {
		test_number(f, nr, &sets[DT_SYSCALL_NATIVE], skip);
		dt_ir_branchi(f, DT_IR_SET, task_status(f), compat_flag(), skip);
	} else if (!used[DT_SYSCALL_NATIVE]) {
		test_number(f, nr, &sets[DT_SYSCALL_COMPAT], skip);
		dt_ir_branchi(f, DT_IR_EQ, call_abi(f), DT_SYSCALL_NATIVE, skip);
	} else {
		dt_label other = dt_ir_label(f), done = dt_ir_label(f);

		accept_common(f, nr, sets, done);
		dt_ir_branchi(f, DT_IR_SET, task_status(f), compat_flag(), other);
		test_number(f, nr, &sets[DT_SYSCALL_NATIVE], skip);
		dt_ir_jump(f, done);
		dt_ir_place(f, other);
		test_number(f, nr, &sets[DT_SYSCALL_COMPAT], skip);
		dt_ir_place(f, done);
	}
}

/** id = base + abi * DT_SYSCALL_ID_ABI + number * 2 + return. */
static dt_reg syscall_probe_id(const struct dt_context *self, struct dt_ir_func *f,
			       const struct dt_probe_set *set)
{
	bool is_return = syscall_context_of(self)->is_return;
	enum dt_syscall_abi first = dt_syscall_id_abi(set->ids[0]);
	dt_reg id = dt_ir_bini(f, DT_IR_SHL, call_number(syscall_context_of(self), f), 1);

	// The ids are sorted: if the first and the last have the same ABI, it is a constant.
	if (first == dt_syscall_id_abi(set->ids[set->n - 1]))
		return dt_ir_bini(f, DT_IR_ADD, id, dt_syscall_id(first, 0, is_return));
	dt_reg offset = dt_ir_bini(f, DT_IR_MUL, call_abi(f), DT_SYSCALL_ID_ABI);
	return dt_ir_bini(f, DT_IR_ADD, dt_ir_bin(f, DT_IR_ADD, id, offset),
			  dt_syscall_id(0, 0, is_return));
}

/** slot = abi * DT_SYSCALL_MAX + number. */
static dt_reg syscall_dispatch(const struct dt_context *self, struct dt_ir_func *f)
{
	dt_reg nr = call_number(syscall_context_of(self), f), slot = dt_ir_reg(f);
	dt_label done = dt_ir_label(f);

	dt_ir_const_to(f, slot, NO_SLOT);
	dt_ir_branchi(f, DT_IR_GE, nr, DT_SYSCALL_MAX, done);
	dt_reg offset = dt_ir_bini(f, DT_IR_MUL, call_abi(f), DT_SYSCALL_MAX);
	dt_ir_mov_to(f, slot, dt_ir_bin(f, DT_IR_ADD, nr, offset));
	dt_ir_place(f, done);
	return slot;
}

static uint32_t dispatch_slot(const struct dt_context *self, uint32_t probe)
{
	return dt_syscall_id_abi(probe) * DT_SYSCALL_MAX + dt_syscall_id_nr(probe);
}

/** Argument n of the call, at entry or at return. */
static dt_reg call_arg(struct dt_ir_func *f, unsigned n)
{
	if (n >= DT_SYSCALL_ARGS)
		return dt_ir_const(f, 0);

	dt_reg t = current_task(f);
	dt_reg regs = task_regs(f, t);
	dt_reg value = dt_ir_mov(f, dt_ir_load_kernel(f, native->width, regs, native->args[n]));
	dt_label done = dt_ir_label(f);

	dt_ir_branchi(
	    f, DT_IR_EQ,
	    dt_ir_bini(f, DT_IR_AND, dt_ir_load_kernel(f, 4, t, dt_syscalls.status), compat_flag()),
	    0, done);
	dt_ir_mov_to(f, value, dt_ir_load_kernel(f, compat->width, regs, compat->args[n]));
	dt_ir_place(f, done);
	return value;
}

static dt_reg syscall_entry_arg(const struct dt_context *self, struct dt_ir_func *f,
				const struct dt_probe_set *set, unsigned n)
{
	return call_arg(f, n);
}

/**
 * Jumps to `no` unless the call failed. Success costs one comparison. If the value looks like an
 * error, the program also checks that sigreturn has not restored it.
 */
static void unless_failed(struct dt_ir_func *f, dt_reg value, dt_label no)
{
	dt_ir_branchi(f, DT_IR_LT, value, -MAX_ERRNO, no);
	dt_ir_branchi(f, DT_IR_EQ, saved_number(f), -1, no);
}

/** Returns 1 if a new process or thread returns from its creation. The call then returns 0. */
static dt_reg is_new_thread(const struct syscall_context *c, struct dt_ir_func *f)
{
	dt_reg out = dt_ir_mov(f, dt_ir_const(f, 1));
	dt_label done = dt_ir_label(f);

	dt_ir_branchi(f, DT_IR_EQ, call_result(c, f), 0, done);
	dt_ir_const_to(f, out, 0);
	dt_ir_place(f, done);
	return out;
}

static dt_reg syscall_return_arg(const struct dt_context *self, struct dt_ir_func *f,
				 const struct dt_probe_set *set, unsigned n)
{
	if (n == DT_RAW_CREATED)
		return is_new_thread(syscall_context_of(self), f);
	if (n >= DT_RAW_OF_CALL)
		return call_arg(f, n - DT_RAW_OF_CALL);
	if (n > 1)
		return dt_ir_const(f, 0);

	dt_reg value = call_result(syscall_context_of(self), f);
	dt_reg out = dt_ir_mov(f, value);
	dt_label done = dt_ir_label(f);

	unless_failed(f, value, done);
	dt_ir_const_to(f, out, -1);
	dt_ir_place(f, done);
	return out;
}

static dt_reg return_errno(const struct dt_context *self, struct dt_ir_func *f)
{
	dt_reg value = call_result(syscall_context_of(self), f);
	dt_reg out = dt_ir_reg(f);
	dt_label done = dt_ir_label(f);

	dt_ir_const_to(f, out, 0);
	unless_failed(f, value, done);
	dt_ir_mov_to(f, out, dt_ir_un(f, DT_IR_NEG, 8, value));
	dt_ir_branchi(f, DT_IR_LT, out, RESTART_FIRST, done);
	dt_ir_branchi(f, DT_IR_GT, out, RESTART_LAST, done);
	dt_ir_const_to(f, out, EINTR);
	dt_ir_place(f, done);
	return out;
}

// ---- the contexts

// Frames of the tracepoint: the function of its class, and the iterator if it has several programs.
static const char *const entry_frames[DT_FRAME_RANGES] = {
    "bpf_trace_run2", "__bpf_trace_sys_enter", "__traceiter_sys_enter", "perf_trace_sys_enter"};
static const char *const return_frames[DT_FRAME_RANGES] = {
    "bpf_trace_run2", "__bpf_trace_sys_exit", "__traceiter_sys_exit", "perf_trace_sys_exit"};

/* Members that entry and return share, for both kinds of attachment. */
#define COMMON(by)                                                                                 \
	.attach = (by), .filter = syscall_filter, .probe_id = syscall_probe_id,                    \
	.own_frames = syscall_own_frames, .uregs = dt_register_user, .dispatch = syscall_dispatch, \
	.dispatch_slot = dispatch_slot, .n_dispatch = DT_SYSCALL_ABIS * DT_SYSCALL_MAX

/* At entry, both kinds have the number at the same offset in the context. */
#define ENTRY(by)                                                                        \
	{                                                                                \
		.base = {.name = "syscall entry", .arg = syscall_entry_arg, COMMON(by)}, \
		.own_frames = entry_frames                                               \
	}
#define RETURN(by, at)                                                            \
	{                                                                         \
		.base = {.name = "syscall return",                                \
			 .arg = syscall_return_arg,                               \
			 .errno_ = return_errno,                                  \
			 COMMON(by)},                                             \
		.is_return = true, .result_at = (at), .own_frames = return_frames \
	}

static const struct syscall_context contexts[DT_SYSCALL_MECHANISMS][2] = {
    [DT_SYSCALL_RAW] = {ENTRY(DT_ATTACH_RAW_TRACEPOINT),
			RETURN(DT_ATTACH_RAW_TRACEPOINT, RAW_RESULT)},
    [DT_SYSCALL_EVENT] = {ENTRY(DT_ATTACH_TRACE_EVENT),
			  RETURN(DT_ATTACH_TRACE_EVENT, EVENT_RESULT)},
};

const struct dt_context *dt_syscall_context(enum dt_syscall_mechanism mechanism, bool is_return)
{
	return &contexts[mechanism][is_return].base;
}
