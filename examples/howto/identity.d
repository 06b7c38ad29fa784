#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * identity.d - the facts about who runs: process, thread, parent, user, group, names, processor.
 *
 * usage: identity.d -c COMMAND
 *
 *	act act: pid is the target, tid the same, ppid is dtrace
 *	uid 0 gid 0 (tracer 0 0), zone global, cpu agrees
 *	syscall:x64:getppid:entry, probe has an id, enabling has an id
 *	psinfo: act 1 1
 *	lwpsinfo: 1 runs
 *
 *	helper helper: pid is the target, tid another, ppid is dtrace
 *	uid 0 gid 0 (tracer 0 0), zone global, cpu agrees
 *	syscall:x64:getppid:entry, probe has an id, enabling has an id
 *	psinfo: helper 1 1
 */
#pragma D option quiet

syscall::getppid:entry
/pid == $target/
{
	printf("%s %s: pid %s, tid %s, ppid %s\n", execname, threadname, pid == $target ? "is the target" : "?",
	    tid == pid ? "the same" : "another", ppid == $pid ? "is dtrace" : "?");
	printf("uid %d gid %d (tracer %d %d), zone %s, cpu %s\n", uid, gid, $uid, $gid, zonename,
	    cpu == curcpu->cpu_id ? "agrees" : "differs");
	printf("%s:%s:%s:%s, probe %s, enabling %s\n", probeprov, probemod, probefunc, probename,
	    id ? "has an id" : "?", epid ? "has an id" : "?");
	printf("psinfo: %s %d %d\n", curpsinfo->pr_fname, curpsinfo->pr_pid == pid, curpsinfo->pr_ppid == ppid);
	printf("lwpsinfo: %d %s\n", curlwpsinfo->pr_lwpid == tid,
	    curlwpsinfo->pr_state == SRUN || curlwpsinfo->pr_state == SONPROC ? "runs" : "waits");
}
