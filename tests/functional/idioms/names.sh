# SPDX-License-Identifier: BSD-2-Clause
#
# What scripts of other systems name: the arguments of a process, constants, kernel variables, members of kthread_t (Dynamic
# Tracing Guide, chapters 3, "External Variables", and 25, "proc Provider"; procfs.d, errno.d, signal.d and net.d of libdtrace).
"$DTRACE" -q -c 'getppids 1 1' -n 'syscall::getppid:entry /pid == $target/ {
	this->v = (uintptr_t)curpsinfo->pr_argv;
	printf("%d %s %s %d\n", curpsinfo->pr_argc, copyinstr(*(uintptr_t *)copyin(this->v + 8, 8)),
	    copyinstr(*(uintptr_t *)copyin(this->v + 16, 8)), curpsinfo->pr_envp > curpsinfo->pr_argv); exit(0); }' 2>&1 | grep .
"$DTRACE" -qn 'BEGIN {
	printf("%d %d %d %d\n", DTRACEFLT_BADADDR, DTRACEFLT_ILLOP, DTRACEFLT_KPRIV, DTRACEFLT_BADSTACK);
	printf("%d %d %d %d\n", CLD_EXITED, CLD_KILLED, CLD_STOPPED, CLD_CONTINUED);
	printf("%d %d %d\n", ARPHRD_ETHER, ARPHRD_LOOPBACK, EDEADLK);
	printf("%d %d\n", `_pagesize, `ncpus_online > 0); exit(0); }' | grep .
"$DTRACE" -qn 'BEGIN {
	printf("%d %d %d\n", curthread->t_procp->p_pidp->pid_id == pid, curthread->t_cpu->cpu_id == cpu, curthread->t_pri == curlwpsinfo->pr_pri);
	printf("%s %d\n", stringof(curthread->t_procp->p_user.u_comm), `lbolt > 0 && strlen(`utsname.nodename) > 0); exit(0); }' | grep .
"$DTRACE" -en 'BEGIN { trace(curthread->t_lwp->lwp_regs); }' 2>&1 | grep -o 'hint: on Linux: .*'
# output:
# 3 1 1 1
# 1 3 6 9
# 1 2 5 6
# 1 772 35
# 4096 1
# 1 1 1
# dtrace 1
# hint: on Linux: Linux has no separate struct for a thread's user side; see thread
