/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand */
/*
 * Each kind of call once, in the order of their first use (idiom: `/!seen[probefunc]/ {
 * seen[probefunc] = 1; }`, a counter that numbers them).
 */
#pragma D option quiet

syscall::getppid:entry, syscall::read:entry, syscall::write:entry, syscall::kill:entry, syscall::wait4:entry
/pid == $target && !seen[probefunc] && (begun || probefunc == "getppid")/
{
	seen[probefunc] = 1;
	begun = 1;
	printf("%2d %s\n", ++number, probefunc);
}
/* output:
 1 getppid
 2 write
 3 read
 4 kill
 5 wait4

*/
