#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * schedule.d - several clocks at once: tick for reports, profile for samples, and how often each fired.
 *
 * usage: schedule.d
 *
 *	both clocks ran
 *	some samples or none
 */
#pragma D option quiet

tick-100hz
{
	hundreds++;
}

tick-10ms
{
	tens++;
}

profile-199
/cpu == 0/
{
	samples++;
}

tick-1s
{
	printf("%s\n", hundreds >= 5 && tens >= 5 ? "both clocks ran" : "a clock stood still");
	printf("%s\n", samples > 1000 ? "too many samples" : "some samples or none");
	exit(0);
}
