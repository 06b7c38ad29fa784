/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program parses bytes from the network. The filter is a list of forbidden system calls, not of
 * permitted ones, because the libraries below libcurl may use any other.
 */
#include "export/program/sandbox.h"

#include "arch/syscall.h"
#include "base/mem.h"

#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pwd.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	MEMORY_MAX = 1 << 30,	 // bytes of address space; the queue takes 64 MB of it
	NUMBER_MAX = 0x40000000, // calls of x86's x32 ABI have this bit in their numbers
};

static const uint32_t forbidden[] = {
    SYS_execve,
    SYS_execveat,
    SYS_ptrace,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kill,
    SYS_tgkill,
    SYS_tkill,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_setns,
    SYS_unshare,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_add_key,
    SYS_keyctl,
    SYS_userfaultfd,
    SYS_io_uring_setup,
    SYS_open_by_handle_at,
    SYS_pidfd_getfd,

    SYS_listen,
    SYS_unlinkat,
    SYS_renameat2,
// newer architectures lack these
#ifdef SYS_unlink
    SYS_unlink,
    SYS_rename,
#endif
#ifdef SYS_renameat
    SYS_renameat,
#endif
};

/** Denies the forbidden calls, and all of another ABI. Returns false on failure. */
static bool filter_calls(void)
{
	enum { N = dt_array_len(forbidden) };
	struct sock_filter code[N + 7];
	struct sock_fprog program = {.filter = code};
	const uint32_t deny = SECCOMP_RET_ERRNO | EPERM;
	size_t n = 0;

	code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
						 offsetof(struct seccomp_data, arch));
	code[n++] =
	    (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, dt_syscalls.audit, 1, 0);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, deny);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
						 offsetof(struct seccomp_data, nr));
	code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, NUMBER_MAX, N + 1, 0);
	for (size_t i = 0; i < N; i++)
		code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, forbidden[i],
							 (uint8_t)(N - i), 0);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, deny);
	program.len = (unsigned short)n;
	return !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static bool drop_user(void)
{
	const struct passwd *user;

	if (geteuid())
		return true;
	user = getpwnam("dtrace-export");
	if (!user)
		user = getpwnam("nobody");
	return user && !setgroups(0, NULL) &&
	       !setresgid(user->pw_gid, user->pw_gid, user->pw_gid) &&
	       !setresuid(user->pw_uid, user->pw_uid, user->pw_uid);
}

/** Gives up all capabilities. A dtrace that is not root's, such as the service's, passes its own
 * on. */
static bool drop_capabilities(void)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};

	return !prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) &&
	       !syscall(SYS_capset, &header, none);
}

bool dt_sandbox_enter(void)
{
	const struct rlimit memory = {MEMORY_MAX, MEMORY_MAX}, none = {0, 0};

	return drop_user() && drop_capabilities() && !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) && !setrlimit(RLIMIT_AS, &memory) &&
	       !setrlimit(RLIMIT_CORE, &none) && !setrlimit(RLIMIT_FSIZE, &none) && filter_calls();
}
