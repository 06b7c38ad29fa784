/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand -x compat=classic */
/* needs: x86-64 */
/* On 64-bit Arm, a call that makes a process does not return in the new one. */
/*
 * Processes that are made, and how they end, by calls of old: fork, rexit (idiom: an array by
 * process, freed at the end).
 */
#pragma D option quiet

syscall::fork:return
/progenyof($target) && arg0 == 0/
{
	born[pid] = timestamp;
	@["born"] = count();
}

syscall::rexit:entry
/born[pid]/
{
	this->lived = timestamp - born[pid];
	printf("child ends with %d, %s\n", (int)arg0, this->lived > 0 ? "after some time" : "at once");
	born[pid] = 0;
}
/* output:
child ends with 3, after some time

  born                                                              1
*/
