/* SPDX-License-Identifier: BSD-2-Clause */
/* contained MODE ROOT COMMAND...: executes a command as containers do. MODE has letters: u: in a
 * user namespace of its own, where it is root, p: of processes, n: of the network, r: with ROOT,
 * read-only, as its root, s: with a filter of system calls that fails those which containers
 * usually forbid. */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void check(int result, const char *what)
{
	if (result < 0)
		err(1, "%s", what);
}

static void write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	check(fd, path);
	check((int)write(fd, text, strlen(text)), path);
	close(fd);
}

static void become_root(void)
{
	unsigned uid = geteuid(), gid = getegid();
	char line[64];

	check(unshare(CLONE_NEWUSER), "user namespace");
	write_file("/proc/self/setgroups", "deny");
	snprintf(line, sizeof(line), "0 %u 1", uid);
	write_file("/proc/self/uid_map", line);
	snprintf(line, sizeof(line), "0 %u 1", gid);
	write_file("/proc/self/gid_map", line);
}

static void change_root(const char *root)
{
	check(unshare(CLONE_NEWNS), "mount namespace");
	check(mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL), "private mounts");
	check(mount(root, root, NULL, MS_BIND, NULL), "bind mount");
	check(mount(NULL, root, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID, NULL),
	      "read-only");
	check(chdir(root), root);
	check((int)syscall(SYS_pivot_root, ".", "."), "pivot_root");
	check(umount2(".", MNT_DETACH), "umount");
	check(chdir("/"), "/");
}

static void filter(void)
{
	enum { FORBIDDEN = SECCOMP_RET_ERRNO | EPERM };
#define FORBID(call) \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, FORBIDDEN)
	struct sock_filter code[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	    FORBID(bpf),
	    FORBID(mount),
	    FORBID(ptrace),
	    FORBID(keyctl),
	    FORBID(unshare),
	    FORBID(setns),
	    FORBID(perf_event_open),
	    FORBID(process_vm_readv),
	    FORBID(process_vm_writev),
	    FORBID(kexec_load),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {sizeof(code) / sizeof(*code), code};

	check(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs");
	check(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), "seccomp");
}

/** Continues in a child, which is process 1 of its namespace. */
static void become_first(void)
{
	int status;
	pid_t pid;

	check(unshare(CLONE_NEWPID), "namespace of processes");
	pid = fork();
	check(pid, "fork");
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		return;
	}
	check(waitpid(pid, &status, 0), "waitpid");
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 99);
}

int main(int argc, char **argv)
{
	if (argc < 4)
		errx(2, "usage: contained MODE ROOT COMMAND...");
	if (strchr(argv[1], 'u'))
		become_root();
	if (strchr(argv[1], 'n'))
		check(unshare(CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP),
		      "namespaces");
	if (strchr(argv[1], 'p'))
		become_first();
	if (strchr(argv[1], 'r'))
		change_root(argv[2]);
	if (strchr(argv[1], 's'))
		filter();
	execv(argv[3], argv + 3);
	err(1, "%s", argv[3]);
}
