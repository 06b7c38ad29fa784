/* SPDX-License-Identifier: BSD-2-Clause */
syscall::chroot:entry
/pid == $target/
{
	raise(10);
}
