/* SPDX-License-Identifier: BSD-2-Clause */
#include "place/program/registers.h"

#include "base/mem.h"

#include <elf.h>
#include <errno.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>

// The kernel's codes in rax of an interrupted system call, which programs never see.
enum { ERESTARTSYS = 512, ERESTARTNOINTR, ERESTARTNOHAND, ERESTART_RESTARTBLOCK = 516 };

enum { SYSCALL_SIZE = 2 }; // of the instruction

const int32_t dt_thread_id_words[] = {
    0x2d0, // glibc: struct pthread
    0x30,  // musl: struct pthread
    -72,   // Go 1.19: m.procid
};
const size_t dt_thread_id_words_len = dt_array_len(dt_thread_id_words);

bool dt_registers_read(pid_t tid, struct dt_registers *ret, bool *is_foreign)
{
	struct iovec v = {&ret->user, sizeof(ret->user)};

	if (ptrace(PTRACE_GETREGSET, tid, NT_PRSTATUS, &v))
		return false;
	*is_foreign = v.iov_len != sizeof(ret->user);
	return true;
}

bool dt_registers_write(pid_t tid, const struct dt_registers *r)
{
	struct iovec v = {(void *)&r->user, sizeof(r->user)};

	return !ptrace(PTRACE_SETREGSET, tid, NT_PRSTATUS, &v);
}

void dt_registers_init(struct dt_registers *ret, uint64_t pc, uint64_t sp)
{
	*ret = (struct dt_registers){
	    .user = {.rip = pc, .rsp = sp, .orig_rax = (unsigned long long)-1}};
}

uint64_t dt_registers_pc(const struct dt_registers *r)
{
	return r->user.rip;
}

void dt_registers_set_pc(struct dt_registers *r, uint64_t pc)
{
	r->user.rip = pc;
}

uint64_t dt_registers_sp(const struct dt_registers *r)
{
	return r->user.rsp;
}

uint64_t dt_registers_thread(const struct dt_registers *r)
{
	return r->user.fs_base;
}

bool dt_registers_point_into(const struct dt_registers *r, uint64_t begin, uint64_t end)
{
	const unsigned long long *word = (const unsigned long long *)&r->user;

	for (size_t i = 0; i < sizeof(r->user) / sizeof(*word); i++)
		if (word[i] >= begin && word[i] < end)
			return true;
	return false;
}

/** Returns the code with which the kernel has left a system call, or 0 outside of one. */
static long long left_with(const struct dt_registers *r)
{
	return (long long)r->user.orig_rax >= 0 ? -(long long)r->user.rax : 0;
}

bool dt_registers_restart(const struct dt_registers *r)
{
	long long code = left_with(r);

	return code == ERESTARTSYS || code == ERESTARTNOINTR || code == ERESTARTNOHAND ||
	       code == ERESTART_RESTARTBLOCK;
}

bool dt_registers_resume(const struct dt_registers *r)
{
	return left_with(r) == ERESTART_RESTARTBLOCK;
}

bool dt_registers_rewind(struct dt_registers *r)
{
	static const uint16_t repeatable[] = {
	    SYS_read,	 SYS_write,	 SYS_readv,	      SYS_writev,	SYS_accept,
	    SYS_accept4, SYS_recvfrom,	 SYS_recvmsg,	      SYS_recvmmsg,	SYS_sendto,
	    SYS_sendmsg, SYS_sendmmsg,	 SYS_epoll_wait,      SYS_epoll_pwait,	SYS_epoll_pwait2,
	    SYS_semop,	 SYS_semtimedop, SYS_rt_sigtimedwait, SYS_io_getevents, SYS_io_pgetevents,
	};

	if (left_with(r) != EINTR)
		return false;
	for (size_t i = 0; i < dt_array_len(repeatable); i++)
		if (repeatable[i] == r->user.orig_rax) {
			r->user.rax = r->user.orig_rax;
			r->user.rip -= SYSCALL_SIZE;
			return true;
		}
	return false;
}
