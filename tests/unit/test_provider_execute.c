/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of src/provider/pid/execute.c and src/arch/x86_64/uprobe.c: the effect on registers of a
 * program that executes the probed instruction, and the cases in which it does not execute it. Few
 * kernels let a program write to registers, so an interpreter runs the code here, over test memory.
 */
#include "interpret.h"
#include "provider/pid/internal.h"

#include <errno.h>
#include <linux/bpf.h>
#include <sys/user.h>

enum { TRAP_FLAG = 0x100, MEMORY = 64, CODE = 0x7f0000001000, STACK = 0x7ffe00002000 };

/** A thread at a probed instruction: code[0] is at CODE, stack[MEMORY / 2] at STACK. */
struct thread {
	struct user_regs_struct regs;
	uint8_t code[MEMORY], stack[MEMORY];
	bool is_marked; // the cookie permits executing the instruction
	bool is_paged_out;
	uint8_t task[1 << 16]; // zeros: no shadow stack
};

static bool read_user(const struct thread *t, uint64_t to, uint64_t size, uint64_t from)
{
	uint64_t code = from - CODE, stack = from - (STACK - MEMORY / 2);

	if (code + size <= MEMORY)
		memcpy((void *)to, t->code + code, size);
	else if (stack + size <= MEMORY && !t->is_paged_out)
		memcpy((void *)to, t->stack + stack, size);
	else
		return false;
	return true;
}

static uint64_t answer_request(void *self, int64_t word, const uint64_t *args)
{
	struct thread *t = self;

	switch (word) {
	case DT_ENV_COOKIE:
		return t->is_marked ? 1ULL << DT_COOKIE_EXECUTED | 5ULL << DT_COOKIE_SHIFT : 7;
	case DT_ENV_READ_USER:
		return read_user(t, args[0], args[1], args[2]) ? 0 : (uint64_t)-EFAULT;
	case DT_ENV_TASK:
		return (uint64_t)t->task;
	default:
		fail_msg("word %d", (int)word);
		return 0;
	}
}

/** Returns a thread that has hit the breakpoint of a ret, with a return address on the stack. */
static struct thread at_ret(uint64_t to)
{
	struct thread t = {.regs = {.rip = CODE, .rsp = STACK, .rax = 42}, .is_marked = true};

	memset(t.code, 0x90, sizeof(t.code));
	t.code[0] = 0xcc;
	memcpy(t.stack + MEMORY / 2, &to, sizeof(to));
	return t;
}

static void push_below(struct thread *t, uint64_t word)
{
	memcpy(t->stack + MEMORY / 2 - sizeof(word), &word, sizeof(word));
}

static const struct dt_pid_context ret = {.machine = &dt_arch.native, .executes = DT_INSN_RETURN};
static const struct dt_pid_context ret_32bit = {.machine = &dt_arch.compat,
						.executes = DT_INSN_RETURN};
static const struct dt_pid_context endbr = {.machine = &dt_arch.native,
					    .executes = DT_INSN_LANDING};

/** Runs the end of a program with that context on the thread. */
static void run_context(const struct dt_pid_context *c, struct thread *t)
{
	struct dt_arena *arena = dt_arena_create();
	struct program p = program_begin(arena, DT_ATTACH_UPROBE);
	struct thread other = *t;
	struct machine m = {.self = t, .ctx = &t->regs, .env = answer_request};
	struct machine n = {.self = &other, .ctx = &other.regs, .env = answer_request};

	dt_pid_execute(&c->base, p.f);
	dt_ir_ret(p.f, 0);
	program_end(&p);
	interpret(p.f, &m);
	interpret(p.optimized, &n);
	assert_memory_equal(t, &other, sizeof(*t));
	dt_ir_prog_deinit(p.prog);
	dt_arena_destroy(arena);
}

static void assert_untouched(const struct dt_pid_context *c, struct thread t)
{
	struct thread before = t;

	run_context(c, &t);
	assert_memory_equal(&t, &before, sizeof(t));
}

static void ret_takes_its_address_off_the_stack(void **state)
{
	struct thread t = at_ret(0x401234);

	run_context(&ret, &t);
	assert_int_equal(t.regs.rip, 0x401234);
	assert_int_equal(t.regs.rsp, STACK + 8);
	assert_int_equal(t.regs.rax, 42);
}

static void ret_of_32_bits_takes_four_bytes(void **state)
{
	struct thread t = at_ret(0xdeadbeef08048123);

	run_context(&ret_32bit, &t);
	assert_int_equal(t.regs.rip, 0x08048123);
	assert_int_equal(t.regs.rsp, STACK + 4);
}

static void what_another_program_has_executed_is_not_executed_again(void **state)
{
	struct thread t = at_ret(CODE + 8);

	// The return address has no breakpoint, or has one.
	run_context(&ret, &t);
	assert_untouched(&ret, t);
	t.code[8] = 0xcc;
	assert_untouched(&ret, t);
}

static void ret_behind_a_call_is_left_to_the_kernel(void **state)
{
	struct thread t = at_ret(0x401234);

	push_below(&t, CODE); // the call has returned here
	assert_untouched(&ret, t);
	push_below(&t, CODE + 1);
	run_context(&ret, &t);
	assert_int_equal(t.regs.rip, 0x401234);
}

static void unusual_rets_are_left_to_the_kernel(void **state)
{
	struct thread t = at_ret(0x401234);

	t.is_marked = false;
	assert_untouched(&ret, t);
	t = at_ret(0x401234);
	t.regs.eflags = TRAP_FLAG;
	assert_untouched(&ret, t);
	t = at_ret(0x401234);
	t.is_paged_out = true;
	assert_untouched(&ret, t);
	t = at_ret(0x401234);
	t.code[0] = 0xc3;
	assert_untouched(&ret, t);
	assert_untouched(&ret, at_ret(0x800000000000));
	assert_untouched(&ret, at_ret(0xffffffff81000000));
}

/** Returns a thread at the endbr64 with which a function at CODE begins. */
static struct thread at_endbr64(void)
{
	struct thread t = at_ret(0x401234);

	memcpy(t.code, "\xcc\x0f\x1e\xfa", 4);
	return t;
}

static void endbr64_is_passed(void **state)
{
	struct thread t = at_endbr64();

	run_context(&endbr, &t);
	assert_int_equal(t.regs.rip, CODE + 4);
	assert_int_equal(t.regs.rsp, STACK);
	t.code[4] = 0xcc; // the next instruction is probed as well
	assert_untouched(&endbr, t);
}

static void unusual_endbr64s_are_left_to_the_kernel(void **state)
{
	struct thread t = at_endbr64();

	t.is_marked = false;
	assert_untouched(&endbr, t);
	t = at_endbr64();
	t.regs.eflags = TRAP_FLAG;
	assert_untouched(&endbr, t);
	t = at_endbr64();
	t.regs.rip += MEMORY;
	assert_untouched(&endbr, t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(ret_takes_its_address_off_the_stack),
	    cmocka_unit_test(ret_of_32_bits_takes_four_bytes),
	    cmocka_unit_test(what_another_program_has_executed_is_not_executed_again),
	    cmocka_unit_test(ret_behind_a_call_is_left_to_the_kernel),
	    cmocka_unit_test(unusual_rets_are_left_to_the_kernel),
	    cmocka_unit_test(endbr64_is_passed),
	    cmocka_unit_test(unusual_endbr64s_are_left_to_the_kernel),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
