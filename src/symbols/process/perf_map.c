/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A line of a perf map: "start size name", the numbers hexadecimal.
 */
#include "symbols/process/perf_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void dt_perf_map_parse(struct dt_symtab *t, char *text)
{
	char *save, *line;

	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		unsigned long long start, size;
		int name = 0;

		if (sscanf(line, "%llx %llx %n", &start, &size, &name) == 2 && size && name &&
		    line[name])
			dt_symtab_add(t, start, size, line + name, strlen(line + name), 0, 0);
	}
	dt_symtab_finish(t);
}
