/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand */
/*
 * The table of calls at the end (idiom: a header in END, printa() of two columns, keys of a call
 * and its error).
 */
#pragma D option quiet

syscall::getppid:entry
/pid == $target/
{
	traced = 1;
}

syscall::read:return, syscall::write:return, syscall::openat:return, syscall::chdir:return, syscall::getppid:return
/traced && pid == $target/
{
	@num[probefunc, errno] = count();
	@fails[probefunc, errno] = sum(errno != 0);
}

END
{
	printf("%-16s %5s %8s %6s\n", "SYSCALL", "ERRNO", "COUNT", "FAIL");
	setopt("aggsortkey");
	printa("%-16s %5d %@8d %@6d\n", @num, @fails);
}
/* output:
SYSCALL          ERRNO    COUNT   FAIL
chdir                2        1      1
getppid              0        7      0
openat               0        2      0
openat               2        2      2
read                 0        3      0
write                0        4      0

*/
