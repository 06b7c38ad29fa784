/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How much work the kernel has with the places of a file: for each of them it visits every process
 * that maps the file, at attaching and at detaching, whichever process is traced. Forks and
 * mappings of the whole machine wait meanwhile.
 */
#include "provider/pid/internal.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MANY = 2000 }; // places of a file; fewer are quick, whoever maps it

static size_t places_of(const struct dt_registry *r, const struct dt_pid_file *f)
{
	struct dt_map_entry *e;
	size_t n = 0;

	for (size_t at = 0; (e = dt_map_next(&r->pid_probes, &at));) {
		const struct dt_probe *p = e->value;
		const struct dt_site *s = (const struct dt_site *)(uintptr_t)p->data[0];

		if (s && p->data[1] && s->path == f->path)
			n += p->data[1];
	}
	return n;
}

/** Has the process mapped the file of that device and inode, as its maps show them? */
static bool maps_file(const char *pid, const char *key)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%s/maps", pid);
	dt_cleanup(dt_free_p) char *line = NULL;
	char perms[8], device[16], inode[24];
	FILE *f = fopen(path, "re");
	bool found = false;
	size_t size = 0;

	while (f && !found && getline(&line, &size, f) > 0) {
		if (sscanf(line, "%*s %7s %*s %15s %23s", perms, device, inode) != 3 ||
		    perms[2] != 'x')
			continue;
		size_t n = strlen(device);
		found = !strncmp(key, device, n) && key[n] == ' ' && !strcmp(key + n + 1, inode);
	}
	if (f)
		fclose(f);
	return found;
}

static size_t processes_of(const char *key)
{
	DIR *dir = opendir("/proc");
	struct dirent *e;
	size_t n = 0;

	while (dir && (e = readdir(dir)))
		n += isdigit((unsigned char)*e->d_name) && maps_file(e->d_name, key);
	if (dir)
		closedir(dir);
	return n;
}

struct dt_attach_cost dt_attach_cost_measure(struct dt_registry *r)
{
	const struct dt_pid_file *file = NULL;
	struct dt_attach_cost worst = {0};
	struct dt_map_entry *e;
	char name[4096];

	for (size_t at = 0; r->pid_probes.len >= MANY && (e = dt_map_next(&r->pid_files, &at));) {
		const char *key = dt_arena_strndup(r->arena, e->key, e->key_len);
		size_t places = places_of(r, e->value);
		size_t processes = places < MANY ? 0 : processes_of(key);

		if (places * processes <= worst.places * worst.processes)
			continue;
		file = e->value;
		worst = (struct dt_attach_cost){NULL, places, processes};
	}
	if (file) {
		ssize_t len = readlink(file->path, name, sizeof(name) - 1);

		worst.path = dt_arena_strndup(r->arena, name, len < 0 ? 0 : (size_t)len);
	}
	return worst;
}
