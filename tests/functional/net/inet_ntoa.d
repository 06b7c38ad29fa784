/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
syscall::connect:entry
/pid == $target/
{
	this->address = (ipaddr_t *)copyin(arg1, 8) + 1;
	printf("%s\n", inet_ntoa(this->address));
}
/* output:
127.0.10.255

*/
