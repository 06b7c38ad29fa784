/* SPDX-License-Identifier: BSD-2-Clause */
/* 32-bit calls that a description of both ABIs matches. */
#include <unistd.h>

int main(void)
{
	read(-7, NULL, 3);
	return 0;
}
