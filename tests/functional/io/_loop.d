/* SPDX-License-Identifier: BSD-2-Clause */
/* A thread of the kernel may hand a request to the device, so all devices are seen. */
io:::start, io:::done
/args[1]->dev_major == 7/
{
	printf("%s %c %d+%d %d %s %d,%d\n", probename, args[0]->b_flags & B_READ ? 'R' : 'W',
	    args[0]->b_blkno, args[0]->b_bcount, args[0]->b_error, args[1]->dev_statname,
	    args[1]->dev_major, args[1]->dev_minor);
}
