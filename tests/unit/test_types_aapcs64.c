/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of the convention of 64-bit Arm on every machine: the registers and words of the stack of
 * functional/pid/aapcs64.c, whose types clang describes.
 */
#include "types/dwarf/source.h"

#include "base/vec.h"

#include <elfutils/libdw.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <unistd.h>

enum { NONE = DT_RAW_NONE, STACK = 8 };

static const struct dt_convention arm = {
    .word = 8, .n_args = 8, .n_float_args = 8, .n_dwarf = 32, .largest = 16, .is_aapcs64 = true};

extern const char __executable_start[];
long floats_take_no_integer_register(void), structs_take_registers_for_their_words(void),
    mixed_structs_take_integer_registers(void), large_structs_take_a_pointer(void),
    equal_floats_take_no_pointer(void), wide_integers_begin_at_even_registers(void),
    no_register_after_the_stack(void), wide_integers_are_aligned_on_the_stack(void),
    floats_behind_their_registers_take_the_stack(void), large_results_take_no_argument(void),
    more_arguments_may_follow(void);

static void arguments_are_where_the_standard_puts_them(void **state)
{
	static const struct {
		long (*fn)(void);
		size_t n;
		uint8_t raw[17];
	} table[] = {
	    {floats_take_no_integer_register, 4, {NONE, 0, NONE, 1}},
	    {structs_take_registers_for_their_words, 4, {NONE, 2, NONE, 4}},
	    {mixed_structs_take_integer_registers, 4, {NONE, 2, NONE, 3}},
	    {large_structs_take_a_pointer, 4, {NONE, 1, NONE, 3}},
	    {equal_floats_take_no_pointer, 4, {NONE, 0, NONE, 1}},
	    {wide_integers_begin_at_even_registers, 6, {0, NONE, 4, 5, NONE, STACK}},
	    {no_register_after_the_stack, 10, {0, 1, 2, 3, 4, 5, 6, NONE, STACK + 2, STACK + 3}},
	    {wide_integers_are_aligned_on_the_stack,
	     11,
	     {0, 1, 2, 3, 4, 5, 6, 7, STACK, NONE, STACK + 4}},
	    {floats_behind_their_registers_take_the_stack,
	     17,
	     {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, 0, 1, 2, 3, 4, 5, 6, 7, STACK + 5}},
	    {large_results_take_no_argument, 2, {0, 1}},
	    {more_arguments_may_follow, 1, {0}},
	};
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	Dwarf *dwarf = dwarf_begin(fd, DWARF_C_READ);
	struct dt_arena *arena = dt_arena_create();
	struct dt_universe *u = dt_universe_create(arena, dt_intern_create(arena), 256);
	struct dt_dwarf_source *s = dt_dwarf_source_create(u, dwarf, "C", &arm);

	assert_non_null(dwarf);
	for (size_t i = 0; i < dt_array_len(table); i++) {
		uint64_t addr = (uintptr_t)table[i].fn - (uintptr_t)__executable_start;
		struct dt_dwarf_function fn;

		assert_true(dt_dwarf_function(s, addr, &fn));
		assert_int_equal(fn.n_args, table[i].n);
		for (size_t k = 0; k < fn.n_args; k++)
			if (fn.raw[k] != table[i].raw[k])
				fail_msg("row %zu: argument %zu is at %u", i, k, fn.raw[k]);
	}
	dt_universe_destroy(u);
	dt_dwarf_source_destroy(s);
	dt_arena_destroy(arena);
	dwarf_end(dwarf);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(arguments_are_where_the_standard_puts_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
