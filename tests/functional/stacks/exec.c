/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -O1 -static -no-pie -Wl,--section-start=.place=0x500000 */
// Stops its parent, which traces it, and runs the program of its name with "_next" appended. At the
// address of that program's probe, this program has code whose table says that 256 bytes lie before
// the return address.
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

__asm__(".section .place, \"ax\", @progbits\n"
	"here: .cfi_startproc\n"
	".cfi_def_cfa_offset 264\n"
	".fill 4096, 1, 0x90\n"
	".cfi_endproc\n"
	".previous\n");

int main(int argc, char **argv)
{
	char next[4096];

	(void)argc;
	snprintf(next, sizeof(next), "%s_next", argv[0]);
	sleep(1); // long enough to be known
	kill(getppid(), SIGSTOP);
	execl(next, next, (char *)0);
	return 1;
}
