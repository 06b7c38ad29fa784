/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c true */
/* needs: x86-64 */
/* The registers in user mode at a tracepoint that only x86-64 has: those that the kernel handles the fault
   with. */
sdt:exceptions::page_fault_user
/pid == $target/
{
	n++;
	same += uregs[R_PC] == args[1]->ip && uregs[R_SP] == args[1]->sp;
}

END
{
	printf("%s\n", n && same == n ? "the same" : "others");
}
/* output:
the same

*/
