/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* engine: in the kernel, as its memory */
/* The kernel's description of the processor has a type of each architecture's own. */
BEGIN
/sizeof (`boot_cpu_data) > 8/
{
	printf("typed\n");
	exit(0);
}
/* output:
typed

*/
