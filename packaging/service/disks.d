/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Requests and bytes of disks by the control group that asks for them. Kernel threads write most data later; the disk's
 * time is that of all groups.
 */
#pragma D metric @disk_requests help="Requests to disks." labels=cgroup,disk
#pragma D metric @disk help="Bytes read from and written to disks." kind=counter unit=bytes labels=cgroup,disk
#pragma D metric @disk_time help="Time of requests to disks." unit=ns labels=disk range=1000..10000000000 sum

io:::start
/args[0]->b_bcount/
{
	@disk_requests[cgroup, args[1]->dev_statname] = count();
	@disk[cgroup, args[1]->dev_statname] = sum(args[0]->b_bcount);
	started[arg0] = timestamp;
}

io:::done
/started[arg0]/
{
	@disk_time[args[1]->dev_statname] = quantize(timestamp - started[arg0]);
	started[arg0] = 0;
}
