/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of copies: their bytes, and what is refused.
 */
#include "instrument/move/move.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

enum { FROM = 0x10000000, TO = 0x20000000, MAX = 32 };

struct move_case {
	const char *name;
	uint8_t bytes[MAX];
	size_t n;
	enum dt_refusal why;
	uint8_t copy[MAX];
	size_t n_copy;
};

#define BYTES(...) {__VA_ARGS__}, sizeof((uint8_t[]){__VA_ARGS__})

static const struct move_case cases[] = {
    {"mov %rdi,%rax; add $1,%rax", BYTES(0x48, 0x89, 0xf8, 0x48, 0x83, 0xc0, 0x01), DT_REFUSE_NONE,
     BYTES(0x48, 0x89, 0xf8, 0x48, 0x83, 0xc0, 0x01)},
    {"lea 16(%rip),%rax", BYTES(0x48, 0x8d, 0x05, 16, 0, 0, 0), DT_REFUSE_NONE,
     BYTES(0x48, 0x8d, 0x05, 16, 0, 0, 0xf0)},
    {"cmpb $7,16(%rip), with an immediate behind the distance", BYTES(0x80, 0x3d, 16, 0, 0, 0, 7),
     DT_REFUSE_NONE, BYTES(0x80, 0x3d, 16, 0, 0, 0xf0, 7)},
    {"jmp *16(%rip)", BYTES(0xff, 0x25, 16, 0, 0, 0), DT_REFUSE_NONE,
     BYTES(0xff, 0x25, 16, 0, 0, 0xf0)},
    {"jmp .+32", BYTES(0xeb, 30), DT_REFUSE_NONE, BYTES(0xe9, 27, 0, 0, 0xf0)},
    {"jmp .+0x100", BYTES(0xe9, 0xfb, 0, 0, 0), DT_REFUSE_NONE, BYTES(0xe9, 0xfb, 0, 0, 0xf0)},
    {"jne .+32", BYTES(0x75, 30), DT_REFUSE_NONE, BYTES(0x0f, 0x85, 26, 0, 0, 0xf0)},
    {"jg .+0x100", BYTES(0x0f, 0x8f, 0xfa, 0, 0, 0), DT_REFUSE_NONE,
     BYTES(0x0f, 0x8f, 0xfa, 0, 0, 0xf0)},
    {"jrcxz .+32", BYTES(0xe3, 30), DT_REFUSE_NONE, BYTES(0xe3, 2, 0xeb, 5, 0xe9, 23, 0, 0, 0xf0)},
    {"jecxz .+32", BYTES(0x67, 0xe3, 29), DT_REFUSE_NONE,
     BYTES(0x67, 0xe3, 2, 0xeb, 5, 0xe9, 22, 0, 0, 0xf0)},
    {"loopne .+32", BYTES(0xe0, 30), DT_REFUSE_NONE, BYTES(0xe0, 2, 0xeb, 5, 0xe9, 23, 0, 0, 0xf0)},
    {"a jump to the site", BYTES(0x90, 0xeb, 0xfd), DT_REFUSE_NONE,
     BYTES(0x90, 0xe9, 0xfa, 0xff, 0xff, 0xef)},
    {"ret", BYTES(0xc3), DT_REFUSE_NONE, BYTES(0xc3)},
    {"a jump into the moved bytes", BYTES(0x90, 0x90, 0xeb, 0xfd), DT_REFUSE_LANDING, {0}, 0},
    {"call", BYTES(0xe8, 0, 0, 0, 0), DT_REFUSE_CALL, {0}, 0},
    {"call *%rax", BYTES(0xff, 0xd0), DT_REFUSE_CALL, {0}, 0},
    {"syscall", BYTES(0x90, 0x0f, 0x05), DT_REFUSE_CALL, {0}, 0},
    {"int $0x80", BYTES(0xcd, 0x80), DT_REFUSE_CALL, {0}, 0},
    {"int3", BYTES(0xcc), DT_REFUSE_INSTRUCTION, {0}, 0},
    {"ud2", BYTES(0x0f, 0x0b), DT_REFUSE_INSTRUCTION, {0}, 0},
    {"xbegin", BYTES(0xc7, 0xf8, 0x10, 0, 0, 0), DT_REFUSE_INSTRUCTION, {0}, 0},
    {"lret", BYTES(0xcb), DT_REFUSE_INSTRUCTION, {0}, 0},
    {"ljmp *(%rax)", BYTES(0xff, 0x28), DT_REFUSE_INSTRUCTION, {0}, 0},
    {"gs je", BYTES(0x65, 0x74, 0x10), DT_REFUSE_INSTRUCTION, {0}, 0},
    {"addr32 jmp", BYTES(0x67, 0xeb, 0x10), DT_REFUSE_INSTRUCTION, {0}, 0},
    {"lea 16(%eip),%eax", BYTES(0x67, 0x8d, 0x05, 16, 0, 0, 0), DT_REFUSE_INSTRUCTION, {0}, 0},
    {"no instruction", BYTES(0x06), DT_REFUSE_BYTES, {0}, 0},
    {"half an instruction", BYTES(0x90, 0x48), DT_REFUSE_BYTES, {0}, 0},
};

static void copies_and_refusals(void **state)
{
	(void)state;
	for (size_t k = 0; k < dt_array_len(cases); k++) {
		const struct move_case *c = &cases[k];
		struct dt_moved_list moved = {0};
		struct dt_copy to = {.base = TO};

		enum dt_refusal why = dt_move(&to, c->bytes, c->n, FROM, &moved);
		if (why != c->why)
			fail_msg("%s: %d, not %d", c->name, why, c->why);
		if (to.bytes.len != c->n_copy ||
		    (c->n_copy && memcmp(to.bytes.data, c->copy, c->n_copy)))
			fail_msg("%s: another copy", c->name);
		assert_int_equal(why == DT_REFUSE_NONE, moved.v.len > 0);
		dt_vec_deinit(&to.bytes);
		dt_vec_deinit(&moved.v);
	}
}

static void far_operands_are_refused(void **state)
{
	static const uint8_t load[] = {0x90, 0x48, 0x8b, 0x05, 0, 0, 0, 0}, jump[] = {0xeb, 0};
	struct dt_copy to = {.base = UINT64_C(0x7fff00000000)};
	struct dt_moved_list moved = {0};

	(void)state;
	assert_int_equal(dt_move(&to, load, sizeof(load), FROM, &moved), DT_REFUSE_REACH);
	assert_int_equal(dt_move(&to, jump, sizeof(jump), FROM, &moved), DT_REFUSE_REACH);
	assert_int_equal(to.bytes.len, 0);
	assert_int_equal(moved.v.len, 0);
	assert_int_equal(dt_move(&to, load, sizeof(load), to.base - INT32_MAX, &moved),
			 DT_REFUSE_NONE);
	dt_vec_deinit(&to.bytes);
	dt_vec_deinit(&moved.v);
}

static void moved_instructions_are_listed(void **state)
{
	static const uint8_t bytes[] = {0x90, 0x75, 0x10, 0x48, 0x89, 0xf8};
	static const struct dt_moved want[] = {
	    {FROM, TO, 1, 1}, {FROM + 1, TO + 1, 2, 6}, {FROM + 3, TO + 7, 3, 3}};
	struct dt_copy to = {.base = TO};
	struct dt_moved_list moved = {0};

	(void)state;
	assert_int_equal(dt_move(&to, bytes, sizeof(bytes), FROM, &moved), DT_REFUSE_NONE);
	assert_int_equal(moved.v.len, dt_array_len(want));
	for (size_t k = 0; k < dt_array_len(want); k++) {
		assert_int_equal(moved.v.data[k].from, want[k].from);
		assert_int_equal(moved.v.data[k].to, want[k].to);
		assert_int_equal(moved.v.data[k].from_size, want[k].from_size);
		assert_int_equal(moved.v.data[k].to_size, want[k].to_size);
	}
	dt_vec_deinit(&to.bytes);
	dt_vec_deinit(&moved.v);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(copies_and_refusals),
	    cmocka_unit_test(far_operands_are_refused),
	    cmocka_unit_test(moved_instructions_are_listed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
