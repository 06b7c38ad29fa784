// SPDX-License-Identifier: BSD-2-Clause
// Starts the program PEER with its own name as PEER, again and again.
#include <unistd.h>

int main(int argc, char **argv)
{
	alarm(60);
	return argc == 2 ? execl(argv[1], argv[1], argv[0], (char *)0) : 1;
}
