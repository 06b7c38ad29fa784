/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -qw -c $WORKLOAD */
syscall::chroot:entry
/ppid == $target/
{
	stop();
}
/* output:
stopped
exit 7

*/
