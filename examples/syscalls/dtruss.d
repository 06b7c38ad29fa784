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
syscall:x64:execve:entry
/self->in/
{
	self->path = copyinstr(arg0);
}

syscall:x64:execveat:entry
/self->in/
{
	self->path = copyinstr(arg1);
}

syscall:x64:execve:return, syscall:x64:execveat:return
/self->in/
{
	printf("%s(\"%S\")", probefunc, self->path);
	self->path = 0;
}

syscall:x64:exit:entry, syscall:x64:exit_group:entry
/self->in/
{
	printf("%s(%d) = ?\n", probefunc, (int)arg0);
	self->in = 0;
}

/* tools/call-clauses wrote this, from the types of the calls' arguments. */

syscall:x64:read:return
/self->in/
{
 printf("%s(%d, \"%S\"%s, %u)", probefunc, (int)self->a0, text[self->a1, errno ? 0 : arg0], cut[self->a1, errno
	    ? 0 : arg0], self->a2);
}

syscall:x64:write:return
/self->in/
{
 printf("%s(%d, \"%S\"%s, %u)", probefunc, (int)self->a0, text[self->a1, self->a2], cut[self->a1, self->a2],
	    self->a2);
}

syscall:x64:open:return
/self->in && !(self->a1 & (O_CREAT | __O_TMPFILE))/
{
 printf("%s(\"%S\", %s)", probefunc, copyinstr(self->a0), (open_flags_t)self->a1);
}

syscall:x64:open:return
/self->in && (self->a1 & (O_CREAT | __O_TMPFILE))/
{
 printf("%s(\"%S\", %s, %s)", probefunc, copyinstr(self->a0), (open_flags_t)self->a1, (mode_t)self->a2);
}

syscall:x64:close:return, syscall:x64:umask:return
/self->in/
{
 printf("%s(%d)", probefunc, (int)self->a0);
}

syscall:x64:stat:return, syscall:x64:lstat:return
/self->in/
{
 printf("%s(\"%S\", 0x%x)", probefunc, copyinstr(self->a0), self->a1);
}

syscall:x64:fstat:return
/self->in/
{
 printf("%s(%d, 0x%x)", probefunc, (int)self->a0, self->a1);
}

syscall:x64:poll:return
/self->in/
{
 printf("%s(0x%x, %u, %d)", probefunc, self->a0, (uint32_t)self->a1, (int)self->a2);
}

syscall:x64:lseek:return
/self->in/
{
 printf("%s(%d, %d, %s)", probefunc, (int)self->a0, self->a1, (whence_t)self->a2);
}

syscall:x64:mmap:return
/self->in/
{
 printf("%s(0x%x, %u, %s, %s, %d, %d)", probefunc, self->a0, self->a1, (prot_t)self->a2, (map_flags_t)self->a3,
	    (int)self->a4, self->a5);
}

syscall:x64:mprotect:return
/self->in/
{
 printf("%s(0x%x, %u, %s)", probefunc, self->a0, self->a1, (prot_t)self->a2);
}

syscall:x64:munmap:return
/self->in/
{
 printf("%s(0x%x, %u)", probefunc, self->a0, self->a1);
}

syscall:x64:brk:return, syscall:x64:pipe:return, syscall:x64:dup:return, syscall:x64:alarm:return,
syscall:x64:uname:return, syscall:x64:shmdt:return, syscall:x64:fsync:return, syscall:x64:fdatasync:return,
syscall:x64:fchdir:return, syscall:x64:sysinfo:return, syscall:x64:times:return, syscall:x64:setuid:return,
syscall:x64:setgid:return, syscall:x64:getpgid:return, syscall:x64:setfsuid:return, syscall:x64:setfsgid:return,
syscall:x64:getsid:return, syscall:x64:uselib:return, syscall:x64:personality:return,
syscall:x64:sched_getscheduler:return, syscall:x64:sched_get_priority_max:return,
syscall:x64:sched_get_priority_min:return, syscall:x64:mlockall:return, syscall:x64:_sysctl:return,
syscall:x64:adjtimex:return, syscall:x64:chroot:return, syscall:x64:acct:return, syscall:x64:swapoff:return,
syscall:x64:iopl:return, syscall:x64:get_kernel_syms:return, syscall:x64:time:return,
syscall:x64:set_thread_area:return, syscall:x64:io_destroy:return, syscall:x64:get_thread_area:return,
syscall:x64:epoll_create:return, syscall:x64:set_tid_address:return, syscall:x64:timer_getoverrun:return,
syscall:x64:timer_delete:return, syscall:x64:mq_unlink:return, syscall:x64:unshare:return,
syscall:x64:eventfd:return, syscall:x64:inotify_init1:return, syscall:x64:syncfs:return,
syscall:x64:userfaultfd:return, syscall:x64:pkey_free:return, syscall:x64:memfd_secret:return
/self->in/
{
 printf("%s(0x%x)", probefunc, self->a0);
}

syscall:x64:rt_sigaction:return
/self->in/
{
 printf("%s(%s, 0x%x, 0x%x, %u)", probefunc, (signal_t)self->a0, self->a1, self->a2, self->a3);
}

syscall:x64:rt_sigprocmask:return
/self->in/
{
 printf("%s(%s, 0x%x, 0x%x, %u)", probefunc, (mask_how_t)self->a0, self->a1, self->a2, self->a3);
}

syscall:x64:rt_sigreturn:return, syscall:x64:sched_yield:return, syscall:x64:pause:return,
syscall:x64:getpid:return, syscall:x64:fork:return, syscall:x64:vfork:return, syscall:x64:getuid:return,
syscall:x64:getgid:return, syscall:x64:geteuid:return, syscall:x64:getegid:return, syscall:x64:getppid:return,
syscall:x64:getpgrp:return, syscall:x64:setsid:return, syscall:x64:munlockall:return, syscall:x64:vhangup:return,
syscall:x64:sync:return, syscall:x64:getpmsg:return, syscall:x64:putpmsg:return, syscall:x64:afs_syscall:return,
syscall:x64:tuxcall:return, syscall:x64:security:return, syscall:x64:gettid:return,
syscall:x64:restart_syscall:return, syscall:x64:vserver:return, syscall:x64:inotify_init:return,
syscall:x64:uretprobe:return, syscall:x64:uprobe:return, syscall:x64:rseq_slice_yield:return
/self->in/
{
 printf("%s()", probefunc);
}

syscall:x64:ioctl:return
/self->in/
{
 printf("%s(%d, %u, %u)", probefunc, (int)self->a0, (uint32_t)self->a1, self->a2);
}

syscall:x64:pread64:return
/self->in/
{
 printf("%s(%d, \"%S\"%s, %u, %d)", probefunc, (int)self->a0, text[self->a1, errno ? 0 : arg0], cut[self->a1,
	    errno ? 0 : arg0], self->a2, self->a3);
}

syscall:x64:pwrite64:return
/self->in/
{
 printf("%s(%d, \"%S\"%s, %u, %d)", probefunc, (int)self->a0, text[self->a1, self->a2], cut[self->a1, self->a2],
	    self->a2, self->a3);
}

syscall:x64:readv:return, syscall:x64:writev:return, syscall:x64:mincore:return, syscall:x64:shmget:return,
syscall:x64:shmat:return, syscall:x64:shmctl:return, syscall:x64:setitimer:return, syscall:x64:accept:return,
syscall:x64:getsockname:return, syscall:x64:getpeername:return, syscall:x64:semget:return, syscall:x64:semop:return,
syscall:x64:msgctl:return, syscall:x64:getdents:return, syscall:x64:chown:return, syscall:x64:fchown:return,
syscall:x64:lchown:return, syscall:x64:syslog:return, syscall:x64:setresuid:return, syscall:x64:getresuid:return,
syscall:x64:setresgid:return, syscall:x64:getresgid:return, syscall:x64:rt_sigqueueinfo:return,
syscall:x64:mknod:return, syscall:x64:sysfs:return, syscall:x64:setpriority:return,
syscall:x64:sched_setscheduler:return, syscall:x64:modify_ldt:return, syscall:x64:ioperm:return,
syscall:x64:init_module:return, syscall:x64:nfsservctl:return, syscall:x64:readahead:return,
syscall:x64:listxattr:return, syscall:x64:llistxattr:return, syscall:x64:flistxattr:return,
syscall:x64:sched_setaffinity:return, syscall:x64:sched_getaffinity:return, syscall:x64:io_submit:return,
syscall:x64:io_cancel:return, syscall:x64:lookup_dcookie:return, syscall:x64:timer_create:return,
syscall:x64:set_mempolicy:return, syscall:x64:mq_getsetattr:return, syscall:x64:ioprio_set:return,
syscall:x64:inotify_add_watch:return, syscall:x64:futimesat:return, syscall:x64:symlinkat:return,
syscall:x64:get_robust_list:return, syscall:x64:signalfd:return, syscall:x64:open_by_handle_at:return,
syscall:x64:getcpu:return, syscall:x64:finit_module:return, syscall:x64:sched_setattr:return,
syscall:x64:seccomp:return, syscall:x64:bpf:return, syscall:x64:membarrier:return, syscall:x64:mlock2:return,
syscall:x64:open_tree:return, syscall:x64:fsmount:return, syscall:x64:fspick:return, syscall:x64:close_range:return,
syscall:x64:pidfd_getfd:return, syscall:x64:landlock_create_ruleset:return, syscall:x64:map_shadow_stack:return,
syscall:x64:lsm_list_modules:return, syscall:x64:mseal:return
/self->in/
{
 printf("%s(0x%x, 0x%x, 0x%x)", probefunc, self->a0, self->a1, self->a2);
}

syscall:x64:access:return
/self->in/
{
 printf("%s(\"%S\", %s)", probefunc, copyinstr(self->a0), (access_mode_t)self->a1);
}

syscall:x64:select:return, syscall:x64:msgrcv:return, syscall:x64:mount:return, syscall:x64:query_module:return,
syscall:x64:setxattr:return, syscall:x64:lsetxattr:return, syscall:x64:fsetxattr:return,
syscall:x64:io_getevents:return, syscall:x64:remap_file_pages:return, syscall:x64:get_mempolicy:return,
syscall:x64:mq_timedsend:return, syscall:x64:mq_timedreceive:return, syscall:x64:waitid:return,
syscall:x64:add_key:return, syscall:x64:keyctl:return, syscall:x64:fchownat:return, syscall:x64:linkat:return,
syscall:x64:ppoll:return, syscall:x64:preadv:return, syscall:x64:pwritev:return, syscall:x64:perf_event_open:return,
syscall:x64:recvmmsg:return, syscall:x64:fanotify_mark:return, syscall:x64:name_to_handle_at:return,
syscall:x64:kcmp:return, syscall:x64:kexec_file_load:return, syscall:x64:move_mount:return,
syscall:x64:fsconfig:return, syscall:x64:process_madvise:return, syscall:x64:mount_setattr:return,
syscall:x64:futex_waitv:return, syscall:x64:listxattrat:return, syscall:x64:open_tree_attr:return,
syscall:x64:file_getattr:return, syscall:x64:file_setattr:return
/self->in/
{
 printf("%s(0x%x, 0x%x, 0x%x, 0x%x, 0x%x)", probefunc, self->a0, self->a1, self->a2, self->a3, self->a4);
}

syscall:x64:mremap:return
/self->in/
{
 printf("%s(0x%x, %u, %u, %s, 0x%x)", probefunc, self->a0, self->a1, self->a2, (mremap_flags_t)self->a3,
	    self->a4);
}

syscall:x64:msync:return
/self->in/
{
 printf("%s(%u, %u, %s)", probefunc, self->a0, self->a1, (msync_flags_t)self->a2);
}

syscall:x64:madvise:return
/self->in/
{
 printf("%s(0x%x, %u, %s)", probefunc, self->a0, self->a1, (advice_t)self->a2);
}

syscall:x64:dup2:return
/self->in/
{
 printf("%s(%d, %d)", probefunc, (int)self->a0, (int)self->a1);
}

syscall:x64:nanosleep:return, syscall:x64:getitimer:return, syscall:x64:listen:return, syscall:x64:msgget:return,
syscall:x64:truncate:return, syscall:x64:ftruncate:return, syscall:x64:creat:return, syscall:x64:link:return,
syscall:x64:symlink:return, syscall:x64:fchmod:return, syscall:x64:gettimeofday:return,
syscall:x64:getrlimit:return, syscall:x64:getrusage:return, syscall:x64:setpgid:return, syscall:x64:setreuid:return,
syscall:x64:setregid:return, syscall:x64:getgroups:return, syscall:x64:setgroups:return, syscall:x64:capget:return,
syscall:x64:capset:return, syscall:x64:rt_sigpending:return, syscall:x64:rt_sigsuspend:return,
syscall:x64:sigaltstack:return, syscall:x64:utime:return, syscall:x64:ustat:return, syscall:x64:statfs:return,
syscall:x64:fstatfs:return, syscall:x64:getpriority:return, syscall:x64:sched_setparam:return,
syscall:x64:sched_getparam:return, syscall:x64:sched_rr_get_interval:return, syscall:x64:mlock:return,
syscall:x64:munlock:return, syscall:x64:pivot_root:return, syscall:x64:setrlimit:return,
syscall:x64:settimeofday:return, syscall:x64:umount2:return, syscall:x64:swapon:return,
syscall:x64:sethostname:return, syscall:x64:setdomainname:return, syscall:x64:create_module:return,
syscall:x64:delete_module:return, syscall:x64:removexattr:return, syscall:x64:lremovexattr:return,
syscall:x64:fremovexattr:return, syscall:x64:tkill:return, syscall:x64:io_setup:return,
syscall:x64:timer_gettime:return, syscall:x64:clock_settime:return, syscall:x64:clock_getres:return,
syscall:x64:utimes:return, syscall:x64:mq_notify:return, syscall:x64:ioprio_get:return,
syscall:x64:inotify_rm_watch:return, syscall:x64:set_robust_list:return, syscall:x64:timerfd_gettime:return,
syscall:x64:fanotify_init:return, syscall:x64:clock_adjtime:return, syscall:x64:setns:return,
syscall:x64:pkey_alloc:return, syscall:x64:io_uring_setup:return, syscall:x64:fsopen:return,
syscall:x64:pidfd_open:return, syscall:x64:clone3:return, syscall:x64:landlock_restrict_self:return,
syscall:x64:process_mrelease:return
/self->in/
{
 printf("%s(0x%x, 0x%x)", probefunc, self->a0, self->a1);
}

syscall:x64:sendfile:return, syscall:x64:semctl:return, syscall:x64:msgsnd:return, syscall:x64:ptrace:return,
syscall:x64:rt_sigtimedwait:return, syscall:x64:reboot:return, syscall:x64:quotactl:return,
syscall:x64:getxattr:return, syscall:x64:lgetxattr:return, syscall:x64:fgetxattr:return,
syscall:x64:epoll_ctl_old:return, syscall:x64:epoll_wait_old:return, syscall:x64:semtimedop:return,
syscall:x64:fadvise64:return, syscall:x64:timer_settime:return, syscall:x64:mq_open:return,
syscall:x64:kexec_load:return, syscall:x64:request_key:return, syscall:x64:migrate_pages:return,
syscall:x64:mknodat:return, syscall:x64:renameat:return, syscall:x64:tee:return, syscall:x64:sync_file_range:return,
syscall:x64:vmsplice:return, syscall:x64:utimensat:return, syscall:x64:fallocate:return,
syscall:x64:timerfd_settime:return, syscall:x64:signalfd4:return, syscall:x64:rt_tgsigqueueinfo:return,
syscall:x64:sendmmsg:return, syscall:x64:sched_getattr:return, syscall:x64:pkey_mprotect:return,
syscall:x64:rseq:return, syscall:x64:pidfd_send_signal:return, syscall:x64:io_uring_register:return,
syscall:x64:openat2:return, syscall:x64:quotactl_fd:return, syscall:x64:landlock_add_rule:return,
syscall:x64:set_mempolicy_home_node:return, syscall:x64:cachestat:return, syscall:x64:fchmodat2:return,
syscall:x64:futex_wake:return, syscall:x64:futex_requeue:return, syscall:x64:statmount:return,
syscall:x64:listmount:return, syscall:x64:lsm_get_self_attr:return, syscall:x64:lsm_set_self_attr:return,
syscall:x64:removexattrat:return, syscall:x64:listns:return
/self->in/
{
 printf("%s(0x%x, 0x%x, 0x%x, 0x%x)", probefunc, self->a0, self->a1, self->a2, self->a3);
}

syscall:x64:socket:return
/self->in/
{
 printf("%s(%s, %s, %d)", probefunc, (address_family_t)self->a0, (socket_type_t)self->a1, (int)self->a2);
}

syscall:x64:connect:return, syscall:x64:bind:return
/self->in/
{
 printf("%s(%d, %s, %d)", probefunc, (int)self->a0, address[self->a1], (int)self->a2);
}

syscall:x64:sendto:return
/self->in/
{
 printf("%s(%d, 0x%x, %u, %s, %s, %d)", probefunc, (int)self->a0, self->a1, self->a2, (message_flags_t)self->a3,
	    address[self->a4], (int)self->a5);
}

syscall:x64:recvfrom:return
/self->in/
{
 printf("%s(%d, 0x%x, %u, %s, 0x%x, 0x%x)", probefunc, (int)self->a0, self->a1, self->a2,
	    (message_flags_t)self->a3, self->a4, self->a5);
}

syscall:x64:sendmsg:return, syscall:x64:recvmsg:return
/self->in/
{
 printf("%s(%d, 0x%x, %s)", probefunc, (int)self->a0, self->a1, (message_flags_t)self->a2);
}

syscall:x64:shutdown:return
/self->in/
{
 printf("%s(%d, %s)", probefunc, (int)self->a0, (shutdown_how_t)self->a1);
}

syscall:x64:socketpair:return
/self->in/
{
 printf("%s(%s, %s, %d, 0x%x)", probefunc, (address_family_t)self->a0, (socket_type_t)self->a1, (int)self->a2,
	    self->a3);
}

syscall:x64:setsockopt:return
/self->in/
{
 printf("%s(%d, %s, %d, \"%S\"%s, %d)", probefunc, (int)self->a0, (socket_level_t)self->a1, (int)self->a2,
	    text[self->a3, errno ? 0 : arg0], cut[self->a3, errno ? 0 : arg0], (int)self->a4);
}

syscall:x64:getsockopt:return
/self->in/
{
 printf("%s(%d, %s, %d, 0x%x, 0x%x)", probefunc, (int)self->a0, (socket_level_t)self->a1, (int)self->a2,
	    self->a3, self->a4);
}

syscall:x64:clone:return
/self->in/
{
 printf("%s(%s, %u, 0x%x, 0x%x, %u)", probefunc, (clone_flags_t)self->a0, self->a1, self->a2, self->a3,
	    self->a4);
}

syscall:x64:wait4:return
/self->in/
{
 printf("%s(%d, 0x%x, %s, 0x%x)", probefunc, (int)self->a0, self->a1, (wait_flags_t)self->a2, self->a3);
}

syscall:x64:kill:return
/self->in/
{
 printf("%s(%d, %s)", probefunc, (int)self->a0, (signal_t)self->a1);
}

syscall:x64:fcntl:return
/self->in/
{
 printf("%s(%d, %s, %u)", probefunc, (int)self->a0, (fcntl_cmd_t)self->a1, self->a2);
}

syscall:x64:flock:return
/self->in/
{
 printf("%s(%d, %s)", probefunc, (int)self->a0, (flock_op_t)self->a1);
}

syscall:x64:getcwd:return
/self->in/
{
 printf("%s(\"%S\"%s, %u)", probefunc, text[self->a0, errno ? 0 : arg0], cut[self->a0, errno ? 0 : arg0],
	    self->a1);
}

syscall:x64:chdir:return, syscall:x64:rmdir:return, syscall:x64:unlink:return
/self->in/
{
 printf("%s(\"%S\")", probefunc, copyinstr(self->a0));
}

syscall:x64:rename:return
/self->in/
{
 printf("%s(\"%S\", \"%S\")", probefunc, copyinstr(self->a0), copyinstr(self->a1));
}

syscall:x64:mkdir:return, syscall:x64:chmod:return
/self->in/
{
 printf("%s(\"%S\", %s)", probefunc, copyinstr(self->a0), (mode_t)self->a1);
}

syscall:x64:readlink:return
/self->in/
{
 printf("%s(\"%S\", \"%S\"%s, %d)", probefunc, copyinstr(self->a0), text[self->a1, errno ? 0 : arg0],
	    cut[self->a1, errno ? 0 : arg0], (int)self->a2);
}

syscall:x64:prctl:return
/self->in/
{
 printf("%s(%s, %u, %u, %u, %u)", probefunc, (prctl_op_t)self->a0, self->a1, self->a2, self->a3, self->a4);
}

syscall:x64:arch_prctl:return
/self->in/
{
 printf("%s(%s, %u)", probefunc, (arch_prctl_op_t)self->a0, self->a1);
}

syscall:x64:futex:return
/self->in/
{
 printf("%s(0x%x, %s, %u, 0x%x, 0x%x, %u)", probefunc, self->a0, (futex_op_t)self->a1, self->a2, self->a3,
	    self->a4, self->a5);
}

syscall:x64:getdents64:return
/self->in/
{
 printf("%s(%d, 0x%x, %u)", probefunc, (int)self->a0, self->a1, (uint32_t)self->a2);
}

syscall:x64:clock_gettime:return
/self->in/
{
 printf("%s(%s, 0x%x)", probefunc, (clock_name_t)self->a0, self->a1);
}

syscall:x64:clock_nanosleep:return
/self->in/
{
 printf("%s(%s, %s, 0x%x, 0x%x)", probefunc, (clock_name_t)self->a0, (timer_flags_t)self->a1, self->a2,
	    self->a3);
}

syscall:x64:epoll_wait:return
/self->in/
{
 printf("%s(%d, 0x%x, %d, %d)", probefunc, (int)self->a0, self->a1, (int)self->a2, (int)self->a3);
}

syscall:x64:epoll_ctl:return
/self->in/
{
 printf("%s(%d, %s, %d, 0x%x)", probefunc, (int)self->a0, (epoll_op_t)self->a1, (int)self->a2, self->a3);
}

syscall:x64:tgkill:return
/self->in/
{
 printf("%s(%d, %d, %s)", probefunc, (int)self->a0, (int)self->a1, (signal_t)self->a2);
}

syscall:x64:mbind:return, syscall:x64:pselect6:return, syscall:x64:splice:return, syscall:x64:move_pages:return,
syscall:x64:epoll_pwait:return, syscall:x64:process_vm_readv:return, syscall:x64:process_vm_writev:return,
syscall:x64:copy_file_range:return, syscall:x64:preadv2:return, syscall:x64:pwritev2:return,
syscall:x64:io_pgetevents:return, syscall:x64:io_uring_enter:return, syscall:x64:epoll_pwait2:return,
syscall:x64:futex_wait:return, syscall:x64:setxattrat:return, syscall:x64:getxattrat:return
/self->in/
{
 printf("%s(0x%x, 0x%x, 0x%x, 0x%x, 0x%x, 0x%x)", probefunc, self->a0, self->a1, self->a2, self->a3, self->a4,
	    self->a5);
}

syscall:x64:openat:return
/self->in && !(self->a2 & (O_CREAT | __O_TMPFILE))/
{
 printf("%s(%s, \"%S\", %s)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), (open_flags_t)self->a2);
}

syscall:x64:openat:return
/self->in && (self->a2 & (O_CREAT | __O_TMPFILE))/
{
 printf("%s(%s, \"%S\", %s, %s)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), (open_flags_t)self->a2,
	    (mode_t)self->a3);
}

syscall:x64:mkdirat:return, syscall:x64:fchmodat:return
/self->in/
{
 printf("%s(%s, \"%S\", %s)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), (mode_t)self->a2);
}

syscall:x64:newfstatat:return
/self->in/
{
 printf("%s(%s, \"%S\", 0x%x, %s)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), self->a2,
	    (at_flags_t)self->a3);
}

syscall:x64:unlinkat:return
/self->in/
{
 printf("%s(%s, \"%S\", %s)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), (at_flags_t)self->a2);
}

syscall:x64:readlinkat:return
/self->in/
{
 printf("%s(%s, \"%S\", \"%S\"%s, %d)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), text[self->a2, errno
	    ? 0 : arg0], cut[self->a2, errno ? 0 : arg0], (int)self->a3);
}

syscall:x64:faccessat:return
/self->in/
{
 printf("%s(%s, \"%S\", %s)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), (access_mode_t)self->a2);
}

syscall:x64:timerfd_create:return
/self->in/
{
 printf("%s(%s, %s)", probefunc, (clock_name_t)self->a0, (fd_flags_t)self->a1);
}

syscall:x64:accept4:return
/self->in/
{
 printf("%s(%d, 0x%x, 0x%x, %s)", probefunc, (int)self->a0, self->a1, self->a2, (accept_flags_t)self->a3);
}

syscall:x64:eventfd2:return
/self->in/
{
 printf("%s(%u, %s)", probefunc, (uint32_t)self->a0, (fd_flags_t)self->a1);
}

syscall:x64:epoll_create1:return
/self->in/
{
 printf("%s(%s)", probefunc, (fd_flags_t)self->a0);
}

syscall:x64:dup3:return
/self->in/
{
 printf("%s(%d, %d, %s)", probefunc, (int)self->a0, (int)self->a1, (fd_flags_t)self->a2);
}

syscall:x64:pipe2:return
/self->in/
{
 printf("%s(0x%x, %s)", probefunc, self->a0, (fd_flags_t)self->a1);
}

syscall:x64:prlimit64:return
/self->in/
{
 printf("%s(%d, %s, 0x%x, 0x%x)", probefunc, (int)self->a0, (resource_t)self->a1, self->a2, self->a3);
}

syscall:x64:renameat2:return
/self->in/
{
 printf("%s(%s, \"%S\", %s, \"%S\", %s)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), (dirfd_t)self->a2,
	    copyinstr(self->a3), (rename_flags_t)self->a4);
}

syscall:x64:getrandom:return
/self->in/
{
 printf("%s(\"%S\"%s, %u, %s)", probefunc, text[self->a0, errno ? 0 : arg0], cut[self->a0, errno ? 0 : arg0],
	    self->a1, (random_flags_t)self->a2);
}

syscall:x64:memfd_create:return
/self->in/
{
 printf("%s(\"%S\", %s)", probefunc, copyinstr(self->a0), (memfd_flags_t)self->a1);
}

syscall:x64:statx:return
/self->in/
{
 printf("%s(%s, \"%S\", %s, %s, 0x%x)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), (at_flags_t)self->a2,
	    (statx_mask_t)self->a3, self->a4);
}

syscall:x64:faccessat2:return
/self->in/
{
 printf("%s(%s, \"%S\", %s, %s)", probefunc, (dirfd_t)self->a0, copyinstr(self->a1), (access_mode_t)self->a2,
	    (faccessat_flags_t)self->a3);
}

/* To here. */

/* Calls of 32-bit code. */
syscall:x32::return
/self->in/
{
	printf("%s(0x%x, 0x%x, 0x%x, 0x%x)", probefunc, self->a0, self->a1, self->a2, self->a3);
}

syscall:x64:mmap:return, syscall:x64:mremap:return, syscall:x64:brk:return, syscall:x64:shmat:return
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
