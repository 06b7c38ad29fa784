/* SPDX-License-Identifier: BSD-2-Clause */
/* 1 … 10 as arguments of getpriority(2), odd ones on one CPU and even ones on another. */
#include "_two.h"

#include <sys/resource.h>

static const int turns[2] = {5, 5};

static void work(int who, int n)
{
	getpriority(PRIO_PROCESS, (id_t)(2 * n + who + 1));
}
