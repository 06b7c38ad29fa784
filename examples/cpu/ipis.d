#!/usr/sbin/dtrace -Zs
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ipis.d - interrupts that processors send each other, by sender.
 *
 * usage: ipis.d [SECONDS]		until ^C
 *
 * Kernels before 6.4 do not announce them: -Z lets the script run there and find nothing.
 *
 *	EXEC             KIND                     SENT
 *	act              ipi_send_cpu                1
 *	cc1              ipi_send_cpu                1
 *	dtrace           ipi_send_cpu                1
 *	migration/0      ipi_send_cpu                1
 *	migration/1      ipi_send_cpu                2
 *	qemu-system-x86  ipi_send_cpu               97
 */
#pragma D option quiet
#pragma D option defaultargs

sdt:ipi::ipi_send_cpu, sdt:ipi::ipi_send_cpumask
{
	@[execname, probename] = count();
}

tick-1s
/++seconds == $1/
{
	exit(0);
}

END
{
	printf("%-16s %-20s %8s\n", "EXEC", "KIND", "SENT");
	printa("%-16s %-20s %@8d\n", @);
}
