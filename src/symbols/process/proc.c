/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * /proc/PID/maps has a line for each part of the process's memory:
 *
 *	55d0-55d8 r-xp 00001000 fe:01 1234    /usr/bin/cat (deleted)
 *
 * A newline in a path is written as \012. If a file's real name ends in " (deleted)", that part is
 * removed by mistake; the rest then leads to no file with the mapping's inode.
 */
#include "symbols/process/proc.h"

#include "base/host/timed.h"
#include "base/str.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct dt_error *dt_proc_each(void (*fn)(void *self, pid_t pid), void *self)
{
	DIR *dir = opendir("/proc");
	const struct dirent *e;

	if (!dir)
		return dt_error_os(errno, "read /proc");
	while ((e = readdir(dir)))
		if (isdigit((unsigned char)*e->d_name))
			fn(self, (pid_t)strtol(e->d_name, NULL, 10));
	closedir(dir);
	return NULL;
}

FILE *dt_proc_file(pid_t pid, const char *name)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/%s", (int)pid, name);

	return fopen(path, "re");
}

/** Returns the last number of a line. */
static pid_t last_number(const char *line)
{
	const char *blank = strrchr(line, '\t');

	return blank ? (pid_t)strtol(blank, NULL, 10) : 0;
}

bool dt_proc_status(pid_t pid, struct dt_proc_status *ret)
{
	FILE *f = dt_proc_file(pid, "status");
	unsigned long long pending;
	char line[512];

	*ret = (struct dt_proc_status){.own = pid};
	while (f && fgets(line, sizeof(line), f)) {
		if (!strncmp(line, "Tgid:", 5))
			ret->group = last_number(line);
		else if (!strncmp(line, "NSpid:", 6))
			ret->own = last_number(line);
		else if (!strncmp(line, "PPid:", 5))
			ret->parent = last_number(line);
		else if (!strncmp(line, "State:", 6))
			ret->is_stopped = strpbrk(line + 6, "Tt") != NULL;
		else if (!strncmp(line, "Seccomp:", 8))
			ret->is_filtered = last_number(line) > 0;
		else if (sscanf(line, "SigPnd: %llx", &pending) == 1 ||
			 sscanf(line, "ShdPnd: %llx", &pending) == 1)
			ret->is_killed |= pending >> (SIGKILL - 1) & 1;
		else if (sscanf(line, "Uid: %u %u", &ret->real_user, &ret->user) != 2)
			sscanf(line, "Gid: %u", &ret->real_group);
	}
	if (f)
		fclose(f);
	return ret->group;
}

void dt_proc_unmark(char *path)
{
	static const char mark[] = " (deleted)";
	size_t n = sizeof(mark) - 1, len = strlen(path);

	if (len > n && !strcmp(path + len - n, mark))
		path[len - n] = '\0';
}

bool dt_proc_name(pid_t thread, char ret[DT_PROC_NAME])
{
	FILE *f = dt_proc_file(thread, "comm");
	size_t n = f ? fread(ret, 1, DT_PROC_NAME - 1, f) : 0;

	if (f)
		fclose(f);
	memset(ret + n, 0, DT_PROC_NAME - n);
	if (n && ret[n - 1] == '\n')
		ret[n - 1] = '\0';
	return n > 0;
}

char *dt_proc_executable(pid_t pid)
{
	dt_cleanup(dt_free_p) char *link = dt_asprintf("/proc/%d/exe", (int)dt_living_thread(pid));
	struct dt_str escaped = {0};
	char path[4096];
	ssize_t len = readlink(link, path, sizeof(path) - 1);

	if (len < 0)
		return NULL;
	path[len] = '\0';
	dt_proc_unmark(path);
	for (const char *c = path; *c; c++)
		if (*c == '\n')
			dt_str_append(&escaped, "\\012");
		else
			dt_str_append_c(&escaped, *c);
	return dt_str_take(&escaped);
}

static ssize_t read_maps(void *self, char *to, size_t n)
{
	struct dt_proc_maps *m = self;
	ssize_t got;

	if (m->ended)
		return 0;
	got = dt_timed_read(m->pid, &m->fd, to, n, -1);
	m->ended = got < (ssize_t)n;
	m->silent = m->fd < 0;
	return got;
}

bool dt_proc_maps_open(struct dt_proc_maps *m, pid_t pid)
{
	*m = (struct dt_proc_maps){.pid = pid, .fd = dt_timed_open(pid, "maps", O_RDONLY)};
	if (m->fd < 0)
		return false;
	m->file = fopencookie(m, "r", (cookie_io_functions_t){.read = read_maps});
	if (m->file)
		setvbuf(m->file, m->part, _IOFBF, sizeof(m->part));
	else
		dt_close_p(&m->fd);
	return m->file;
}

void dt_proc_maps_close(struct dt_proc_maps *m)
{
	if (m->file)
		fclose(m->file);
	dt_close_p(&m->fd);
	free(m->line);
	*m = (struct dt_proc_maps){.fd = -1};
}

bool dt_proc_is_c_library(const struct dt_proc_mapping *m)
{
	static const char *const names[] = {"libc.so", "libc-2.", "ld-musl-"};
	const char *slash = m->path ? strrchr(m->path, '/') : NULL;

	for (size_t i = 0; slash && i < dt_array_len(names); i++)
		if (!strncmp(slash + 1, names[i], strlen(names[i])))
			return true;
	return false;
}

/** Parses the number at *at and the separator behind it. */
static bool take_number(char **at, int base, char separator, uint64_t *ret)
{
	char *end;

	*ret = strtoull(*at, &end, base);
	if (end == *at || *end != separator)
		return false;
	*at = end + 1;
	return true;
}

static bool take_small(char **at, int base, char separator, unsigned *ret)
{
	uint64_t number;

	if (!take_number(at, base, separator, &number))
		return false;
	*ret = (unsigned)number;
	return true;
}

/** Parses "r-xp ". */
static bool take_permissions(char **at, struct dt_proc_mapping *ret)
{
	if (strnlen(*at, 5) < 5)
		return false;
	ret->is_readable = (*at)[0] == 'r';
	ret->is_writable = (*at)[1] == 'w';
	ret->is_executable = (*at)[2] == 'x';
	*at += 5;
	return true;
}

static bool parse_mapping(char *line, struct dt_proc_mapping *ret)
{
	char *at = line;

	at[strcspn(at, "\n")] = '\0';
	if (!take_number(&at, 16, '-', &ret->start) || !take_number(&at, 16, ' ', &ret->end) ||
	    !take_permissions(&at, ret) || !take_number(&at, 16, ' ', &ret->offset) ||
	    !take_small(&at, 16, ':', &ret->major) || !take_small(&at, 16, ' ', &ret->minor) ||
	    !take_number(&at, 10, ' ', &ret->inode))
		return false;
	at += strspn(at, " ");
	dt_proc_unmark(at);
	ret->path = at;
	ret->when = 0;
	return true;
}

bool dt_proc_maps_next(struct dt_proc_maps *m, struct dt_proc_mapping *ret)
{
	while (getline(&m->line, &m->size, m->file) > 0)
		if (parse_mapping(m->line, ret))
			return true;
	return false;
}
