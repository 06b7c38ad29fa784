/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A line of a perf map is "start size name" with hexadecimal numbers; Java's begin with 0x. A
 * process in a container has another PID there, and a private /tmp. An agent outside the container
 * writes to our /tmp with our PID.
 */
#include "symbols/process/perf_map.h"

#include "base/host/timed.h"
#include "base/map.h"
#include "base/time.h"
#include "symbols/process/proc.h"
#include "symbols/symbol.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	FILE_MAX = 256 << 20, // bytes of a file; the rest is ignored
	NAMES_MAX = 4 << 20,  // number of names; the rest is ignored
	STEP = 1 << 20,	      // bytes read at once
	LAST = 64,	      // last bytes, which are compared to detect that the file was replaced
	PAUSE = 10,	      // the pause until the next read, as a multiple of its duration
};

static const uint64_t shortest_pause = 10000000; // ns

void dt_perf_map_deinit(struct dt_perf_map *m)
{
	dt_symtab_deinit(&m->table);
	*m = (struct dt_perf_map){0};
}

/** Parses a hexadecimal number, with or without 0x, and the blank after it. */
static bool take_hex(const char **at, const char *end, uint64_t *ret)
{
	const char *begin = *at;

	if (end - *at > 2 && begin[0] == '0' && (begin[1] | 0x20) == 'x')
		begin = *at += 2;
	for (*ret = 0; *at < end; (*at)++) {
		char c = **at | 0x20; // lower case; does not change digits
		unsigned digit = c >= 'a' ? (unsigned)(c - 'a') + 10 : (unsigned)(c - '0');

		if (digit > 15)
			break;
		*ret = *ret << 4 | digit;
	}
	return *at > begin && *at < end && *(*at)++ == ' ';
}

static void take_line(struct dt_symtab *t, const char *at, const char *end)
{
	uint64_t start, size;
	size_t len;

	if (!take_hex(&at, end, &start) || !take_hex(&at, end, &size) || !size)
		return;
	len = (size_t)(end - at);
	if (len)
		dt_symtab_add(t, start, size, at,
			      len < DT_SYMBOL_NAME_MAX ? len : DT_SYMBOL_NAME_MAX, 0, 0);
}

/** Adds the complete lines of the text and returns their size in bytes. */
static size_t take_lines(struct dt_symtab *t, const char *text, size_t n)
{
	const char *at = text, *end = text + n, *newline;

	while (at < end && (newline = memchr(at, '\n', (size_t)(end - at)))) {
		take_line(t, at, newline);
		at = newline + 1;
	}
	return (size_t)(at - text);
}

static bool is_same_id(const struct dt_file_id *a, const struct dt_file_id *b)
{
	return a->device == b->device && a->inode == b->inode && a->size <= b->size;
}

/** Returns a hash of the last bytes that were read, or 0 if there are none. */
static uint64_t hash_last(const struct dt_perf_map *m, struct dt_file *f)
{
	size_t n = m->done < LAST ? m->done : LAST;
	uint8_t last[LAST];

	return n && dt_file_read(f, m->done - n, last, n) ? dt_hash_bytes(last, n) : 0;
}

/** Reads the next part. Returns false at the end of the file. */
static bool read_step(struct dt_perf_map *m, struct dt_file *f)
{
	uint64_t left = dt_file_id(f)->size - m->done;
	size_t n = left < STEP ? left : STEP, taken;
	struct dt_span span = {f, m->done, n};
	dt_cleanup(dt_free_p) char *text = NULL;

	if (!n || m->done >= FILE_MAX || m->table.v.len >= NAMES_MAX)
		return false;
	text = dt_span_load(&span, STEP);
	taken = text ? take_lines(&m->table, text, n) : 0;
	if (text && !taken && n == STEP)
		taken = n; // skip a line that is too long
	m->done += taken;
	return taken;
}

bool dt_perf_map_read_file(struct dt_perf_map *m, struct dt_file *f)
{
	bool any = false;

	if (!is_same_id(&m->id, dt_file_id(f)) || hash_last(m, f) != m->last) {
		dt_symtab_deinit(&m->table);
		m->done = 0;
	}
	m->id = *dt_file_id(f);
	while (read_step(m, f))
		any = true;
	if (any)
		dt_symtab_finish(&m->table);
	m->last = hash_last(m, f);
	dt_file_destroy(f);
	return any;
}

/** Opens the file if its owner is trusted for the process; else returns NULL. */
static struct dt_file *open_if_owned(int dir, const char *path, uid_t user)
{
	int fd = dt_file_descriptor(dir, path, DT_PATH_NO_LINK | (dir < 0 ? 0U : DT_PATH_IN_ROOT));
	struct stat st;

	if (fd < 0 || (!fstat(fd, &st) && (st.st_uid == user || st.st_uid == 0)))
		return dt_file_create(fd);
	close(fd);
	return NULL;
}

static struct dt_file *find_perf_map(pid_t pid, const struct dt_proc_status *status)
{
	dt_cleanup(dt_free_p) char *root_path =
	    dt_asprintf("/proc/%d/root", (int)dt_living_thread(pid));
	dt_cleanup(dt_close_p) int root = open(root_path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	dt_cleanup(dt_free_p) char *own = dt_asprintf("/tmp/perf-%d.map", (int)status->own);
	dt_cleanup(dt_free_p) char *ours = dt_asprintf("/tmp/perf-%d.map", (int)pid);
	struct dt_file *f = root < 0 ? NULL : open_if_owned(root, own, status->user);

	return f ? f : open_if_owned(AT_FDCWD, ours, status->user);
}

void dt_perf_map_record_user(struct dt_perf_map *m, pid_t pid)
{
	struct dt_proc_status status;

	if (dt_proc_status(pid, &status))
		m->process = status;
}

bool dt_perf_map_read(struct dt_perf_map *m, pid_t pid)
{
	uint64_t begin = dt_now(), took;
	struct dt_file *f;
	bool any;

	if (begin < m->next)
		return false;
	dt_perf_map_record_user(m, pid);
	if (!m->process.group) // the process had ended before its first record
		m->process = (struct dt_proc_status){.group = pid, .own = pid, .user = geteuid()};
	f = find_perf_map(pid, &m->process);
	any = f && dt_perf_map_read_file(m, f);
	took = dt_now() - begin;
	m->next = begin + took + (took * PAUSE > shortest_pause ? took * PAUSE : shortest_pause);
	return any;
}
