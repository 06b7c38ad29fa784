/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Signal numbers of Linux on x86-64, codes of SIGCHLD, and the information that accompanies a signal.
 */
inline int SIGHUP = 1;
inline int SIGINT = 2;
inline int SIGQUIT = 3;
inline int SIGILL = 4;
inline int SIGTRAP = 5;
inline int SIGABRT = 6;
inline int SIGIOT = 6;
inline int SIGBUS = 7;
inline int SIGFPE = 8;
inline int SIGKILL = 9;
inline int SIGUSR1 = 10;
inline int SIGSEGV = 11;
inline int SIGUSR2 = 12;
inline int SIGPIPE = 13;
inline int SIGALRM = 14;
inline int SIGTERM = 15;
inline int SIGSTKFLT = 16;
inline int SIGCHLD = 17;
inline int SIGCLD = 17;
inline int SIGCONT = 18;
inline int SIGSTOP = 19;
inline int SIGTSTP = 20;
inline int SIGTTIN = 21;
inline int SIGTTOU = 22;
inline int SIGURG = 23;
inline int SIGXCPU = 24;
inline int SIGXFSZ = 25;
inline int SIGVTALRM = 26;
inline int SIGPROF = 27;
inline int SIGWINCH = 28;
inline int SIGIO = 29;
inline int SIGPOLL = 29;
inline int SIGPWR = 30;
inline int SIGSYS = 31;
inline int SIGRTMIN = 32;
inline int SIGRTMAX = 64;

inline int CLD_EXITED = 1;
inline int CLD_KILLED = 2;
inline int CLD_DUMPED = 3;
inline int CLD_TRAPPED = 4;
inline int CLD_STOPPED = 5;
inline int CLD_CONTINUED = 6;

/*
 * The information of a signal: its sender (si_pid and si_uid; si_status of a child), the address of
 * a fault (si_addr), the value of sigqueue() (si_int, si_ptr). Members that do not apply are 0; a
 * signal without information has zeros only.
 */
typedef struct {
	int si_signo; /* The number of the signal. */
	int si_errno; /* The error's number, which is nearly always 0. */
	int si_code; /* The source: 0 kill(), -1 sigqueue(), above 0 the kernel. */
	pid_t si_pid; /* The process that sent it; for SIGCHLD the child. */
	uid_t si_uid; /* The real user of that process. */
	int si_status; /* For SIGCHLD: the exit status of the child, or the signal that ended it. */
	uintptr_t si_addr; /* For SIGSEGV, SIGBUS, SIGILL, SIGFPE and SIGTRAP: the address of the fault. */
	int si_int; /* The number that sigqueue() gave with it. */
	uintptr_t si_ptr; /* The pointer that sigqueue() gave with it. */
} siginfo_t;

/* The kernel passes 0 or 1 for a signal without information. */
inline int __siginfo_none[struct kernel_siginfo *I] = (uintptr_t)I <= 1;
inline int __siginfo_of_process[struct kernel_siginfo *I] = (uintptr_t)I > 1 &&
    (I->si_signo == SIGCHLD || (I->si_code <= 0 && I->si_code != -2 /* SI_TIMER */));
inline int __siginfo_of_value[struct kernel_siginfo *I] = (uintptr_t)I > 1 &&
    I->si_code < 0 && I->si_code >= -4 /* SI_QUEUE, SI_TIMER, SI_MESGQ, SI_ASYNCIO */;
inline int __signal_of_fault[int sig] = sig == SIGSEGV || sig == SIGBUS || sig == SIGILL ||
    sig == SIGFPE || sig == SIGTRAP;
inline int __siginfo_of_fault[struct kernel_siginfo *I] = (uintptr_t)I > 1 &&
    __signal_of_fault[I->si_signo] && I->si_code > 0 && I->si_code < 128 /* SI_KERNEL */;

translator siginfo_t < struct kernel_siginfo *I > {
	si_signo = __siginfo_none[I] ? 0 : I->si_signo;
	si_errno = __siginfo_none[I] ? 0 : I->si_errno;
	si_code = __siginfo_none[I] ? 0 : I->si_code;
	si_pid = __siginfo_of_process[I] ? I->_sifields._kill._pid : 0;
	si_uid = __siginfo_of_process[I] ? I->_sifields._kill._uid : 0;
	si_status = !__siginfo_none[I] && I->si_signo == SIGCHLD ? I->_sifields._sigchld._status : 0;
	si_addr = __siginfo_of_fault[I] ? (uintptr_t)I->_sifields._sigfault._addr : 0;
	si_int = __siginfo_of_value[I] ? I->_sifields._rt._sigval.sival_int : 0;
	si_ptr = __siginfo_of_value[I] ? (uintptr_t)I->_sifields._rt._sigval.sival_ptr : 0;
};
