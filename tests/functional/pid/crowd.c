// SPDX-License-Identifier: BSD-2-Clause
/*
 * crowd N: a program of 100,000 functions, in N processes besides itself. Prints a line when they
 * are there, and waits for the end of its standard input.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

__asm__(".altmacro\n"
	".macro one n\n"
	".type many_\\n, @function\n"
	"many_\\n: .rept 8\n" // room for a jump
	"	nop\n"
	"	.endr\n"
	"	ret\n"
	".size many_\\n, . - many_\\n\n"
	".endm\n"
	".set i, 0\n"
	".rept 100000\n"
	"one %i\n"
	".set i, i + 1\n"
	".endr\n"
	".noaltmacro\n");

int main(int argc, char **argv)
{
	for (int i = argc > 1 ? atoi(argv[1]) : 0; i > 0; i--) {
		if (fork())
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		pause();
		_exit(0);
	}
	puts("ready");
	fflush(stdout);
	getchar();
	return 0;
}
