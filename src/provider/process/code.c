/* SPDX-License-Identifier: BSD-2-Clause */
#include "provider/process/code.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void dt_process_code_deinit(struct dt_process_code *p)
{
	dt_vec_deinit(&p->maps);
}

const char *dt_code_key(const struct dt_proc_mapping *m, char *buf)
{
	snprintf(buf, DT_CODE_KEY, "%x:%x %llu", m->major, m->minor, (unsigned long long)m->inode);
	return buf;
}

static void add_mapping(struct dt_registry *r, const char *exe, const struct dt_proc_mapping *from,
			struct dt_process_code *ret)
{
	struct dt_code_mapping m = {.at = *from};
	char key[DT_CODE_KEY];

	if (!from->is_executable || from->path[0] != '/')
		return;
	m.at.path = dt_intern(r->names, from->path);
	m.module = strrchr(m.at.path, '/') + 1;
	m.is_executable = !strcmp(m.at.path, exe);
	m.key = dt_intern(r->names, dt_code_key(from, key)); // read again and again while tracing
	dt_vec_push(&ret->maps, m);
}

static struct dt_error *cannot_examine(pid_t pid, int failed)
{
	if (failed == ENOENT || failed == ESRCH)
		return dt_error_new(DT_ERR_PROC_GRAB,
				    "process %d has no program: it has ended, or is part of the "
				    "kernel",
				    (int)pid);
	return dt_error_new(DT_ERR_PROC_GRAB, "process %d cannot be examined: %s", (int)pid,
			    strerror(failed));
}

struct dt_error *dt_process_code_read(struct dt_registry *r, pid_t pid, struct dt_process_code *ret)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/exe", (int)pid);
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;
	char exe[4096];
	ssize_t len;
	struct dt_proc_status status;

	*ret = (struct dt_process_code){.pid = pid};
	if (kill(pid, 0) && errno == ESRCH)
		return dt_error_new(DT_ERR_PROC_GONE, "process %d does not exist", (int)pid);
	if (dt_proc_status(pid, &status) && status.group != pid)
		return dt_error_new(DT_ERR_PROC_GONE, "%d is a thread of process %d", (int)pid,
				    (int)status.group);
	len = readlink(path, exe, sizeof(exe) - 1);
	if (len < 0 || !dt_proc_maps_open(&maps, pid))
		return cannot_examine(pid, errno);
	exe[len] = '\0';
	dt_proc_unmark(exe);
	while (dt_proc_maps_next(&maps, &m))
		add_mapping(r, exe, &m, ret);
	dt_proc_maps_close(&maps);
	return NULL;
}
