/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * /proc/PID/map_files leads to the mapped file itself, even if it was deleted or has no reachable
 * path. It requires more privilege than reading the maps. Without that privilege, the path is
 * resolved below the process's root directory, or below ours. maps has \012 for a newline in it,
 * as well as for a backslash with three digits, so that both are tried.
 *
 * The device in /proc/PID/maps may differ from the one of stat(2), because btrfs and overlayfs have
 * several for a file. In that case we map the file as well, and compare the two lines of maps.
 */
#include "symbols/process/mapped.h"

#include "base/host/timed.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static uint64_t namespace_of(const char *process)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%s/ns/mnt", process);
	struct stat st;

	return stat(path, &st) ? 0 : st.st_ino;
}

uint64_t dt_mapped_world(pid_t pid)
{
	dt_cleanup(dt_free_p) char *process = dt_asprintf("%d", (int)dt_living_thread(pid));
	uint64_t world = namespace_of(process);

	return world == namespace_of("self") ? 0 : world;
}

static bool is_same_file(const struct dt_proc_mapping *a, const struct dt_proc_mapping *b)
{
	return a->major == b->major && a->minor == b->minor && a->inode == b->inode;
}

/** Reads how the kernel shows the file in maps. Returns false if it cannot be mapped. */
static bool shown_as(int fd, struct dt_proc_mapping *ret)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *memory = mmap(NULL, page, PROT_READ, MAP_PRIVATE, fd, 0);
	struct dt_proc_maps maps;
	bool found = false;

	if (memory == MAP_FAILED)
		return false;
	if (dt_proc_maps_open(&maps, getpid())) {
		while (!found && dt_proc_maps_next(&maps, ret))
			found = ret->start == (uintptr_t)memory;
		dt_proc_maps_close(&maps);
	}
	munmap(memory, page);
	return found;
}

/** Returns the path with newlines instead of their escapes in maps. */
static char *unescape_path(const char *path)
{
	static const char newline[] = "\\012";
	struct dt_str ret = {0};

	while (*path) {
		bool is_escape = !strncmp(path, newline, sizeof(newline) - 1);

		dt_str_append_c(&ret, is_escape ? '\n' : *path);
		path += is_escape ? sizeof(newline) - 1 : 1;
	}
	return dt_str_take(&ret);
}

static bool has_device(const struct stat *st, const struct dt_proc_mapping *m)
{
	return major(st->st_dev) == m->major && minor(st->st_dev) == m->minor;
}

static bool path_has_inode(const char *path, const struct dt_proc_mapping *m, struct stat *ret)
{
	dt_cleanup(dt_close_p) int fd = dt_file_find(AT_FDCWD, path, DT_PATH_ANY);

	return fd >= 0 && !fstat(fd, ret) && ret->st_ino == m->inode;
}

bool dt_mapped_stat(const struct dt_proc_mapping *m, struct stat *ret)
{
	dt_cleanup(dt_free_p) char *other = unescape_path(m->path);

	return m->path[0] == '/' &&
	       (path_has_inode(m->path, m, ret) || path_has_inode(other, m, ret));
}

bool dt_mapped_is_here(const struct dt_proc_mapping *m)
{
	struct stat st;

	return dt_mapped_stat(m, &st) && S_ISREG(st.st_mode) && has_device(&st, m);
}

static bool is_file(int fd, const struct dt_proc_mapping *m)
{
	struct dt_proc_mapping shown;
	struct stat st;

	if (fstat(fd, &st))
		return false;
	return (st.st_ino == m->inode && has_device(&st, m)) ||
	       (shown_as(fd, &shown) && is_same_file(&shown, m));
}

/** Returns the descriptor if it is of the mapped file. Otherwise closes it and returns -1. */
static int check_file(int fd, const struct dt_proc_mapping *m)
{
	if (fd >= 0 && !is_file(fd, m)) {
		close(fd);
		fd = -1;
		errno = ESTALE;
	}
	return fd;
}

/** Opens the root directory of the process. Returns -1 if it is ours. */
static int root_of(pid_t pid)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/root", (int)dt_living_thread(pid));

	return dt_mapped_world(pid) ? open(path, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
}

static int open_range(pid_t pid, const struct dt_proc_mapping *m, uint64_t end)
{
	dt_cleanup(dt_free_p) char *name = dt_asprintf(
	    "map_files/%llx-%llx", (unsigned long long)m->start, (unsigned long long)end);
	dt_cleanup(dt_close_p) int found = dt_timed_open(pid, name, O_PATH);

	return check_file(dt_file_reopen(found), m);
}

/** Returns where the mapping ends now, or 0 if it is gone. */
static uint64_t end_now(pid_t pid, const struct dt_proc_mapping *m)
{
	struct dt_proc_mapping now;
	struct dt_proc_maps maps;
	uint64_t end = 0;

	if (!dt_proc_maps_open(&maps, pid))
		return 0;
	while (!end && dt_proc_maps_next(&maps, &now))
		if (now.start == m->start && is_same_file(&now, m))
			end = now.end;
	dt_proc_maps_close(&maps);
	return end;
}

/** Opens the file of a mapping. The kernel maps a program's first segment with the size of all,
 *  reports that, and then unmaps the rest. Hence code in the first segment is in a shorter mapping.
 */
static int open_exact(pid_t pid, const struct dt_proc_mapping *m)
{
	int fd = open_range(pid, m, m->end);
	uint64_t end = fd < 0 && errno == ENOENT ? end_now(pid, m) : 0;

	return end && end != m->end ? open_range(pid, m, end) : fd;
}

/** Opens the file by its path: as it stands, else with its newlines. */
static int open_path(int root, unsigned how, const struct dt_proc_mapping *m)
{
	dt_cleanup(dt_free_p) char *other = unescape_path(m->path);
	int fd = check_file(dt_file_descriptor(root, m->path, how), m);

	return fd < 0 ? check_file(dt_file_descriptor(root, other, how), m) : fd;
}

struct dt_elf *dt_mapped_open(pid_t pid, const struct dt_proc_mapping *m)
{
	dt_cleanup(dt_close_p) int root = -1;
	int fd;

	errno = 0;
	if (m->path[0] != '/')
		return NULL;
	root = root_of(pid);
	fd = open_exact(pid, m);
	if (fd < 0 && errno == EREMOTE)
		return NULL;
	if (fd < 0 && root >= 0)
		fd = open_path(root, DT_PATH_IN_ROOT, m);
	if (fd < 0)
		fd = open_path(AT_FDCWD, DT_PATH_ANY, m);
	return fd < 0 ? NULL : dt_elf_create(dt_file_create(fd), root, m->path);
}
