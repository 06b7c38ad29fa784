/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Symbols: tables by address, the kernel's list, the mappings of processes, generated code, and our
 * own program as the ELF file.
 */
#include "symbols/kernel.h"
#include "symbols/process.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const char kallsyms[] = "0000000000001000 A per_cpu_offset\n"
			       "ffffffff81000000 t local_alias\n"
			       "ffffffff81000000 T start\n"
			       "ffffffff81000100 W weak\n"
			       "ffffffff81000200 T second\n"
			       "ffffffffc0000000 t helper\t[ext4]\n"
			       "ffffffffc0000040 T ext4_read\t[ext4]\n";

static void kernel_addresses_have_the_global_name_and_the_module(void **state)
{
	struct dt_kernel_symbols k = {0};
	struct dt_symbol s;
	uint64_t range[2];

	dt_kernel_symbols_parse(&k, kallsyms, sizeof(kallsyms) - 1);
	assert_true(dt_kernel_symbol(&k, 0xffffffff81000010, &s));
	assert_string_equal(s.name, "start");
	assert_string_equal(s.object, "vmlinux");
	assert_int_equal(s.start, 0xffffffff81000000);
	assert_true(dt_kernel_symbol(&k, 0xffffffff81000100, &s));
	assert_string_equal(s.name, "weak");
	assert_true(dt_kernel_symbol(&k, 0xffffffffc0000041, &s));
	assert_string_equal(s.name, "ext4_read");
	assert_string_equal(s.object, "ext4");
	assert_int_equal(s.object_start, 0xffffffffc0000000);
	assert_false(dt_kernel_symbol(&k, 0x1000, &s));
	assert_false(dt_kernel_symbol(&k, 0xffffffff80ffffff, &s));
	assert_true(dt_kernel_function(&k, "start", range));
	assert_int_equal(range[1], 0xffffffff81000100);
	assert_false(dt_kernel_function(&k, "star", range));
	dt_kernel_symbols_deinit(&k);
}

static void damaged_lists_do_no_harm(void **state)
{
	static const char text[] = "\n \nffffffff81000000\nffffffff81000000 \nffffffff81000000 T\n"
				   "ffffffff81000000 T x\t[\nffffffff81000000 T y\t[]";
	struct dt_kernel_symbols k = {0};
	struct dt_processes p = {0};
	struct dt_symtab jit = {0};
	char maps[] = "x\n1-2\n3-4 r-xp\n5-6 r-xp 0 0:0 0\n7-8 r-xp 0 0:0 0 \n";
	char names[] = "1\n1 2\n10 0 zero\n20 g x\nzz\n30 10 name of it\n";
	struct dt_symbol s;

	for (size_t n = 0; n <= sizeof(text) - 1; n++) {
		dt_kernel_symbols_parse(&k, text, n);
		dt_kernel_symbols_deinit(&k);
	}
	dt_process_parse_maps(&p, 1 << 30, maps);
	assert_false(dt_process_symbol(&p, 1 << 30, 5, &s));
	dt_processes_deinit(&p);
	dt_jit_parse(&jit, names);
	assert_int_equal(jit.v.len, 1);
	assert_string_equal(dt_symtab_name(&jit, dt_symtab_find(&jit, 0x3f)), "name of it");
	assert_null(dt_symtab_find(&jit, 0x40));
	dt_symtab_deinit(&jit);
}

__attribute__((noinline)) static int named_function(int n)
{
	return n * 3 + getpid();
}

static void functions_of_our_own_program_are_found(void **state)
{
	struct dt_processes p = {0};
	struct dt_symbol s;

	assert_true(dt_process_symbol(&p, getpid(), (uintptr_t)named_function + 1, &s));
	assert_string_equal(s.object, "test_symbols");
	assert_string_equal(s.name, "named_function");
	assert_int_equal(s.start, (uintptr_t)named_function);
	assert_true(dt_process_symbol(&p, getpid(), (uintptr_t)getpid, &s));
	assert_non_null(strstr(s.object, "libc"));
	assert_false(dt_process_symbol(&p, getpid(), 16, &s));
	dt_processes_deinit(&p);
}

static void what_has_ended_or_forked_keeps_its_names(void **state)
{
	struct dt_processes p = {0};
	struct dt_symbol s;
	int child = fork();

	if (!child)
		for (;;)
			pause();
	dt_process_meet(&p, child);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	dt_process_ended(&p, child);
	dt_process_forked(&p, child, 1 << 30);
	dt_process_ended(&p, 1 << 30);
	assert_true(dt_process_symbol(&p, child, (uintptr_t)named_function, &s));
	assert_string_equal(s.name, "named_function");
	assert_true(dt_process_symbol(&p, 1 << 30, (uintptr_t)named_function, &s));
	assert_string_equal(s.name, "named_function");
	dt_processes_deinit(&p);
}

static void the_newest_mapping_counts(void **state)
{
	struct dt_processes p = {0};
	struct dt_symbol s;
	int pid = 1 << 30;

	dt_process_mapped(&p, pid, 0x1000, 0x9000, 0, 1, "/nowhere/old.so");
	dt_process_mapped(&p, pid, 0x3000, 0x4000, 0, 2, "/nowhere/new.so");
	dt_process_mapped(&p, pid, 0x5000, 0x6000, 0, 0, "//anon");
	assert_true(dt_process_symbol(&p, pid, 0x3010, &s));
	assert_string_equal(s.object, "new.so");
	assert_null(s.name);
	assert_true(dt_process_symbol(&p, pid, 0x4000, &s));
	assert_string_equal(s.object, "old.so");
	assert_false(dt_process_symbol(&p, pid, 0x5000, &s));
	dt_processes_deinit(&p);
}

static void only_so_many_of_the_ended_are_remembered(void **state)
{
	struct dt_processes p = {0};

	for (int i = 0; i < 20000; i++) {
		dt_process_mapped(&p, i + 1, 0x1000, 0x2000, 0, 1, "/nowhere/a");
		dt_process_ended(&p, i + 1);
	}
	assert_in_range(p.by_pid.len, 4000, 5000);
	assert_in_range(p.ended.len, 4000, 9000);
	dt_processes_deinit(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(kernel_addresses_have_the_global_name_and_the_module),
	    cmocka_unit_test(damaged_lists_do_no_harm),
	    cmocka_unit_test(functions_of_our_own_program_are_found),
	    cmocka_unit_test(what_has_ended_or_forked_keeps_its_names),
	    cmocka_unit_test(the_newest_mapping_counts),
	    cmocka_unit_test(only_so_many_of_the_ended_are_remembered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
