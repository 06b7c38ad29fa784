/* SPDX-License-Identifier: BSD-2-Clause */
/* Three consecutive words, one of them empty, on the stack, which is resident. */
#include <unistd.h>

int main(void)
{
	char words[] = "one\0\0three";

	write(-1, words, sizeof(words));
	return 0;
}
