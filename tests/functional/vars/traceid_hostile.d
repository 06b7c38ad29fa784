/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses that lead nowhere, into the kernel, to themselves or beyond a page: no context, and no fault. */
/* engine: in the kernel, as its probes */
/* flags: -q -c "$WORKLOADS/traceid hostile" */
syscall::getppid:entry
/pid == $target/
{
	@[arg0, traceid != ""] = count();
}

ERROR
{
	printf("a fault\n");
}
/* output:

               10        0                1
               40        1                1
               41        0               67
*/
