/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
syscall::sethostname:entry
/pid == $target/
{
	this->numbers = (int *)copyin(arg0, 8);
	printf("%d %d\n", this->numbers[0], this->numbers[1]);
	tracemem(copyin(arg0, 4), 4);
}
