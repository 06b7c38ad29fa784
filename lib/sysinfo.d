/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sysinfo provider: the counters of the system's work (mpstat and sar on Solaris), each a probe
 * that fires when the counter would be incremented. arg0 is the increment. Linux has no counters of
 * these names, so arg1, elsewhere the address of one, is 0.
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

	/* Before a call that reads from a descriptor; 1. */
	probe sysread(int n) =
	    syscall::read:entry, syscall::readv:entry, syscall::pread64:entry,
	    syscall::preadv:entry, syscall::preadv2:entry { 1 };
	/* After a call that has read from a descriptor; the bytes that it has read. */
	probe readch(long n) =
	    syscall::read:return, syscall::readv:return, syscall::pread64:return,
	    syscall::preadv:return, syscall::preadv2:return /!errno/ { arg1 };
	/* Before a call that writes to a descriptor; 1. */
	probe syswrite(int n) =
	    syscall::write:entry, syscall::writev:entry, syscall::pwrite64:entry,
	    syscall::pwritev:entry, syscall::pwritev2:entry { 1 };
	/* After a call that has written to a descriptor; the bytes that it has written. */
	probe writech(long n) =
	    syscall::write:return, syscall::writev:return, syscall::pwrite64:return,
	    syscall::pwritev:return, syscall::pwritev2:return /!errno/ { arg1 };
	/* Before a call that executes a program; 1. */
	probe sysexec(int n) = syscall::execve:entry, syscall::execveat:entry { 1 };
	/* Before a call on a System V message queue; 1. */
	probe msg(int n) =
	    syscall::msgsnd:entry, syscall::msgrcv:entry { 1 },
	    syscall:x32:ipc:entry /(arg0 & 0xffff) == 11 || (arg0 & 0xffff) == 12/ { 1 };
	/* Before a call on System V semaphores; 1. */
	probe sema(int n) =
	    syscall::semop:entry, syscall::semtimedop:entry, syscall:x32:semtimedop_time64:entry { 1 },
	    syscall:x32:ipc:entry /(arg0 & 0xffff) == 1 || (arg0 & 0xffff) == 4/ { 1 };

	/* ---- processes and threads; CLONE_VFORK is 0x4000, CLONE_THREAD 0x10000, PF_KTHREAD 0x200000 */

	/* A process was made that has a copy of the memory, or shares it but does not make its parent wait; 1. */
	probe sysfork(int n) =
	    sdt:task::task_newtask
	    /!(args[1] & (0x14000)) && !(args[0]->flags & 0x200000)/ { 1 };
	/* A process was made whose parent waits until it executes a program or ends; 1. */
	probe sysvfork(int n) =
	    sdt:task::task_newtask /(args[1] & (0x14000)) == 0x4000/ { 1 };
	/* A thread was made: of a program, the first of a process, or one of the kernel; 1. */
	probe nthreads(int n) = sdt:task::task_newtask { 1 };
	/* A process or thread could not be made because there are too many; 1. */
	probe procovf(int n) =
	    syscall::fork:return, syscall::vfork:return, syscall::clone:return,
	    syscall::clone3:return /errno == EAGAIN/ { 1 };

	/* ---- processors */

	/* A CPU is about to go from one thread to another; 1. */
	probe pswitch(int n) = sdt:sched::sched_switch { 1 };
	/* The same, while the thread that leaves would go on; 1. */
	probe inv_swtch(int n) = sdt:sched::sched_switch /args[1]->pid && (args[0] || !args[3])/ { 1 };
	/* A CPU has nothing more to run and is about to become idle; 1. */
	probe idlethread(int n) = sdt:sched::sched_switch /!args[2]->pid/ { 1 };
	/* 100 times a second, on each CPU that is in user mode; 1. */
	probe cpu_ticks_user(int n) = profile:::profile-100 /arg1/ { 1 };
	/* 100 times a second, on each CPU that runs the kernel for a thread; 1. */
	probe cpu_ticks_kernel(int n) = profile:::profile-100 /arg0 && tid/ { 1 };
	probe cpu_ticks_idle(int n) = "the clock of an idle CPU does not tick on Linux";
	probe cpu_ticks_wait(int n) = "no CPU of Linux waits for I/O: it is idle";
	probe wait_ticks_io(int n) = "no CPU of Linux waits for I/O: it is idle";
	/* A CPU is about to have another one do something; 1. */
	probe xcalls(int n) = sdt:csd::csd_queue_cpu { 1 };
	probe intrblk(int n) = "interrupts of Linux have no threads that could block";
	probe trap(int n) = "Linux tells of page faults only: vminfo:::as_fault";

	/* ---- locks of the kernel; LCB_F_READ is 2, LCB_F_WRITE 4, LCB_F_MUTEX 32 */

	/* A mutex is wanted that somebody has; 1. */
	probe mutex_adenters(int n) =
	    sdt:lock::contention_begin /(args[1] & 32) && self->mutex != args[0]/ { 1 };
	/* A lock of readers and writers is wanted for reading that a writer has or waits for; 1. */
	probe rw_rdfails(int n) = sdt:lock::contention_begin /args[1] & 2/ { 1 };
	/* A lock of readers and writers is wanted for writing that somebody has; 1. */
	probe rw_wrfails(int n) = sdt:lock::contention_begin /args[1] & 4/ { 1 };

	/* Who waits for a mutex begins to spin, then to sleep, perhaps several times: it is one wait. */
	sdt:lock::contention_begin /args[1] & 32/ { self->mutex = args[0]; }
	sdt:lock::contention_end /self->mutex == args[0]/ { self->mutex = NULL; }

	/* ---- disks; REQ_OP_READ is 0, REQ_OP_WRITE 1 */

	/* A read of blocks was asked for; 1. */
	probe bread(int n) = sdt:block::block_bio_queue /(args[0]->bi_opf & 0xff) == 0/ { 1 };
	/* A write of blocks was asked for; 1. */
	probe bwrite(int n) = sdt:block::block_bio_queue /(args[0]->bi_opf & 0xff) == 1 && args[0]->bi_iter.bi_size/ { 1 };
	/* The same, and nobody waits for its end; 1. */
	probe bawrite(int n) =
	    sdt:block::block_bio_queue
	    /(args[0]->bi_opf & 0xff) == 1 && args[0]->bi_iter.bi_size && !(args[0]->bi_opf & (1 << __REQ_SYNC))/ { 1 };
	/* A block of a file system's own data was changed in memory; 1. */
	probe lwrite(int n) = sdt:block::block_dirty_buffer { 1 };
	probe lread(int n) = "Linux does not tell of all blocks that it looks up in memory";
	probe phread(int n) = "Linux does not tell which reads of a device go past its memory";
	probe phwrite(int n) = "Linux does not tell which writes to a device go past its memory";

	/* ---- other */

	/* A module of the kernel was loaded; 1. */
	probe modload(int n) = sdt:module::module_load { 1 };
	/* A module of the kernel was removed; 1. */
	probe modunload(int n) = sdt:module::module_free { 1 };
	/* The kernel is about to look up a path; 1. */
	probe namei(int n) =
	    fbt::filename_lookup:entry, fbt::__filename_parentat:entry, fbt::do_filp_open:entry { 1 }
	    else fbt::filename_lookup:entry, fbt::__filename_parentat:entry, fbt::do_file_open:entry { 1 };
	probe ufsdirblk(int n) = "Linux has no such file system";
	probe ufsiget(int n) = "Linux has no such file system";
	probe ufsinopage(int n) = "Linux has no such file system";
	probe ufsipage(int n) = "Linux has no such file system";
	probe canch(int n) = "Linux has no tracepoint in its terminals";
	probe rawch(int n) = "Linux has no tracepoint in its terminals";
	probe outch(int n) = "Linux has no tracepoint in its terminals";
	probe rcvint(int n) = "Linux has no tracepoint in its serial lines";
	probe xmtint(int n) = "Linux has no tracepoint in its serial lines";
	probe mdmint(int n) = "Linux has no tracepoint in its serial lines";
};
