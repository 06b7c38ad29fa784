/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Ze */
/*
 * Disk traffic by process every few seconds (idiom: a countdown of ticks, `/!start[arg0]/` of an
 * array that a later clause assigns, trunc() after the report).
 */
#pragma D option quiet
#pragma D option defaultargs

inline int INTERVAL = 5;

dtrace:::BEGIN
{
	secs = INTERVAL;
	disk_r = disk_w = 0;
}

io:::done
/!self_start[arg0]/
{
	unknown++;
}

io:::start
{
	self_start[arg0] = timestamp;
	this->size = args[0]->b_bcount;
	args[0]->b_flags & B_READ ? disk_r += this->size : (disk_w += this->size);
	@out[execname, pid, args[0]->b_flags & B_READ ? "R" : "W"] = sum(this->size);
}

io:::done
/self_start[arg0]/
{
	@wait[args[1]->dev_statname] = quantize(timestamp - self_start[arg0]);
	self_start[arg0] = 0;
}

profile:::tick-1sec
{
	secs--;
}

profile:::tick-1sec
/secs == 0/
{
	printf("%Y, read %d KB, wrote %d KB\n", walltimestamp, disk_r / 1024, disk_w / 1024);
	printa("%-16s %6d %1s %@10d\n", @out);
	trunc(@out);
	disk_r = 0;
	disk_w = 0;
	secs = INTERVAL;
}
/* output:
*/
