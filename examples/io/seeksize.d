#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * seeksize.d - how far programs jump in a file between two positioned reads.
 *
 * usage: seeksize.d -c COMMAND
 *
 *	pwrite64, bytes:
 *
 *	           value  ------------- Distribution ------------- count
 *	          -16384 |                                         0
 *	           -8192 |@@@@@@@@                                 1
 *	           -4096 |                                         0
 *	           -2048 |                                         0
 *	           -1024 |                                         0
 *	            -512 |@@@@@@@@                                 1
 *	            -256 |                                         0
 */
#pragma D option quiet

syscall::pread64:entry, syscall::pwrite64:entry
/pid == $target && seen[arg0]/
{
	this->distance = (int64_t)arg3 - last[arg0];
	@jump[probefunc] = quantize(this->distance);
	@longest = max(this->distance);
}

syscall::pread64:entry, syscall::pwrite64:entry
/pid == $target/
{
	seen[arg0] = 1;
	last[arg0] = (int64_t)(arg3 + arg2);
}

END
{
	printa("%s, bytes:\n%@d\n", @jump);
	printa("longest: %@d\n", @longest);
}
