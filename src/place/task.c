/* SPDX-License-Identifier: BSD-2-Clause */
#include "place/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 64, LINE_SIZE = 512 };

/** Returns the state of a thread, 'X' if it does not exist, and the time of its start in ticks. */
static char read_stat(pid_t tid, uint64_t *start)
{
	enum { STATE = 3, START = 22 }; // numbers of fields; the name, field 2, may contain spaces
	char path[PATH_SIZE], line[LINE_SIZE], *at = NULL;
	char state = 'X';
	FILE *f;

	*start = 0;
	snprintf(path, sizeof(path), "/proc/%d/task/%d/stat", tid, tid);
	f = fopen(path, "re");
	if (!f)
		return state;
	if (fgets(line, sizeof(line), f))
		at = strrchr(line, ')');
	fclose(f);
	if (!at || !at[1])
		return state;
	state = at[2];
	for (int i = STATE - 1; at && i < START; i++)
		at = strchr(at + 1, ' ');
	if (at)
		*start = strtoull(at, NULL, 10);
	return state;
}

bool dt_task_is_dead(pid_t tid)
{
	uint64_t start;
	char state = read_stat(tid, &start);

	return state == 'X' || state == 'Z';
}

uint64_t dt_task_start(pid_t tid)
{
	uint64_t start;

	read_stat(tid, &start);
	return start;
}
