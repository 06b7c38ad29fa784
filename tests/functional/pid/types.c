/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -g -O1 -fno-inline -fno-ipa-sra -fno-ipa-cp */
/*
 * Functions with arguments of all kinds, each called once.
 */
#include <stdint.h>

enum color { RED, GREEN = 5, BLUE = -1 };

struct inner {
	short x, y;
	char label[8];
};

typedef struct my_node {
	struct my_node *next;
	const char *name;
	struct inner in;
	struct inner *out;
	enum color color;
	unsigned low : 3, high : 5;
	union {
		uint64_t whole;
		uint8_t bytes[8];
	};
	double weight;
	int table[2][3];
} node_t;

struct pair {
	long a, b;
};
struct large {
	long v[4];
};

#define NOIPA __attribute__((noipa))

NOIPA long walk(const node_t *n, unsigned char small, int8_t negative)
{
	return n->in.x + small + negative;
}

NOIPA int mixed(double d, int first, struct pair p, float f, long second)
{
	return (int)d + first + (int)p.a + (int)f + (int)second;
}

NOIPA struct large hidden(const char *text)
{
	return (struct large){{*text}};
}

NOIPA node_t *give(node_t *n)
{
	return n->next;
}

NOIPA int seven(int a, int b, int c, int d, int e, int f, short g, const char *h)
{
	return a + b + c + d + e + f + g + *h;
}

int main(void)
{
	static volatile int sink;
	static const char text[] = "text", eight[] = "eight";
	static struct inner other = {7, 8, "other"};
	static node_t second = {.name = "second", .in = {3, 4, "two"}, .color = BLUE};
	static node_t first = {.next = &second,
			       .name = "first",
			       .in = {1, -2, "one"},
			       .out = &other,
			       .color = GREEN,
			       .low = 5,
			       .high = 17,
			       .bytes = {1, 2, 3},
			       .table = {{1, 2, 3}, {4, 5, 6}}};

	sink += *first.name + *second.name + *other.label; // resident from now on
	walk(&first, 200, -3);
	mixed(1.5, 11, (struct pair){22, 33}, 2.5f, 44);
	sink += *text + *eight;
	hidden(text);
	give(&first);
	seven(1, 2, 3, 4, 5, 6, -7, eight);
	return 0;
}
