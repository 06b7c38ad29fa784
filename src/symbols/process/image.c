/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * If the path leads to the file in our view, the file is opened when it is read. Other files
 * (deleted, replaced, in another mount namespace) are opened at once, while their process exists.
 */
#include "symbols/process/image.h"

#include "base/time.h"
#include "symbols/process/mapped.h"
#include "symbols/process/vdso.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const uint64_t each_ns = UINT64_C(3000000000), all_ns = UINT64_C(30000000000),
		      fresh_ns = UINT64_C(10000000); // one check for reports that are read together

void dt_images_deinit(struct dt_images *s)
{
	dt_map_deinit(&s->by_key);
	dt_fetcher_destroy(s->fetcher);
	free(s->late.first);
	free(s->foreign.first);
	free(s->large.first);
	*s = (struct dt_images){0};
}

static void leave_out(struct dt_left_out *l, const char *path)
{
	l->first = l->first ? l->first : dt_strdup(path);
	l->n++;
}

void dt_image_free(struct dt_images *s, struct dt_image *i)
{
	if (dt_map_get_str(&s->by_key, i->key) == i)
		dt_map_remove(&s->by_key, i->key, strlen(i->key));
	dt_frames_deinit(&i->frames);
	dt_elf_names_deinit(&i->names);
	dt_lines_deinit(&i->lines);
	dt_elf_destroy(i->elf);
	free(i->key);
	free(i->path);
	free(i);
}

/** Returns the time of the last change of the file at the path if it is the mapped one, else 0. */
static int64_t time_of_change(const struct dt_proc_mapping *m)
{
	struct stat st;

	if (!dt_mapped_stat(m, &st))
		return 0;
	return (int64_t)st.st_ctim.tv_sec * 1000000000 + st.st_ctim.tv_nsec;
}

static struct dt_image *create_image(struct dt_images *s, const char *key, pid_t pid,
				     const struct dt_proc_mapping *m)
{
	struct dt_image *i = dt_zalloc(sizeof(*i));

	i->key = dt_strdup(key);
	i->path = dt_strdup(m->path);
	i->name = strrchr(i->path, '/') ? strrchr(i->path, '/') + 1 : i->path;
	i->mapping = *m;
	i->mapping.path = i->path;
	i->pid = pid;
	i->is_vdso = dt_vdso_is(m);
	dt_map_put_str(&s->by_key, key, i);
	return i;
}

static struct dt_elf *open_mapped(struct dt_images *s, pid_t pid, const struct dt_proc_mapping *m)
{
	struct dt_elf *e = dt_mapped_open(pid, m);

	if (!e && errno == EREMOTE)
		leave_out(&s->foreign, m->path);
	return e;
}

struct dt_image *dt_image_get(struct dt_images *s, pid_t pid, uint64_t world,
			      const struct dt_proc_mapping *m)
{
	uint64_t now = dt_now();
	struct dt_str key = {0};
	struct dt_image *i;

	dt_str_printf(&key, "%llx %x:%x %llx %s", (unsigned long long)world, m->major, m->minor,
		      (unsigned long long)m->inode, m->path);
	if (dt_vdso_is(m) && dt_vdso_is_32bit(m))
		dt_str_printf(&key, " 32");
	i = dt_map_get_str(&s->by_key, dt_str_text(&key));
	if (!i || now - i->checked > fresh_ns) {
		int64_t changed = world ? 0 : time_of_change(m);

		if (!i || i->changed != changed) {
			i = create_image(s, dt_str_text(&key), pid, m);
			i->changed = changed;
			if (!i->is_vdso && (world || !dt_mapped_is_here(m)))
				i->elf = open_mapped(s, pid, m);
		}
		i->checked = now;
	}
	dt_str_deinit(&key);
	return i;
}

// ---- reading

static bool is_late(const struct dt_images *s)
{
	return dt_now() > s->deadline;
}

/** Sets the deadline for reading, and returns the time. */
static uint64_t begin_reading(struct dt_images *s, struct dt_image *i)
{
	uint64_t begin = dt_now(), left = s->spent < all_ns ? all_ns - s->spent : 0;

	s->deadline = begin + (left < each_ns ? left : each_ns);
	dt_file_set_deadline(i->elf->file, &s->deadline);
	return begin;
}

/** Ends reading. Returns false if the deadline has passed, so that the data are incomplete. */
static bool end_reading(struct dt_images *s, struct dt_image *i, uint64_t begin)
{
	bool late = is_late(s);

	dt_file_rest(i->elf->file);
	if (late)
		leave_out(&s->late, i->path);
	s->spent += dt_now() - begin;
	s->deadline = 0;
	return !late;
}

const struct dt_elf *dt_image_elf(struct dt_image *i)
{
	if (!i->is_open && !i->elf)
		i->elf = i->is_vdso ? dt_vdso_open(dt_vdso_is_32bit(&i->mapping))
				    : dt_mapped_open(i->pid, &i->mapping);
	if (!i->is_open && i->elf)
		dt_frames_init(&i->frames, i->elf);
	i->is_open = true;
	return i->elf;
}

/** Adds the frames of signals, if the vDSO has no unwinding table for them. */
static void add_signal_frames(const struct dt_elf *vdso, struct dt_eh_frame *ret)
{
	const char *name = vdso->machine ? vdso->machine->signal_return : NULL;
	struct dt_elf_names names = {0};
	uint64_t addr;

	if (!name)
		return;
	dt_elf_names_read(&names, vdso);
	if (dt_elf_name_address(&names, name, &addr))
		dt_eh_frame_add_signal(ret, addr);
	dt_elf_names_deinit(&names);
}

bool dt_image_frames(struct dt_images *s, struct dt_image *i, struct dt_eh_frame *ret)
{
	uint64_t begin;

	*ret = (struct dt_eh_frame){0};
	if (!dt_image_elf(i))
		return false;
	begin = begin_reading(s, i);
	dt_eh_frame_read(ret, i->elf);
	dt_eh_frame_add_stubs(ret, i->elf);
	if (i->is_vdso) // where signals return, no function begins
		add_signal_frames(i->elf, ret);
	else
		dt_eh_frame_add_code(ret, i->elf);
	if (!end_reading(s, i, begin))
		dt_eh_frame_deinit(ret);
	return ret->functions.len;
}

/** Reports whether the section is neither in the file nor in a local separate file. */
static bool lacks_section(const struct dt_elf *e, const char *section)
{
	struct dt_elf *found;

	if (dt_elf_section(e, section))
		return false;
	found = dt_separate_find(e, section);
	dt_elf_destroy(found);
	return !found;
}

/** Requests the debug file. Returns true if it has arrived. */
static bool fetch_debug_file(struct dt_images *s, struct dt_image *i)
{
	uint8_t id[DT_BUILD_ID_MAX];
	size_t n = dt_elf_build_id(i->elf, id);
	const char *path = NULL;
	enum dt_fetched state =
	    n ? dt_fetcher_get(s->fetcher, id, n, s->may_wait, &path) : DT_FETCH_NONE;

	i->awaits = state == DT_FETCH_PENDING;
	if (state == DT_FETCH_DONE)
		i->elf->debug_path = dt_strdup(path);
	return state == DT_FETCH_DONE;
}

static void read_symbols(struct dt_images *s, struct dt_image *i)
{
	uint64_t begin;

	i->is_read = true;
	if (!dt_image_elf(i))
		return;
	if (s->fetcher && !i->is_vdso && !i->elf->debug_path &&
	    (lacks_section(i->elf, ".symtab") ||
	     (s->wants_lines && lacks_section(i->elf, ".debug_info"))))
		fetch_debug_file(s, i);
	begin = begin_reading(s, i);
	dt_elf_names_read(&i->names, i->elf);
	if (!end_reading(s, i, begin)) // half a table would give wrong names
		dt_elf_names_deinit(&i->names);
}

static void require_names(struct dt_images *s, struct dt_image *i)
{
	if (i->awaits && fetch_debug_file(s, i)) { // the debug file has more symbols
		dt_elf_names_deinit(&i->names);
		dt_lines_deinit(&i->lines);
		i->is_read = false;
	}
	if (!i->is_read)
		read_symbols(s, i);
}

bool dt_image_address(struct dt_images *s, struct dt_image *i, uint64_t offset, uint64_t *ret)
{
	require_names(s, i);
	return i->elf && dt_elf_address(i->elf, offset, ret);
}

bool dt_image_data(struct dt_images *s, struct dt_image *i, uint64_t offset, uint64_t distance,
		   uint64_t *ret)
{
	const struct dt_elf *e = dt_image_elf(i);
	uint64_t code;

	if (!e || !dt_elf_code_address(e, offset, &code) || !dt_elf_is_loaded(e, code + distance))
		return false;
	*ret = code + distance;
	require_names(s, i);
	return true;
}

const struct dt_symtab_entry *dt_image_symbol(struct dt_image *i, uint64_t addr)
{
	return dt_symtab_find(&i->names.table, addr);
}

const char *dt_image_name(struct dt_image *i, const struct dt_symtab_entry *e)
{
	return dt_elf_name(&i->names, e);
}

size_t dt_image_lines(struct dt_images *s, struct dt_image *i, uint64_t addr,
		      const struct dt_line **ret)
{
	bool was_open = i->lines.info.is_open;
	size_t n = dt_image_elf(i) ? dt_lines_find(&i->lines, i->elf, addr, ret) : 0;

	if (!was_open && i->lines.info.is_too_large)
		leave_out(&s->large, i->path);
	return n;
}

bool dt_image_hides_caller(struct dt_image *i, uint64_t addr)
{
	struct dt_frame_rule rule;

	return dt_frames_rule(&i->frames, addr, &rule) && !rule.has_record;
}
