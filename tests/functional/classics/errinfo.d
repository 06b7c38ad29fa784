/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand */
/*
 * Errors of system calls with their texts (idiom: an array of texts filled in BEGIN, a default for
 * missing ones, a key that is an element).
 */
#pragma D option quiet

BEGIN
{
	err[0] = "Success";
	err[ENOENT] = "No such file or directory";
	err[EINTR] = "Interrupted system call";
	printf("%-10s %-8s %3s %s\n", "EXEC", "SYSCALL", "ERR", "DESC");
}

syscall::openat:return, syscall::chdir:return
/errno != 0 && pid == $target && begun/
{
	this->text = err[errno];
	@Errs[execname, probefunc, errno, this->text] = count();
}

syscall::getppid:entry
/pid == $target && !begun/
{
	begun = timestamp;
}

END
{
	printa("%-10s %-8s %3d %s %@d\n", @Errs);
}
/* output:
EXEC       SYSCALL  ERR DESC
errand     chdir      2 No such file or directory 1
errand     openat     2 No such file or directory 2

*/
