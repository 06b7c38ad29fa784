/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the probes of each process. A file that processes have mapped executable is opened once,
 * and kept open if it has probes. Probes are attached through the descriptor, so they always go
 * into the file that was read, even if the process has ended, has another root directory, or the
 * file was deleted.
 */
#include "provider/usdt/usdt.h"

#include "provider/process/code.h"
#include "symbols/process/mapped.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** Returns the mark in the map for a file without probes. */
static struct dt_usdt_image *no_image(void)
{
	static const char mark;

	return (struct dt_usdt_image *)&mark;
}

static void usdt_deinit(void *state)
{
	struct dt_usdt *u = state;

	dt_vec_foreach (&u->files, i) {
		dt_usdt_deinit(&(*i)->file);
		free((*i)->module);
		free((*i)->path);
		free(*i);
	}
	dt_vec_foreach (&u->processes, p) {
		dt_vec_deinit(&(*p)->images);
		free(*p);
	}
	dt_vec_deinit(&u->files);
	dt_vec_deinit(&u->processes);
	dt_vec_deinit(&u->args);
	dt_map_deinit(&u->images);
	dt_map_deinit(&u->args_by_bytes);
	dt_map_deinit(&u->probes);
}

struct dt_usdt *dt_usdt_of(struct dt_registry *r)
{
	static const struct dt_state own = {.size = sizeof(struct dt_usdt), .deinit = usdt_deinit};

	return dt_registry_state(r, &own);
}

static struct dt_usdt_image *read_usdt_image(struct dt_usdt *u, struct dt_elf *e,
					     const char *module)
{
	struct dt_usdt_image *i = dt_zalloc(sizeof(*i));

	if (!dt_usdt_read(&i->file, e)) {
		dt_usdt_deinit(&i->file);
		free(i);
		return no_image();
	}
	i->module = dt_strdup(module);
	i->path = dt_asprintf("/proc/self/fd/%d", dt_file_fd(e->file));
	dt_vec_push(&u->files, i);
	return i;
}

/** Returns the existing image of the same file, or NULL. */
static struct dt_usdt_image *known_image(struct dt_usdt *u, const struct dt_elf *e)
{
	const struct dt_file_id *id = dt_file_id(e->file);

	dt_vec_foreach (&u->files, i) {
		const struct dt_file_id *other = dt_file_id((*i)->file.elf->file);

		if (other->device == id->device && other->inode == id->inode)
			return *i;
	}
	return NULL;
}

/** Returns the image of a file. Takes over `e`. */
static struct dt_usdt_image *take_file(struct dt_usdt *u, struct dt_elf *e, const char *module)
{
	struct dt_usdt_image *i = e ? known_image(u, e) : no_image();

	if (!i)
		return read_usdt_image(u, e, module);
	dt_elf_destroy(e);
	return i;
}

static struct dt_usdt_image *image_of(struct dt_registry *r, const struct dt_process_code *p,
				      const struct dt_code_mapping *m)
{
	struct dt_usdt *u = dt_usdt_of(r);
	struct dt_usdt_image *i = dt_map_get_str(&u->images, m->key);

	if (!i) {
		struct dt_elf *e = dt_mapped_open(p->pid, &m->at);

		if (!e && errno == EREMOTE)
			dt_registry_skip_file(r, "usdt", m->module);
		i = take_file(u, e, m->module);
		dt_map_put_str(&u->images, m->key, i);
	}
	return i == no_image() ? NULL : i;
}

static void add_image(struct dt_usdt_process *p, struct dt_usdt_image *image)
{
	dt_vec_foreach (&p->images, i)
		if (*i == image)
			return;
	dt_vec_push(&p->images, image);
}

/** Reads the files of a process. A process that has ended or cannot be examined has no probes. */
static void read_process(struct dt_registry *r, struct dt_usdt_process *p)
{
	struct dt_process_code maps;
	struct dt_error *err = dt_process_code_read(r, p->pid, &maps);

	dt_vec_foreach (&maps.maps, m) {
		struct dt_usdt_image *image = image_of(r, &maps, m);

		if (image)
			add_image(p, image);
	}
	dt_process_code_deinit(&maps);
	dt_error_destroy(err);
}

struct dt_usdt_process *dt_usdt_process(struct dt_registry *r, pid_t pid)
{
	struct dt_usdt *u = dt_usdt_of(r);
	struct dt_usdt_process *p;

	dt_vec_foreach (&u->processes, known)
		if ((*known)->pid == pid)
			return *known;
	p = dt_zalloc(sizeof(*p));
	p->pid = pid;
	read_process(r, p);
	dt_vec_push(&u->processes, p);
	return p;
}

void dt_usdt_forget(struct dt_registry *r, pid_t pid)
{
	struct dt_usdt *u = dt_usdt_of(r);

	for (size_t i = 0; i < u->processes.len; i++) {
		struct dt_usdt_process *p = u->processes.data[i];

		if (p->pid != pid)
			continue;
		dt_vec_deinit(&p->images);
		free(p);
		u->processes.data[i] = dt_vec_last(&u->processes);
		u->processes.len--;
		return;
	}
}

struct dt_usdt_process *dt_usdt_changed(struct dt_registry *r, pid_t pid)
{
	struct dt_usdt *u = dt_usdt_of(r);

	if (u->pass != r->pass) {
		dt_usdt_forget(r, u->changed); // many processes may change
		dt_usdt_forget(r, pid);
	}
	u->pass = r->pass;
	u->changed = pid;
	return dt_usdt_process(r, pid);
}

static void visit_changed(void *self, pid_t pid)
{
	dt_usdt_process(self, pid);
}

void dt_usdt_scan(struct dt_registry *r)
{
	struct dt_usdt *u = dt_usdt_of(r);

	if (!u->has_scanned)
		dt_error_destroy(dt_proc_each(visit_changed, r));
	u->has_scanned = true;
}

struct dt_error *dt_usdt_open(struct dt_registry *r, const char *path, struct dt_usdt_image **ret)
{
	struct dt_usdt *u = dt_usdt_of(r);
	int fd = dt_file_descriptor(AT_FDCWD, path, DT_PATH_ANY);
	dt_cleanup(dt_free_p) char *self = dt_asprintf("/proc/self/fd/%d", fd);
	const char *slash = strrchr(path, '/');
	char real[PATH_MAX];
	ssize_t n;

	if (fd < 0)
		return errno == EINVAL ? dt_error_new(DT_ERR_USAGE,
						      "usdtfile %s: it is not a regular file", path)
				       : dt_error_os(errno, "usdtfile %s", path);
	n = readlink(self, real, sizeof(real) - 1);
	real[n < 0 ? 0 : n] = '\0';
	*ret = take_file(u, dt_elf_create(dt_file_create(fd), -1, real), slash ? slash + 1 : path);
	if (*ret == no_image())
		return dt_error_new(DT_ERR_USAGE, "usdtfile %s: it has no USDT probes", path);
	dt_map_put_str(&u->images, path, *ret);
	return NULL;
}
