/* SPDX-License-Identifier: BSD-2-Clause */
syscall::sethostname:entry
/pid == $target/
{
	this->a = copyin(arg0, 16);
	printf("%s %s\n", inet_ntop(10, this->a), inet_ntop(2, this->a));
}
