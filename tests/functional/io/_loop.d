/* SPDX-License-Identifier: BSD-2-Clause */
io:::start
/args[1]->dev_major == 7 && (pid == $target || args[0]->b_edev == device)/
{
	device = args[0]->b_edev;
	printf("%s %c %d+%d %d %s %d,%d\n", probename, args[0]->b_flags & B_READ ? 'R' : 'W',
	    args[0]->b_blkno, args[0]->b_bcount, args[0]->b_error, args[1]->dev_statname,
	    args[1]->dev_major, args[1]->dev_minor);
}

io:::done
/args[1]->dev_major == 7 && args[0]->b_edev == device/
{
	printf("%s %c %d+%d %d %s %d,%d\n", probename, args[0]->b_flags & B_READ ? 'R' : 'W',
	    args[0]->b_blkno, args[0]->b_bcount, args[0]->b_error, args[1]->dev_statname,
	    args[1]->dev_major, args[1]->dev_minor);
}
