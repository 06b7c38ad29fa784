/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The path is walked as the thread does: from its root directory. Links of /proc that lead to a
 * file without a path are refused, because /proc/self is another process here.
 */
#include "place/program/exec/file.h"

#include "place/program/stop.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

enum {
	NAME_SIZE = 4096,
	LINE_SIZE = 256,  // bytes of the first line that the kernel reads (BINPRM_BUF_SIZE)
	INTERPRETERS = 5, // of interpreters, at most (exec_binprm())
};

/** Reads a string of the thread. Returns false if it is too long or missing. */
static bool read_string(pid_t tid, uint64_t at, char ret[NAME_SIZE])
{
	enum { PAGE = 4096 };
	size_t n = 0;

	while (n < NAME_SIZE) {
		size_t left = PAGE - at % PAGE;
		struct iovec own = {ret + n, left < NAME_SIZE - n ? left : NAME_SIZE - n};
		struct iovec foreign = {(void *)(uintptr_t)at, own.iov_len};
		ssize_t got = process_vm_readv(tid, &own, 1, &foreign, 1, 0);

		if (got <= 0)
			return false;
		if (memchr(ret + n, '\0', (size_t)got))
			return true;
		n += (size_t)got;
		at += (uint64_t)got;
	}
	return false;
}

static int open_link(pid_t tid, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/%s", tid, name);
	return open(path, O_PATH | O_CLOEXEC);
}

/** Reports whether the thread has the root directory of this process. */
static bool has_our_root(int root)
{
	struct stat its, own;

	return !fstat(root, &its) && !stat("/", &own) && its.st_dev == own.st_dev &&
	       its.st_ino == own.st_ino;
}

/** Where a thread's paths begin, and how they are resolved. */
struct start {
	int at;
	uint64_t resolve;
};

static int open_path(const struct start *s, const char *name, uint64_t flags)
{
	struct open_how how = {.flags = O_PATH | O_CLOEXEC | flags, .resolve = s->resolve};

	return (int)syscall(SYS_openat2, s->at, name, &how, sizeof(how));
}

/** Reports whether a path that leads to no file here leads through /proc, or to a link without a
 *  file. For the thread it may lead to one. */
static bool is_dubious(const struct start *s, const char *name)
{
	char part[NAME_SIZE];
	struct statfs fs;

	for (size_t n = strspn(name, "/"); name[n];) {
		dt_cleanup(dt_close_p) int file = -1;

		n += strcspn(name + n, "/");
		snprintf(part, sizeof(part), "%.*s", (int)n, name);
		n += strspn(name + n, "/");
		file = open_path(s, part, 0);
		if (file < 0) {
			file = open_path(s, part, O_NOFOLLOW);
			return file >= 0;
		}
		if (!fstatfs(file, &fs) && fs.f_type == PROC_SUPER_MAGIC)
			return true;
	}
	return false;
}

/** Opens the file with O_PATH. Returns -1 if there is none, *may_be: it is not known. */
static int open_named(pid_t tid, int directory, const char *name, bool *may_be)
{
	dt_cleanup(dt_close_p) int root = open_link(tid, "root"), base = -1;
	struct start start = {.at = root, .resolve = RESOLVE_NO_MAGICLINKS | RESOLVE_IN_ROOT};
	char link[32] = "cwd";
	int file;

	*may_be = true;
	if (!strcmp(name, "/proc/self/exe"))
		return open_link(tid, "exe");
	if (*name != '/') {
		if (directory != AT_FDCWD)
			snprintf(link, sizeof(link), "fd/%d", directory);
		start.at = base = open_link(tid, link);
		start.resolve = RESOLVE_NO_MAGICLINKS;
		if (!has_our_root(root)) // an absolute link would lead to our root
			start.resolve |= RESOLVE_NO_SYMLINKS;
	}
	if (root < 0 || start.at < 0)
		return -1;
	if (!*name)
		return fcntl(base, F_DUPFD_CLOEXEC, 0);
	file = open_path(&start, name, 0);
	if (file < 0 && (errno == ENOENT || errno == ENOTDIR || errno == EACCES))
		*may_be = is_dubious(&start, name);
	return file;
}

/** Reports whether the file itself has privileges that the user of the thread lacks: like
 *  execve(2), it compares the real ids. */
static bool has_privileges(pid_t tid, int file, const char *path)
{
	char capabilities[64];
	struct stat st;

	if (fstat(file, &st))
		return true;
	return (st.st_mode & S_ISUID && st.st_uid != dt_task_status(tid, "Uid:", 10)) ||
	       ((st.st_mode & (S_ISGID | S_IXGRP)) == (S_ISGID | S_IXGRP) &&
		st.st_gid != dt_task_status(tid, "Gid:", 10)) ||
	       getxattr(path, "security.capability", capabilities, sizeof(capabilities)) > 0;
}

/** Reads the interpreter of a script. Returns false if the file is none, or cannot be read. */
static bool read_interpreter(const char *path, char ret[LINE_SIZE])
{
	dt_cleanup(dt_close_p) int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char line[LINE_SIZE];
	ssize_t n = fd < 0 ? -1 : read(fd, line, sizeof(line) - 1);
	char *name, *end;

	if (n < 2 || memcmp(line, "#!", 2) != 0)
		return false;
	line[n] = '\0';
	name = line + 2 + strspn(line + 2, " \t");
	end = name + strcspn(name, " \t\n");
	*end = '\0';
	snprintf(ret, LINE_SIZE, "%s", name);
	return *name;
}

bool dt_exec_file_is_privileged(pid_t tid, bool is_at, const uint64_t *args)
{
	int directory = is_at ? (int)args[0] : AT_FDCWD;
	char name[NAME_SIZE];

	if (!read_string(tid, args[is_at], name))
		return false; // the call fails
	for (int i = 0; i <= INTERPRETERS; i++) {
		bool may_be;
		dt_cleanup(dt_close_p) int file = open_named(tid, directory, name, &may_be);
		char path[64];

		if (file < 0)
			return may_be;
		snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
		if (has_privileges(tid, file, path))
			return true;
		if (!read_interpreter(path, name))
			return false;
		directory = AT_FDCWD;
	}
	return false; // the call fails
}
