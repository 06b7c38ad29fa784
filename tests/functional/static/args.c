// SPDX-License-Identifier: BSD-2-Clause
// Three calls that fail, two that do not.
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
	char text[8];

	if (close(-1) != -1 || close(-7) != -1 || read(-1, text, sizeof(text)) != -1)
		return 1;
	close(dup(1));
	return read(open("/dev/zero", O_RDONLY), text, 5) != 5;
}
