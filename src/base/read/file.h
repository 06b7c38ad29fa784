/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Files that somebody else may have made, and may change while they are read: programs, libraries,
 * debug files, lists of names.
 *
 * Only regular files are opened, and opening never waits: no FIFO, no device, no socket. What is
 * read is a copy, so that a file that shrinks is a failed read and no signal, and what was checked
 * stays as it was checked. Nothing is allocated by what a file says of itself; the caller sets the
 * bound. A deadline ends reading that takes too long: all later reads fail.
 *
 * Decision: docs/dev/decisions/0045-files-read-by-copies.md
 */
#ifndef DT_BASE_READ_FILE_H
#define DT_BASE_READ_FILE_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct dt_file;

/** What tells a file from every other, and from what it held before it was written to. */
struct dt_file_id {
	uint64_t device, inode, size;
	int64_t changed; // ns
};

/** How a path is followed. */
enum dt_file_path {
	DT_PATH_ANY,
	DT_PATH_NO_LINK = 1, // its last part is not a symbolic link
	DT_PATH_IN_ROOT =
	    2, // it does not lead out of the directory where it begins, which it takes for /
};
/** A descriptor (O_PATH) of what stands at `path`, from the directory `dir` (AT_FDCWD: ours) on;
 *  `how` may be several of these. -1: errno says why, EREMOTE: another user's program answers for
 *  a part of the path (dt_fuse_is_foreign()), and was asked for nothing. */
int dt_file_find(int dir, const char *path, unsigned how);
/** For reading, the regular file that an O_PATH descriptor leads to, which stays the caller's;
 * EINVAL: it is something else, EREMOTE as above. */
int dt_file_reopen(int found);
/** Both. */
int dt_file_descriptor(int dir, const char *path, unsigned how);

/** Takes the descriptor over; NULL: it is no regular file, and is closed. */
struct dt_file *dt_file_create(int fd);
/** dt_file_descriptor(), dt_file_create(). */
struct dt_file *dt_file_open(const char *path);
/** Bytes in memory that are read as a file is; takes heap memory over. */
struct dt_file *dt_file_create_memory(void *data, size_t size);
void dt_file_destroy(struct dt_file *f); // NULL is fine
void dt_file_destroy_p(struct dt_file **f);

/** Still the file's; -1 of memory. */
int dt_file_fd(const struct dt_file *f);
/** When it was opened; all 0 of memory, but for the size. */
const struct dt_file_id *dt_file_id(const struct dt_file *f);
/** The user whose it is, as our user namespace numbers users; ours of memory. */
uid_t dt_file_owner(const struct dt_file *f);
/** From the time `*deadline` on, by dt_now(), nothing is read; 0: never. It lives as the file and
 *  may change. NULL, which a new file has: the same as 0. */
void dt_file_set_deadline(struct dt_file *f, const uint64_t *deadline);
const uint64_t *dt_file_deadline(const struct dt_file *f);
bool dt_file_is_late(const struct dt_file *f);
/** Give back what is kept for the next reads. */
void dt_file_rest(struct dt_file *f);

/** Copy `n` bytes; false: not all of them are there. Small reads near to each other are quick. */
bool dt_file_read(struct dt_file *f, uint64_t offset, void *to, size_t n);
/** Append the text at `offset`, which ends with a NUL before `end`, its first `max` bytes at most;
 *  false: it does not end. */
bool dt_file_text(struct dt_file *f, uint64_t offset, uint64_t end, size_t max, struct dt_str *to);

/** A part of a file: a section, or what is left of one. */
struct dt_span {
	struct dt_file *file; // NULL: there is none
	uint64_t offset, size;
};

/** dt_file_read() from `at` of the span on; nothing beyond its end is read. */
bool dt_span_read(const struct dt_span *s, uint64_t at, void *to, size_t n);
/** All of it on the heap, with a NUL behind it; NULL: it is larger than `max`, or not there. */
void *dt_span_load(const struct dt_span *s, size_t max);

#endif
