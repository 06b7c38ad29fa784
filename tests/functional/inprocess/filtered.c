/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * filtered: calls take() with a text of the heap 1,000 times, installs a filter that ends the
 * process for process_vm_readv(), waits, and calls take() 1,000,000 times more.
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile long n_taken;
long take(const char *text);

__attribute__((noipa)) long take(const char *text)
{
	n_taken += 3;
	return n_taken + (text != NULL);
}

static void install_filter(void)
{
	struct sock_filter code[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 0, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {sizeof(code) / sizeof(*code), code};

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		abort();
}

int main(void)
{
	const char *text = strdup("heap");

	for (int i = 0; i < 1000; i++)
		take(text);
	install_filter();
	usleep(1000000); // the tracer sees that within 0.1 s
	for (int i = 0; i < 1000000; i++)
		take(text);
	puts("alive");
	return 0;
}
