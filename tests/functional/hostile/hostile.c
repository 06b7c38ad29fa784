/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cflags: -fno-omit-frame-pointer -fno-optimize-sibling-calls
 *
 * A program for dtrace to read:
 *
 *	hostile call		calls getppid() from work(), again and again
 *	hostile point N		gives getppid() N addresses of generated code, one after the other,
 *				again and again
 *	hostile grow FILE	the same, while it writes more and more names to the file
 *	hostile swap A B	lets two files change names, again and again, while B grows
 *	hostile take FILE	maps a file, and reads a line of the standard input; then it calls
 *				take() with addresses in untouched pages of the file,
 *				again and again
 *	hostile cover FILE	puts untouched pages of the file where libc keeps
 *				its data, and continues without libc
 *	hostile map FILE	maps a library, gives getppid() addresses in it, and makes the file
 *				short and long again
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../common/_call.h"

enum { CODE = 1 << 20, TEXT = 1 << 15 };

/** getppid() takes no argument: a tracer sees the address nevertheless. */
__attribute__((noinline)) long work(unsigned long address)
{
	long r = RAW_CALL1(SYS_getppid, address);

	usleep(100);
	return r + 1;
}

static unsigned long make_code(void)
{
	return (unsigned long)mmap(NULL, CODE, PROT_READ | PROT_WRITE | PROT_EXEC,
				   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void point(unsigned long code, unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		work(code + i * 64 % CODE);
}

static void grow(const char *path, unsigned long code)
{
	FILE *f = fopen(path, "w");
	unsigned long at = 0;

	if (!f)
		exit(1);
	for (;;) {
		for (int i = 0; i < (at < 4000000 ? 20000 : 1); i++, at++)
			fprintf(f, "%lx 10 a_name_that_is_as_long_as_many_are_%lu\n", at * 16, at);
		fflush(f);
		point(code, 10);
	}
}

static void swap(const char *a, const char *b)
{
	int grows = open(b, O_WRONLY | O_APPEND);

	for (;;)
		if (write(grows, "\n", 1) != 1 ||
		    renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE))
			exit(1);
}

/** A tracer may read the text; the program does not. */
__attribute__((noinline)) void take(const char *text)
{
	__asm__ volatile("" : : "r"(text) : "memory");
	usleep(1000);
}

static void take_all(const char *path)
{
	int fd = open(path, O_RDONLY);
	char *text = mmap(NULL, TEXT, PROT_READ, MAP_PRIVATE, fd, 0);

	if (text == MAP_FAILED || getchar() == EOF)
		exit(1);
	for (size_t at = 0;; at = (at + 4096) % TEXT)
		take(text + at);
}

static void map(const char *path)
{
	int fd = open(path, O_RDWR);
	struct stat st;
	char *bytes, *code;

	if (fd < 0 || fstat(fd, &st))
		exit(1);
	bytes = malloc((size_t)st.st_size);
	code = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
	if (pread(fd, bytes, (size_t)st.st_size, 0) != st.st_size)
		exit(1);
	for (;;) {
		if (ftruncate(fd, 100))
			exit(1);
		work((unsigned long)code + (unsigned long)st.st_size / 2);
		if (pwrite(fd, bytes, (size_t)st.st_size, 0) != st.st_size)
			exit(1);
		work((unsigned long)code + (unsigned long)st.st_size / 2);
	}
}

struct range {
	unsigned long start, end;
};

static void cover(const char *path)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	int fd = open(path, O_RDONLY);
	struct range data[16];
	size_t n = 0;
	char line[512];

	while (maps && n < 16 && fgets(line, sizeof(line), maps)) {
		char code;
		unsigned long offset;

		if (!strstr(line, "/libc.so.6") ||
		    sscanf(line, "%lx-%lx %*c%*c%c%*c %lx", &data[n].start, &data[n].end, &code,
			   &offset) != 4)
			continue;
		n += code != 'x' && offset; // not the headers, by which the library is known
	}
	if (fd < 0 || !n)
		exit(1);
	for (size_t i = 0; i < n; i++)
		RAW_CALL6(SYS_mmap, data[i].start, data[i].end - data[i].start,
			  PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, fd, 0);
	for (;;)
		RAW_CALL(SYS_sched_yield);
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "call";

	if (!strcmp(mode, "call"))
		for (;;)
			work(0);
	if (!strcmp(mode, "point"))
		for (unsigned long code = make_code();;)
			point(code, strtoul(argv[2], NULL, 10));
	if (!strcmp(mode, "grow"))
		grow(argv[2], make_code());
	if (!strcmp(mode, "swap"))
		swap(argv[2], argv[3]);
	if (!strcmp(mode, "take"))
		take_all(argv[2]);
	if (!strcmp(mode, "cover"))
		cover(argv[2]);
	if (!strcmp(mode, "map"))
		map(argv[2]);
	return 0;
}
