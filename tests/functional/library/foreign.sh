#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Names of other systems: constants, kernel variables, members, and hints at Linux's equivalents.
"$DTRACE" -qn 'BEGIN {
	printf("%d %d %d\n", `_pagesize, genunix`_pageshift, `_pageoffset);
	printf("%d %d %d\n", `ncpus_online == '"$(getconf _NPROCESSORS_ONLN)"', `max_ncpus >= `ncpus_online,
	    `physmem == '"$(getconf _PHYS_PAGES)"');
	printf("%d %d %d %d %d\n", DTRACEFLT_BADADDR, DTRACEFLT_LIBRARY, CLD_DUMPED, ARPHRD_LOOPBACK, EDEADLK);
	exit(0); }'
# Members of threads, processes, credentials and CPUs, as D's own variables have them.
"$DTRACE" -qn 'BEGIN {
	printf("%d %d %d %d\n", curthread->t_procp->p_pidp->pid_id == pid, curthread->t_tid == tid, curthread->t_procp->p_ppid == ppid,
	    curthread->t_procp->p_parent->p_pid == ppid);
	printf("%s %d %d\n", stringof(curthread->t_procp->p_user.u_comm), curthread->t_procp->p_user.u_psargs == curpsinfo->pr_psargs,
	    curthread->t_name == threadname);
	printf("%d %d %d\n", curthread->t_pri == curlwpsinfo->pr_pri, curthread->t_state, curthread->t_procp->p_lwpcnt == curpsinfo->pr_nlwp);
	printf("%d %d %d\n", curthread->t_cred->cr_uid == $euid, curthread->t_procp->p_cred->cr_rgid == $gid, ((kthread_t *)curthread)->t_did == tid);
	printf("%d %d %d\n", curthread->t_cpu->cpu_id == cpu, curthread->t_cpu->cpu_thread == curthread,
	    curthread->t_cpu->cpu_disp->disp_nrunnable < 10000);
	printf("%s %d %d\n", curthread->td_proc->p_comm, curthread->td_tid == tid, curthread->td_ucred->cr_gid == $egid);
	printf("%d %s %d\n", `hz, `utsname.release, timestamp / 10000000 - `lbolt <= 1);
	exit(0); }' | sed "s/$(uname -r)/RELEASE/"
for chain in t_lwp p_exec bsd_info t_nosuch; do
	"$DTRACE" -en "BEGIN { trace(curthread->$chain); }" 2>&1 | grep -E '^(hint|<program>)'
done
# Values that only kernel variables hold.
if grep -q ' avenrun$' /proc/kallsyms; then
	"$DTRACE" -qn 'BEGIN {
		printf("%d.%02d %d %d\n", `hp_avenrun[0] / 65536, (`hp_avenrun[0] % 65536) * 100 / 65536,
		    `ncpus_online, `physmem > `freemem && `freemem > 0);
		exit(0); }' | grep . > "$TMPDIR/got"
	read -r load _ < /proc/loadavg
	read -r got cpus memory < "$TMPDIR/got"
	awk -v a="$load" -v b="$got" 'BEGIN { exit a - b > 0.5 || b - a > 0.5 }' || echo "load $got, not $load"
	[ "$cpus $memory" = "$(getconf _NPROCESSORS_ONLN) 1" ] || cat "$TMPDIR/got"
else
	# Where the program names it, not where the library does.
	for name in '`hp_avenrun[0]' '`freemem'; do
		"$DTRACE" -en "BEGIN { trace($name); }" 2>&1 |
			grep -q '^<program>:1:.*CONFIG_KALLSYMS_ALL list no variables' || echo "$name: no reason"
	done
fi
# output:
# 4096 12 4095
# 1 1 1
# 1 1000 3 772 35
#
# 1 1 1 1
# dtrace 1 1
# 1 4 1
# 1 1 1
# 1 1 1
# dtrace 1 1
# 100 RELEASE 1
#
# <program>:1:26: error: t_lwp is not a member of struct task_struct
# hint: on Linux: Linux has no separate struct for a thread's user side; see thread
# <program>:1:26: error: p_exec is not a member of struct task_struct
# hint: on Linux: mm->exe_file
# <program>:1:26: error: bsd_info is not a member of struct task_struct
# hint: on Linux: group_leader is the process's first thread, tgid its pid
# <program>:1:26: error: t_nosuch is not a member of struct task_struct
# hint: dtrace --explain 'struct task_struct' shows the members
