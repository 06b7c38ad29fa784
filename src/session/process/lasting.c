/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory of a process that exists as long as the process runs: the parts of its executable and of
 * the libraries that its dynamic linker has mapped before main(), because linkers never unmap
 * those. Libraries of dlopen() can be unmapped, and files that the program maps for its own use.
 *
 * A program could still take such memory away by its own system calls, or truncate the file. It
 * would end by a signal as soon as it used the memory itself.
 *
 * Decision: docs/dev/decisions/0127-loads-of-lasting-data.md
 */
#include "session/process/process.h"

#include "base/str.h"
#include "symbols/elf/elf.h"
#include "symbols/process/mapped.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 256, NAME_MAX_BYTES = 256, PAGE = 4096 };

/** A file with code that the process has mapped. */
struct file {
	unsigned major, minor;
	uint64_t inode;
	struct dt_elf *elf;
	uint64_t low, high; // its address space, as mapped
	char *path, *soname;
	bool is_lasting;
};
typedef dt_vec(struct file) files;

/** Calls `fn` for each entry of the dynamic section with this tag, a name, until it returns true.
 */
static void each_name(const struct dt_elf *e, int64_t tag, bool (*fn)(void *, const char *),
		      void *self)
{
	const struct dt_elf_section *dynamic = dt_elf_section_of_type(e, SHT_DYNAMIC);
	struct dt_span span, strings;
	Elf64_Dyn entry;
	bool is_found = false;

	if (!dynamic)
		return;
	span = dt_elf_span(e, dynamic);
	strings = dt_elf_strings(e, dynamic);
	for (uint64_t at = 0;
	     !is_found && dt_span_read(&span, at, &entry, sizeof(entry)) && entry.d_tag != DT_NULL;
	     at += sizeof(entry)) {
		dt_cleanup(dt_str_deinit) struct dt_str text = {0};

		if (entry.d_tag == tag && strings.file && entry.d_un.d_val < strings.size &&
		    dt_file_text(strings.file, strings.offset + entry.d_un.d_val,
				 strings.offset + strings.size, NAME_MAX_BYTES, &text))
			is_found = fn(self, dt_str_text(&text));
	}
}

static bool note_soname(void *self, const char *name)
{
	((struct file *)self)->soname = dt_strdup(name);
	return true;
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/** Sets the file's address space. Returns false if the file is not the one of the mapping, or lacks
 * a part. */
static bool find_extent(struct file *f, const struct dt_proc_mapping *m)
{
	uint64_t address, low = UINT64_MAX, high = 0;

	if (!f->elf->machine || f->elf->is_32bit ||
	    !dt_elf_code_address(f->elf, m->offset, &address))
		return false;
	dt_vec_foreach (&f->elf->segments, s) {
		if (s->type != PT_LOAD)
			continue;
		if (s->offset + s->size > dt_file_id(f->elf->file)->size)
			return false;
		low = s->addr < low ? s->addr : low;
		high = s->addr + s->loaded > high ? s->addr + s->loaded : high;
	}
	f->low = (m->start - address + low) & -(uint64_t)PAGE;
	f->high = (m->start - address + high + PAGE - 1) & -(uint64_t)PAGE;
	return low < high;
}

static bool is_of(const struct file *f, const struct dt_proc_mapping *m)
{
	return m->inode && m->inode == f->inode && m->major == f->major && m->minor == f->minor;
}

static const struct file *find_file(const files *list, const struct dt_proc_mapping *m)
{
	dt_vec_foreach (list, f)
		if (is_of(f, m))
			return f;
	return NULL;
}

static void add_file(files *list, pid_t pid, const struct dt_proc_mapping *m)
{
	struct file f = {.major = m->major, .minor = m->minor, .inode = m->inode};

	f.elf = dt_mapped_open(pid, m);
	if (f.elf && find_extent(&f, m)) {
		each_name(f.elf, DT_SONAME, note_soname, &f);
		f.path = dt_strdup(m->path);
		dt_vec_push(list, f);
	} else {
		dt_elf_destroy(f.elf);
	}
}

static void list_files(files *list, pid_t pid)
{
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;

	if (!dt_proc_maps_open(&maps, pid))
		return;
	while (list->len < FILES_MAX && dt_proc_maps_next(&maps, &m))
		if (m.is_executable && m.inode && !find_file(list, &m))
			add_file(list, pid, &m);
	dt_proc_maps_close(&maps);
}

static bool note_needed(void *self, const char *name)
{
	dt_vec_foreach ((files *)self, f)
		if (!strcmp(name, f->soname ? f->soname : last_part(f->path)))
			f->is_lasting = true;
	return false;
}

/** Marks the executable, what it needs, what that needs, and so on. */
static void mark_lasting(files *list, pid_t pid)
{
	dt_cleanup(dt_free_p) char *executable = dt_proc_executable(pid);
	dt_cleanup(dt_free_p) bool *is_done = dt_zalloc(list->len + 1);
	bool has_more = true;

	dt_vec_foreach (list, f)
		f->is_lasting = executable && !strcmp(f->path, executable);
	while (has_more) {
		has_more = false;
		for (size_t i = 0; i < list->len; i++) {
			if (!list->data[i].is_lasting || is_done[i])
				continue;
			is_done[i] = has_more = true;
			each_name(list->data[i].elf, DT_NEEDED, note_needed, list);
		}
	}
}

/** Reports whether the mapping belongs to a lasting file: a part of it, or its zeros. */
static bool is_lasting(const files *list, const struct dt_proc_mapping *m)
{
	dt_vec_foreach (list, f)
		if (f->is_lasting && m->start >= f->low && m->end <= f->high &&
		    (is_of(f, m) || (!m->inode && !*m->path)))
			return true;
	return false;
}

void dt_session_lasting(pid_t pid, dt_lasting_spans *ret)
{
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;
	files list = {0};

	list_files(&list, pid);
	mark_lasting(&list, pid);
	if (dt_proc_maps_open(&maps, pid)) {
		while (dt_proc_maps_next(&maps, &m)) {
			struct dt_lasting_span *last = ret->len ? &ret->data[ret->len - 1] : NULL;

			if (!m.is_readable || !is_lasting(&list, &m))
				continue;
			if (last && last->end == m.start)
				last->end = m.end;
			else
				dt_vec_push(ret, ((struct dt_lasting_span){m.start, m.end}));
		}
		dt_proc_maps_close(&maps);
	}
	dt_vec_foreach (&list, f) {
		dt_elf_destroy(f->elf);
		free(f->path);
		free(f->soname);
	}
	dt_vec_deinit(&list);
}
