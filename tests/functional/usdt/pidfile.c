/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A provider whose name begins like that of another one: pidfile, with the probe written.
 */
int main(void)
{
	for (long i = 0; i < 3; i++)
		__asm__ volatile("990: nop\n"
				 ".pushsection .note.stapsdt,\"?\",\"note\"\n"
				 ".balign 4\n.4byte 992f-991f, 994f-993f, 3\n"
				 "991: .asciz \"stapsdt\"\n992: .balign 4\n"
				 "993: .8byte 990b, 0, 0\n.asciz \"pidfile\"\n.asciz \"written\"\n"
				 ".asciz \"8@%0\"\n994: .balign 4\n.popsection\n" ::"r"(i)
				 : "memory");
	return 0;
}
