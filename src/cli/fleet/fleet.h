/* SPDX-License-Identifier: BSD-2-Clause */
/** dtrace --hosts: traces on other machines (agent.h). */
#ifndef DT_CLI_FLEET_FLEET_H
#define DT_CLI_FLEET_FLEET_H

#include "cli/cli.h"

/** Runs the program of the command line on its hosts. Returns the exit status. */
int dt_fleet_run(struct dt_cli *c);

#endif
