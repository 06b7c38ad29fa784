/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tracks the mappings of processes. An address is looked up in the newest mapping that covers it,
 * then converted to an offset in the file, then to the file's virtual address. Only executable
 * mappings are tracked: data of a file are found by their distance from its code.
 *
 * A process that has ended is kept until ENDED_MAX others, or others with MAPPINGS_MAX mappings,
 * have ended after it. A file is kept as long as one of its mappings.
 */
#include "symbols/process/process.h"

#include "symbols/process/mapped.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

enum {
	ENDED_MAX = 4096,     // processes that are kept after their end
	MAPPINGS_MAX = 65536, // of these processes
	EACH_MAX = 4096,      // mappings of a process, beyond twice those at the last reading
};

static void add_mapping(struct dt_processes *p, struct dt_process *q, const struct dt_mapping *m)
{
	if (m->image)
		m->image->n_users++;
	p->n_ended += q->has_ended;
	if (q->n_sorted == q->mappings.len &&
	    (!q->n_sorted || m->start >= dt_vec_last(&q->mappings).end))
		q->n_sorted++;
	dt_vec_push(&q->mappings, *m);
}

static void free_mappings(struct dt_processes *p, struct dt_process *q)
{
	dt_vec_foreach (&q->mappings, m)
		if (m->image && !--m->image->n_users)
			dt_image_free(&p->images, m->image);
	p->n_ended -= q->has_ended ? q->mappings.len : 0;
	q->n_sorted = 0;
	dt_vec_deinit(&q->mappings);
}

static void free_process(struct dt_processes *p, struct dt_process *q)
{
	free_mappings(p, q);
	dt_perf_map_deinit(&q->generated);
	free(q);
}

void dt_processes_deinit(struct dt_processes *p)
{
	struct dt_map_entry *e;

	for (size_t pos = 0; (e = dt_map_next(&p->by_pid, &pos));)
		free_process(p, e->value);
	dt_map_deinit(&p->by_pid);
	dt_images_deinit(&p->images);
	dt_vec_deinit(&p->ended);
	*p = (struct dt_processes){0};
}

static struct dt_process *get_process(struct dt_processes *p, int pid)
{
	struct dt_process *q = dt_map_get(&p->by_pid, &pid, sizeof(pid));

	if (!q) {
		q = dt_zalloc(sizeof(*q));
		q->pid = pid;
		dt_map_put(&p->by_pid, &pid, sizeof(pid), q);
	}
	return q;
}

static void set_ended(struct dt_processes *p, struct dt_process *q, bool has_ended)
{
	if (q->has_ended && !has_ended)
		p->n_ended -= q->mappings.len;
	if (!q->has_ended && has_ended)
		p->n_ended += q->mappings.len;
	q->has_ended = has_ended;
}

static void scan_mappings(struct dt_processes *p, struct dt_process *q)
{
	struct dt_proc_maps maps;
	bool silent;

	q->known = p->losses + 1;
	q->n_read = SIZE_MAX / 2 - EACH_MAX; // no bound during the reading
	if (dt_proc_maps_open(&maps, q->pid)) {
		dt_process_take_maps(p, q->pid, &maps);
		silent = maps.silent;
		dt_proc_maps_close(&maps);
	} else {
		silent = errno == ETIMEDOUT;
	}
	q->n_read = q->mappings.len;
	if (silent)
		q->known = 0; // try again later
}

void dt_process_read(struct dt_processes *p, int pid)
{
	struct dt_process *q = get_process(p, pid);

	if (q->known <= p->losses && !q->has_ended)
		scan_mappings(p, q);
}

static void process_created(void *self, pid_t pid)
{
	dt_process_read(self, pid);
}

void dt_processes_scan(struct dt_processes *p)
{
	dt_error_destroy(dt_proc_each(process_created, p));
}

// ---- mappings

static uint64_t world_of(struct dt_process *q)
{
	if (!q->has_world)
		q->world = dt_mapped_world(q->pid);
	q->has_world = true;
	return q->world;
}

static bool is_anonymous(const char *path)
{
	return !*path || !strncmp(path, "//anon", 6) || !strncmp(path, "[anon", 5) ||
	       !strncmp(path, "/dev/zero", 9);
}

/** Returns the file of a mapping, or NULL if it has none. Files of memfd_create(2) are programs or
 *  libraries, or memory in which a runtime generates code. */
static struct dt_image *image_of(struct dt_processes *p, struct dt_process *q,
				 const struct dt_proc_mapping *m)
{
	struct dt_image *i;

	if (is_anonymous(m->path))
		return NULL;
	i = dt_image_get(&p->images, q->pid, world_of(q), m);
	if (i->elf || strncmp(m->path, "/memfd:", 7) != 0)
		return i;
	if (!i->n_users)
		dt_image_free(&p->images, i);
	return NULL;
}

/** Returns the newest mapping at a time that overlaps the addresses start ≤ address < end, or NULL.
 */
static const struct dt_mapping *newest_mapping(const struct dt_process *q, uint64_t start,
					       uint64_t end, uint64_t as_of)
{
	const struct dt_mapping *all = q->mappings.data;

	for (size_t i = q->mappings.len; i-- > q->n_sorted;)
		if (all[i].start < end && start < all[i].end && all[i].since <= as_of)
			return &all[i];

	size_t n_before = dt_leading(all, q->n_sorted, e, e->start < end);

	return n_before && start < all[n_before - 1].end && all[n_before - 1].since <= as_of
		   ? &all[n_before - 1]
		   : NULL;
}

/** Reports whether the newest mapping at the same addresses is equal, as after an exec without
 *  ASLR. */
static bool has_mapping(const struct dt_process *q, const struct dt_mapping *m)
{
	const struct dt_mapping *old = newest_mapping(q, m->start, m->end, UINT64_MAX);

	return old && old->start == m->start && old->end == m->end && old->offset == m->offset &&
	       old->image == m->image;
}

void dt_process_mapped(struct dt_processes *p, pid_t pid, const struct dt_proc_mapping *mapped)
{
	struct dt_process *q = get_process(p, pid);
	struct dt_mapping m = {mapped->start, mapped->end, mapped->offset, NULL, mapped->when};

	m.image = image_of(p, q, mapped);
	if (!m.image && !q->generated.process.group)
		dt_perf_map_record_user(&q->generated, pid);
	if (has_mapping(q, &m))
		return;
	add_mapping(p, q, &m);
	// The kernel does not report removed mappings.
	if (!q->has_ended && q->mappings.len > 2 * q->n_read + EACH_MAX) {
		free_mappings(p, q);
		scan_mappings(p, q);
	}
}

void dt_process_take_maps(struct dt_processes *p, int pid, struct dt_proc_maps *maps)
{
	struct dt_proc_mapping m;

	while (dt_proc_maps_next(maps, &m))
		if (m.is_executable)
			dt_process_mapped(p, pid, &m);
}

void dt_process_forked(struct dt_processes *p, pid_t parent, pid_t child)
{
	const struct dt_process *from = dt_map_get(&p->by_pid, &parent, sizeof(parent));
	struct dt_process *to = get_process(p, child);

	set_ended(p, to, false);
	if (!from)
		return;
	to->world = from->world;
	to->has_world = from->has_world;
	to->known = from->known;
	to->n_read = from->n_read;
	dt_vec_foreach (&from->mappings, m)
		add_mapping(p, to, m);
}

void dt_process_executed(struct dt_processes *p, pid_t pid)
{
	struct dt_process *q = get_process(p, pid);

	set_ended(p, q, false);
	dt_perf_map_deinit(&q->generated);
	q->has_world = false; // it may have entered a container since the fork
	q->known = p->losses + 1;
}

static void forget_oldest(struct dt_processes *p)
{
	int pid = p->ended.data[p->ended_begin++];
	struct dt_process *q = dt_map_get(&p->by_pid, &pid, sizeof(pid));

	if (q && q->has_ended) {
		dt_map_remove(&p->by_pid, &pid, sizeof(pid));
		free_process(p, q);
	}
	if (p->ended_begin == ENDED_MAX) {
		p->ended.len -= p->ended_begin;
		memmove(p->ended.data, p->ended.data + p->ended_begin,
			p->ended.len * sizeof(*p->ended.data));
		p->ended_begin = 0;
	}
}

void dt_process_ended(struct dt_processes *p, pid_t pid)
{
	struct dt_process *q = dt_map_get(&p->by_pid, &pid, sizeof(pid));

	if (!q || q->has_ended)
		return;
	set_ended(p, q, true);
	dt_vec_push(&p->ended, pid);
	while (p->ended.len - p->ended_begin > (p->n_ended > MAPPINGS_MAX ? 1 : ENDED_MAX))
		forget_oldest(p);
}

static void process_mapped(void *self, pid_t pid, const struct dt_proc_mapping *m)
{
	dt_process_mapped(self, pid, m);
}

static void process_executed(void *self, pid_t pid)
{
	dt_process_executed(self, pid);
}

static void process_forked(void *self, pid_t parent, pid_t child)
{
	dt_process_forked(self, parent, child);
}

static void process_ended(void *self, pid_t pid)
{
	dt_process_ended(self, pid);
}

/** Finds processes whose end was not reported. Called when there are more than can be kept. */
static void end_lost(struct dt_processes *p)
{
	dt_vec(int) running = {0};
	const struct dt_map_entry *e;

	for (size_t pos = 0; (e = dt_map_next(&p->by_pid, &pos));) {
		const struct dt_process *q = e->value;

		if (!q->has_ended)
			dt_vec_push(&running, q->pid);
	}
	dt_vec_foreach (&running, pid)
		if (kill(*pid, 0) && errno == ESRCH)
			dt_process_ended(p, *pid);
	p->n_checked = p->by_pid.len;
	dt_vec_deinit(&running);
}

static void process_events_lost(void *self, uint64_t n)
{
	struct dt_processes *p = self;

	p->losses++;
	if (p->by_pid.len > 2 * p->n_checked + ENDED_MAX)
		end_lost(p);
}

void dt_processes_listen(struct dt_processes *p, struct dt_watch *w)
{
	p->complete = dt_watch_listen(
	    w, &(struct dt_watch_listener){p, process_mapped, process_executed, process_forked,
					   process_ended, process_events_lost});
}

// ---- naming

static bool generated_symbol(struct dt_process *q, uint64_t addr, struct dt_symbol *ret)
{
	const struct dt_symtab *t = &q->generated.table;
	const struct dt_symtab_entry *e = dt_symtab_find(t, addr);

	if (!e && dt_perf_map_read(&q->generated, q->pid))
		e = dt_symtab_find(t, addr);
	if (!e)
		return false;
	*ret = (struct dt_symbol){
	    .object_start = e->addr, .name = dt_symtab_name(t, e), .start = e->addr};
	return true;
}

/** Returns the mapping of a file at the address, or NULL. */
static const struct dt_mapping *file_at(struct dt_processes *p, struct dt_process *q, uint64_t addr)
{
	uint64_t as_of = p->as_of ? p->as_of : UINT64_MAX;
	const struct dt_mapping *m = newest_mapping(q, addr, addr + 1, as_of);

	if (!m && !q->has_ended && !p->complete) { // perhaps mapped since the last scan
		scan_mappings(p, q);
		m = newest_mapping(q, addr, addr + 1, as_of);
	}
	return m && m->image ? m : NULL;
}

/** Converts an address of the process to the file's virtual address. */
static bool own_address(struct dt_processes *p, const struct dt_mapping *m, uint64_t addr,
			uint64_t *ret)
{
	return dt_image_address(&p->images, m->image, addr - m->start + m->offset, ret);
}

/** Returns the file at an address of a process, or NULL. Writes the file's virtual address to *own.
 */
static struct dt_image *image_at(struct dt_processes *p, int pid, uint64_t addr, uint64_t *own)
{
	dt_process_read(p, pid);
	const struct dt_mapping *m = file_at(p, get_process(p, pid), addr);

	return m && own_address(p, m, addr, own) ? m->image : NULL;
}

const struct dt_mapping *dt_process_mapping(struct dt_processes *p, int pid, uint64_t addr)
{
	dt_process_read(p, pid);
	return file_at(p, get_process(p, pid), addr);
}

bool dt_process_hides_caller(struct dt_processes *p, int pid, uint64_t addr)
{
	uint64_t own;
	struct dt_image *i = image_at(p, pid, addr, &own);

	return i && dt_image_hides_caller(i, own);
}

size_t dt_process_lines(struct dt_processes *p, int pid, uint64_t addr, const struct dt_line **ret)
{
	uint64_t own;
	struct dt_image *i = image_at(p, pid, addr, &own);

	return i ? dt_image_lines(&p->images, i, own, ret) : 0;
}

bool dt_process_is_nameless(struct dt_processes *p, int pid, uint64_t addr)
{
	dt_process_read(p, pid);
	struct dt_process *q = get_process(p, pid);
	const struct dt_mapping *m =
	    newest_mapping(q, addr, addr + 1, p->as_of ? p->as_of : UINT64_MAX);
	struct dt_symbol symbol;

	return m && !m->image && !generated_symbol(q, addr, &symbol);
}

/** Fills in the symbol. `bias` is the process's address minus the file's virtual address. */
static void name_symbol(struct dt_image *i, const struct dt_symtab_entry *e, uint64_t bias,
			struct dt_symbol *ret)
{
	ret->name = dt_image_name(i, e);
	ret->start = e->addr + bias;
}

/** Finds the symbol of data in a mapped file. Ignores symbols without a size, which may have ended
 *  long before. */
static bool data_symbol(struct dt_processes *p, const struct dt_process *q, uint64_t addr,
			struct dt_symbol *ret)
{
	for (size_t i = q->mappings.len; i--;) {
		const struct dt_mapping *m = &q->mappings.data[i];
		const struct dt_symtab_entry *e;
		uint64_t own;

		if (!m->image ||
		    !dt_image_data(&p->images, m->image, m->offset, addr - m->start, &own))
			continue;
		*ret = (struct dt_symbol){
		    .object = m->image->name, .object_start = m->start, .own = own};
		e = dt_image_symbol(m->image, own);
		if (e && e->size)
			name_symbol(m->image, e, addr - own, ret);
		return true;
	}
	return false;
}

bool dt_process_symbol(struct dt_processes *p, int pid, uint64_t addr, struct dt_symbol *ret)
{
	dt_process_read(p, pid);
	struct dt_process *q = get_process(p, pid);
	const struct dt_mapping *m = file_at(p, q, addr);
	uint64_t own;

	if (!m)
		return generated_symbol(q, addr, ret) || data_symbol(p, q, addr, ret);
	*ret = (struct dt_symbol){.object = m->image->name, .object_start = m->start};
	ret->own = addr - m->start + m->offset;
	if (!own_address(p, m, addr, &own))
		return true;
	ret->own = own;
	const struct dt_symtab_entry *e = dt_image_symbol(m->image, own);
	if (e)
		name_symbol(m->image, e, addr - own, ret);
	return true;
}
