/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
syscall::write:entry
/pid == $target && (int)arg0 == -1/
{
	printf("pid %d ppid %d\n", curpsinfo->pr_pid == pid, curpsinfo->pr_ppid == ppid);
	printf("pgid %d sid %d\n", curpsinfo->pr_pgid == pid, curpsinfo->pr_sid != 0);
	printf("uid %d euid %d gid %d egid %d\n", curpsinfo->pr_uid == uid,
	    curpsinfo->pr_euid == uid, curpsinfo->pr_gid == gid, curpsinfo->pr_egid == gid);
	printf("fname %d %s\n", curpsinfo->pr_fname == execname, curpsinfo->pr_fname);
	printf("nlwp %d size %d\n", curpsinfo->pr_nlwp, curpsinfo->pr_size > 0);
	printf("addr %d model %d\n", curpsinfo->pr_addr == (uintptr_t)curthread,
	    curpsinfo->pr_dmodel == PR_MODEL_LP64);
	printf("lwpid %d %d %d\n", curlwpsinfo->pr_lwpid == tid, tid != pid,
	    curpsinfo->pr_lwp.pr_lwpid == tid);
	printf("state %d %c\n", curlwpsinfo->pr_state == SONPROC, curlwpsinfo->pr_sname);
	printf("nice %d pri %d %s %s\n", curlwpsinfo->pr_nice, curlwpsinfo->pr_pri,
	    curlwpsinfo->pr_clname, curlwpsinfo->pr_name);
	printf("cpu %d %d\n", curlwpsinfo->pr_onpro == cpu, curcpu->cpu_id == cpu);
	printf("%d %d\n", curcpu->cpu_pset, curcpu->cpu_lgrp == lgrp);
	printf("args %s\n", curpsinfo->pr_psargs == execargs ? "the same" : "not the same");
	printf("%s\n", basename(execargs));
	this->p = curthread->group_leader;
	printf("%d\n", xlate<psinfo_t>(this->p).pr_pid == pid);
	exit(0);
}
/* output:
pid 1 ppid 1
pgid 1 sid 1
uid 1 euid 1 gid 1 egid 1
fname 1 process
nlwp 2 size 1
addr 1 model 1
lwpid 1 1 1
state 1 O
nice 0 pri 120 TS process
cpu 1 1
0 1
args the same
process
1

*/
