/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes each call that patterns.d counts a known number of times. Descriptor 77 is a file. */
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
	char seven[7] = "seven";

	if (dup2(open("/tmp", O_TMPFILE | O_RDWR, 0600), 77) != 77)
		return 1;
	for (int i = 0; i < 2; i++)
		if (write(77, seven, 7) != 7 || pread(77, seven, 7, 0) != 7)
			return 2;
	if (read(77, seven, 7) != 0)
		return 3;
	connect(-1, NULL, 0);
	accept(-1, NULL, NULL);
	sendto(-1, seven, 3, 0, NULL, 0);
	return recv(-1, seven, 7, 0) != -1;
}
