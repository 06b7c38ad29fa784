/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sysinfo provider: the counters of the system's work (mpstat and sar on Solaris). Each is a probe that
 * fires when the counter is incremented. arg0 is the increment. On other systems arg1 is the counter's
 * address; Linux has no such counters, so it is 0.
 */
/*
 * Counters of the system's work: system calls, forks, interrupts, context switches.
 *
 *	sysinfo:::pswitch { @[execname] = count(); }
 */
provider sysinfo {
	/* Places that scripts of other systems name. */
	alias genunix:*read*:sysread, genunix:*read*:readch, genunix:*write*:syswrite,
	    genunix:*write*:writech, genunix:exece:sysexec, genunix:exec_common:sysexec,
	    msgsys:msg*:msg, semsys:sem*:sema, genunix:cfork:sysfork, genunix:cfork:sysvfork,
	    genunix:cfork:procovf, unix:swtch*:pswitch, unix:preempt:inv_swtch, unix:xc_*:xcalls,
	    unix:trap:trap, unix:mutex_vector_enter:mutex_adenters, unix:rw_enter*:rw_rdfails,
	    unix:rw_enter*:rw_wrfails, genunix:bread*:bread, genunix:bread*:lread,
	    genunix:bwrite*:bwrite, genunix:bwrite*:lwrite, genunix:bawrite:bawrite,
	    genunix:bdwrite:lwrite, genunix:lookuppnvp:namei, genunix:mod_load*:modload,
	    genunix:mod_unload*:modunload, genunix:clock*:cpu_ticks_*, genunix:clock*:wait_ticks_io;

	/* ---- system calls */

	/* Before a call that reads; 1. */
	probe sysread(int n) =
	    syscall::read:entry, syscall::readv:entry, syscall::pread64:entry,
	    syscall::preadv:entry, syscall::preadv2:entry { 1 };
	/* After a call that reads; bytes read. */
	probe readch(long n) =
	    syscall::read:return, syscall::readv:return, syscall::pread64:return,
	    syscall::preadv:return, syscall::preadv2:return /!errno/ { arg1 };
	/* Before a call that writes; 1. */
	probe syswrite(int n) =
	    syscall::write:entry, syscall::writev:entry, syscall::pwrite64:entry,
	    syscall::pwritev:entry, syscall::pwritev2:entry { 1 };
	/* After a call that writes; bytes written. */
	probe writech(long n) =
	    syscall::write:return, syscall::writev:return, syscall::pwrite64:return,
	    syscall::pwritev:return, syscall::pwritev2:return /!errno/ { arg1 };
	/* Before exec; 1. */
	probe sysexec(int n) = syscall::execve:entry, syscall::execveat:entry { 1 };
	/* Before a call on a System V message queue; 1. */
	probe msg(int n) =
	    syscall::msgsnd:entry, syscall::msgrcv:entry { 1 },
	    syscall:x32:ipc:entry /(arg0 & 0xffff) == 11 || (arg0 & 0xffff) == 12/ { 1 };
	/* Before a call on System V semaphores; 1. */
	probe sema(int n) =
	    syscall::semop:entry, syscall::semtimedop:entry, syscall:?32:semtimedop_time64:entry { 1 },
	    syscall:x32:ipc:entry /(arg0 & 0xffff) == 1 || (arg0 & 0xffff) == 4/ { 1 };

	/* ---- processes and threads; CLONE_VFORK is 0x4000, CLONE_THREAD 0x10000, PF_KTHREAD 0x200000 */

	/* A process was made, and its parent does not wait; 1. */
	probe sysfork(int n) =
	    sdt:task::task_newtask
	    /!(args[1] & (0x14000)) && !(args[0]->flags & 0x200000)/ { 1 };
	/* A process was made, and its parent waits for exec or exit; 1. */
	probe sysvfork(int n) =
	    sdt:task::task_newtask /(args[1] & (0x14000)) == 0x4000/ { 1 };
	/* A thread was made, of a process or the kernel; 1. */
	probe nthreads(int n) = sdt:task::task_newtask { 1 };
	/* fork failed: too many processes or threads; 1. */
	probe procovf(int n) =
	    syscall::fork:return, syscall::vfork:return, syscall::clone:return,
	    syscall::clone3:return /errno == EAGAIN/ { 1 };

	/* ---- processors */

	/* A CPU is about to switch threads; 1. */
	probe pswitch(int n) = sdt:sched::sched_switch { 1 };
	/* The same, from a runnable thread; 1. */
	probe inv_swtch(int n) = sdt:sched::sched_switch /args[1]->pid && (args[0] || !args[3])/ { 1 };
	/* A CPU is about to become idle; 1. */
	probe idlethread(int n) = sdt:sched::sched_switch /!args[2]->pid/ { 1 };
	/* 100 times a second on a CPU in user mode; 1. */
	probe cpu_ticks_user(int n) = profile:::profile-100 /arg1/ { 1 };
	/* The same, in the kernel for a thread; 1. */
	probe cpu_ticks_kernel(int n) = profile:::profile-100 /arg0 && tid/ { 1 };
	probe cpu_ticks_idle(int n) = "the clock of an idle CPU does not tick on Linux";
	probe cpu_ticks_wait(int n) = "a CPU that waits for I/O is idle on Linux";
	probe wait_ticks_io(int n) = "a CPU that waits for I/O is idle on Linux";
	/* A CPU is about to interrupt another one; 1. */
	probe xcalls(int n) = sdt:csd::csd_queue_cpu { 1 };
	probe intrblk(int n) = "Linux interrupts have no threads that could block";
	probe trap(int n) = "Linux reports page faults only: vminfo:::as_fault";

	/* ---- locks of the kernel; LCB_F_READ is 2, LCB_F_WRITE 4, LCB_F_MUTEX 32 */

	/* A thread wants a mutex that is held; 1. */
	probe mutex_adenters(int n) =
	    sdt:lock::contention_begin /(args[1] & 32) && self->mutex != args[0]/ { 1 };
	/* A reader wants a lock that a writer holds or waits for; 1. */
	probe rw_rdfails(int n) = sdt:lock::contention_begin /args[1] & 2/ { 1 };
	/* A writer wants a lock that is held; 1. */
	probe rw_wrfails(int n) = sdt:lock::contention_begin /args[1] & 4/ { 1 };

	/* A thread that waits for a mutex spins, then sleeps, perhaps several times: that is one wait. */
	sdt:lock::contention_begin /args[1] & 32/ { self->mutex = args[0]; }
	sdt:lock::contention_end /self->mutex == args[0]/ { self->mutex = NULL; }

	/* ---- disks; REQ_OP_READ is 0, REQ_OP_WRITE 1 */

	/* A read of blocks is queued; 1. */
	probe bread(int n) = sdt:block::block_bio_queue /(args[0]->bi_opf & 0xff) == 0/ { 1 };
	/* A write of blocks is queued; 1. */
	probe bwrite(int n) = sdt:block::block_bio_queue /(args[0]->bi_opf & 0xff) == 1 && args[0]->bi_iter.bi_size/ { 1 };
	/* The same, asynchronous; 1. */
	probe bawrite(int n) =
	    sdt:block::block_bio_queue
	    /(args[0]->bi_opf & 0xff) == 1 && args[0]->bi_iter.bi_size && !(args[0]->bi_opf & (1 << __REQ_SYNC))/ { 1 };
	/* A block of metadata was changed in memory; 1. */
	probe lwrite(int n) = sdt:block::block_dirty_buffer { 1 };
	probe lread(int n) = "Linux does not report all cached blocks that it looks up";
	probe phread(int n) = "Linux does not report which reads bypass the cache";
	probe phwrite(int n) = "Linux does not report which writes bypass the cache";

	/* ---- other */

	/* A kernel module was loaded; 1. */
	probe modload(int n) = sdt:module::module_load { 1 };
	/* A kernel module was removed; 1. */
	probe modunload(int n) = sdt:module::module_free { 1 };
	/* The kernel is about to look up a path; 1. */
	probe namei(int n) =
	    fbt::filename_lookup:entry, fbt::__filename_parentat:entry, fbt::do_filp_open:entry { 1 }
	    else fbt::filename_lookup:entry, fbt::__filename_parentat:entry, fbt::do_file_open:entry { 1 };
	probe ufsdirblk(int n) = "Linux has no such file system";
	probe ufsiget(int n) = "Linux has no such file system";
	probe ufsinopage(int n) = "Linux has no such file system";
	probe ufsipage(int n) = "Linux has no such file system";
	probe canch(int n) = "Linux has no tracepoint for terminals";
	probe rawch(int n) = "Linux has no tracepoint for terminals";
	probe outch(int n) = "Linux has no tracepoint for terminals";
	probe rcvint(int n) = "Linux has no tracepoint for serial lines";
	probe xmtint(int n) = "Linux has no tracepoint for serial lines";
	probe mdmint(int n) = "Linux has no tracepoint for serial lines";
};
