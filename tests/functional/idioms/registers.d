/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/* flags: -q */
/*
 * The indices of uregs[] are numbers that scripts use: regs.d of libdtrace numbers the registers of
 * i386 from 0, and those of amd64 after them (dtrace.c, dtrace_getreg()); R_R0 and R_R1 are R_EAX
 * and R_EBX.
 */
BEGIN
{
	printf("%d %d %d %d %d %d\n", R_GS, R_EDI, R_EAX, R_EIP, R_UESP, R_SS);
	printf("%d %d %d %d %d\n", R_R15, R_RDI, R_RAX, R_RIP, R_RSP);
	printf("%d %d %d %d\n", R_R0, R_R1, R_PC, R_SP);
	exit(0);
}
/* output:
0 4 11 14 17 18
19 27 33 36 39
11 8 14 17

*/
