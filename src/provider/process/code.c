/* SPDX-License-Identifier: BSD-2-Clause */
#include "provider/process/code.h"

#include "base/host/timed.h"
#include "base/time.h"
#include "symbols/process/mapped.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAX_WAIT = 500000000 }; // ns to wait for a process that is in execve()

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
	m.key = dt_intern(r->names, dt_code_key(from, key)); // created repeatedly while tracing
	dt_vec_push(&ret->maps, m);
}

static struct dt_error *cannot_examine(pid_t pid, int failed)
{
	if (failed == ENOENT || failed == ESRCH)
		return dt_error_new(
		    DT_ERR_PROC_GRAB,
		    "process %d has no program: it has ended, or is a kernel thread", (int)pid);
	return dt_error_new(DT_ERR_PROC_GRAB, "process %d cannot be examined: %s%s", (int)pid,
			    failed == ETIMEDOUT ? "it keeps its mappings locked"
						: dt_error_text(failed),
			    failed == EACCES || failed == EPERM
				? "; run dtrace as root, or as the user of the process"
				: "");
}

/** The mappings of one process, as reported. */
struct report {
	pid_t pid;
	const struct dt_proc_mapping *maps;
	size_t n;
};

static struct report *report_of(struct dt_registry *r)
{
	static const struct dt_state own = {.size = sizeof(struct report)};

	return dt_registry_state(r, &own);
}

void dt_process_code_reported(struct dt_registry *r, pid_t pid, const struct dt_proc_mapping *maps,
			      size_t n)
{
	*report_of(r) = (struct report){pid, maps, n};
}

static bool has_mapping(const struct dt_process_code *p, const struct dt_proc_mapping *m)
{
	char key[DT_CODE_KEY];

	dt_code_key(m, key);
	dt_vec_foreach (&p->maps, known)
		if (!strcmp(known->key, key))
			return true;
	return false;
}

/** Adds reported mappings that no longer exist, if their file exists in our mount namespace. */
static void add_reported(struct dt_registry *r, struct dt_process_code *ret)
{
	const struct report *report = report_of(r);

	for (size_t i = 0; report->pid == ret->pid && i < report->n; i++)
		if (!has_mapping(ret, &report->maps[i]) && dt_mapped_is_here(&report->maps[i]))
			add_mapping(r, "", &report->maps[i], ret);
}

/** Reads the mappings once. *changed: the process was starting another program meanwhile. */
static struct dt_error *read_once(struct dt_registry *r, pid_t pid, struct dt_process_code *ret,
				  bool *changed)
{
	dt_cleanup(dt_free_p) char *exe = dt_proc_executable(pid), *after = NULL;
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;
	bool silent, found = false;

	*changed = false;
	ret->maps.len = 0;
	if (!exe || !dt_proc_maps_open(&maps, pid))
		return cannot_examine(pid, errno);
	while (dt_proc_maps_next(&maps, &m))
		add_mapping(r, exe, &m, ret);
	silent = maps.silent;
	dt_proc_maps_close(&maps);
	after = dt_proc_executable(pid);
	dt_vec_foreach (&ret->maps, mapping)
		found |= mapping->is_executable;
	*changed = after && (!found || strcmp(exe, after) != 0);
	return silent ? cannot_examine(pid, ETIMEDOUT) : NULL;
}

static struct dt_error *read_mapped(struct dt_registry *r, pid_t pid, uint64_t limit,
				    struct dt_process_code *ret)
{
	struct dt_proc_status status;
	uint64_t begin = dt_now();
	struct dt_error *err;
	bool changed;

	if (kill(pid, 0) && errno == ESRCH)
		return dt_error_new(DT_ERR_PROC_GONE, "process %d does not exist", (int)pid);
	if (dt_proc_status(pid, &status) && status.group != pid)
		return dt_error_new(DT_ERR_PROC_GONE, "%d is a thread of process %d", (int)pid,
				    (int)status.group);
	do {
		err = read_once(r, pid, ret, &changed);
	} while (!err && changed && dt_now() - begin < limit);
	return err;
}

static struct dt_error *read_code(struct dt_registry *r, pid_t pid, uint64_t limit,
				  struct dt_process_code *ret)
{
	struct dt_error *err;

	*ret = (struct dt_process_code){.pid = pid};
	err = read_mapped(r, pid, limit, ret);
	add_reported(r, ret);
	if (!ret->maps.len)
		return err;
	dt_error_destroy(err);
	return NULL;
}

struct dt_error *dt_process_code_read(struct dt_registry *r, pid_t pid, struct dt_process_code *ret)
{
	return read_code(r, pid, 0, ret);
}

struct dt_error *dt_process_code_await(struct dt_registry *r, pid_t pid,
				       struct dt_process_code *ret)
{
	return read_code(r, pid, MAX_WAIT, ret);
}
