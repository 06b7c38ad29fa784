/* SPDX-License-Identifier: BSD-2-Clause */
proc:::signal-send
/args[1]->pr_pid == $target || args[1]->pr_ppid == $target/
{
	printf("send %d to %d/%d\n", args[2], args[1]->pr_pid, args[0]->pr_lwpid);
}

proc:::signal-discard
/args[1]->pr_pid == $target/
{
	printf("discard %d to %d/%d\n", args[2], args[1]->pr_pid, args[0]->pr_lwpid);
}

proc:::signal-clear
/pid == $target/
{
	printf("clear %d in %d\n", args[0], tid);
}

proc:::signal-handle
/pid == $target/
{
	printf("handle %d code %d by %d value %d at %x with %x\n", args[0], args[1]->si_code,
	    args[1]->si_pid, args[1]->si_int, args[1]->si_addr, args[2]);
}

proc:::fault
/pid == $target/
{
	printf("fault %d by %d at %x\n", args[0], args[1]->si_signo, args[1]->si_addr);
}
