// SPDX-License-Identifier: BSD-2-Clause
/*
 * brief: calls work() ten times and ends, within a millisecond. It declares brief:::done, too.
 */
__attribute__((noinline)) void work(void)
{
	__asm__ volatile("");
}

int main(void)
{
	for (int i = 0; i < 10; i++)
		work();
	__asm__ volatile("990: nop\n"
			 ".pushsection .note.stapsdt,\"?\",\"note\"\n"
			 ".balign 4\n.4byte 992f-991f, 994f-993f, 3\n"
			 "991: .asciz \"stapsdt\"\n992: .balign 4\n"
			 "993: .8byte 990b, 0, 0\n.asciz \"brief\"\n.asciz \"done\"\n"
			 ".asciz \"\"\n994: .balign 4\n.popsection\n");
	return 0;
}
