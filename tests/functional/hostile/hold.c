/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cflags: -static -fno-omit-frame-pointer
 *
 *	hold FILE	maps a file, and reads a line of the standard input; then it calls getppid()
 *			from work() again and again, while another thread writes to the file's pages
 *			and maps something over them: the kernel keeps the mappings locked until the
 *			file has got them
 *
 * Static: attaching a probe to a file waits for all processes that map it, and every fork waits for
 * that.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { TEXT = 1 << 15 };

__attribute__((noinline)) long work(void)
{
	usleep(100);
	return syscall(SYS_getppid) + 1;
}

static void *replace(void *text)
{
	memset(text, 'y', TEXT);
	mmap(text, TEXT, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	return NULL;
}

int main(int argc, char **argv)
{
	int fd = open(argc > 1 ? argv[1] : "", O_RDWR);
	char *text = mmap(NULL, TEXT, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	volatile char sum = 0;
	pthread_t thread;

	if (text == MAP_FAILED)
		return 1;
	for (size_t at = 0; at < TEXT; at += 4096)
		sum += text[at];
	work();
	if (getchar() == EOF || pthread_create(&thread, NULL, replace, text))
		return 1;
	for (;;)
		work();
}
