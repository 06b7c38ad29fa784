/* SPDX-License-Identifier: BSD-2-Clause */
#include "export/program/sandbox.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { ENTERED = 100 }; // status if the sandbox cannot be entered

/** Returns the errno of a system call in the sandbox. */
static int errno_of(long number)
{
	int status;
	pid_t child = fork();

	assert_true(child >= 0);
	if (!child) {
		if (!dt_sandbox_enter())
			_exit(ENTERED);
		_exit(syscall(number, -1, 0, 0, 0, 0) < 0 ? errno : 0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void forbidden_calls_are_denied(void **state)
{
	static const long numbers[] = {SYS_execve, SYS_ptrace,	 SYS_bpf,      SYS_kill,
				       SYS_listen, SYS_unlinkat, SYS_renameat, SYS_renameat2};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		assert_int_equal(errno_of(numbers[i]), EPERM);
}

static void other_calls_work(void **state)
{
	assert_int_equal(errno_of(SYS_getppid), 0);
	assert_int_equal(errno_of(SYS_close), EBADF);
}

static void calls_of_x32_are_denied(void **state)
{
	assert_int_equal(errno_of(0x40000000 | SYS_getppid), EPERM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(forbidden_calls_are_denied),
	    cmocka_unit_test(other_calls_work),
	    cmocka_unit_test(calls_of_x32_are_denied),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
