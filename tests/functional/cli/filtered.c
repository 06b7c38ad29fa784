/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs a command in which system calls fail:
 *
 *	filtered [-m] CALL ERRNO COMMAND…	-m: memory that was writable cannot become
 *executable
 */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef PR_SET_MDWE
#define PR_SET_MDWE 65
#endif

static const struct {
	const char *name;
	int number;
} calls[] = {
    {"process_vm_readv", SYS_process_vm_readv},
    {"memfd_create", SYS_memfd_create},
    {"clone3", SYS_clone3},
};

int main(int argc, char **argv)
{
	int number = -1, error;

	if (argc > 1 && !strcmp(argv[1], "-m")) {
		if (prctl(PR_SET_MDWE, 1, 0, 0, 0) != 0)
			return 77;
		argv++, argc--;
	}
	if (argc < 4)
		return 2;
	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++)
		if (!strcmp(argv[1], calls[i].name))
			number = calls[i].number;
	error = atoi(argv[2]);
	struct sock_filter filter[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {sizeof(filter) / sizeof(*filter), filter};

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (number < 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
		perror("seccomp");
		return 2;
	}
	execvp(argv[3], argv + 3);
	perror(argv[3]);
	return 127;
}
