/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/* flags: -q -x compat=classic -c $WORKLOADS/classic_returns */
/*
 * A return of an old name fires for the calls that its entry fires for, though the script has no
 * clause at entry. A new process returns from its creation, too; so does a new thread.
 */
syscall::dup:entry
/pid == $target && arg0 == 10001/
{
	started = 1;
}

syscall::fork:return /started && ppid == $target/ { @["fork, child"] = count(); }
syscall::forksys:return /started && ppid == $target/ { @["forksys, child"] = count(); }
syscall::vfork:return /started && ppid == $target/ { @["vfork, child"] = count(); }
syscall::lwp_create:return /started && pid == $target && tid != $target/ { @["lwp_create, thread"] = count(); }

END
{
	printa("%s: %@d\n", @);
}
/* output:
lwp_create, thread: 1
vfork, child: 1
fork, child: 2
forksys, child: 3

*/
