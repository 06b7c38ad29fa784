#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * timers.d - kernel timers that go off, by function.
 *
 * usage: timers.d [SECONDS]		until ^C
 *
 *	timer    vmlinux`delayed_work_timer_fn                         1
 *	timer    vmlinux`writeout_period                               1
 *	timer    vmlinux`blk_stat_timer_fn                             1
 *	timer    vmlinux`process_timeout                               3
 *	hrtimer  vmlinux`hrtimer_wakeup                               25
 *	hrtimer  vmlinux`tick_nohz_handler                            26
 */
#pragma D option quiet
#pragma D option defaultargs

sdt:timer::timer_expire_entry
{
	@["timer", sym((uintptr_t)args[0]->function)] = count();
}

sdt:timer::hrtimer_expire_entry
{
	@["hrtimer", sym((uintptr_t)args[0]->function)] = count();
}

tick-1s
/++seconds == $1/
{
	exit(0);
}

END
{
	printa("%-8s %-48a %@6d\n", @);
}
