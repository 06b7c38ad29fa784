/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reads untrusted files, which their owner may change meanwhile: programs, libraries, debug files,
 * perf maps.
 *
 * Only regular files are opened, never a FIFO, a device or a socket, and opening never waits. Reads
 * copy the data. Thus a truncated file causes a failed read, not a signal, and checked data cannot
 * change afterwards. Sizes in a file never determine an allocation; the caller sets a bound. After
 * a deadline, all further reads fail.
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

/** Identifies a file and its contents: it changes when the file is written to. */
struct dt_file_id {
	uint64_t device, inode, size;
	int64_t changed; // ns
};

/** Rules for resolving a path. */
enum dt_file_path {
	DT_PATH_ANY,
	DT_PATH_NO_LINK = 1, // the last component must not be a symbolic link
	DT_PATH_IN_ROOT = 2, // `dir` counts as /: the path cannot lead out of it
};
/** Returns an O_PATH descriptor of `path`, relative to the directory `dir` (AT_FDCWD: the current
 *  one). `how` combines enum dt_file_path. Returns -1 with errno on failure; EREMOTE: another
 * user's program serves a part of the path (dt_fuse_is_foreign()), and was not asked. */
int dt_file_find(int dir, const char *path, unsigned how);
/** Opens for reading the regular file of an O_PATH descriptor, which the caller still owns. Returns
 *  -1 with errno on failure; EINVAL: not a regular file; EREMOTE as above. */
int dt_file_reopen(int found);
/** dt_file_find() and dt_file_reopen() in one. */
int dt_file_descriptor(int dir, const char *path, unsigned how);

/** Takes over the descriptor. Returns NULL and closes it if it is not a regular file. */
struct dt_file *dt_file_create(int fd);
/** dt_file_descriptor() and dt_file_create() in one. */
struct dt_file *dt_file_open(const char *path);
/** Makes bytes in memory readable like a file. Takes over the heap memory. */
struct dt_file *dt_file_create_memory(void *data, size_t size);
void dt_file_destroy(struct dt_file *f); // NULL is fine
void dt_file_destroy_p(struct dt_file **f);

/** Returns the descriptor, which the file still owns, or -1 for memory. */
int dt_file_fd(const struct dt_file *f);
/** Returns the identity at the time of opening. For memory, all members but the size are 0. */
const struct dt_file_id *dt_file_id(const struct dt_file *f);
/** Returns the owner's uid in our user namespace; for memory, our uid. */
uid_t dt_file_owner(const struct dt_file *f);
/** Makes all reads fail from time *deadline (dt_now()) on; 0: never. *deadline must live as long as
 *  the file and may change. NULL, the initial value, means no deadline. */
void dt_file_set_deadline(struct dt_file *f, const uint64_t *deadline);
const uint64_t *dt_file_deadline(const struct dt_file *f);
bool dt_file_is_late(const struct dt_file *f);
/** Frees the cache. */
void dt_file_rest(struct dt_file *f);

/** Copies `n` bytes. Returns false if not all can be read. Small adjacent reads are fast. */
bool dt_file_read(struct dt_file *f, uint64_t offset, void *to, size_t n);
/** Appends the text at `offset`, at most its first `max` bytes. Returns false if no NUL ends it
 * before `end`. */
bool dt_file_text(struct dt_file *f, uint64_t offset, uint64_t end, size_t max, struct dt_str *to);

/** A part of a file, such as a section. */
struct dt_span {
	struct dt_file *file; // NULL: absent
	uint64_t offset, size;
};

/** dt_file_read() at offset `at` of the span. Fails beyond the span's end. */
bool dt_span_read(const struct dt_span *s, uint64_t at, void *to, size_t n);
/** Returns the whole span on the heap, followed by a NUL, or NULL if it is larger than `max` or
 *  cannot be read. */
void *dt_span_load(const struct dt_span *s, size_t max);

#endif
