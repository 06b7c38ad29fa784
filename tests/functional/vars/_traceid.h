/* SPDX-License-Identifier: BSD-2-Clause */
/* The record of a thread's trace context, and marks: getppid(), whose first argument is a number.
 */
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct context {
	uint8_t trace[16], span[8], is_valid, flags;
	uint16_t n_attributes;
};

/** Makes a record whose ids consist of the bytes n, n + 1 … and n - 7, n - 14 … */
static inline void fill(struct context *c, uint8_t n)
{
	*c = (struct context){.is_valid = 1, .flags = 1};
	for (int i = 0; i < 16; i++)
		c->trace[i] = n + i;
	for (int i = 0; i < 8; i++)
		c->span[i] = n - 7 * (i + 1);
}

static inline void mark(long n)
{
	syscall(SYS_getppid, n);
}
