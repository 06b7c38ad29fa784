/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/top/divert.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct {
	int file; // without a name; every write appends
	bool has_begun;
	int before[3]; // -1: no terminal
} diverted = {.file = -1};

bool dt_divert_open(void)
{
	char path[] = "/tmp/dtrace-XXXXXX";

	diverted.file = mkostemp(path, O_APPEND | O_CLOEXEC);
	return diverted.file >= 0 && !unlink(path);
}

void dt_divert_begin(void)
{
	int end = open("/dev/null", O_RDONLY | O_CLOEXEC);

	fflush(stdout);
	for (int fd = 0; fd < 3; fd++) {
		diverted.before[fd] = isatty(fd) ? fcntl(fd, F_DUPFD_CLOEXEC, 3) : -1;
		if (diverted.before[fd] >= 0)
			dup2(fd == STDIN_FILENO ? end : diverted.file, fd);
	}
	diverted.has_begun = true;
	close(end);
}

void dt_divert_end(void)
{
	if (!diverted.has_begun)
		return;
	diverted.has_begun = false;
	fflush(stdout);
	for (int fd = 0; fd < 3; fd++) {
		if (diverted.before[fd] < 0)
			continue;
		dup2(diverted.before[fd], fd);
		close(diverted.before[fd]);
	}
}

void dt_divert_print(void)
{
	char buf[64 * 1024];
	off_t at = 0;
	ssize_t n;

	while ((n = pread(diverted.file, buf, sizeof(buf), at)) > 0) {
		for (ssize_t done = 0, part; done < n; done += part)
			if ((part = write(STDOUT_FILENO, buf + done, (size_t)(n - done))) <= 0)
				return;
		at += n;
	}
	if (ftruncate(diverted.file, 0))
		return;
}
