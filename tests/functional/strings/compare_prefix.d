/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
/* engine: in the kernel, as its probes */
/*
 * Equality with a literal reads no more of the string than necessary: a string that only begins
 * like the literal, or with which the literal begins, is not equal.
 */
syscall::statfs:entry
/pid == $target/
{
	printf("%d%d%d%d", copyinstr(arg0) == "/tmp", copyinstr(arg0) == "/tmp/abc", copyinstr(arg0) != "/tmp/ab",
	    "/tmp/abcdefgh" == copyinstr(arg0));
	printf("%d%d ", copyinstr(arg0, 4) == "/tmp", copyinstr(arg0) == "");
	path[1] = copyinstr(arg0);
	self->path = copyinstr(arg0);
	this->path = copyinstr(arg0);
	printf("%d%d%d%d ", path[1] == "/tmp/abc", self->path == "/tmp/abc", this->path == "/tmp/abc", path[2] == "");
	printf("%d%d\n", (arg1 == 0 ? copyinstr(arg0) : "x") == "/tmp/abc", substr(copyinstr(arg0), 0, 4) == "/tmp");
}

syscall::statfs:entry
/pid == $target && copyinstr(arg0) == "/tmp/abc"/
{
	printf("it is\n");
}
/* output:
001001 0001 00
001000 0001 00
101010 0001 01
000010 0001 01
011010 1111 11
it is
001010 0001 01
001110 0001 01

*/
