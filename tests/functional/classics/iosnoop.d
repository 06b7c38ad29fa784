/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Ze */
/*
 * Disk events as they happen (idiom: start_time[] by the pair of device and block,
 * `/start_time[…]/` in the clause of done, above or below the assigning clause).
 */
#pragma D option quiet

dtrace:::BEGIN
{
	last_event[""] = 0;
	printf("%5s %5s %1s %8s %6s %s\n", "UID", "PID", "D", "BLOCK", "SIZE", "PATHNAME");
}

io:::done
/start_time[args[0]->b_edev, args[0]->b_blkno]/
{
	this->delta = (timestamp - start_time[args[0]->b_edev, args[0]->b_blkno]) / 1000;
	printf("%5d %5d %1s %8d %6d %s\n", start_uid[args[0]->b_edev, args[0]->b_blkno],
	    start_pid[args[0]->b_edev, args[0]->b_blkno],
	    args[0]->b_flags & B_READ ? "R" : "W", args[0]->b_blkno, args[0]->b_bcount,
	    args[2]->fi_pathname);
	start_time[args[0]->b_edev, args[0]->b_blkno] = 0;
	start_uid[args[0]->b_edev, args[0]->b_blkno] = 0;
	start_pid[args[0]->b_edev, args[0]->b_blkno] = 0;
}

io:::start
{
	start_time[args[0]->b_edev, args[0]->b_blkno] = timestamp;
	start_uid[args[0]->b_edev, args[0]->b_blkno] = (int)uid;
	start_pid[args[0]->b_edev, args[0]->b_blkno] = pid;
}
/* output:
*/
