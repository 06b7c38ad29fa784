/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/host/programs.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

void dt_await_programs(void)
{
	syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0);
}
