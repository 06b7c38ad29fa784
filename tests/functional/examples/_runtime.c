/* SPDX-License-Identifier: BSD-2-Clause */
/* A runtime with the probes of Python: calls three functions, some of which call others, in known
 * numbers. */
#include "runtime.h"

#include <string.h>

// As in a real runtime, the program has written the values that the probes report.
static char file[] = "/srv/app/shop.py", names[3][8];

static void call(const char *name, int line)
{
	PYTHON_FUNCTION_ENTRY(file, name, line);
	if (line == 10) { // order() calls price() twice
		call(names[1], 20);
		PYTHON_LINE(file, name, line + 1);
		call(names[1], 20);
	}
	PYTHON_FUNCTION_RETURN(file, name, line);
}

int main(void)
{
	strcpy(names[0], "order");
	strcpy(names[1], "price");
	strcpy(names[2], "report");
	*(volatile char *)file = '/';
	for (int i = 0; i < 3; i++)
		call(names[0], 10);
	call(names[2], 30);
	return 0;
}
