/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/*
 * Maps libm, which has code for other processors than this one. unknown() is the program's own: a
 * declared probe is on an instruction that no kernel knows and that is never executed.
 */
/* cflags: -lm */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static double unknown(int really, double x)
{
	if (really)
		__asm__ volatile("990: vfmaddsd %%xmm0, %%xmm0, %%xmm0, %0\n"
				 ".pushsection .note.stapsdt,\"?\",\"note\"\n"
				 ".balign 4\n.4byte 992f-991f, 994f-993f, 3\n"
				 "991: .asciz \"stapsdt\"\n992: .balign 4\n"
				 "993: .8byte 990b, 0, 0\n.asciz \"libm\"\n.asciz \"strange\"\n"
				 ".asciz \"\"\n994: .balign 4\n.popsection\n"
				 : "=x"(x)
				 :
				 : "xmm0");
	return x;
}

int main(int argc, char **argv)
{
	double sum = 0;

	for (int i = 0; i < 10; i++)
		sum += cbrt(i) + unknown(argc > 1, i);
	printf("%.3f\n", sum);
	return 0;
}
