/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -O1 -fno-omit-frame-pointer -static -no-pie -Wl,--section-start=.place=0x500000 */
// Fires in the section .place, calling from a frame full of addresses of another function, before
// the tracer can know that this program runs; then lets the tracer continue.
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../common/_call.h"

__attribute__((noipa)) void wrong(void)
{
	__asm__ volatile("");
}

__attribute__((noipa, section(".place"))) long inner(void)
{
	return RAW_CALL1(SYS_getsid, 0);
}

__attribute__((noipa)) long outer(void)
{
	char *volatile full[64];

	for (int i = 0; i < 64; i++)
		full[i] = (char *)wrong + 1; // as if it had called
	return inner() + (full[0] == 0);
}

int main(void)
{
	outer();
	kill(getppid(), SIGCONT);
	return 0;
}
