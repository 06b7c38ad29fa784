// SPDX-License-Identifier: BSD-2-Clause
// Hands a structure to the kernel, which refuses its descriptor; the script reads it.
#include <unistd.h>

struct node {
	struct node *next;
	int v;
	char name[8];
	short a[3];
	unsigned low : 3, high : 7;
	int sign : 4;
	unsigned char bytes[4];
};

int main(void)
{
	struct node second = {NULL, -7, "second", {10, -20, 30}, 5, 100, -3, {250, 251, 252, 253}};
	struct node first = {&second, 42, "first", {-1, -2, -3}, 7, 127, 7, {1, 2, 3, 4}};

	write(-1, &first, sizeof(first));
	return 0;
}
