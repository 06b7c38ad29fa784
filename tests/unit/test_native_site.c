/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of programs that stubs call: what they read of the interrupted code, and which registers
 * they overwrite.
 */
#include "native/region.h"

#include "base/time.h"
#include "ir_ret.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

enum { MAP_MEMORY, N_MAPS, RDI_WORD = 14, RSI_WORD = 13, N_REGISTERS = 16 };

// In the order of machine code, as bits of `clobbers`.
enum { RAX, RCX, RDX, RBX, RSP, RBP };

static const struct dt_map_desc maps[N_MAPS] = {
    [MAP_MEMORY] = {.kind = DT_MAPK_ARRAY, .key_size = 4, .value_size = 64, .max_entries = 1},
};

struct fixture {
	struct dt_arena *arena;
	struct dt_ir_prog *p;
	struct dt_ir_func *f;
	struct dt_native_region r;
	struct dt_native_program program;
	size_t entry;
	int32_t cpu_word;
};

static int setup(void **state)
{
	struct fixture *x = dt_zalloc(sizeof(*x));

	x->arena = dt_arena_create();
	x->p = dt_ir_prog_create(x->arena, "test", DT_ATTACH_SITE);
	x->f = dt_ir_func_add(x->p, "main", 1);
	dt_native_region_init(&x->r, maps, N_MAPS, 1, false);
	*state = x;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *x = *state;

	dt_ir_prog_deinit(x->p);
	dt_native_program_deinit(&x->program);
	dt_native_region_deinit(&x->r);
	dt_arena_destroy(x->arena);
	free(x);
	return 0;
}

static void expect_success(struct dt_error *err)
{
	if (err)
		fail_msg("%s", err->message);
}

static void load(struct fixture *x)
{
	struct dt_native_place place = dt_native_region_place(&x->r, 256);

	place.is_site = true;
	place.cpu_word = x->cpu_word;
	assert_null(dt_ir_verify(x->p));
	expect_success(dt_native_compile(x->p, &place, &x->program));
	expect_success(
	    dt_native_region_map(&x->r, maps, x->program.code.bytes.len, x->program.level_size));
	expect_success(dt_native_region_add(&x->r, &x->program, &x->entry));
	expect_success(dt_native_region_seal(&x->r));
	dt_native_region_claim(&x->r, 0, 1);
}

static struct dt_native_level *level(const struct fixture *x)
{
	return dt_native_region_level(&x->r, 0, 0);
}

/** Calls a program as a stub does, and writes the registers behind it to `after`; each had its
 *  number before, but for rsp and rbp. */
void call_site(const void *entry, const void *level, uint64_t after[N_REGISTERS]);
__asm__(
    ".text\n"
    "call_site:\n"
    "	push %rbx; push %rbp; push %r12; push %r13; push %r14; push %r15\n"
    "	push %rdx\n"
    "	push %rdi\n"
    "	mov %rsi, %rbp\n"
    "	mov $0, %eax; mov $1, %ecx; mov $2, %edx; mov $3, %ebx; mov $6, %esi; mov $7, %edi\n"
    "	mov $8, %r8d; mov $9, %r9d; mov $10, %r10d; mov $11, %r11d\n"
    "	mov $12, %r12d; mov $13, %r13d; mov $14, %r14d; mov $15, %r15d\n"
    "	call *(%rsp)\n"
    "	push %rax\n"
    "	mov 16(%rsp), %rax\n"
    "	mov %rcx, 8(%rax); mov %rdx, 16(%rax); mov %rbx, 24(%rax); mov %rsp, 32(%rax)\n"
    "	mov %rbp, 40(%rax); mov %rsi, 48(%rax); mov %rdi, 56(%rax); mov %r8, 64(%rax)\n"
    "	mov %r9, 72(%rax); mov %r10, 80(%rax); mov %r11, 88(%rax); mov %r12, 96(%rax)\n"
    "	mov %r13, 104(%rax); mov %r14, 112(%rax); mov %r15, 120(%rax)\n"
    "	pop %rcx\n"
    "	mov %rcx, (%rax)\n"
    "	pop %rdi; pop %rdx\n"
    "	pop %r15; pop %r14; pop %r13; pop %r12; pop %rbp; pop %rbx\n"
    "	ret\n");

static uint64_t run(struct fixture *x)
{
	uint64_t after[N_REGISTERS];
	uint32_t changed = 0;

	call_site(x->r.code + x->entry, level(x), after);
	for (unsigned k = 0; k < N_REGISTERS; k++)
		if (k != RSP && k != RBP && after[k] != k)
			changed |= 1u << k;
	assert_int_equal(after[RBP], (uintptr_t)level(x));
	assert_int_equal(changed & ~x->program.clobbers, 0);
	return after[RAX];
}

static void registers_are_read_from_the_level(void **state)
{
	struct fixture *x = *state;
	dt_reg sum = dt_ir_bin(x->f, DT_IR_ADD, dt_ir_load(x->f, 8, dt_ir_ctx(x->f), 8 * RDI_WORD),
			       dt_ir_load(x->f, 4, dt_ir_ctx(x->f), 8 * RSI_WORD + 4));

	ret_reg(x->f, sum);
	load(x);
	assert_int_equal(x->program.reads, 1 << RDI_WORD | 1 << RSI_WORD);
	level(x)->regs[RDI_WORD] = 40;
	level(x)->regs[RSI_WORD] = 2ull << 32 | 7;
	assert_int_equal(run(x), 42);
}

/** A context that is more than the base of a load may lead to any register. */
static void computed_register_may_be_any(void **state)
{
	struct fixture *x = *state;
	dt_reg at = dt_ir_bini(x->f, DT_IR_MUL,
			       dt_ir_load(x->f, 4, dt_ir_map_value(x->f, MAP_MEMORY, 0), 0), 8);

	ret_reg(x->f, dt_ir_load(x->f, 8, dt_ir_bin(x->f, DT_IR_ADD, dt_ir_ctx(x->f), at), 0));
	load(x);
	assert_int_equal(x->program.reads, DT_NATIVE_READS_REGS);
	for (uint32_t k = 0; k < DT_NATIVE_REGS; k++) {
		level(x)->regs[k] = 100 + k;
		memcpy(dt_native_region_element(&x->r, MAP_MEMORY, 0), &k, sizeof(k));
		assert_int_equal(run(x), 100 + k);
	}
}

static void parameter_is_the_context(void **state)
{
	struct fixture *x = *state;

	ret_reg(x->f, dt_ir_load(x->f, 8, 1, 8 * RDI_WORD));
	load(x);
	assert_int_equal(x->program.reads, DT_NATIVE_READS_REGS);
	level(x)->regs[RDI_WORD] = 42;
	assert_int_equal(run(x), 42);
}

static void first_time_is_noted(void **state)
{
	struct fixture *x = *state;
	dt_reg first = dt_ir_env(x->f, DT_ENV_TIME), second = dt_ir_env(x->f, DT_ENV_TIME);

	dt_ir_store(x->f, 8, dt_ir_map_value(x->f, MAP_MEMORY, 0), 0, second);
	ret_reg(x->f, first);
	load(x);
	assert_int_equal(x->program.reads, DT_NATIVE_READS_TIME);
	uint64_t time = run(x);
	assert_true(time != 0);
	assert_int_equal(level(x)->began, time);
	assert_true(*(uint64_t *)dt_native_region_element(&x->r, MAP_MEMORY, 0) >= time);
}

/** A target that may not read the counter asks the kernel, or takes the tracer's time. */
static void time_without_the_counter(void **state)
{
	struct fixture *x = *state;
	struct dt_native_head *head;

	ret_reg(x->f, dt_ir_env(x->f, DT_ENV_TIME));
	load(x);
	head = (struct dt_native_head *)x->r.memory;
	head->counter_is_off = 1;
	head->coarse = 42;
	uint64_t before = dt_now(), time = run(x);
	assert_in_range(time, before, dt_now());
	head->is_filtered = 1;
	level(x)->began = 0;
	assert_int_equal(run(x), 42);
	assert_int_equal(level(x)->began, 42);
	assert_int_equal(level(x)->calls, 0);
	head->counter_is_off = 0;
	assert_true(!x->r.has_counter || run(x) > 42);
}

static void cookie_is_noted(void **state)
{
	struct fixture *x = *state;

	ret_reg(x->f, dt_ir_env(x->f, DT_ENV_COOKIE));
	load(x);
	assert_int_equal(x->program.reads, DT_NATIVE_READS_COOKIE);
	assert_true(__builtin_popcount(x->program.clobbers) <= 2);
	level(x)->cookie = 42;
	assert_int_equal(run(x), 42);
}

/** A word of the thread has the number of the CPU, unless it is negative. */
static void cpu_is_a_word_of_the_thread(void **state)
{
	enum { NO_CPU = 1 << 12 }; // numbers of CPUs are less
	static __thread int32_t word = NO_CPU;
	struct fixture *x = *state;
	uint64_t thread;

	__asm__("mov %%fs:0, %0" : "=r"(thread));
	x->cpu_word = (int32_t)((uintptr_t)&word - thread);
	ret_reg(x->f, dt_ir_env(x->f, DT_ENV_PROCESSOR));
	load(x);
	assert_int_equal(run(x), NO_CPU);
	word = -1;
	assert_true(run(x) < NO_CPU);
}

/** Values in as many registers as there are, and a function that preserves some of them. */
static void clobbers_are_all_that_change(void **state)
{
	enum { N = 14 };
	struct fixture *x = *state;
	dt_reg r[N], sum = dt_ir_const(x->f, 0);

	for (int k = 0; k < N; k++)
		r[k] = dt_ir_load(x->f, 8, dt_ir_ctx(x->f), 8 * k);
	dt_ir_env(x->f, DT_ENV_COMM, dt_ir_map_value(x->f, MAP_MEMORY, 0), dt_ir_const(x->f, 16));
	for (int k = 0; k < N; k++)
		sum = dt_ir_bin(x->f, DT_IR_ADD, sum, dt_ir_bini(x->f, DT_IR_MUL, r[k], k + 1));
	ret_reg(x->f, sum);
	load(x);
	uint64_t want = 0;
	for (uint64_t k = 0; k < N; k++)
		want += (level(x)->regs[k] = k * 77) * (k + 1);
	assert_int_equal(run(x), want);
	assert_true(x->program.clobbers & 1 << RBX); // the stub saves it, not the program
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    TEST(registers_are_read_from_the_level), TEST(computed_register_may_be_any),
	    TEST(parameter_is_the_context),	     TEST(first_time_is_noted),
	    TEST(time_without_the_counter),	     TEST(cookie_is_noted),
	    TEST(cpu_is_a_word_of_the_thread),	     TEST(clobbers_are_all_that_change),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
