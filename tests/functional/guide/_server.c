// SPDX-License-Identifier: BSD-2-Clause
/* The program of one's own in the guide's lines: it works for a while, or until it is ended. */
#include <stdio.h>
#include <unistd.h>

struct request {
	const char *name;
};
int counter, connections;

__attribute__((noinline)) int handle(const struct request *r)
{
	connections++;
	return printf("%s\n", r->name);
}

int main(int argc, char **argv)
{
	static const struct request requests[] = {{"first"}, {"second"}};

	(void)argv;
	do {
		counter++;
		handle(&requests[counter % 2]);
		usleep(1000);
	} while (counter < 20 || argc > 1);
	return 0;
}
