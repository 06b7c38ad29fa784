#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * klatency.d - measures the latency of kernel functions, from entry to return.
 *
 * usage: klatency.d FUNCTIONS -c COMMAND		a name or a pattern
 *
 *	  vfs_mkdir
 *	           value  ------------- Distribution ------------- count
 *	            4096 |                                         0
 *	            8192 |@@@@@@@@@@                               1
 *	           16384 |@@@@@@@@@@                               1
 *	           32768 |@@@@@@@@@@                               1
 *	           65536 |                                         0
 *	          131072 |                                         0
 *	          262144 |                                         0
 *	          524288 |@@@@@@@@@@                               1
 *	         1048576 |                                         0
 */
#pragma D option quiet

fbt::$1:entry
/pid == $target/
{
	self->since[probefunc] = timestamp;
}

fbt::$1:return
/self->since[probefunc]/
{
	@ns[probefunc] = quantize(timestamp - self->since[probefunc]);
	self->since[probefunc] = 0;
}
