/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The two texts that tell what lies where in a process: /proc/PID/maps and /tmp/perf-PID.map.
 */
#include "symbols/process/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** "start-end perms offset device inode path" */
static void parse_mapping(struct dt_processes *p, int pid, char *line)
{
	unsigned long long start, end, offset, inode;
	char perms[8];
	int path = 0;

	if (sscanf(line, "%llx-%llx %7s %llx %*s %llu %n", &start, &end, perms, &offset, &inode,
		   &path) < 5 ||
	    perms[2] != 'x')
		return;
	dt_process_mapped(p, pid, start, end, offset, inode, path ? line + path : "");
}

void dt_process_parse_maps(struct dt_processes *p, int pid, char *text)
{
	char *save, *line;

	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		parse_mapping(p, pid, line);
}

void dt_jit_parse(struct dt_symtab *t, char *text)
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
