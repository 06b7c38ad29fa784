#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dtruss.d - prints each system call of a command with decoded arguments, its result and its error.
 *
 * usage: dtruss.d -c COMMAND		"…"...: cut after 32 bytes or at a NUL; structs are addresses
 *
 *	brk(0x0) = 0x55eeae382000
 *	mmap(0x0, 8192, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7fdff57f8000
 *	access("/etc/ld.so.preload", R_OK) = -1 ENOENT
 *	openat(AT_FDCWD, "/etc/ld.so.cache", O_RDONLY|O_CLOEXEC) = 3
 *	newfstatat(3, "", 0x7ffd1c138290, AT_EMPTY_PATH) = 0
 *	mmap(0x0, 48391, PROT_READ, MAP_PRIVATE, 3, 0) = 0x7fdff57ec000
 *	close(3) = 0
 */
#pragma D option quiet
#pragma D option zdefs

inline int __O_TMPFILE = 020000000;

/* The first bytes of a buffer. */
inline string text[uintptr_t at, size_t n] = n == 0 ? "" : stringof(copyinstr(at, n < 32 ? n + 1 : 33));
/* A mark, if text[] is not all of them. The NUL that ends a text is not one of them. */
inline string cut[uintptr_t at, size_t n] = n > 32 || strlen(text[at, n]) + 1 < n ? "..." : "";

/* The address of a socket or of its peer. */
inline int __family[uintptr_t at] = *(uint16_t *)copyin(at, 2);
inline string __port[uintptr_t at] = strjoin(":", lltostr(ntohs(*(uint16_t *)copyin(at + 2, 2))));
inline string address[uintptr_t at] = at == 0 ? "0" :
    __family[at] == AF_UNIX ? copyinstr(at + 2) :
    __family[at] == AF_INET ? strjoin(inet_ntoa((ipaddr_t *)copyin(at + 4, 4)), __port[at]) :
    __family[at] == AF_INET6 ? strjoin("[", strjoin(inet_ntoa6((struct in6_addr *)copyin(at + 8, 16)), strjoin("]", __port[at]))) :
    strjoin("family ", lltostr(__family[at]));

syscall:::entry
/pid == $target/
{
	self->in = 1;
	self->a0 = arg0;
	self->a1 = arg1;
	self->a2 = arg2;
	self->a3 = arg3;
	self->a4 = arg4;
	self->a5 = arg5;
}

/* exec replaces the memory of its caller, so the path is copied at entry. */
syscall:?64:execve:entry
/self->in/
{
	self->path = copyinstr(arg0);
}

syscall:?64:execveat:entry
/self->in/
{
	self->path = copyinstr(arg1);
}

syscall:?64:execve:return, syscall:?64:execveat:return
/self->in/
{
	printf("%s(\"%S\")", probefunc, self->path);
	self->path = 0;
}

syscall:?64:exit:entry, syscall:?64:exit_group:entry
/self->in/
{
	printf("%s(%d) = ?\n", probefunc, (int)arg0);
	self->in = 0;
}

/* tools/call-clauses wrote this, from the types of the calls' arguments. */

syscall:?64:read:return
/self->in/
{
 printf("%s(%d, \"%S\"%s, %u)", probefunc, (int)self->a0, text[self->a1, errno ? 0 : arg0], cut[self->a1, errno
	    ? 0 : arg0], self->a2);
}

syscall:?64:write:return
/self->in/
{
 printf("%s(%d, \"%S\"%s, %u)", probefunc, (int)self->a0, text[self->a1, self->a2], cut[self->a1, self->a2],
	    self->a2);
}

syscall:?64:open:return
/self->in && !(self->a1 & (O_CREAT | __O_TMPFILE))/
{
 printf("%s(\"%S\", %s)", probefunc, copyinstr(self->a0), (open_flags_t)self->a1);
}

syscall:?64:open:return
/self->in && (self->a1 & (O_CREAT | __O_TMPFILE))/
{
 printf("%s(\"%S\", %s, %s)", probefunc, copyinstr(self->a0), (open_flags_t)self->a1, (mode_t)self->a2);
}

syscall:?64:close:return, syscall:?64:umask:return
/self->in/
{
 printf("%s(%d)", probefunc, (int)self->a0);
}

syscall:?64:stat:return, syscall:?64:lstat:return
/self->in/
{
 printf("%s(\"%S\", 0x%x)", probefunc, copyinstr(self->a0), self->a1);
}

syscall:?64:fstat:return
/self->in/
{
 printf("%s(%d, 0x%x)", probefunc, (int)self->a0, self->a1);
}

syscall:?64:poll:return
/self->in/
{
 printf("%s(0x%x, %u, %d)", probefunc, self->a0, (uint32_t)self->a1, (int)self->a2);
}

syscall:?64:lseek:return
/self->in/
{
 printf("%s(%d, %d, %s)", probefunc, (int)self->a0, self->a1, (whence_t)self->a2);
}

syscall:?64:mmap:return
/self->in/
{
 printf("%s(0x%x, %u, %s, %s, %d, %d)", probefunc, self->a0, self->a1, (prot_t)self->a2, (map_flags_t)self->a3,
	    (int)self->a4, self->a5);
}

syscall:?64:mprotect:return
/self->in/
{
 printf("%s(0x%x, %u, %s)", probefunc, self->a0, self->a1, (prot_t)self->a2);
}

syscall:?64:munmap:return
/self->in/
{
 printf("%s(0x%x, %u)", probefunc, self->a0, self->a1);
}

syscall:?64:brk:return, syscall:?64:pipe:return, syscall:?64:dup:return, syscall:?64:alarm:return,
syscall:?64:uname:return, syscall:?64:shmdt:return, syscall:?64:fsync:return, syscall:?64:fdatasync:return,
syscall:?64:fchdir:return, syscall:?64:sysinfo:return, syscall:?64:times:return, syscall:?64:setuid:return,
syscall:?64:setgid:return, syscall:?64:getpgid:return, syscall:?64:setfsuid:return, syscall:?64:setfsgid:return,
syscall:?64:getsid:return, syscall:?64:uselib:return, syscall:?64:personality:return,
syscall:?64:sched_getscheduler:return, syscall:?64:sched_get_priority_max:return,
syscall:?64:sched_get_priority_min:return, syscall:?64:mlockall:return, syscall:?64:_sysctl:return,
syscall:?64:adjtimex:return, syscall:?64:chroot:return, syscall:?64:acct:return, syscall:?64:swapoff:return,
syscall:?64:iopl:return, syscall:?64:get_kernel_syms:return, syscall:?64:time:return,
syscall:?64:set_thread_area:return, syscall:?64:io_destroy:return, syscall:?64:get_thread_area:return,
syscall:?64:epoll_create:return, syscall:?64:set_tid_address:return, syscall:?64:timer_getoverrun:return,
syscall:?64:timer_delete:return, syscall:?64:mq_unlink:return, syscall:?64:unshare:return,
syscall:?64:eventfd:return, syscall:?64:inotify_init1:return, syscall:?64:syncfs:return,
syscall:?64:userfaultfd:return, syscall:?64:pkey_free:return, syscall:?64:memfd_secret:return
/self->in/
{
 printf("%s(0x%x)", probefunc, self->a0);
}

syscall:?64:rt_sigaction:return
/self->in/
{
 printf("%s(%s, 0x%x, 0x%x, %u)", probefunc, (signal_t)self->a0, self->a1, self->a2, self->a3);
}

syscall:?64:rt_sigprocmask:return
/self->in/
{
 printf("%s(%s, 0x%x, 0x%x, %u)", probefunc, (mask_how_t)self->a0, self->a1, self->a2, self->a3);
}

syscall:?64:rt_sigreturn:return, syscall:?64:sched_yield:return, syscall:?64:pause:return,
syscall:?64:getpid:return, syscall:?64:fork:return, syscall:?64:vfork:return, syscall:?64:getuid:return,
syscall:?64:getgid:return, syscall:?64:geteuid:return, syscall:?64:getegid:return, syscall:?64:getppid:return,
syscall:?64:getpgrp:return, syscall:?64:setsid:return, syscall:?64:munlockall:return, syscall:?64:vhangup:return,
syscall:?64:sync:return, syscall:?64:getpmsg:return, syscall:?64:putpmsg:return, syscall:?64:afs_syscall:return,
syscall:?64:tuxcall:return, syscall:?64:security:return, syscall:?64:gettid:return,
syscall:?64:restart_syscall:return, syscall:?64:vserver:return, syscall:?64:inotify_init:return,
syscall:?64:uretprobe:return, syscall:?64:uprobe:return, syscall:?64:rseq_slice_yield:return
/self->in/
{
 printf("%s()", probefunc);
}

syscall:?64:ioctl:return
/self->in/
{
 printf("%s(%d, %u, %u)", probefunc, (int)self->a0, (uint32_t)self->a1, self->a2);
}

syscall:?64:pread64:return
/self->in/
{
 printf("%s(%d, \"%S\"%s, %u, %d)", probefunc, (int)self->a0, text[self->a1, errno ? 0 : arg0], cut[self->a1,
	    errno ? 0 : arg0], self->a2, self->a3);
}

syscall:?64:pwrite64:return
/self->in/
{
 printf("%s(%d, \"%S\"%s, %u, %d)", probefunc, (int)self->a0, text[self->a1, self->a2], cut[self->a1, self->a2],
	    self->a2, self->a3);
}

syscall:?64:readv:return, syscall:?64:writev:return, syscall:?64:mincore:return, syscall:?64:shmget:return,
syscall:?64:shmat:return, syscall:?64:shmctl:return, syscall:?64:setitimer:return, syscall:?64:accept:return,
syscall:?64:getsockname:return, syscall:?64:getpeername:return, syscall:?64:semget:return, syscall:?64:semop:return,
syscall:?64:msgctl:return, syscall:?64:getdents:return, syscall:?64:chown:return, syscall:?64:fchown:return,
syscall:?64:lchown:return, syscall:?64:syslog:return, syscall:?64:setresuid:return, syscall:?64:getresuid:return,
syscall:?64:setresgid:return, syscall:?64:getresgid:return, syscall:?64:rt_sigqueueinfo:return,
syscall:?64:mknod:return, syscall:?64:sysfs:return, syscall:?64:setpriority:return,
syscall:?64:sched_setscheduler:return, syscall:?64:modify_ldt:return, syscall:?64:ioperm:return,
syscall:?64:init_module:return, syscall:?64:nfsservctl:return, syscall:?64:readahead:return,
syscall:?64:listxattr:return, syscall:?64:llistxattr:return, syscall:?64:flistxattr:return,
syscall:?64:sched_setaffinity:return, syscall:?64:sched_getaffinity:return, syscall:?64:io_submit:return,
syscall:?64:io_cancel:return, syscall:?64:lookup_dcookie:return, syscall:?64:timer_create:return,
syscall:?64:set_mempolicy:return, syscall:?64:mq_getsetattr:return, syscall:?64:ioprio_set:return,
syscall:?64:inotify_add_watch:return, syscall:?64:futimesat:return, syscall:?64:symlinkat:return,
syscall:?64:get_robust_list:return, syscall:?64:signalfd:return, syscall:?64:open_by_handle_at:return,
syscall:?64:getcpu:return, syscall:?64:finit_module:return, syscall:?64:sched_setattr:return,
syscall:?64:seccomp:return, syscall:?64:bpf:return, syscall:?64:membarrier:return, syscall:?64:mlock2:return,
syscall:?64:open_tree:return, syscall:?64:fsmount:return, syscall:?64:fspick:return, syscall:?64:close_range:return,
syscall:?64:pidfd_getfd:return, syscall:?64:landlock_create_ruleset:return, syscall:?64:map_shadow_stack:return,
syscall:?64:lsm_list_modules:return, syscall:?64:mseal:return
/self->in/
{
 printf("%s(0x%x, 0x%x, 0x%x)", probefunc, self->a0, self->a1, self->a2);
}

syscall:?64:access:return
/self->in/
{
 printf("%s(\"%S\", %s)", probefunc, copyinstr(self->a0), (access_mode_t)self->a1);
}

syscall:?64:select:return, syscall:?64:msgrcv:return, syscall:?64:mount:return, syscall:?64:query_module:return,
syscall:?64:setxattr:return, syscall:?64:lsetxattr:return, syscall:?64:fsetxattr:return,
syscall:?64:io_getevents:return, syscall:?64:remap_file_pages:return, syscall:?64:get_mempolicy:return,
syscall:?64:mq_timedsend:return, syscall:?64:mq_timedreceive:return, syscall:?64:waitid:return,
syscall:?64:add_key:return, syscall:?64:keyctl:return, syscall:?64:fchownat:return, syscall:?64:linkat:return,
syscall:?64:ppoll:return, syscall:?64:preadv:return, syscall:?64:pwritev:return, syscall:?64:perf_event_open:return,
syscall:?64:recvmmsg:return, syscall:?64:fanotify_mark:return, syscall:?64:name_to_handle_at:return,
syscall:?64:kcmp:return, syscall:?64:kexec_file_load:return, syscall:?64:move_mount:return,
syscall:?64:fsconfig:return, syscall:?64:process_madvise:return, syscall:?64:mount_setattr:return,
syscall:?64:futex_waitv:return, syscall:?64:listxattrat:return, syscall:?64:open_tree_attr:return,
syscall:?64:file_getattr:return, syscall:?64:file_setattr:return
/self->in/
{
 printf("%s(0x%x, 0x%x, 0x%x, 0x%x, 0x%x)", probefunc, self->a0, self->a1, self->a2, self->a3, self->a4);
}

syscall:?64:mremap:return
/self->in/
{
 printf("%s(0x%x, %u, %u, %s, 0x%x)", probefunc, self->a0, self->a1, self->a2, (mremap_flags_t)self->a3,
	    self->a4);
}

syscall:?64:msync:return
/self->in/
{
 printf("%s(%u, %u, %s)", probefunc, self->a0, self->a1, (msync_flags_t)self->a2);
}

syscall:?64:madvise:return
/self->in/
{
 printf("%s(0x%x, %u, %s)", probefunc, self->a0, self->a1, (advice_t)self->a2);
}

syscall:?64:dup2:return
/self->in/
{
 printf("%s(%d, %d)", probefunc, (int)self->a0, (int)self->a1);
}

syscall:?64:nanosleep:return, syscall:?64:getitimer:return, syscall:?64:listen:return, syscall:?64:msgget:return,
syscall:?64:truncate:return, syscall:?64:ftruncate:return, syscall:?64:creat:return, syscall:?64:link:return,
syscall:?64:symlink:return, syscall:?64:fchmod:return, syscall:?64:gettimeofday:return,
syscall:?64:getrlimit:return, syscall:?64:getrusage:return, syscall:?64:setpgid:return, syscall:?64:setreuid:return,
syscall:?64:setregid:return, syscall:?64:getgroups:return, syscall:?64:setgroups:return, syscall:?64:capget:return,
syscall:?64:capset:return, syscall:?64:rt_sigpending:return, syscall:?64:rt_sigsuspend:return,
syscall:?64:sigaltstack:return, syscall:?64:utime:return, syscall:?64:ustat:return, syscall:?64:statfs:return,
syscall:?64:fstatfs:return, syscall:?64:getpriority:return, syscall:?64:sched_setparam:return,
syscall:?64:sched_getparam:return, syscall:?64:sched_rr_get_interval:return, syscall:?64:mlock:return,
syscall:?64:munlock:return, syscall:?64:pivot_root:return, syscall:?64:setrlimit:return,
syscall:?64:settimeofday:return, syscall:?64:umount2:return, syscall:?64:swapon:return,
syscall:?64:sethostname:return, syscall:?64:setdomainname:return, syscall:?64:create_module:return,
syscall:?64:delete_module:return, syscall:?64:removexattr:return, syscall:?64:lremovexattr:return,
syscall:?64:fremovexattr:return, syscall:?64:tkill:return, syscall:?64:io_setup:return,
syscall:?64:timer_gettime:return, syscall:?64:clock_settime:return, syscall:?64:clock_getres:return,
syscall:?64:utimes:return, syscall:?64:mq_notify:return, syscall:?64:ioprio_get:return,
syscall:?64:inotify_rm_watch:return, syscall:?64:set_robust_list:return, syscall:?64:timerfd_gettime:return,
syscall:?64:fanotify_init:return, syscall:?64:clock_adjtime:return, syscall:?64:setns:return,
syscall:?64:pkey_alloc:return, syscall:?64:io_uring_setup:return, syscall:?64:fsopen:return,
syscall:?64:pidfd_open:return, syscall:?64:clone3:return, syscall:?64:landlock_restrict_self:return,
syscall:?64:process_mrelease:return
/self->in/
{
 printf("%s(0x%x, 0x%x)", probefunc, self->a0, self->a1);
}

syscall:?64:sendfile:return, syscall:?64:semctl:return, syscall:?64:msgsnd:return, syscall:?64:ptrace:return,
syscall:?64:rt_sigtimedwait:return, syscall:?64:reboot:return, syscall:?64:quotactl:return,
syscall:?64:getxattr:return, syscall:?64:lgetxattr:return, syscall:?64:fgetxattr:return,
syscall:?64:epoll_ctl_old:return, syscall:?64:epoll_wait_old:return, syscall:?64:semtimedop:return,
syscall:?64:fadvise64:return, syscall:?64:timer_settime:return, syscall:?64:mq_open:return,
syscall:?64:kexec_load:return, syscall:?64:request_key:return, syscall:?64:migrate_pages:return,
syscall:?64:mknodat:return, syscall:?64:renameat:return, syscall:?64:tee:return, syscall:?64:sync_file_range:return,
syscall:?64:vmsplice:return, syscall:?64:utimensat:return, syscall:?64:fallocate:return,
syscall:?64:timerfd_settime:return, syscall:?64:signalfd4:return, syscall:?64:rt_tgsigqueueinfo:return,
syscall:?64:sendmmsg:return, syscall:?64:sched_getattr:return, syscall:?64:pkey_mprotect:return,
syscall:?64:rseq:return, syscall:?64:pidfd_send_signal:return, syscall:?64:io_uring_register:return,
syscall:?64:openat2:return, syscall:?64:quotactl_fd:return, syscall:?64:landlock_add_rule:return,
syscall:?64:set_mempolicy_home_node:return, syscall:?64:cachestat:return, syscall:?64:fchmodat2:return,
syscall:?64:futex_wake:return, syscall:?64:futex_requeue:return, syscall:?64:statmount:return,
syscall:?64:listmount:return, syscall:?64:lsm_get_self_attr:return, syscall:?64:lsm_set_self_attr:return,
syscall:?64:removexattrat:return, syscall:?64:listns:return
/self->in/
{
 printf("%s(0x%x, 0x%x, 0x%x, 0x%x)", probefunc, self->a0, self->a1, self->a2, self->a3);
}

syscall:?64:socket:return
/self->in/
{
 printf("%s(%s, %s, %d)", probefunc, (address_family_t)self->a0, (socket_type_t)self->a1, (int)self->a2);
}

syscall:?64:connect:return, syscall:?64:bind:return
/self->in/
{
 printf("%s(%d, %s, %d)", probefunc, (int)self->a0, address[self->a1], (int)self->a2);
}

syscall:?64:sendto:return
/self->in/
{
 printf("%s(%d, 0x%x, %u, %s, %s, %d)", probefunc, (int)self->a0, self->a1, self->a2, (message_flags_t)self->a3,
	    address[self->a4], (int)self->a5);
}

syscall:?64:recvfrom:return
/self->in/
{
 printf("%s(%d, 0x%x, %u, %s, 0x%x, 0x%x)", probefunc, (int)self->a0, self->a1, self->a2,
	    (message_flags_t)self->a3, self->a4, self->a5);
}

syscall:?64:sendmsg:return, syscall:?64:recvmsg:return
/self->in/
{
 printf("%s(%d, 0x%x, %s)", probefunc, (int)self->a0, self->a1, (message_flags_t)self->a2);
}

syscall:?64:shutdown:return
/self->in/
{
 printf("%s(%d, %s)", probefunc, (int)self->a0, (shutdown_how_t)self->a1);
}

syscall:?64:socketpair:return
/self->in/
{
 printf("%s(%s, %s, %d, 0x%x)", probefunc, (address_family_t)self->a0, (socket_type_t)self->a1, (int)self->a2,
	    self->a3);
}

syscall:?64:setsockopt:return
/self->in/
{
 printf("%s(%d, %s, %d, \"%S\"%s, %d)", probefunc, (int)self->a0, (socket_level_t)self->a1, (int)self->a2,
	    text[self->a3, errno ? 0 : arg0], cut[self->a3, errno ? 0 : arg0], (int)self->a4);
}

syscall:?64:getsockopt:return
/self->in/
{
 printf("%s(%d, %s, %d, 0x%x, 0x%x)", probefunc, (int)self->a0, (socket_level_t)self->a1, (int)self->a2,
	    self->a3, self->a4);
}

syscall:?64:clone:return
/self->in/
{
 printf("%s(%s, %u, 0x%x, 0x%x, %u)", probefunc, (clone_flags_t)self->a0, self->a1, self->a2, self->a3,
	    self->a4);
}

syscall:?64:wait4:return
/self->in/
{
 printf("%s(%d, 0x%x, %s, 0x%x)", probefunc, (int)self->a0, self->a1, (wait_flags_t)self->a2, self->a3);
}

syscall:?64:kill:return
/self->in/
{
 printf("%s(%d, %s)", probefunc, (int)self->a0, (signal_t)self->a1);
}

syscall:?64:fcntl:return
/self->in/
{
 printf("%s(%d, %s, %u)", probefunc, (int)self->a0, (fcntl_cmd_t)self->a1, self->a2);
}

syscall:?64:flock:return
/self->in/
{
 printf("%s(%d, %s)", probefunc, (int)self->a0, (flock_op_t)self->a1);
}

syscall:?64:getcwd:return
/self->in/
{
 printf("%s(\"%S\"%s, %u)", probefunc, text[self->a0, errno ? 0 : arg0], cut[self->a0, errno ? 0 : arg0],
	    self->a1);
}

syscall:?64:chdir:return, syscall:?64:rmdir:return, syscall:?64:unlink:return
/self->in/
{
 printf("%s(\"%S\")", probefunc, copyinstr(self->a0));
}

syscall:?64:rename:return
/self->in/
{
 printf("%s(\"%S\", \"%S\")", probefunc, copyinstr(self->a0), copyinstr(self->a1));
}

syscall:?64:mkdir:return, syscall:?64:chmod:return
/self->in/
{
 printf("%s(\"%S\", %s)", probefunc, copyinstr(self->a0), (mode_t)self->a1);
}

syscall:?64:readlink:return
/self->in/
{
 printf("%s(\"%S\", \"%S\"%s, %d)", probefunc, copyinstr(self->a0), text[self->a1, errno ? 0 : arg0],
	    cut[self->a1, errno ? 0 : arg0], (int)self->a2);
}

syscall:?64:prctl:return
/self->in/
{
 printf("%s(%s, %u, %u, %u, %u)", probefunc, (prctl_op_t)self->a0, self->a1, self->a2, self->a3, self->a4);
}

syscall:?64:arch_prctl:return
/self->in/
{
 printf("%s(%s, %u)", probefunc, (arch_prctl_op_t)self->a0, self->a1);
}

syscall:?64:futex:return
/self->in/
{
 printf("%s(0x%x, %s, %u, 0x%x, 0x%x, %u)", probefunc, self->a0, (futex_op_t)self->a1, self->a2, self->a3,
	    self->a4, self->a5);
}

syscall:?64:getdents64:return
/self->in/
{
 printf("%s(%d, 0x%x, %u)", probefunc, (int)self->a0, self->a1, (uint32_t)self->a2);
}

syscall:?64:clock_gettime:return
/self->in/
{
 printf("%s(%s, 0x%x)", probefunc, (clock_name_t)self->a0, self->a1);
}

syscall:?64:clock_nanosleep:return
/self->in/
{
 printf("%s(%s, %s, 0x%x, 0x%x)", probefunc, (clock_name_t)self->a0, (timer_flags_t)self->a1, self->a2,
	    self->a3);
}

syscall:?64:epoll_wait:return
/self->in/
{
 printf("%s(%d, 0x%x, %d, %d)", probefunc, (int)self->a0, self->a1, (int)self->a2, (int)self->a3);
}

syscall:?64:epoll_ctl:return
/self->in/
{
 printf("%s(%d, %s, %d, 0x%x)", probefunc, (int)self->a0, (epoll_op_t)self->a1, (int)self->a2, self->a3);
}

syscall:?64:tgkill:return
/self->in/
{
 printf("%s(%d, %d, %s)", probefunc, (int)self->a0, (int)self->a1, (signal_t)self->a2);
}

syscall:?64:mbind:return, syscall:?64:pselect6:return, syscall:?64:splice:return, syscall:?64:move_pages:return,
syscall:?64:epoll_pwait:return, syscall:?64:process_vm_readv:return, syscall:?64:process_vm_writev:return,
syscall:?64:copy_file_range:return, syscall:?64:preadv2:return, syscall:?64:pwritev2:return,
syscall:?64:io_pgetevents:return, syscall:?64:io_uring_enter:return, syscall:?64:epoll_pwait2:return,
syscall:?64:futex_wait:return, syscall:?64:setxattrat:return, syscall:?64:getxattrat:return
/self->in/
{
 printf("%s(0x%x, 0x%x, 0x%x, 0x%x, 0x%x, 0x%x)", probefunc, self->a0, self->a1, self->a2, self->a3, self->a4,
	    self->a5);
}

syscall:?64:openat:return
/self->in && !(self->a2 & (O_CREAT | __O_TMPFILE))/
{
 printf("%s(%s, \"%S\", %s)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), (open_flags_t)self->a2);
}

syscall:?64:openat:return
/self->in && (self->a2 & (O_CREAT | __O_TMPFILE))/
{
 printf("%s(%s, \"%S\", %s, %s)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), (open_flags_t)self->a2,
	    (mode_t)self->a3);
}

syscall:?64:mkdirat:return, syscall:?64:fchmodat:return
/self->in/
{
 printf("%s(%s, \"%S\", %s)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), (mode_t)self->a2);
}

syscall:?64:newfstatat:return
/self->in/
{
 printf("%s(%s, \"%S\", 0x%x, %s)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), self->a2,
	    (at_flags_t)self->a3);
}

syscall:?64:unlinkat:return
/self->in/
{
 printf("%s(%s, \"%S\", %s)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), (at_flags_t)self->a2);
}

syscall:?64:readlinkat:return
/self->in/
{
 printf("%s(%s, \"%S\", \"%S\"%s, %d)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), text[self->a2, errno
	    ? 0 : arg0], cut[self->a2, errno ? 0 : arg0], (int)self->a3);
}

syscall:?64:faccessat:return
/self->in/
{
 printf("%s(%s, \"%S\", %s)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), (access_mode_t)self->a2);
}

syscall:?64:timerfd_create:return
/self->in/
{
 printf("%s(%s, %s)", probefunc, (clock_name_t)self->a0, (fd_flags_t)self->a1);
}

syscall:?64:accept4:return
/self->in/
{
 printf("%s(%d, 0x%x, 0x%x, %s)", probefunc, (int)self->a0, self->a1, self->a2, (accept_flags_t)self->a3);
}

syscall:?64:eventfd2:return
/self->in/
{
 printf("%s(%u, %s)", probefunc, (uint32_t)self->a0, (fd_flags_t)self->a1);
}

syscall:?64:epoll_create1:return
/self->in/
{
 printf("%s(%s)", probefunc, (fd_flags_t)self->a0);
}

syscall:?64:dup3:return
/self->in/
{
 printf("%s(%d, %d, %s)", probefunc, (int)self->a0, (int)self->a1, (fd_flags_t)self->a2);
}

syscall:?64:pipe2:return
/self->in/
{
 printf("%s(0x%x, %s)", probefunc, self->a0, (fd_flags_t)self->a1);
}

syscall:?64:prlimit64:return
/self->in/
{
 printf("%s(%d, %s, 0x%x, 0x%x)", probefunc, (int)self->a0, (resource_t)self->a1, self->a2, self->a3);
}

syscall:?64:renameat2:return
/self->in/
{
 printf("%s(%s, \"%S\", %s, \"%S\", %s)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), (dirfd_t)self->a2,
	    copyinstr(self->a3), (rename_flags_t)self->a4);
}

syscall:?64:getrandom:return
/self->in/
{
 printf("%s(\"%S\"%s, %u, %s)", probefunc, text[self->a0, errno ? 0 : arg0], cut[self->a0, errno ? 0 : arg0],
	    self->a1, (random_flags_t)self->a2);
}

syscall:?64:memfd_create:return
/self->in/
{
 printf("%s(\"%S\", %s)", probefunc, copyinstr(self->a0), (memfd_flags_t)self->a1);
}

syscall:?64:statx:return
/self->in/
{
 printf("%s(%s, \"%S\", %s, %s, 0x%x)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), (at_flags_t)self->a2,
	    (statx_mask_t)self->a3, self->a4);
}

syscall:?64:faccessat2:return
/self->in/
{
 printf("%s(%s, \"%S\", %s, %s)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), (access_mode_t)self->a2,
	    (faccessat_flags_t)self->a3);
}

/* To here. */

/* Calls of 32-bit code. */
syscall:?32::return
/self->in/
{
	printf("%s(0x%x, 0x%x, 0x%x, 0x%x)", probefunc, self->a0, self->a1, self->a2, self->a3);
}

syscall:?64:mmap:return, syscall:?64:mremap:return, syscall:?64:brk:return, syscall:?64:shmat:return
/self->in && !errno/
{
	printf(" = 0x%x\n", arg0);
	self->in = 0;
}

syscall:::return
/self->in && !errno/
{
	printf(" = %d\n", (long)arg0);
}

syscall:::return
/self->in && errno/
{
	printf(" = -1 %s\n", errno);
}

syscall:::return
/self->a0 || self->a1 || self->a2 || self->a3 || self->a4 || self->a5 || self->in/
{
	self->in = 0;
	self->a0 = 0;
	self->a1 = 0;
	self->a2 = 0;
	self->a3 = 0;
	self->a4 = 0;
	self->a5 = 0;
}
