/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of src/provider/uprobe/insn.c: the instructions that can be probed, and the instruction
 * that is probed for a function's entry.
 */
#include "provider/uprobe/insn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static void whatever_is_peculiar_is_left_alone(void **state)
{
	for (enum dt_insn_trait t = 0; t < DT_N_INSN_TRAITS; t++) {
		const struct dt_insn in = {.trait = t};

		assert_int_equal(!dt_uprobe_hazard(&in), t == DT_INSN_ORDINARY);
	}
}

/** Returns the offset at which the entry of a function is probed, or -1. */
static int entry_of(const uint8_t *code, size_t n, uint64_t limit)
{
	struct dt_insns s = {0};
	const struct dt_insn *in;
	int at;

	dt_insns_read(&s, &dt_arch.native, code, n);
	in = dt_uprobe_entry(&s, limit);
	at = in ? (int)in->offset : -1;
	dt_insns_deinit(&s);
	return at;
}
#define ENTRY(limit, ...) \
	entry_of((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}), limit)

static void an_entry_moves_only_if_nothing_is_lost(void **state)
{
	// endbr64; push %rbp; ret
	assert_int_equal(ENTRY(99, 0xf3, 0x0f, 0x1e, 0xfa, 0x55, 0xc3), 4);
	// The same, but another symbol begins after endbr64.
	assert_int_equal(ENTRY(4, 0xf3, 0x0f, 0x1e, 0xfa, 0x55, 0xc3), 0);
	// ... or a jump leads there: endbr64; push %rbp; jmp -3
	assert_int_equal(ENTRY(99, 0xf3, 0x0f, 0x1e, 0xfa, 0x55, 0xeb, 0xfd), 0);
	// ... but to endbr64 itself: both paths pass the push
	assert_int_equal(ENTRY(99, 0xf3, 0x0f, 0x1e, 0xfa, 0x55, 0xeb, 0xf9), 4);
	// xor %eax,%eax; test %rdi,%rdi; je +0; ret
	assert_int_equal(ENTRY(99, 0x31, 0xc0, 0x48, 0x85, 0xff, 0x74, 0x00, 0xc3), 5);
	// mov %rsi,%rdi changes an argument, sub $8,%rsp the stack, mov (%rdi),%rax may fault
	assert_int_equal(ENTRY(99, 0x48, 0x89, 0xf7, 0x55, 0xc3), 0);
	assert_int_equal(ENTRY(99, 0x48, 0x83, 0xec, 0x08, 0x55, 0xc3), 0);
	assert_int_equal(ENTRY(99, 0x48, 0x8b, 0x07, 0x55, 0xc3), 0);
	// lock incl (%rdi); push %rbp
	assert_int_equal(ENTRY(99, 0xf0, 0xff, 0x07, 0x55, 0xc3), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(whatever_is_peculiar_is_left_alone),
	    cmocka_unit_test(an_entry_moves_only_if_nothing_is_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
