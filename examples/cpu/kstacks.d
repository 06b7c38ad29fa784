#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kstacks.d - how the kernel comes to put a command to sleep: kernel stacks at the switch.
 *
 * usage: kstacks.d -c COMMAND
 *
 *	    vmlinux`__schedule+0x618
 *	    vmlinux`schedule+0x23
 *	    vmlinux`irqentry_exit_to_user_mode+0x110
 *	    vmlinux`asm_exc_page_fault+0x22
 *	                1
 *
 *	    vmlinux`__schedule+0x618
 *	    vmlinux`do_task_dead+0x47
 *	    vmlinux`do_exit+0x745
 *	    vmlinux`do_group_exit+0x29
 */
#pragma D option quiet
#pragma D option stackindent=4

sdt:sched::sched_switch
/pid == $target && !args[0]/
{
	@[stack(12)] = count();
	@from[mod(caller)] = count();
}

END
{
	printa(@);
	printa("called from %a: %@d\n", @from);
}
