/* SPDX-License-Identifier: BSD-2-Clause */
#include "export/file.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READER_MS = 2000 }; // for the reader of a FIFO

bool dt_new_file_replaces(const char *path)
{
	struct stat st;

	return lstat(path, &st) ? errno == ENOENT : S_ISREG(st.st_mode);
}

/** Forgets the file; errno stays. */
static void close_file(struct dt_new_file *f)
{
	int saved = errno;

	close(f->fd);
	free(f->path);
	free(f->temporary);
	*f = (struct dt_new_file){0};
	errno = saved;
}

static int create_temporary(const char *pattern)
{
	mode_t mask = umask(0);
	int fd = mkostemp((char *)pattern, O_CLOEXEC);

	umask(mask);
	if (fd >= 0)
		fchmod(fd, 0666 & ~mask);
	return fd;
}

bool dt_new_file_open(struct dt_new_file *f, const char *path, bool replaces)
{
	*f = (struct dt_new_file){.path = dt_strdup(path)};
	if (replaces) {
		f->temporary = dt_asprintf("%s.XXXXXX", path);
		f->fd = create_temporary(f->temporary);
	} else {
		f->fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	}
	if (f->fd >= 0)
		return true;
	close_file(f);
	return false;
}

static bool write_all(int fd, const char *bytes, size_t len)
{
	while (len) {
		ssize_t n = write(fd, bytes, len);

		if (n < 0 && errno == EAGAIN &&
		    poll(&(struct pollfd){fd, POLLOUT, 0}, 1, READER_MS) > 0)
			continue;
		if (n < 0 && errno != EINTR)
			return false;
		bytes += n > 0 ? n : 0;
		len -= n > 0 ? (size_t)n : 0;
	}
	return true;
}

bool dt_new_file_finish(struct dt_new_file *f, const void *bytes, size_t len)
{
	bool okay =
	    write_all(f->fd, bytes, len) && (!f->temporary || !rename(f->temporary, f->path));

	if (okay)
		close_file(f);
	else
		dt_new_file_discard(f);
	return okay;
}

void dt_new_file_discard(struct dt_new_file *f)
{
	int saved = errno;

	if (!f->path)
		return;
	if (f->temporary)
		unlink(f->temporary);
	close_file(f);
	errno = saved;
}
