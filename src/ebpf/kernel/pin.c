/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The BPF file system holds nothing but names of BPF objects: bytes are kept in a map with one
 * element.
 */
#include "ebpf/kernel/pin.h"

#include "ebpf/kernel/sys.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

static const char bytes_map[] = "dt_bytes";
static const mode_t writable = S_IWGRP | S_IWOTH; // by others than the owner

static bool is_bpffs(const char *path)
{
	struct statfs s;

	return !statfs(path, &s) && (unsigned long)s.f_type == BPF_FS_MAGIC;
}

/** The directory in which `dir` is to be made is of the BPF file system. */
static struct dt_error *mount_parent(const char *dir)
{
	dt_cleanup(dt_free_p) char *parent = dt_strdup(dir);

	*strrchr(parent, '/') = '\0';
	if (is_bpffs(parent))
		return NULL;
	if (mount("bpf", parent, "bpf", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=700"))
		return dt_sys_error(
		    errno, "no BPF file system is mounted on %s, and mounting it failed", parent);
	return NULL;
}

struct dt_error *dt_pin_dir_create(const char *dir, bool *exists)
{
	*exists = false;
	DT_TRY(mount_parent(dir));
	if (!mkdir(dir, 0700))
		return NULL;
	if (errno != EEXIST)
		return dt_sys_error(errno, "create %s", dir);
	*exists = true;
	return dt_pin_dir_check(dir);
}

/** Checks that path is ours or root's, and that other users lack the permissions in others. */
static struct dt_error *check_owner(const char *path, const struct stat *st, mode_t others)
{
	if (st->st_uid != 0 && st->st_uid != geteuid())
		return dt_error_new(DT_ERR_PRIVILEGE,
				    "%s belongs to user %u, which dtrace does "
				    "not trust",
				    path, (unsigned)st->st_uid);
	if (others)
		return dt_error_new(DT_ERR_PRIVILEGE, "%s can be changed by other users", path);
	return NULL;
}

static struct dt_error *check_dir(const char *dir, const struct stat *st, mode_t others)
{
	if (!S_ISDIR(st->st_mode))
		return dt_error_new(DT_ERR_PRIVILEGE, "%s is not a directory", dir);
	return check_owner(dir, st, others);
}

struct dt_error *dt_pin_dir_check(const char *dir)
{
	dt_cleanup(dt_free_p) char *parent = dt_strdup(dir);
	struct stat st;

	*strrchr(parent, '/') = '\0';
	if (lstat(dir, &st)) // a symbolic link is none of ours
		return errno == ENOENT || errno == ENOTDIR ? NULL
							   : dt_sys_error(errno, "open %s", dir);
	DT_TRY(check_dir(dir, &st, st.st_mode & writable));
	if (lstat(parent, &st))
		return dt_sys_error(errno, "open %s", parent);
	// Where everybody may write, the sticky bit keeps names from being taken away.
	return check_dir(parent, &st, st.st_mode & S_ISVTX ? 0 : st.st_mode & writable);
}

struct dt_error *dt_pin_dir_remove(const char *dir, const char *first, bool *existed)
{
	dt_cleanup(dt_free_p) char *name = dt_asprintf("%s-0", first);
	// A user who may write to the parent may have put a link there, to another user's
	// directory.
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *names = fd < 0 ? NULL : fdopendir(fd);
	int failed = 0;

	if (existed)
		*existed = names || errno == ENOTDIR;
	if (!names && (errno == ENOENT || (errno == ENOTDIR && !unlink(dir))))
		return NULL;
	if (!names)
		return dt_sys_error(errno, "open %s", dir);
	if (unlinkat(dirfd(names), name, 0) && errno != ENOENT)
		failed = errno;
	for (struct dirent *e; (e = readdir(names));) {
		if (e->d_name[0] != '.' && unlinkat(dirfd(names), e->d_name, 0))
			failed = errno;
	}
	closedir(names);
	if (rmdir(dir) && !failed)
		failed = errno;
	return failed ? dt_sys_error(failed, "remove %s", dir) : NULL;
}

static char *pin_path(const char *dir, const char *kind, size_t index)
{
	return dt_asprintf("%s/%s-%zu", dir, kind, index);
}

struct dt_error *dt_pin_put(const char *dir, const char *kind, size_t index, int fd)
{
	dt_cleanup(dt_free_p) char *path = pin_path(dir, kind, index);
	union bpf_attr attr = {.bpf_fd = (uint32_t)fd};

	attr.pathname = (uint64_t)(uintptr_t)path;
	return dt_sys_bpf(BPF_OBJ_PIN, &attr) < 0 ? dt_sys_error(errno, "pin %s", path) : NULL;
}

struct dt_error *dt_pin_get(const char *dir, const char *kind, size_t index, int *fd)
{
	dt_cleanup(dt_free_p) char *path = pin_path(dir, kind, index);
	union bpf_attr attr = {0};
	struct stat st;

	*fd = -1;
	if (lstat(path, &st))
		return errno == ENOENT ? NULL : dt_sys_error(errno, "open %s", path);
	DT_TRY(check_owner(path, &st, st.st_mode & writable));
	attr.pathname = (uint64_t)(uintptr_t)path;
	*fd = dt_sys_bpf(BPF_OBJ_GET, &attr);
	return *fd >= 0 || errno == ENOENT ? NULL : dt_sys_error(errno, "open %s", path);
}

/** Reports whether it is a BPF object of that kind: a map, a prog or a link. */
static bool is_of_kind(int fd, const char *kind)
{
	char path[64], target[64];
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	n = readlink(path, target, sizeof(target) - 1);
	target[n > 0 ? n : 0] = '\0';
	return strstr(target, "bpf") && strstr(target, kind);
}

bool dt_pin_is_link(int fd)
{
	return is_of_kind(fd, "link");
}

uint32_t dt_pin_id(int fd)
{
	struct { // what the information on all kinds of objects begins with
		uint32_t type, id;
		uint8_t rest[248];
	} info = {0};
	union bpf_attr attr = {.info.bpf_fd = (uint32_t)fd, .info.info_len = sizeof(info)};

	attr.info.info = (uint64_t)(uintptr_t)&info;
	return dt_sys_bpf(BPF_OBJ_GET_INFO_BY_FD, &attr) < 0 ? 0 : info.id;
}

struct dt_error *dt_pin_check(const char *dir, const char *kind, size_t index, uint32_t id)
{
	dt_cleanup(dt_close_p) int fd = -1;

	DT_TRY(dt_pin_get(dir, kind, index, &fd));
	if (fd < 0)
		return dt_error_new(DT_ERR_OTHER, "%s %zu is missing in %s", kind, index, dir);
	if (!id || !is_of_kind(fd, kind) || dt_pin_id(fd) != id)
		return dt_error_new(DT_ERR_OTHER, "%s %zu in %s is not the one that was left there",
				    kind, index, dir);
	return NULL;
}

static struct dt_error *update_element(int fd, const void *bytes)
{
	uint32_t zero = 0;
	union bpf_attr attr = {.map_fd = (uint32_t)fd};

	attr.key = (uint64_t)(uintptr_t)&zero;
	attr.value = (uint64_t)(uintptr_t)bytes;
	return dt_sys_bpf(BPF_MAP_UPDATE_ELEM, &attr) < 0 ? dt_sys_error(errno, "fill a map")
							  : NULL;
}

struct dt_error *dt_pin_put_bytes(const char *dir, const char *kind, const void *bytes, size_t n)
{
	union bpf_attr attr = {.map_type = BPF_MAP_TYPE_ARRAY,
			       .key_size = 4,
			       .value_size = (uint32_t)n,
			       .max_entries = 1};
	dt_cleanup(dt_close_p) int fd = -1;

	dt_sys_name(attr.map_name, bytes_map);
	fd = dt_sys_bpf(BPF_MAP_CREATE, &attr);
	if (fd < 0)
		return dt_sys_error(errno, "create a map of %zu bytes", n);
	DT_TRY(update_element(fd, bytes));
	return dt_pin_put(dir, kind, 0, fd);
}

struct dt_error *dt_pin_get_bytes(const char *dir, const char *kind, void **bytes, size_t *n)
{
	struct bpf_map_info info = {0};
	union bpf_attr attr = {.info.info_len = sizeof(info)};
	dt_cleanup(dt_close_p) int fd = -1;
	dt_cleanup(dt_free_p) void *value = NULL;
	uint32_t zero = 0;

	*bytes = NULL;
	*n = 0;
	DT_TRY(dt_pin_get(dir, kind, 0, &fd));
	if (fd < 0)
		return NULL;
	attr.info.bpf_fd = (uint32_t)fd;
	attr.info.info = (uint64_t)(uintptr_t)&info;
	if (dt_sys_bpf(BPF_OBJ_GET_INFO_BY_FD, &attr) < 0)
		return dt_sys_error(errno, "describe %s in %s", kind, dir);
	value = dt_zalloc(((size_t)info.value_size + 8) & ~(size_t)7);
	attr = (union bpf_attr){.map_fd = (uint32_t)fd};
	attr.key = (uint64_t)(uintptr_t)&zero;
	attr.value = (uint64_t)(uintptr_t)value;
	if (dt_sys_bpf(BPF_MAP_LOOKUP_ELEM, &attr) < 0)
		return dt_sys_error(errno, "read %s in %s", kind, dir);
	*bytes = value;
	*n = info.value_size;
	value = NULL;
	return NULL;
}
