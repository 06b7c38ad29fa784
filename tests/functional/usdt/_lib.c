/* SPDX-License-Identifier: BSD-2-Clause */
/* A function with a probe, FUNCTION by name: for a program, an archive and a library. */
#include "app.h"

int FUNCTION(int n);

int FUNCTION(int n)
{
	int i, enabled = 0;

	for (i = 0; i < n; i++)
		MY_APP_IN_HEADER(i);
	enabled = MY_APP_IN_HEADER_ENABLED();
	return enabled;
}
