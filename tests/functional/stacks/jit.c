/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cflags: -fno-omit-frame-pointer -fno-optimize-sibling-calls
 *
 * Makes code as a JIT compiler does, names it in /tmp/perf-PID.map, and runs it: it calls back. The
 * file stays: names are read when they are printed.
 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../common/_call.h"

#ifdef __x86_64__
// push %rbp; mov %rsp,%rbp; call *%rdi; pop %rbp; ret
static const unsigned char code[] = {0x55, 0x48, 0x89, 0xe5, 0xff, 0xd7, 0x5d, 0xc3};
#else
// stp x29,x30,[sp,#-16]!; mov x29,sp; blr x0; ldp x29,x30,[sp],#16; ret
static const unsigned int code[] = {0xa9bf7bfd, 0x910003fd, 0xd63f0000, 0xa8c17bfd, 0xd65f03c0};
#endif

static void callback(void)
{
	long r;

	r = RAW_CALL(SYS_getppid);
	__asm__ volatile("" : : "r"(__builtin_frame_address(0)));
}

int main(void)
{
	unsigned char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char path[64];
	FILE *f;

	memcpy(p, code, sizeof(code));
	__builtin___clear_cache((char *)p, (char *)p + sizeof(code));
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	f = fopen(path, "w");
	if (!f)
		return 1;
	fprintf(f, "%lx %zx LazyCompile:*work /app.js:7\n", (unsigned long)p, sizeof(code));
	fclose(f);
	((void (*)(void (*)(void)))(void *)p)(callback);
	return 0;
}
