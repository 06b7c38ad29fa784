// SPDX-License-Identifier: BSD-2-Clause
#include "base/host/events.h"
#include <errno.h>
#include <stdio.h>

const char *dt_perf_advice(int os_errno)
{
	int level = 0;
	FILE *file =
	    os_errno == EACCES ? fopen("/proc/sys/kernel/perf_event_paranoid", "re") : NULL;

	if (!file)
		return "";
	if (fscanf(file, "%d", &level) != 1)
		level = 0;
	fclose(file);
	return level > 2
		   ? " (kernel.perf_event_paranoid is above 2: only root may open perf events)"
		   : "";
}
