/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Kills the placer (1), the tracer (2), both (3) or the target (4) at a step of the placer's order:
 * DT_PLACE_FAULT=STEP:WHOM, DT_PLACE_TARGET=PID. With DT_PLACE_POKE set, only ptrace(2) can write.
 */
#include "place/program/step.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void dt_place_step(void)
{
	static int step, at = -1, whom;
	const char *fault = getenv("DT_PLACE_FAULT");

	if (at < 0 && (!fault || sscanf(fault, "%d:%d", &at, &whom) != 2))
		at = 0;
	if (!at || ++step != at)
		return;
	if (whom & 4)
		kill(atoi(getenv("DT_PLACE_TARGET")), SIGKILL);
	if (whom & 2)
		kill(getppid(), SIGKILL);
	if (whom & 1)
		kill(getpid(), SIGKILL);
}

bool dt_place_forbids_writes(void)
{
	return getenv("DT_PLACE_POKE");
}
