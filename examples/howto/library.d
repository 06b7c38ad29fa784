#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * library.d - a library of one's own: -L names a directory of files with inlines and translators.
 *
 * usage: dtrace -L DIRECTORY -s library.d -c COMMAND
 *
 * The directory holds, say, a file jobs.d:
 *
 * 	inline string job_kind[int n] = n == 0 ? "sleeping" : n < 10 ? "small" : "big";
 *
 *	small jobs: 1
 *	sleeping jobs: 2
 *	big jobs: 3
 */
#pragma D option quiet

syscall::getpriority:entry, syscall::setpriority:entry
/pid == $target/
{
	@[job_kind[(int)arg2]] = count();
}

END
{
	printa("%s jobs: %@d\n", @);
}
