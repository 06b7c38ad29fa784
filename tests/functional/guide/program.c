// SPDX-License-Identifier: BSD-2-Clause
// cflags: -O0
/*
 * The program that the guide's lines trace: functions that call each other, a struct, a variable.
 */
#include <stdio.h>
#include <unistd.h>

struct shape {
	int sides;
	const char *name;
};
int total;

int part(int n)
{
	return n % 3;
}

int work(int n)
{
	total += part(n);
	return part(n) + 1;
}

int show(const struct shape *s)
{
	return puts(s->name) + s->sides;
}

int main(void)
{
	static const struct shape square = {4, "square"};

	for (int i = 0; i < 100; i++)
		total += work(i);
	usleep(1000);
	return show(&square) < 0;
}
