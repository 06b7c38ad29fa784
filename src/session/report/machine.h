/* SPDX-License-Identifier: BSD-2-Clause */
/** Describes the machine, for bug reports. */
#ifndef DT_SESSION_REPORT_MACHINE_H
#define DT_SESSION_REPORT_MACHINE_H

#include <stdio.h>

/** Prints the kernel, the distribution, the processor, lockdown and privileges, a line each. */
void dt_print_machine(FILE *out);

#endif
