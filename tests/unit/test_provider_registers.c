/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of src/provider/registers.c: arguments, results and return addresses by the conventions of
 * real and fictitious machines. The generated code runs in an interpreter.
 */
#include "interpret.h"
#include "provider/registers.h"
#include "ir_ret.h"

#include <string.h>

enum { WORDS = 32 };

/** Words of 8 bytes as pt_regs, and a stack at the address that one of them holds. */
struct thread {
	uint64_t regs[WORDS];
	uint8_t stack[128];
	bool is_paged_out;
	enum dt_env reads; // the word that reads the stack; 0: that for the process's memory
};

static uint64_t answer_request(void *self, int64_t word, const uint64_t *args)
{
	const struct thread *t = self;

	assert_int_equal(word, t->reads ? t->reads : DT_ENV_READ_USER);
	if (t->is_paged_out)
		return (uint64_t)-1;
	memcpy((void *)args[0], (const void *)args[2], args[1]);
	return 0;
}

/** A machine with eight argument registers and a link register instead of a return address on the
 *  stack, and a machine that passes everything on the stack. */
static const struct dt_machine linked = {
    .calls = {.word = 8, .n_args = 8},
    .sp = 8 * 31,
    .args = {0, 8, 16, 24, 32, 40, 48, 56},
    .result = 0,
    .link = 8 * 30,
};
static const struct dt_machine stacked = {
    .calls = {.word = 4}, .sp = 8 * 31, .stack_args = 4, .result = 8, .link = DT_NO_REG};

typedef dt_reg reader(const struct dt_machine *m, struct dt_ir_func *f, unsigned n);

static dt_reg read_return(const struct dt_machine *m, struct dt_ir_func *f, unsigned n)
{
	return dt_register_return_address(m, f);
}

static dt_reg read_result(const struct dt_machine *m, struct dt_ir_func *f, unsigned n)
{
	return dt_register_result(m, f);
}

static uint64_t register_value(reader *read, const struct dt_machine *m, struct thread *t,
			       unsigned n)
{
	struct dt_arena *arena = dt_arena_create();
	struct program p = program_begin(arena, DT_ATTACH_UPROBE);
	const struct machine thread = {.self = t, .ctx = t->regs, .env = answer_request};
	uint64_t ret;

	ret_reg(p.f, read(m, p.f, n));
	program_end(&p);
	ret = interpret(p.f, &thread);
	assert_int_equal(interpret(p.optimized, &thread), ret);
	dt_ir_prog_deinit(p.prog);
	dt_arena_destroy(arena);
	return ret;
}

static struct thread made_thread(void)
{
	struct thread t;

	for (unsigned i = 0; i < WORDS; i++)
		t.regs[i] = UINT64_C(0xabcd000000000000) + i;
	for (unsigned i = 0; i < sizeof(t.stack); i++)
		t.stack[i] = (uint8_t)i;
	t.is_paged_out = false;
	t.reads = 0;
	return t;
}

/** Returns the `n`-th word of the stack. */
static uint64_t stack_word(const struct thread *t, const struct dt_machine *m, unsigned n)
{
	uint64_t word = 0;

	memcpy(&word, t->stack + n * m->calls.word, m->calls.word);
	return word;
}

static void arguments_behind_the_registers_lie_on_the_stack(void **state)
{
	struct thread t = made_thread();

	t.regs[31] = (uintptr_t)t.stack;
	for (unsigned n = 0; n < 8; n++)
		assert_int_equal(register_value(dt_register_arg, &linked, &t, n), t.regs[n]);
	assert_int_equal(register_value(dt_register_arg, &linked, &t, 8),
			 stack_word(&t, &linked, 0));
	assert_int_equal(register_value(dt_register_arg, &linked, &t, 9),
			 stack_word(&t, &linked, 1));
	for (unsigned n = 0; n < 10; n++)
		assert_int_equal(register_value(dt_register_arg, &stacked, &t, n),
				 stack_word(&t, &stacked, n + 1));
	t.is_paged_out = true;
	assert_int_equal(register_value(dt_register_arg, &stacked, &t, 3), 0);
}

static void return_addresses_are_linked_or_on_top_of_the_stack(void **state)
{
	struct thread t = made_thread();

	t.regs[31] = (uintptr_t)t.stack;
	assert_int_equal(register_value(read_return, &linked, &t, 0), t.regs[30]);
	assert_int_equal(register_value(read_return, &stacked, &t, 0), stack_word(&t, &stacked, 0));
}

static void results_have_the_machines_width(void **state)
{
	struct thread t = made_thread();

	assert_int_equal(register_value(read_result, &linked, &t, 0), t.regs[0]);
	assert_int_equal(register_value(read_result, &stacked, &t, 0), (uint32_t)t.regs[1]);
}

static void this_processors_conventions(void **state)
{
	struct thread t = made_thread();
	const struct dt_machine *m = &dt_arch.native;

	t.regs[m->sp / 8] = (uintptr_t)t.stack;
	for (unsigned n = 0; n < m->calls.n_args; n++)
		assert_int_equal(register_value(dt_register_arg, m, &t, n), t.regs[m->args[n] / 8]);
	assert_int_equal(register_value(dt_register_arg, m, &t, m->calls.n_args),
			 stack_word(&t, m, m->stack_args / m->calls.word));
}

static dt_reg read_kernel_arg(const struct dt_machine *m, struct dt_ir_func *f, unsigned n)
{
	return dt_register_kernel_arg(f, n);
}

static void arguments_of_kernel_functions_lie_on_its_own_stack(void **state)
{
	struct thread t = made_thread();
	const struct dt_machine *m = &dt_arch.native;
	unsigned first = m->calls.n_args, word = m->stack_args / m->calls.word;

	t.regs[m->sp / 8] = (uintptr_t)t.stack;
	t.reads = DT_ENV_READ_KERNEL;
	assert_int_equal(register_value(read_kernel_arg, NULL, &t, 0), t.regs[m->args[0] / 8]);
	for (unsigned n = 0; n < 3; n++)
		assert_int_equal(register_value(read_kernel_arg, NULL, &t, first + n),
				 stack_word(&t, m, word + n));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(arguments_behind_the_registers_lie_on_the_stack),
	    cmocka_unit_test(return_addresses_are_linked_or_on_top_of_the_stack),
	    cmocka_unit_test(results_have_the_machines_width),
	    cmocka_unit_test(arguments_of_kernel_functions_lie_on_its_own_stack),
	    cmocka_unit_test(this_processors_conventions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
