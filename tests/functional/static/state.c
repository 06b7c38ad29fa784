// SPDX-License-Identifier: BSD-2-Clause
// Two threads, one after the other: each reads three times from /dev/zero, 11, 21 and 31 bytes or
// one more, and fails to read 7 bytes once.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void *reads(void *arg)
{
	int fd = open("/dev/zero", O_RDONLY);
	char text[100];
	long thread = (long)arg;

	for (int i = 1; i <= 3; i++)
		if (read(fd, text, 10 * i + thread) < 0)
			return NULL;
	if (read(-1, text, 7) < 0)
		close(fd);
	return NULL;
}

int main(void)
{
	pthread_t t;

	reads((void *)1);
	pthread_create(&t, NULL, reads, (void *)2);
	return pthread_join(t, NULL);
}
