/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions that move whole: those of this program. The copies run here, without patches: behind a
 * call, control goes on in the original. The checker accepts them, and refuses them with one error
 * in them.
 */
#include "instrument/check/check.h"
#include "instrument/text/internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cmocka.h>

enum {
	AREA_SIZE = 1 << 20,
	NEAR = 1 << 28, // distance from the program
	THREAD_ID = 0x2d0,
	MUTATIONS = 4000,
};

extern const char __executable_start[];

// Loops and branches, no call.
__asm__(".pushsection .text\n.globl test_leaf\n.type test_leaf, @function\ntest_leaf:\n"
	"	xor %eax, %eax\n"
	"	test %edi, %edi\n"
	"	je 3f\n"
	"1:	lea (%rax,%rdi,2), %rax\n"
	"	test $1, %dil\n"
	"	jne 2f\n"
	"	inc %rax\n"
	"2:	dec %edi\n"
	"	jne 1b\n"
	"3:	ret\n"
	".size test_leaf, . - test_leaf\n"
	// The instruction behind the first call has no room, but with the second call.
	".globl test_calls\n.type test_calls, @function\ntest_calls:\n"
	"	push %rbx\n"
	"	mov %edi, %ebx\n"
	"	mov %edi, %edi\n"
	"	call test_leaf\n"
	"	mov %eax, %edi\n"
	"	call test_leaf\n"
	"	lea test_leaf(%rip), %rdx\n"
	"	mov %ebx, %edi\n"
	"	add %rax, %rbx\n"
	"	call *%rdx\n"
	"	add %rbx, %rax\n"
	"	pop %rbx\n"
	"	ret\n"
	".size test_calls, . - test_calls\n"
	// The flags are alive at the second block.
	".globl test_flags\n.type test_flags, @function\ntest_flags:\n"
	"	movabs $0x7fffffffffffffff, %rax\n"
	"	add %rdi, %rax\n"
	"	jmp 1f\n"
	"	nop\n"
	"1:	seto %al\n"
	"	movzbl %al, %eax\n"
	"	adc $0, %eax\n"
	"	nopl 0(%rax)\n"
	"	ret\n"
	".size test_flags, . - test_flags\n.popsection\n");
extern unsigned long test_leaf(unsigned long), test_calls(unsigned long), test_flags(unsigned long);

typedef unsigned long function(unsigned long);

static function *const functions[] = {test_leaf, test_calls, test_flags};

struct moved {
	struct dt_text *text;
	struct dt_body plan;
	struct dt_copy area;
	struct dt_stub_target facts;
	struct dt_stub_routines routines;
	struct dt_body_counters counters;
	struct dt_stub_body body;
	struct dt_stub stub;
	struct dt_check_body check;
	uint64_t *words; // is_open, then the counters
};

static uint64_t address_of(function *f)
{
	uint64_t ret;

	memcpy(&ret, &f, sizeof(ret)); // ISO C has no conversion between these pointers
	return ret;
}

static void make(struct moved *m, function *f)
{
	uint64_t bias = (uint64_t)(uintptr_t)__executable_start;
	uint64_t at = address_of(f) - bias;
	const struct dt_text_part *part;
	char *near = mmap((void *)(uintptr_t)((bias - NEAR) & -4096UL), 2 * AREA_SIZE,
			  PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_ptr_not_equal(near, MAP_FAILED);
	*m = (struct moved){.area.base = (uint64_t)(uintptr_t)near,
			    .words = (uint64_t *)(near + AREA_SIZE)};
	assert_null(dt_text_open("/proc/self/exe", &m->text));
	part = dt_text_part(m->text, at);
	assert_non_null(part);
	assert_int_equal(dt_text_plan_body(m->text, at - part->addr + part->offset, &m->plan),
			 DT_REFUSE_NONE);
	m->facts = (struct dt_stub_target){.directory = (uint64_t)(uintptr_t)m->words,
					   .slots = 0x7f1000001000,
					   .levels = 0x7f1000010000,
					   .level_size = 512,
					   .n_slots = 64,
					   .thread_id = THREAD_ID};
	m->counters = (struct dt_body_counters){.own = (uint64_t)(uintptr_t)(m->words + 1),
						.others = (uint64_t)(uintptr_t)(m->words + 1000),
						.thread = (uint32_t)syscall(SYS_gettid),
						.is_open = (uint64_t)(uintptr_t)m->words};
	m->body = (struct dt_stub_body){
	    .text = m->text, .body = &m->plan, .bias = bias, .counters = &m->counters};
	dt_stub_routines(&m->area, &m->facts, &m->routines);
	assert_int_equal(dt_stub_add_body(&m->area, &m->facts, &m->routines, &m->body, &m->stub),
			 DT_REFUSE_NONE);
	m->check = (struct dt_check_body){.area = &m->area,
					  .target = &m->facts,
					  .routines = &m->routines,
					  .body = &m->body,
					  .stub = &m->stub};
}

static void destroy(struct moved *m)
{
	munmap((void *)(uintptr_t)m->area.base, 2 * AREA_SIZE);
	dt_stub_deinit(&m->stub);
	dt_body_deinit(&m->plan);
	dt_vec_deinit(&m->area.bytes);
	dt_text_close(m->text);
}

/** Runs the copy. */
static unsigned long run(const struct moved *m, unsigned long x)
{
	uint64_t at = m->stub.begin;
	function *f;

	memcpy((void *)(uintptr_t)m->area.base, m->area.bytes.data, m->area.bytes.len);
	assert_int_equal(
	    mprotect((void *)(uintptr_t)m->area.base, AREA_SIZE, PROT_READ | PROT_EXEC), 0);
	memcpy(&f, &at, sizeof(f));
	return f(x);
}

static bool has_id(void)
{
	uint32_t id;

	__asm__("movl %%fs:0x2d0, %0" : "=r"(id)); // of glibc
	return id == (uint32_t)syscall(SYS_gettid);
}

static void copies_do_the_same(void **state)
{
	(void)state;
	for (size_t i = 0; i < dt_array_len(functions); i++)
		for (unsigned long x = 0; x < 3; x++) {
			struct moved m;

			make(&m, functions[i]);
			assert_null(dt_check_body(&m.check));
			m.words[0] = 1;
			assert_int_equal(run(&m, x * 7), functions[i](x * 7));
			destroy(&m);
		}
}

static void blocks_are_counted(void **state)
{
	static const uint64_t right[] = {1, 10, 5, 10, 1}; // 10 rounds, of them 5 even ones
	uint64_t counts[dt_array_len(right)];
	struct moved m;

	(void)state;
	make(&m, test_leaf);
	assert_int_equal(m.plan.blocks.len, 5); // the entry, 1, behind jne, 2, 3
	assert_int_equal(m.plan.n_counters, 3); // 2 runs as often as 1, and 3 as the entry
	run(&m, 10);
	dt_body_derive(&m.plan, m.words + 1, counts);
	for (size_t i = 0; i < dt_array_len(right); i++)
		assert_int_equal(counts[i], 0); // the directory is not open
	mprotect((void *)(uintptr_t)m.area.base, AREA_SIZE, PROT_READ | PROT_WRITE);
	m.words[0] = 1;
	run(&m, 10);
	dt_body_derive(&m.plan, m.words + (has_id() ? 1 : 1000), counts);
	for (size_t i = 0; i < dt_array_len(right); i++)
		assert_int_equal(counts[i], right[i]);
	destroy(&m);
}

static void other_threads_have_other_words(void **state)
{
	struct moved m;

	(void)state;
	make(&m, test_leaf);
	m.counters.thread++;
	m.area.bytes.len = 0;
	dt_stub_deinit(&m.stub);
	dt_stub_routines(&m.area, &m.facts, &m.routines);
	assert_int_equal(dt_stub_add_body(&m.area, &m.facts, &m.routines, &m.body, &m.stub),
			 DT_REFUSE_NONE);
	m.words[0] = 1;
	run(&m, 10);
	for (size_t i = 0; i < m.plan.n_counters; i++) {
		assert_int_equal(m.words[1 + i], 0);
		assert_int_not_equal(m.words[1000 + i], 0);
	}
	destroy(&m);
}

static uint64_t random_state = 1;

static size_t random_below(size_t n)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return (size_t)((random_state * 0x2545f4914f6cdd1d) >> 33) % n;
}

/** One bit of the stub is wrong. Those that are not found mean nothing: bits of REX and of SIB
 * without a register. */
static void errors_are_found(void **state)
{
	size_t made = 0, found = 0;

	(void)state;
	for (size_t i = 0; i < dt_array_len(functions); i++) {
		struct moved m;

		make(&m, functions[i]);
		for (int k = 0; k < MUTATIONS; k++) {
			size_t at =
			    m.stub.begin - m.area.base + random_below(m.stub.end - m.stub.begin);
			uint8_t old = m.area.bytes.data[at];
			struct dt_error *err;

			if (old == 0xcc)
				continue;
			m.area.bytes.data[at] ^= (uint8_t)(1u << random_below(8));
			err = dt_check_body(&m.check);
			made++;
			found += err != NULL;
			dt_error_destroy(err);
			m.area.bytes.data[at] = old;
		}
		assert_null(dt_check_body(&m.check));
		destroy(&m);
	}
	print_message("%zu of %zu errors found\n", found, made);
	assert_true(found * 100 >= made * 96);
}

static void wrong_patches_are_found(void **state)
{
	struct moved m;

	(void)state;
	make(&m, test_calls);
	assert_true(m.stub.ways.len >= 2);
	dt_vec_foreach (&m.stub.ways, w) {
		const struct dt_patch right = *w;
		struct dt_error *err;

		for (int k = 0; k < 3; k++) {
			if (k == 0)
				w->at++;
			if (k == 1)
				w->new[1] ^= 1;
			if (k == 2)
				w->old[0] ^= 1;
			err = dt_check_body(&m.check);
			assert_non_null(err);
			dt_error_destroy(err);
			*w = right;
		}
	}
	destroy(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(copies_do_the_same),
	    cmocka_unit_test(blocks_are_counted),
	    cmocka_unit_test(other_threads_have_other_words),
	    cmocka_unit_test(errors_are_found),
	    cmocka_unit_test(wrong_patches_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
