/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Declared probes that share their instruction: with the entry of a function, with each other, and
 * with a probe of an offset. Each has a counter. Prints which counters are raised at the end.
 */
#include <stdio.h>

#define COUNTER(name) \
	unsigned short name __attribute__((section(".probes"), used, visibility("hidden")));
COUNTER(first_counter)
COUNTER(second_counter)
COUNTER(third_counter)

/** The note of a probe at label 990. */
#define NOTE(provider, name, counter)                                                      \
	".pushsection .note.stapsdt,\"?\",\"note\"\n"                                      \
	".balign 4\n.4byte 992f-991f, 994f-993f, 3\n"                                      \
	"991: .asciz \"stapsdt\"\n992: .balign 4\n"                                        \
	"993: .8byte 990b, 0, " counter "\n.asciz \"" provider "\"\n.asciz \"" name "\"\n" \
	".asciz \"4@$7\"\n994: .balign 4\n.popsection\n"

#ifdef __x86_64__
#define ROOM "nop; .byte 0x0f, 0x1f, 0x44, 0, 0\n"
#define BACK "ret\n"
#define TYPE "@function"
#else
#define ROOM "nop\n"
#define BACK "ret\n"
#define TYPE "%function"
#endif
#define FUNCTION(name, notes)                                                            \
	void name(long, long);                                                           \
	__asm__(".text\n.p2align 4\n.globl " #name "\n.type " #name ", " TYPE "\n" #name \
		":\n990: " ROOM notes BACK ".size " #name ", . - " #name "\n");

FUNCTION(alone, NOTE("mine", "alone", "first_counter"))
FUNCTION(both, NOTE("mine", "both", "second_counter") NOTE("yours", "both", "second_counter"))
FUNCTION(apart, NOTE("mine", "apart", "second_counter") NOTE("yours", "apart", "third_counter"))

int main(void)
{
	for (int i = 0; i < 10; i++) {
		alone(i, 3);
		both(i, 4);
		apart(i, 5);
	}
	printf("counters %d %d\n", first_counter > 0, second_counter > 0);
	return 0;
}
