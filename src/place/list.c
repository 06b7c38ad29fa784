/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The name of a file is NAMESPACE.PID.START.PLACER.PLACERSTART, so that it can be read without
 * opening it, and two placers of one process do not meet. Pids count in their namespace: several
 * may share the directory.
 */
#include "place/list.h"

#include "base/mem.h"
#include "place/task.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/** Returns the directory (heap), or NULL: it is root's, or that of the user's login. */
static char *find_directory(void)
{
	const char *own = getenv("DTRACE_RUNDIR"), *user = getenv("XDG_RUNTIME_DIR");

	if (own && *own)
		return dt_strdup(own);
	if (!geteuid())
		return dt_strdup("/run/dtrace");
	return user && *user ? dt_asprintf("%s/dtrace", user) : NULL;
}

static char *name_of(const struct dt_place_entry *e)
{
	struct stat s = {0};

	stat("/proc/self/ns/pid", &s);
	return dt_asprintf("%ju.%d.%" PRIu64 ".%d.%" PRIu64, (uintmax_t)s.st_ino, (int)e->pid,
			   e->start, (int)e->placer, e->placer_start);
}

static char *path_of(const struct dt_place_entry *e)
{
	dt_cleanup(dt_free_p) char *directory = find_directory(), *name = name_of(e);

	if (!directory)
		return NULL;
	mkdir(directory, S_IRWXU);
	return dt_asprintf("%s/%s", directory, name);
}

void dt_place_list_add(const struct dt_place_entry *e)
{
	dt_cleanup(dt_free_p) char *path = path_of(e);
	int fd = path ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR) : -1;

	if (fd >= 0)
		close(fd);
}

void dt_place_list_remove(const struct dt_place_entry *e)
{
	dt_cleanup(dt_free_p) char *path = path_of(e);

	if (path)
		unlink(path);
}

/** Parses the name of a file of this namespace, as name_of() writes it. */
static bool parse_entry(const char *name, struct dt_place_entry *ret)
{
	dt_cleanup(dt_free_p) char *same = NULL;

	if (sscanf(name, "%*u.%d.%" SCNu64 ".%d.%" SCNu64, &ret->pid, &ret->start, &ret->placer,
		   &ret->placer_start) != 4)
		return false;
	same = name_of(ret);
	return !strcmp(name, same) && ret->pid > 0 && ret->placer > 0;
}

void dt_place_list_read(dt_place_entries *ret)
{
	dt_cleanup(dt_free_p) char *directory = find_directory();
	DIR *dir = directory ? opendir(directory) : NULL;
	struct dt_place_entry e;

	for (const struct dirent *d; dir && (d = readdir(dir));) {
		if (!parse_entry(d->d_name, &e))
			continue;
		if (!e.start || dt_task_start(e.pid) != e.start)
			unlinkat(dirfd(dir), d->d_name, 0);
		else if (dt_task_is_dead(e.placer) || dt_task_start(e.placer) != e.placer_start)
			dt_vec_push(ret, e);
	}
	if (dir)
		closedir(dir);
}
