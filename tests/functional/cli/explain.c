/* SPDX-License-Identifier: BSD-2-Clause */
/* A program with its own type, which explain.sh looks up. Waits for the end of its input. */
#include <unistd.h>

struct explained {
	int first;
	struct {
		short x, y;
	};
	unsigned low : 3, high : 5;
	char text[8];
	struct explained *next;
};

int main(void)
{
	volatile struct explained e = {.first = 1};
	char c;

	write(STDOUT_FILENO, "ready\n", 6);
	while (read(STDIN_FILENO, &c, 1) > 0)
		e.first++;
	return 0;
}
