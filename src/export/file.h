/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A file that replaces another one as a whole: it is written under another name and renamed. A path
 * that is no regular file, for example a FIFO or a symbolic link, is written directly. Writing
 * never waits long for the reader of a FIFO.
 */
#ifndef DT_EXPORT_FILE_H
#define DT_EXPORT_FILE_H

#include <stdbool.h>
#include <stddef.h>

/** A file that is being written. A zeroed struct is none. */
struct dt_new_file {
	int fd; // valid while `path` is not NULL
	char *path, *temporary;
};

/** Reports whether the path is, or becomes, a regular file, i.e. is replaced as a whole. */
bool dt_new_file_replaces(const char *path);
/** Begins to write; `replaces` is the result of dt_new_file_replaces(). Before a series of writes
 * to a path, call that function once: each write then replaces a symbolic link that appears later.
 *
 * These return false with errno on failure. A file that was created has the permissions of the
 * process's umask. */
bool dt_new_file_open(struct dt_new_file *f, const char *path, bool replaces);
/** Writes the contents and puts the file into place, or removes it on failure. */
bool dt_new_file_finish(struct dt_new_file *f, const void *bytes, size_t len);
/** Removes the file, if there is one. */
void dt_new_file_discard(struct dt_new_file *f);

#endif
