/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is mapped where. An address goes to the newest mapping that covers it, from there to a byte
 * of a file, from there to the address that the file's own symbol table uses.
 *
 * A process that ends is remembered until ENDED_MAX others have ended after it, or others with
 * MAPPINGS_MAX mappings; a file is, as long as a mapping of it. The file of a
 * mapping is found by the mapping itself, or by its path below the root directory of the process,
 * or below ours if that process is gone; another inode than the mapped one means another file,
 * which is not used.
 */
#include "symbols/process/process.h"

#include "symbols/process/perf_map.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	ENDED_MAX = 4096,	   // processes that are remembered after their end
	MAPPINGS_MAX = 65536,	   // of these processes
	EACH_MAX = 4096,	   // mappings that one may add to twice those it had
	JIT_BYTES_MAX = 256 << 20, // of a perf-PID.map
	VDSO_BYTES = 8192,
};

static void free_image(struct dt_processes *p, struct dt_image *i)
{
	dt_map_remove(&p->images, i->key, strlen(i->key));
	dt_elf_deinit(&i->elf);
	if (i->fd)
		close(i->fd - 1);
	free(i->key);
	free(i->path);
	free(i);
}

static void add_mapping(struct dt_processes *p, struct dt_process *q, const struct dt_mapping *m)
{
	if (m->image)
		m->image->n_users++;
	p->n_ended += q->gone;
	dt_vec_push(&q->mappings, *m);
}

static void free_mappings(struct dt_processes *p, struct dt_process *q)
{
	dt_vec_foreach (&q->mappings, m)
		if (m->image && !--m->image->n_users)
			free_image(p, m->image);
	p->n_ended -= q->gone ? q->mappings.len : 0;
	dt_vec_deinit(&q->mappings);
}

static void free_process(struct dt_processes *p, struct dt_process *q)
{
	free_mappings(p, q);
	dt_symtab_deinit(&q->jit.table);
	free(q);
}

void dt_processes_deinit(struct dt_processes *p)
{
	struct dt_map_entry *e;

	for (size_t pos = 0; (e = dt_map_next(&p->by_pid, &pos));)
		free_process(p, e->value);
	dt_map_deinit(&p->by_pid);
	dt_map_deinit(&p->images);
	dt_vec_deinit(&p->ended);
	*p = (struct dt_processes){0};
}

static struct dt_process *get(struct dt_processes *p, int pid)
{
	struct dt_process *q = dt_map_get(&p->by_pid, &pid, sizeof(pid));

	if (!q) {
		q = dt_zalloc(sizeof(*q));
		q->pid = pid;
		dt_map_put(&p->by_pid, &pid, sizeof(pid), q);
	}
	return q;
}

static void set_gone(struct dt_processes *p, struct dt_process *q, bool gone)
{
	if (q->gone && !gone)
		p->n_ended -= q->mappings.len;
	if (!q->gone && gone)
		p->n_ended += q->mappings.len;
	q->gone = gone;
}

/** A whole file of unknown size as a NUL-terminated heap text, or NULL. */
static char *read_text(const char *path, size_t max)
{
	dt_cleanup(dt_close_p) int fd = open(path, O_RDONLY | O_CLOEXEC);
	dt_vec(char) text = {0};
	ssize_t n;

	if (fd < 0)
		return NULL;
	do {
		dt_vec_reserve(&text, text.len + 16384);
		n = read(fd, text.data + text.len, text.cap - text.len - 1);
		text.len += n > 0 ? (size_t)n : 0;
	} while (n > 0 && text.len < max);
	text.data[text.len] = '\0';
	return text.data;
}

static void scan(struct dt_processes *p, struct dt_process *q)
{
	struct dt_proc_maps maps;

	q->known = p->losses + 1;
	q->n_read = SIZE_MAX / 2 - EACH_MAX; // no bound for what there is
	if (dt_proc_maps_open(&maps, q->pid)) {
		dt_process_take_maps(p, q->pid, &maps);
		dt_proc_maps_close(&maps);
	}
	q->n_read = q->mappings.len;
}

void dt_process_meet(struct dt_processes *p, int pid)
{
	struct dt_process *q = get(p, pid);

	if (q->known <= p->losses && !q->gone)
		scan(p, q);
}

static void meet(void *self, pid_t pid)
{
	dt_process_meet(self, pid);
}

void dt_processes_scan(struct dt_processes *p)
{
	dt_error_destroy(dt_proc_each(meet, p));
}

// ---- what is mapped

static bool is_file(int fd, uint64_t inode)
{
	struct stat st;

	return fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_ino == inode;
}

/** A descriptor of the file that process `pid`, 0: we, finds at `path`, or -1. */
static int open_inode(int pid, const char *path, uint64_t inode)
{
	dt_cleanup(dt_free_p) char *full =
	    pid ? dt_asprintf("/proc/%d/%s", pid, path) : dt_strdup(path);
	int fd = open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (!is_file(fd, inode))
		dt_close_p(&fd);
	return fd;
}

/** If the path does not lead to the file from here, hold it while its process is there. */
static void hold(struct dt_image *i, uint64_t start, uint64_t end)
{
	struct stat st;
	char range[64];
	int fd;

	if (i->path[0] != '/' || (!stat(i->path, &st) && st.st_ino == i->inode))
		return;
	snprintf(range, sizeof(range), "map_files/%llx-%llx", (unsigned long long)start,
		 (unsigned long long)end);
	fd = open_inode(i->pid, range, i->inode);
	if (fd < 0) {
		dt_cleanup(dt_free_p) char *rooted = dt_asprintf("root%s", i->path);

		fd = open_inode(i->pid, rooted, i->inode);
	}
	i->fd = fd + 1;
}

static struct dt_image *get_image(struct dt_processes *p, int pid, uint64_t start, uint64_t end,
				  uint64_t inode, const char *path)
{
	struct dt_str key = {0};
	struct dt_image *i;

	dt_str_printf(&key, "%llx %s", (unsigned long long)inode, path);
	i = dt_map_get_str(&p->images, dt_str_text(&key));
	if (!i) {
		i = dt_zalloc(sizeof(*i));
		i->key = dt_strdup(dt_str_text(&key));
		i->path = dt_strdup(path);
		dt_proc_unmark(i->path);
		i->name = strrchr(i->path, '/') ? strrchr(i->path, '/') + 1 : i->path;
		i->inode = inode;
		i->pid = pid;
		hold(i, start, end);
		dt_map_put_str(&p->images, dt_str_text(&key), i);
	}
	dt_str_deinit(&key);
	return i;
}

static bool is_anonymous(const char *path)
{
	return !*path || !strncmp(path, "//anon", 6) || !strncmp(path, "[anon", 5) ||
	       !strncmp(path, "/memfd:", 7) || !strncmp(path, "/dev/zero", 9);
}

/** Is the newest mapping at its place the same again, as after each exec without ASLR? */
static bool is_there(const struct dt_process *q, const struct dt_mapping *m)
{
	for (size_t i = q->mappings.len; i--;) {
		const struct dt_mapping *old = &q->mappings.data[i];

		if (old->start < m->end && m->start < old->end)
			return old->start == m->start && old->end == m->end &&
			       old->offset == m->offset && old->image == m->image;
	}
	return false;
}

void dt_process_mapped(struct dt_processes *p, pid_t pid, const struct dt_proc_mapping *mapped)
{
	struct dt_process *q = get(p, pid);
	struct dt_mapping m = {mapped->start, mapped->end, mapped->offset, NULL};

	if (!is_anonymous(mapped->path))
		m.image = get_image(p, pid, m.start, m.end, mapped->inode, mapped->path);
	if (is_there(q, &m))
		return;
	add_mapping(p, q, &m);
	// Nobody tells of mappings that have gone.
	if (!q->gone && q->mappings.len > 2 * q->n_read + EACH_MAX) {
		free_mappings(p, q);
		scan(p, q);
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
	struct dt_process *to = get(p, child);

	set_gone(p, to, false);
	if (!from)
		return;
	to->known = from->known;
	to->n_read = from->n_read;
	dt_vec_foreach (&from->mappings, m)
		add_mapping(p, to, m);
}

void dt_process_executed(struct dt_processes *p, pid_t pid)
{
	struct dt_process *q = get(p, pid);

	set_gone(p, q, false);
	q->known = p->losses + 1;
}

static void forget_oldest(struct dt_processes *p)
{
	int pid = p->ended.data[p->ended_begin++];
	struct dt_process *q = dt_map_get(&p->by_pid, &pid, sizeof(pid));

	if (q && q->gone) {
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

	if (!q || q->gone)
		return;
	set_gone(p, q, true);
	dt_vec_push(&p->ended, pid);
	while (p->ended.len - p->ended_begin > (p->n_ended > MAPPINGS_MAX ? 1 : ENDED_MAX))
		forget_oldest(p);
}

static void mapped(void *self, pid_t pid, const struct dt_proc_mapping *m)
{
	dt_process_mapped(self, pid, m);
}

static void executed(void *self, pid_t pid)
{
	dt_process_executed(self, pid);
}

static void forked(void *self, pid_t parent, pid_t child)
{
	dt_process_forked(self, parent, child);
}

static void ended(void *self, pid_t pid)
{
	dt_process_ended(self, pid);
}

/** Those whose end may have been lost are looked for when there are more than could be remembered.
 */
static void end_lost(struct dt_processes *p)
{
	dt_vec(int) running = {0};
	const struct dt_map_entry *e;

	for (size_t pos = 0; (e = dt_map_next(&p->by_pid, &pos));) {
		const struct dt_process *q = e->value;

		if (!q->gone)
			dt_vec_push(&running, q->pid);
	}
	dt_vec_foreach (&running, pid)
		if (kill(*pid, 0) && errno == ESRCH)
			dt_process_ended(p, *pid);
	p->n_checked = p->by_pid.len;
	dt_vec_deinit(&running);
}

static void lost(void *self, uint64_t n)
{
	struct dt_processes *p = self;

	p->losses++;
	if (p->by_pid.len > 2 * p->n_checked + ENDED_MAX)
		end_lost(p);
}

void dt_processes_listen(struct dt_processes *p, struct dt_watch *w)
{
	p->complete = dt_watch_listen(
	    w, &(struct dt_watch_listener){p, mapped, executed, forked, ended, lost});
}

// ---- naming

/** The vDSO of every 64-bit process is the one that we have ourselves. */
static void read_vdso(struct dt_image *i)
{
	const void *image = (const void *)getauxval(AT_SYSINFO_EHDR);
	uint8_t copy[VDSO_BYTES];

	if (!image)
		return;
	memcpy(copy, image, sizeof(copy));
	dt_elf_read_memory(&i->elf, copy, sizeof(copy));
}

static void read_image(struct dt_image *i, int pid)
{
	i->read = true;
	if (!strcmp(i->path, "[vdso]")) {
		read_vdso(i);
	} else if (i->path[0] == '/') {
		int fd = i->fd ? i->fd - 1 : open_inode(0, i->path, i->inode);

		if (fd < 0) {
			dt_cleanup(dt_free_p) char *rooted = dt_asprintf("root%s", i->path);

			fd = open_inode(pid, rooted, i->inode);
		}
		if (fd >= 0) {
			dt_elf_read(&i->elf, fd);
			close(fd);
		}
		i->fd = 0;
	}
}

/** Read /tmp/perf-PID.map, the process's own or ours, unless it has not grown. */
static void read_jit_names(struct dt_process *q)
{
	char paths[2][96];
	struct stat st;

	snprintf(paths[0], sizeof(paths[0]), "/proc/%d/root/tmp/perf-%d.map", q->pid, q->pid);
	snprintf(paths[1], sizeof(paths[1]), "/tmp/perf-%d.map", q->pid);
	for (size_t k = 0; k < dt_array_len(paths); k++) {
		const char *path = paths[k];

		if (stat(path, &st) || !S_ISREG(st.st_mode))
			continue;
		if ((uint64_t)st.st_size == q->jit.size)
			return;
		dt_cleanup(dt_free_p) char *text = read_text(path, JIT_BYTES_MAX);
		if (!text)
			continue;
		q->jit.size = (uint64_t)st.st_size;
		dt_symtab_deinit(&q->jit.table);
		dt_perf_map_parse(&q->jit.table, text);
		return;
	}
}

static bool generated_symbol(struct dt_process *q, uint64_t addr, struct dt_symbol *ret)
{
	const struct dt_symtab_entry *e = dt_symtab_find(&q->jit.table, addr);

	if (!e) {
		read_jit_names(q);
		e = dt_symtab_find(&q->jit.table, addr);
	}
	if (!e)
		return false;
	*ret = (struct dt_symbol){
	    .object_start = e->addr, .name = dt_symtab_name(&q->jit.table, e), .start = e->addr};
	return true;
}

static const struct dt_mapping *find_mapping(const struct dt_process *q, uint64_t addr)
{
	for (size_t i = q->mappings.len; i--;)
		if (addr >= q->mappings.data[i].start && addr < q->mappings.data[i].end)
			return &q->mappings.data[i];
	return NULL;
}

/** The mapping of a file at the address, the file read; NULL: none. */
static const struct dt_mapping *file_at(struct dt_processes *p, struct dt_process *q, uint64_t addr)
{
	const struct dt_mapping *m = find_mapping(q, addr);

	if (!m && !q->gone && !p->complete) { // mapped since
		scan(p, q);
		m = find_mapping(q, addr);
	}
	if (!m || !m->image)
		return NULL;
	if (!m->image->read)
		read_image(m->image, q->pid);
	return m;
}

/** The address that the mapped file itself uses. */
static bool own_address(const struct dt_mapping *m, uint64_t addr, uint64_t *ret)
{
	return dt_elf_address(&m->image->elf, addr - m->start + m->offset, ret);
}

bool dt_process_hides_caller(struct dt_processes *p, int pid, uint64_t addr)
{
	dt_process_meet(p, pid);
	const struct dt_mapping *m = file_at(p, get(p, pid), addr);
	uint64_t own;

	return m && own_address(m, addr, &own) && dt_elf_hides_caller(&m->image->elf, own);
}

bool dt_process_symbol(struct dt_processes *p, int pid, uint64_t addr, struct dt_symbol *ret)
{
	dt_process_meet(p, pid);
	struct dt_process *q = get(p, pid);
	const struct dt_mapping *m = file_at(p, q, addr);
	uint64_t own;

	if (!m)
		return generated_symbol(q, addr, ret);
	*ret = (struct dt_symbol){.object = m->image->name, .object_start = m->start};
	if (!own_address(m, addr, &own))
		return true;
	const struct dt_symtab_entry *e = dt_symtab_find(&m->image->elf.table, own);
	if (e) {
		ret->name = dt_symtab_name(&m->image->elf.table, e);
		ret->start = addr - (own - e->addr);
	}
	return true;
}
