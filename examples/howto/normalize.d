#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * normalize.d - normalize and denormalize: totals, and the same per second.
 *
 * usage: normalize.d -c COMMAND
 *
 *	5242880 bytes
 *	5120 KB
 *	5 MB
 *	5242880 bytes as before
 */
#pragma D option quiet

syscall::write:return
/pid == $target && errno == 0/
{
	@bytes = sum(arg0);
}

END
{
	printa("%@d bytes\n", @bytes);
	normalize(@bytes, 1024);
	printa("%@d KB\n", @bytes);
	normalize(@bytes, 1024 * 1024);
	printa("%@d MB\n", @bytes);
	denormalize(@bytes);
	printa("%@d bytes as before\n", @bytes);
}
