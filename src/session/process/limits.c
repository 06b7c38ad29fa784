/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * -x user, cgroup, container, confine: limit tracing to a user, group or target.
 *
 * No daemon is asked about containers. Container managers give each container a control group in
 * the unified hierarchy (version 2), and put the container's name or ID into the group's name:
 *
 *	docker, podman		docker-ID.scope, libpod-ID.scope
 *	Kubernetes		cri-containerd-ID.scope, crio-ID.scope; kubepods-…podUID.slice
 *	LXC, systemd-nspawn	lxc.payload.NAME, machine-NAME.scope
 *	without systemd		docker/ID, lxc/NAME, kubepods/…/podUID/ID
 *	services of systemd	NAME.service, NAME.scope, NAME.slice
 *
 * Programs compare the number of the current group's ancestor at the group's level. So groups
 * inside a container count as well, even if they are created later.
 */
#include "session/process/process.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <linux/magic.h>
#include <limits.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

enum {
	ROOT_NUMBER = 1, // inode number of the hierarchy's root only
	DEEPEST = 1024,
	ID_LENGTH = 64,	 // hexadecimal digits of a container's ID,
	ID_SHORTEST = 4, // minimum length of an abbreviated ID
};

static const char *const prefixes[] = {
    "",
    "docker-",
    "libpod-",
    "cri-containerd-",
    "crio-",
    "machine-",
    "lxc.payload.",
    "systemd-nspawn@",
    "pod",
    "kubepods-pod",
    "kubepods-besteffort-pod",
    "kubepods-burstable-pod",
};
static const char *const suffixes[] = {"", ".scope", ".service", ".slice"};

static struct dt_error *find_user(const char *name, uint32_t *ret)
{
	const struct passwd *found;
	unsigned long number;
	char *end;

	errno = 0;
	number = strtoul(name, &end, 10);
	if (isdigit((unsigned char)*name) && !*end && !errno && number < UINT32_MAX) {
		*ret = (uint32_t)number;
		return NULL;
	}
	found = getpwnam(name);
	if (!found)
		return dt_error_new(DT_ERR_USAGE, "there is no user %s", name);
	*ret = found->pw_uid;
	return NULL;
}

/** Finds where the whole unified hierarchy is mounted. The path ends with a slash. */
static struct dt_error *find_hierarchy(char *ret, size_t size)
{
	FILE *mounts = fopen("/proc/self/mountinfo", "re");
	char line[2 * PATH_MAX], path[PATH_MAX];
	struct stat st;
	bool found = false;

	while (!found && mounts && fgets(line, sizeof(line), mounts))
		found = strstr(line, " - cgroup2 ") &&
			sscanf(line, "%*s %*s %*s / %4095s", path) == 1 && !stat(path, &st) &&
			st.st_ino == ROOT_NUMBER;
	if (mounts)
		fclose(mounts);
	if (!found)
		return dt_error_new(
		    DT_ERR_UNSUPPORTED,
		    "the root of the unified hierarchy of control groups (cgroup2) is not mounted "
		    "here");
	snprintf(ret, size, "%s/", path);
	return NULL;
}

/** Resolves a group by its directory. Its level is the number of steps up to the root. */
static struct dt_error *resolve_group(const char *path, struct dt_lower_limits *ret)
{
	dt_cleanup(dt_close_p) int at = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	struct statfs fs;
	struct stat st;

	if (at < 0)
		return dt_error_os(errno, "control group %s", path);
	if (fstatfs(at, &fs) || fs.f_type != CGROUP2_SUPER_MAGIC || fstat(at, &st))
		return dt_error_new(DT_ERR_USAGE,
				    "%s is not a control group of the unified "
				    "hierarchy",
				    path);
	ret->group = st.st_ino;
	for (ret->level = 0; st.st_ino != ROOT_NUMBER && ret->level < DEEPEST; ret->level++) {
		int up = openat(at, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);

		dt_close_p(&at);
		at = up;
		if (fstat(at, &st))
			return dt_error_os(errno, "control groups above %s", path);
	}
	return NULL;
}

/** Finds a group by its directory or its path in the hierarchy. */
static struct dt_error *find_group(const char *hierarchy, const char *name,
				   struct dt_lower_limits *ret)
{
	dt_cleanup(dt_free_p) char *inside = dt_asprintf("%s%s", hierarchy, name);

	return resolve_group(
	    access(inside, F_OK) && *name == '/' && !access(name, F_OK) ? name : inside, ret);
}

/** Reads one character of a group's name. systemd writes some characters as \x2d. */
static char next_character(const char **p)
{
	unsigned code;

	if (!strncmp(*p, "\\x", 2) && sscanf(*p, "\\x%2x", &code) == 1) {
		*p += 4;
		return (char)code;
	}
	return *(*p)++;
}

/** Reports whether `part`, which ends with `suffix`, is the container's name or ID. */
static bool is_called(const char *part, const char *suffix, const char *name)
{
	size_t digits = strspn(part, "0123456789abcdef"), len = strlen(name);

	if (digits == ID_LENGTH && !strcmp(part + digits, suffix) && len >= ID_SHORTEST &&
	    !strncmp(part, name, len))
		return true;
	while (*name && *part)
		if (next_character(&part) != *name++)
			return false;
	return !*name && !strcmp(part, suffix);
}

static bool is_container(const char *group, const char *name)
{
	for (size_t p = 0; p < dt_array_len(prefixes); p++)
		for (size_t s = 0; s < dt_array_len(suffixes); s++) {
			size_t skip = strlen(prefixes[p]);

			if (!strncmp(group, prefixes[p], skip) &&
			    is_called(group + skip, suffixes[s], name))
				return true;
		}
	return false;
}

/** Finds the container's group. Ignores groups inside a matching group; a second match elsewhere is
 * an error. */
static struct dt_error *find_container(const char *hierarchy, const char *name,
				       struct dt_lower_limits *ret)
{
	char *const where[] = {(char *)hierarchy, NULL};
	FTS *tree = fts_open(where, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL);
	dt_cleanup(dt_free_p) char *first = NULL;
	struct dt_error *err = NULL;
	FTSENT *e;

	while (!err && tree && (e = fts_read(tree))) {
		if (e->fts_info != FTS_D || !e->fts_level || !is_container(e->fts_name, name))
			continue;
		fts_set(tree, e, FTS_SKIP);
		if (first)
			err = dt_error_new(DT_ERR_USAGE, "%s names two control groups, %s and %s",
					   name, first, e->fts_path);
		else
			first = dt_strdup(e->fts_path);
	}
	if (tree)
		fts_close(tree);
	if (err)
		return err;
	if (!first)
		return dt_error_new(DT_ERR_USAGE,
				    "no control group below %s belongs to a container or service "
				    "%s; hierarchies of version 1 are not searched",
				    hierarchy, name);
	return resolve_group(first, ret);
}

static void list_targets(struct dtrace *d, struct dt_lower_limits *ret)
{
	pid_t *pids = dt_arena_array(d->compile->arena, pid_t, d->targets->list.len + 1);

	dt_vec_foreach (&d->targets->list, t)
		pids[ret->n_targets++] = t->pid;
	ret->targets = pids;
}

struct dt_error *dt_session_limits(struct dtrace *d, struct dt_lower_limits *ret)
{
	const struct dt_options *options = &d->options;
	const char *user = options->s[DT_OPT_user], *group = options->s[DT_OPT_cgroup];
	const char *container = options->s[DT_OPT_container];
	char hierarchy[PATH_MAX + 1];

	*ret = (struct dt_lower_limits){.by_user = user, .by_group = group || container};
	if (options->v[DT_OPT_grabanon])
		return NULL; // the claimed programs already run
	if (options->v[DT_OPT_confine])
		list_targets(d, ret);
	if (user)
		DT_TRY(find_user(user, &ret->user));
	if (!ret->by_group)
		return NULL;
	if (group && container)
		return dt_error_new(DT_ERR_USAGE, "cgroup and container exclude each other");
	DT_TRY(find_hierarchy(hierarchy, sizeof(hierarchy)));
	return group ? find_group(hierarchy, group, ret)
		     : find_container(hierarchy, container, ret);
}
