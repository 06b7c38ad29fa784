// SPDX-License-Identifier: BSD-2-Clause
// Names that begin alike.
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	static const char *const names[] = {"",		"/tm",	     "/tmp",	     "/tmp/ab",
					    "/tmp/abc", "/tmp/abcd", "/tmp/abcdefgh"};
	char name[16]; // in memory that is there

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		syscall(SYS_statfs, strcpy(name, names[i]), 0);
	return 0;
}
