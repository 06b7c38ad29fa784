/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/*
 * Probes whose notes are written by hand, one for each place in which a compiler may leave an
 * argument. Prints what the trace must say. notes.32.c is the same as a 32-bit program.
 */
#include <stdio.h>

#ifdef __LP64__
#define WORD ".8byte "
#define AX   "%%rax"
#define BX   "%%rbx"
#define CX   "%%rcx"
#else
#define WORD ".4byte "
#define AX   "%%eax"
#define BX   "%%ebx"
#define CX   "%%ecx"
#endif

/** A place of notes:NAME without semaphore; ax, bx, cx hold the three values. */
#define SITE(name, args, ax, bx, cx)                                                        \
	__asm__ volatile("990: nop\n"                                                       \
			 ".pushsection .note.stapsdt,\"?\",\"note\"\n"                      \
			 ".balign 4\n.4byte 992f-991f, 994f-993f, 3\n"                      \
			 "991: .asciz \"stapsdt\"\n992: .balign 4\n"                        \
			 "993: " WORD "990b, 0, 0\n.asciz \"notes\"\n.asciz \"" name "\"\n" \
			 ".asciz \"" args "\"\n994: .balign 4\n.popsection\n" ::"a"(ax),    \
			 "b"(bx), "c"(cx)                                                   \
			 : "memory")

long counter __attribute__((used)) = 77;
static struct {
	double d;
	float f;
} numbers = {2.5, -0.75f};
static int table[8] = {10, 11, 12, 13, 14, 15, -16, 17};

__attribute__((noinline)) static void one_probe_two_functions(long v)
{
	SITE("shared", "8@" AX, v, 0, 0);
}

__attribute__((noinline)) static void fire(void)
{
	const unsigned long bits = 0x1234f6a5;

	printf("constants 5 -6 7 255 -1\n");
	SITE("constants", "4@$5 -4@$-6 8@7 1@$-1 -1@$255", 0, 0, 0);
	printf("parts f6a5 a5 f6 -2395 -91 -10\n");
	SITE("parts", "2@%%ax 1@%%al 1@%%ah -2@%%ax -1@%%al -1@%%ah", bits, 0, 0);
	printf("memory 10 12 -16 12\n");
	SITE("memory", "4@(" AX ") 4@8(" AX ") -4@(" AX "," BX ",4) 4@-4(" AX ", " CX ")", table,
	     6l, 12l);
	printf("symbols 77 77\n");
#ifdef __LP64__
	SITE("symbols", "8@counter(%%rip) 4@counter+0(%%rip)", 0, 0, 0);
#else
	SITE("symbols", "4@counter 4@0+counter", 0, 0, 0);
#endif
	printf("unreadable 0 0 3\n");
	SITE("unreadable", "8f@%%xmm0 8@%%fs:16 4@" BX, 0, 3l, 0);
	printf("floats 4004000000000000\n");
	SITE("floats", "8f@(" AX ") -4f@8(" AX ")", &numbers, 0, 0);
	// One probe in one function, with its argument in other places each time.
	printf("places 1\nplaces 2\nplaces 3\n");
	SITE("places", "4@" AX, 1l, 0, 0);
	SITE("places", "4@" BX, 0, 2l, 0);
	SITE("places", "4@$3", 0, 0, 0);
	printf("shared fire 8\nshared one_probe_two_functions 9\n");
	SITE("shared", "4@" CX, 0, 0, 8l);
	one_probe_two_functions(9);
}

int main(void)
{
	// An untouched page cannot be read when a probe fires.
	volatile int touched = table[0] + (int)counter;

	fire();
	return !touched;
}
