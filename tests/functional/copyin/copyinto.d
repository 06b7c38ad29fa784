/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
syscall::sethostname:entry
/pid == $target/
{
	this->numbers = (int *)alloca(16);
	copyinto(arg0, 8, this->numbers);
	this->n = 4;
	copyinto(arg0 + 4, this->n, &this->numbers[2]);
	printf("%d %d %d\n", this->numbers[0], this->numbers[1], this->numbers[2]);
	this->copy = (int *)copyin(arg0, 8);
	this->copy[0]++;
	printf("%d %d\n", this->copy[0], this->copy[1]);
}
/* output:
1234567 -5 -5
1234568 -5

*/
