/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
syscall::chroot:entry
/pid == $target/
{
	printf("%s\n", copyinstr(arg0));
	printf("%s\n", copyinstr(arg0, 5));
	this->n = 12;
	printf("%s\n", copyinstr(arg0, this->n));
	printf("%s\n", basename(copyinstr(arg0)));
	@[copyinstr(arg0, 4)] = count();
	@[copyinstr(arg0, this->n - 8)] = count();
}
END
{
	printa("%s %@d\n", @);
}
/* output:
/nonexistent/some file
/none
/nonexistent
some file
/non 2

*/
