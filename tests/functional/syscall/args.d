/* SPDX-License-Identifier: BSD-2-Clause */
/* arg0 to arg5 are registers; args[] have the types of the call. */
/* flags: -q -c $WORKLOAD */

syscall:?64:splice:entry
/pid == $target/
{
	printf("%d %x %d %x %x %x %d\n", (int)arg0, arg1, (int)arg2, arg3, arg4, arg5, arg6);
	printf("%d %d %x\n", args[0], args[2], args[4]);
}

syscall:?64:openat:entry
/pid == $target && arg3 == 0640/
{
	printf("%d %s %o %o\n", args[0], copyinstr(arg1), args[2], args[3]);
}

syscall:?64:lseek:entry
/pid == $target && args[0] == -3/
{
	printf("%d %d %u\n", args[0], args[1], args[2]);
}
/* output:
-11 12 -13 14 100000015 16 0
-11 -13 100000015
-100 /nonexistent/name 101 640
-3 -4 4294967291

*/
