// SPDX-License-Identifier: BSD-2-Clause
// Operations on names, in $TMPDIR; some fail.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	char text[16];
	struct stat st;
	int n = 0;

	if (chdir(getenv("TMPDIR")))
		return 1;
	n += chmod(".", 0755);
	n += mkdir("d", 0700);
	n += close(open("d/f", O_RDWR | O_CREAT, 0600));
	n += close(open("d/f", O_RDWR | O_CREAT, 0600));
	n += symlink("target", "d/s");
	n += readlink("d/s", text, sizeof(text)) - 6;
	n += link("d/f", "d/l");
	n += link("d", "d/l2");
	n += rename("d/l", "r");
	n += stat("r", &st);
	n += stat("none", &st);
	n += access("r", R_OK);
	n += chmod("r", 0600);
	n += rmdir("d");
	n += unlink("d");
	n += unlink("r") + unlink("d/s") + unlink("d/f");
	n += rmdir("d");
	n += seteuid(65534);
	n += access("d", R_OK); // by the real user
	n += mkdir("e", 0700);
	return n != -6;
}
