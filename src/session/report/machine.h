/* SPDX-License-Identifier: BSD-2-Clause */
/** The machine that a report of a problem is about. */
#ifndef DT_SESSION_REPORT_MACHINE_H
#define DT_SESSION_REPORT_MACHINE_H

#include <stdio.h>

/** Prints the kernel, the distribution, the processor, lockdown and privileges, a line each. */
void dt_print_machine(FILE *out);

#endif
