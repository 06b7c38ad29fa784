/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/* cflags: -g -O1 -fno-inline -fno-ipa-sra -fno-ipa-cp */
/*
 * The functions of types.c in a 32-bit program, and special cases there: values of two words, and a
 * static function, whose arguments the compiler passes in registers.
 */
#include <stdint.h>

struct item {
	struct item *next;
	const char *name;
	long weight;
	long long big;
	void (*call)(void);
};
struct two {
	long a, b;
};

#define NOIPA __attribute__((noipa))

NOIPA int walk(const struct item *i, unsigned char small, int8_t negative)
{
	return (int)i->weight + small + negative;
}

NOIPA long mixed(double d, int first, struct two t, float f, long long wide, long last)
{
	return (long)d + first + t.a + (long)f + (long)wide + last;
}

NOIPA struct two hidden(const char *text)
{
	return (struct two){*text, 0};
}

NOIPA struct item *give(struct item *i)
{
	return i->next;
}

NOIPA long long wide(void)
{
	return 1;
}

static __attribute__((noinline)) int local(int a, int b)
{
	return a * 3 + b;
}

int main(int argc, char **argv)
{
	static volatile int sink;
	static const char text[] = "text";
	static struct item second = {.name = "second", .weight = -2},
			   first = {
			       .next = &second, .name = "first", .weight = 7, .big = 1LL << 40};

	sink += *first.name + *second.name + *text; // resident from now on
	walk(&first, 200, -3);
	mixed(1.5, 11, (struct two){22, 33}, 2.5f, 44, 55);
	hidden(text);
	give(&first);
	wide();
	sink += local(argc, argc + 16);
	return 0;
}
