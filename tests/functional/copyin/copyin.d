/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
syscall::sethostname:entry
/pid == $target/
{
	this->numbers = (int *)copyin(arg0, 8);
	printf("%d %d\n", this->numbers[0], this->numbers[1]);
	this->size = 8;
	this->numbers = (int *)copyin(arg0, this->size);
	printf("%d\n", *(this->numbers + 1));
	this->bytes = (unsigned char *)copyin(arg0, 4);
	printf("%02x %02x %02x %02x\n", this->bytes[0], this->bytes[1], this->bytes[2],
	    this->bytes[3]);
}
/* output:
1234567 -5
-5
87 d6 12 00

*/
