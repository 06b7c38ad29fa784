/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Opens a path with O_PATH first, which neither waits nor wakes a driver. If it is a regular file,
 * opens the same file for reading through /proc/self/fd. O_NONBLOCK prevents waiting for the holder
 * of a lease (fcntl(2)).
 *
 * A path may also lead into a file system that a user's program serves and mounts at any time. If
 * the kernel has all names of the path cached, it asks no such program (RESOLVE_CACHED). Otherwise
 * this code walks the path name by name and checks each directory before the next lookup.
 *
 * Small reads go through a small direct-mapped cache of blocks.
 */
#include "base/read/file.h"

#include "base/host/fuse.h"
#include "base/time.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	BLOCK = 16384,
	N_BLOCKS = 8,
	STEP = 1 << 20, // bytes of a large read between two checks of the deadline
};

struct block {
	uint64_t begin;
	size_t n; // valid bytes; 0: the block is empty
	uint8_t *data;
};

struct dt_file {
	int fd;
	uint8_t *memory; // contents, if it is memory instead of a descriptor
	struct dt_file_id id;
	uid_t owner;
	const uint64_t *deadline;
	struct block blocks[N_BLOCKS];
};

// ---- paths

enum { MOST_LINKS = 40 }; // the kernel's limit

static int open_path(int dir, const char *path, uint64_t flags, uint64_t resolve)
{
	const struct open_how how = {.flags = O_PATH | O_CLOEXEC | flags, .resolve = resolve};

	return (int)syscall(SYS_openat2, dir, path, &how, sizeof(how));
}

/** A walk along a path, name by name. */
struct walk {
	int root;	    // directory that counts as /; -1: our root directory
	int at;		    // current directory
	struct dt_str done; // path of the current directory, without links
	struct dt_str left; // rest of the path
	unsigned links;
};

/** Reports whether accesses to the file never wait for another user. If not, errno is EREMOTE. */
static bool is_safe_to_access(int fd)
{
	bool ours = !dt_fuse_is_foreign(fd);

	errno = ours ? errno : EREMOTE;
	return ours;
}

/** Returns to the root. */
static bool start_over(struct walk *w)
{
	dt_close_p(&w->at);
	w->at = w->root < 0 ? open_path(AT_FDCWD, "/", 0, 0) : fcntl(w->root, F_DUPFD_CLOEXEC, 0);
	dt_str_clear(&w->done);
	return w->at >= 0 && is_safe_to_access(w->at);
}

/** Makes `first`, followed by `rest`, the rest of the path. */
static bool redirect_walk(struct walk *w, const char *first, const char *rest)
{
	struct dt_str left = {0};

	dt_str_printf(&left, "%s/%s", first, rest);
	dt_str_deinit(&w->left);
	w->left = left;
	errno = ELOOP;
	return ++w->links <= MOST_LINKS && (*first != '/' || start_over(w));
}

static bool go_up(struct walk *w, const char *rest)
{
	const char *done = dt_str_text(&w->done), *slash = strrchr(done, '/');
	dt_cleanup(dt_free_p) char *above =
	    dt_asprintf("/%.*s", slash ? (int)(slash - done) : 0, done);

	return redirect_walk(w, above, rest);
}

static bool follow_link(struct walk *w, int link, const char *rest)
{
	char target[PATH_MAX];
	ssize_t n = readlinkat(link, "", target, sizeof(target) - 1);

	if (n < 0)
		return false;
	target[n] = '\0';
	return redirect_walk(w, target, rest);
}

/** Reports whether /proc has the link. The kernel follows such a link without a path: that may be
 * one of another mount namespace, and lead to another file in ours. */
static bool is_of_proc(int link)
{
	struct statfs fs;

	return !fstatfs(link, &fs) && fs.f_type == PROC_SUPER_MAGIC;
}

/** Goes from the current directory, which was checked, to a name in it. */
static bool step_into(struct walk *w, const char *name, const char *rest, bool no_link)
{
	dt_cleanup(dt_close_p) int next = open_path(w->at, name, O_NOFOLLOW, 0);
	struct stat st;

	if (next < 0 || !is_safe_to_access(next) || fstat(next, &st))
		return false;
	if (S_ISLNK(st.st_mode) && !(no_link && !*rest)) {
		if (w->root >= 0 || !is_of_proc(next))
			return follow_link(w, next, rest);
		dt_close_p(&next);
		next = open_path(w->at, name, 0, 0);
		if (next < 0 || !is_safe_to_access(next))
			return false;
	}
	dt_str_printf(&w->done, "/%s", name);
	dt_close_p(&w->at);
	w->at = next;
	next = -1;
	return true;
}

/** Goes on to the next name of the path. */
static bool go_on(struct walk *w, bool no_link)
{
	const char *left = dt_str_text(&w->left) + strspn(dt_str_text(&w->left), "/");
	size_t n = strcspn(left, "/");
	dt_cleanup(dt_free_p) char *name = dt_asprintf("%.*s", (int)n, left);
	dt_cleanup(dt_free_p) char *rest = dt_strdup(left + n + strspn(left + n, "/"));

	dt_str_clear(&w->left);
	dt_str_append(&w->left, rest);
	if (!*name || !strcmp(name, "."))
		return true;
	return strcmp(name, "..") ? step_into(w, name, rest, no_link) : go_up(w, rest);
}

/** Walks a path; checks each directory before it looks up a name there. */
static int walk_path(int dir, const char *path, unsigned how)
{
	struct walk w = {.root = how & DT_PATH_IN_ROOT ? dir : -1, .at = -1};
	dt_cleanup(dt_free_p) char *here =
	    *path == '/' || how & DT_PATH_IN_ROOT ? NULL : getcwd(NULL, 0);
	bool ok = start_over(&w);

	dt_str_printf(&w.left, "%s/%s", here ? here : "", path);
	while (ok && *dt_str_text(&w.left))
		ok = go_on(&w, how & DT_PATH_NO_LINK);
	if (!ok)
		dt_close_p(&w.at);
	dt_str_deinit(&w.done);
	dt_str_deinit(&w.left);
	return ok ? w.at : -1;
}

int dt_file_find(int dir, const char *path, unsigned how)
{
	uint64_t flags = how & DT_PATH_NO_LINK ? O_NOFOLLOW : 0;
	uint64_t in_root = how & DT_PATH_IN_ROOT ? RESOLVE_IN_ROOT : 0;
	int found = open_path(dir, path, flags, in_root | RESOLVE_CACHED); // usually all are cached

	if (found < 0 && errno == EAGAIN)
		found = walk_path(dir, path, how);
	if (found < 0 || is_safe_to_access(found))
		return found;
	dt_close_p(&found);
	return -1;
}

int dt_file_reopen(int found)
{
	char self[32];
	struct stat st;

	if (found < 0 || !is_safe_to_access(found) || fstat(found, &st))
		return -1;
	if (!S_ISREG(st.st_mode)) {
		errno = EINVAL;
		return -1;
	}
	snprintf(self, sizeof(self), "/proc/self/fd/%d", found);
	return open(self, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

int dt_file_descriptor(int dir, const char *path, unsigned how)
{
	dt_cleanup(dt_close_p) int found = dt_file_find(dir, path, how);

	return dt_file_reopen(found);
}

// ---- opening

struct dt_file *dt_file_create(int fd)
{
	struct dt_file *f;
	struct stat st;

	if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		dt_close_p(&fd);
		return NULL;
	}
	f = dt_zalloc(sizeof(*f));
	f->fd = fd;
	f->owner = st.st_uid;
	f->id = (struct dt_file_id){st.st_dev, st.st_ino, (uint64_t)st.st_size,
				    (int64_t)st.st_ctim.tv_sec * 1000000000 + st.st_ctim.tv_nsec};
	return f;
}

struct dt_file *dt_file_open(const char *path)
{
	return dt_file_create(dt_file_descriptor(AT_FDCWD, path, DT_PATH_ANY));
}

struct dt_file *dt_file_create_memory(void *data, size_t size)
{
	struct dt_file *f = dt_zalloc(sizeof(*f));

	f->fd = -1;
	f->owner = geteuid();
	f->memory = data;
	f->id.size = size;
	return f;
}

void dt_file_rest(struct dt_file *f)
{
	for (size_t i = 0; i < N_BLOCKS; i++) {
		free(f->blocks[i].data);
		f->blocks[i] = (struct block){0};
	}
}

void dt_file_destroy(struct dt_file *f)
{
	if (!f)
		return;
	dt_file_rest(f);
	dt_close_p(&f->fd);
	free(f->memory);
	free(f);
}

void dt_file_destroy_p(struct dt_file **f)
{
	dt_file_destroy(*f);
}

int dt_file_fd(const struct dt_file *f)
{
	return f->fd;
}

const struct dt_file_id *dt_file_id(const struct dt_file *f)
{
	return &f->id;
}

uid_t dt_file_owner(const struct dt_file *f)
{
	return f->owner;
}

void dt_file_set_deadline(struct dt_file *f, const uint64_t *deadline)
{
	f->deadline = deadline;
}

const uint64_t *dt_file_deadline(const struct dt_file *f)
{
	return f->deadline;
}

bool dt_file_is_late(const struct dt_file *f)
{
	return f->deadline && *f->deadline && dt_now() > *f->deadline;
}

/** Reads at most `n` bytes before the deadline, and returns their number. */
static size_t read_until_deadline(const struct dt_file *f, uint64_t offset, uint8_t *to, size_t n)
{
	size_t done = 0;

	while (done < n && !dt_file_is_late(f)) {
		size_t step = n - done < STEP ? n - done : STEP;
		ssize_t got = pread(f->fd, to + done, step, (off_t)(offset + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		done += (size_t)got;
	}
	return done;
}

/** Returns the block that contains the byte at `offset`; it may be shorter. */
static const struct block *block_at(struct dt_file *f, uint64_t offset)
{
	uint64_t begin = offset - offset % BLOCK;
	struct block *b = &f->blocks[offset / BLOCK % N_BLOCKS];

	if (b->n && b->begin == begin)
		return b;
	if (!b->data)
		b->data = dt_malloc(BLOCK);
	b->begin = begin;
	b->n = read_until_deadline(f, begin, b->data, BLOCK);
	return b;
}

/** Reports whether the range reaches beyond the size that the file had when it was opened. */
static bool is_outside(const struct dt_file *f, uint64_t offset, size_t n)
{
	return offset > f->id.size || n > f->id.size - offset;
}

bool dt_file_read(struct dt_file *f, uint64_t offset, void *to, size_t n)
{
	uint8_t *at = to;

	if (is_outside(f, offset, n))
		return false;
	if (f->memory) {
		memcpy(to, f->memory + offset, n);
		return true;
	}
	if (n >= BLOCK)
		return read_until_deadline(f, offset, to, n) == n;
	while (n) {
		const struct block *b = block_at(f, offset);
		size_t from = offset - b->begin, part = b->n > from ? b->n - from : 0;

		part = part < n ? part : n;
		if (!part)
			return false;
		memcpy(at, b->data + from, part);
		at += part;
		offset += part;
		n -= part;
	}
	return true;
}

bool dt_file_text(struct dt_file *f, uint64_t offset, uint64_t end, size_t max, struct dt_str *to)
{
	uint8_t part[256];

	end = end < f->id.size ? end : f->id.size;
	while (offset < end) {
		size_t n = end - offset < sizeof(part) ? end - offset : sizeof(part);
		const uint8_t *nul;

		if (!dt_file_read(f, offset, part, n))
			return false;
		nul = memchr(part, '\0', n);
		n = nul ? (size_t)(nul - part) : n;
		dt_str_append_n(to, (const char *)part, n < max ? n : max);
		if (nul || n >= max)
			return true;
		max -= n;
		offset += n;
	}
	return false;
}

bool dt_span_read(const struct dt_span *s, uint64_t at, void *to, size_t n)
{
	return s->file && at <= s->size && n <= s->size - at && s->offset <= UINT64_MAX - s->size &&
	       dt_file_read(s->file, s->offset + at, to, n);
}

void *dt_span_load(const struct dt_span *s, size_t max)
{
	char *copy;

	if (!s->file || s->size > max || is_outside(s->file, s->offset, s->size))
		return NULL;
	copy = dt_malloc(s->size + 1);
	copy[s->size] = '\0';
	if (dt_span_read(s, 0, copy, s->size))
		return copy;
	free(copy);
	return NULL;
}
