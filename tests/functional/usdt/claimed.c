/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Probes with the names of dtrace's own: BEGIN, END, tick-1s, profile-97 of a provider forged.
 */
#define FIRE(name)                                                                          \
	__asm__ volatile("990: nop\n"                                                       \
			 ".pushsection .note.stapsdt,\"?\",\"note\"\n"                      \
			 ".balign 4\n.4byte 992f-991f, 994f-993f, 3\n"                      \
			 "991: .asciz \"stapsdt\"\n992: .balign 4\n"                        \
			 "993: .8byte 990b, 0, 0\n.asciz \"forged\"\n.asciz \"" name "\"\n" \
			 ".asciz \"\"\n994: .balign 4\n.popsection\n")

int main(void)
{
	for (int i = 0; i < 3; i++) {
		FIRE("BEGIN");
		FIRE("END");
		FIRE("tick__1s");
		FIRE("profile__97");
	}
	return 0;
}
