/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Strings of 65,535 characters, the maximum of -x strsize=64k, and a longer one, as paths of
 * truncate(2). With an argument: prints the first of them.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LENGTH = 65535 };

static char text[LENGTH + 100];

/** `head`, then `fill` again and again, `tail` at the very end. */
static void make(size_t length, const char *head, const char *fill, const char *tail)
{
	size_t at = strlen(head), from = length - strlen(tail);

	memcpy(text, head, at);
	for (size_t i = 0; at < from; at++, i++)
		text[at] = fill[i % strlen(fill)];
	memcpy(text + from, tail, strlen(tail) + 1);
}

int main(int argc, char **argv)
{
	(void)argv;
	make(LENGTH, "/Path/", "abcdefghijklmnopqrstuvwxyz0123456789", ",dir/TAIL");
	if (argc > 1) {
		puts(text);
		return 0;
	}
	(void)!truncate(text, 10);
	make(LENGTH, "{\"pad\": \"", "x", "\", \"last\": [1, {\"value\": \"found\"}]}");
	(void)!truncate(text, 11);
	make(LENGTH, "", " ", "-1234567");
	(void)!truncate(text, 12);
	make(LENGTH, "/", "./", "x/../end");
	(void)!truncate(text, 13);
	make(LENGTH + 50, "/longer", "-", "cut off");
	(void)!truncate(text, 14);
	return 0;
}
