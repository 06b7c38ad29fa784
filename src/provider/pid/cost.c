/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Estimates the cost of attaching. For each probed address of a file, the kernel visits every
 * process that maps the file, both when attaching and when detaching, even if one process is
 * traced. Meanwhile all forks and mappings of the machine wait.
 *
 * Decision: docs/dev/decisions/0042-mapping-cost-warning.md
 */
#include "provider/pid/internal.h"

#include <string.h>
#include <unistd.h>

enum { MANY = 2000 }; // addresses of a file; fewer are quick for any number of processes

static size_t count_sites(const struct dt_probe *const *probes, size_t n_probes,
			  const struct dt_pid_file *f)
{
	size_t n = 0;

	for (size_t i = 0; i < n_probes; i++)
		if (probes[i]->n_sites && probes[i]->sites->path == f->path)
			n += probes[i]->n_sites;
	return n;
}

struct count {
	const char *key;
	size_t n;
};

/** Counts the process if it has mapped the file with this key. */
static void count_process(void *self, pid_t pid)
{
	struct count *c = self;
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;
	char key[DT_CODE_KEY];
	bool found = false;

	if (!dt_proc_maps_open(&maps, pid))
		return;
	while (!found && dt_proc_maps_next(&maps, &m))
		found = m.is_executable && !strcmp(dt_code_key(&m, key), c->key);
	c->n += found;
	dt_proc_maps_close(&maps);
}

static size_t processes_of(const char *key)
{
	struct count c = {.key = key};

	dt_error_destroy(dt_proc_each(count_process, &c));
	return c.n;
}

struct dt_attach_cost dt_attach_cost_measure(struct dt_registry *r,
					     const struct dt_probe *const *probes, size_t n)
{
	struct dt_pid *pid = dt_pid_of(r);
	const struct dt_pid_file *file = NULL;
	struct dt_attach_cost worst = {0};
	struct dt_map_entry *e;
	char name[4096];

	for (size_t at = 0; n >= MANY && (e = dt_map_next(&pid->files, &at));) {
		const char *key = dt_arena_strndup(r->arena, e->key, e->key_len);
		size_t sites = count_sites(probes, n, e->value);
		size_t processes = sites < MANY ? 0 : processes_of(key);

		if (sites * processes <= worst.sites * worst.processes)
			continue;
		file = e->value;
		worst = (struct dt_attach_cost){NULL, sites, processes};
	}
	if (file) {
		ssize_t len = readlink(file->path, name, sizeof(name) - 1);

		worst.path = dt_arena_strndup(r->arena, name, len < 0 ? 0 : (size_t)len);
	}
	return worst;
}
