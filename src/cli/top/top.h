/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * --top: shows the aggregations on the terminal while tracing. It reads copies of them, so that the
 * program behaves as without it.
 */
#ifndef DT_CLI_TOP_TOP_H
#define DT_CLI_TOP_TOP_H

#include "cli/cli.h"

/** Opens the terminal, before threads and commands are started. Returns E_SUCCESS, or E_ERROR after
 *  a message. */
int dt_top_open(void);
/** Traces like dtrace_work() in a loop, until tracing or the display ends. Then restores the
 *  terminal and prints the output that was kept meanwhile. */
enum dtrace_work dt_top_trace(struct dt_cli *c, struct dtrace_error **err);

#endif
