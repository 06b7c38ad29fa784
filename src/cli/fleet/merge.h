/* SPDX-License-Identifier: BSD-2-Clause */
/** dtrace --merge FILE…: adds up the aggregations of files that -O json wrote. */
#ifndef DT_CLI_FLEET_MERGE_H
#define DT_CLI_FLEET_MERGE_H

#include "cli/cli.h"

/** Reads the operands of the command line and prints the tables. Returns the exit status. */
int dt_merge_files(struct dt_cli *c);

#endif
