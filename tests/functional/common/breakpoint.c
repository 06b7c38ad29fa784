/* SPDX-License-Identifier: BSD-2-Clause */
// Does the processor stop at a breakpoint? Some virtual machines accept it and do not.
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile long word;

int main(void)
{
	struct perf_event_attr attr = {
	    .type = PERF_TYPE_BREAKPOINT,
	    .size = sizeof(attr),
	    .bp_type = HW_BREAKPOINT_W,
	    .bp_addr = (uintptr_t)&word,
	    .bp_len = sizeof(word),
	    .exclude_kernel = 1,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	uint64_t met = 0;

	word = 1;
	return read(fd, &met, sizeof(met)) != sizeof(met) || !met;
}
