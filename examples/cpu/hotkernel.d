#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hotkernel.d - the hot functions of the kernel.
 *
 * usage: hotkernel.d [SECONDS]		until ^C
 *
 *	FUNCTION                                          SAMPLES
 *	vmlinux`htab_map_free                                   1
 *	vmlinux`___free_pages                                   1
 *	vmlinux`get_page_from_freelist                          1
 *	vmlinux`fdget                                           1
 *	vmlinux`fdget_raw                                       1
 *	vmlinux`__radix_tree_delete                             1
 *	vmlinux`do_syscall_64                                   1
 *	vmlinux`_raw_spin_unlock_irqrestore                     1
 *	vmlinux`pv_native_safe_halt                             2
 */
#pragma D option quiet
#pragma D option defaultargs

profile-997
/arg0/
{
	@[func(arg0)] = count();
}

tick-1s
/++seconds == $1/
{
	exit(0);
}

END
{
	trunc(@, 20);
	printf("%-48s %8s\n", "FUNCTION", "SAMPLES");
	printa("%-48a %@8d\n", @);
}
