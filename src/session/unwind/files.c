/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A file is identified by its image, which all processes that map it share, and has a number as
 * long as a process maps it. Programs find it by its inode in processes that we have not seen yet;
 * a file that was written to since counts as another file. Its table is built when there is time.
 * If there is no room, tables that no program has used since the last round are evicted. A file
 * without a table is absent; its table is rebuilt when a program looks for it.
 */
#include "session/unwind/unwind.h"

#include "base/time.h"

#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>

enum { DEVICE_MINOR_BITS = 20 }; // of the kernel's internal device numbers

static const uint64_t retry_ns = UINT64_C(1000000000), sweep_ns = UINT64_C(1000000000);

static struct dt_unwind_inode inode_of(const struct dt_image *image)
{
	const struct dt_proc_mapping *m = &image->mapping;

	if (image->is_vdso)
		return (struct dt_unwind_inode){0};
	return (struct dt_unwind_inode){
	    .number = m->inode,
	    .changed = (dt_u64)dt_file_id(image->elf->file)->changed,
	    .device = m->major << DEVICE_MINOR_BITS | m->minor,
	};
}

/** Reports whether the pages belong to another file, below an overlay. */
static bool is_hidden(const struct dt_image *image)
{
	struct statfs fs;

	return !image->is_vdso && !fstatfs(dt_file_fd(image->elf->file), &fs) &&
	       fs.f_type == OVERLAYFS_SUPER_MAGIC;
}

void dt_unwind_file_learn(struct dt_unwinding *u, uint32_t file, const struct dt_mapping *m,
			  uint64_t own)
{
	struct dt_unwind_entry *entry = &u->files.data[file];
	const struct dt_unwind_mapped value = {own, file, u->file[file].owner};
	struct dt_unwind_inode key = entry->inode;

	key.offset = entry->image->is_vdso ? m->start >> 32 == 0 : m->offset;
	dt_vec_foreach (&entry->offsets, known)
		if (*known == key.offset)
			return;
	dt_vec_push(&entry->offsets, key.offset);
	u->store->type->put(u->store, u->inode_map, &key, &value, DT_PUT_NEW);
}

/** Removes the file from the map of inodes. Another image of the same inode, e.g. of another mount
 * namespace, is entered when it is next mapped. */
static void forget_inode(struct dt_unwinding *u, uint32_t n)
{
	struct dt_unwind_entry *entry = &u->files.data[n];
	struct dt_unwind_inode key = entry->inode;

	dt_vec_foreach (&entry->offsets, offset) {
		struct dt_unwind_mapped known;

		key.offset = *offset;
		if (u->store->type->find(u->store, u->inode_map, &key, &known) && known.file == n)
			u->store->type->take(u->store, u->inode_map, &key, NULL);
	}
	dt_vec_foreach (&u->files, other)
		if (!memcmp(&other->inode, &entry->inode, sizeof(entry->inode)))
			dt_vec_deinit(&other->offsets);
}

uint32_t dt_unwind_file_number(struct dt_unwinding *u, struct dt_image *image)
{
	uint32_t n = (uint32_t)(uintptr_t)dt_map_get(&u->numbers, &image, sizeof(image));

	if (n)
		return n;
	for (n = 1; n < u->files.len && u->files.data[n].image;)
		n++;
	if (n >= DT_UNWIND_FILES)
		return 0;
	while (u->files.len <= n)
		dt_vec_push(&u->files, (struct dt_unwind_entry){0});
	u->files.data[n] = (struct dt_unwind_entry){.image = image, .inode = inode_of(image)};
	u->file[n] = (struct dt_unwind_file){
	    .generation = u->generation + 1,
	    .owner = u->generation + 1,
	    .number = u->files.data[n].inode.number,
	    .device = u->files.data[n].inode.device,
	    .is_hidden = is_hidden(image),
	};
	u->generation++;
	image->n_users++;
	u->n_absent++;
	dt_map_put(&u->numbers, &image, sizeof(image), (void *)(uintptr_t)n);
	return n;
}

/** Frees the table's memory, which programs no longer reach. */
static void release_table(struct dt_unwinding *u, uint32_t first_page, uint32_t n_pages)
{
	for (uint32_t i = first_page; i < first_page + n_pages; i++)
		dt_extents_free(&u->rows, u->page[i].first, u->page[i].n);
	dt_extents_free(&u->pages, first_page, n_pages);
}

static void throw_out(struct dt_unwinding *u, uint32_t n)
{
	struct dt_unwind_entry *entry = &u->files.data[n];
	struct dt_unwind_file *f = &u->file[n];
	struct dt_unwind_file old = *f;

	if (old.state != DT_UNWIND_READY)
		return;
	__atomic_store_n(&f->state, DT_UNWIND_ABSENT, __ATOMIC_SEQ_CST);
	__atomic_store_n(&f->generation, ++u->generation, __ATOMIC_SEQ_CST);
	__atomic_thread_fence(__ATOMIC_SEQ_CST); // the rows are overwritten later
	release_table(u, old.first_page, old.n_pages);
	dt_unwind_rules_drop(&u->rules, entry->rules, entry->n_rules);
	free(entry->rules);
	entry->rules = NULL;
	entry->n_rules = 0;
	u->n_absent++;
}

/** Evicts a table that no program has used lately. Returns false if there is none. */
static bool make_room(struct dt_unwinding *u)
{
	// The first round may only clear marks.
	for (size_t i = 0; i < 2 * u->files.len; i++) {
		uint32_t n = u->hand++ % (uint32_t)u->files.len;
		struct dt_unwind_file *f = &u->file[n];

		if (f->state != DT_UNWIND_READY)
			continue;
		if (!f->used) {
			throw_out(u, n);
			return true;
		}
		f->used = 0;
	}
	return false;
}

static uint32_t take_extent(struct dt_unwinding *u, struct dt_extents *e, uint32_t n,
			    uint32_t boundary)
{
	uint32_t at;

	while ((at = dt_extents_allocate(e, n, boundary)) == DT_EXTENT_NONE)
		if (!make_room(u))
			break;
	return at;
}

/** Publishes the rules of a table and moves their ownership to its file. */
static void publish_rules(struct dt_unwinding *u, struct dt_unwind_entry *entry,
			  struct dt_unwind_table *t)
{
	dt_vec_foreach (&t->rules, number)
		u->rule[*number] = u->rules.v.data[*number];
	entry->n_rules = t->rules.len;
	entry->rules = t->rules.data;
	memset(&t->rules, 0, sizeof(t->rules));
}

/** Copies a table to the maps that programs read. Returns false if there is no room. */
static bool publish_table(struct dt_unwinding *u, struct dt_unwind_file *f,
			  const struct dt_unwind_table *t)
{
	uint32_t n_pages = (uint32_t)t->pages.len, first = take_extent(u, &u->pages, n_pages, 0);

	if (first == DT_EXTENT_NONE)
		return false;
	for (uint32_t i = 0; i < n_pages; i++) {
		struct dt_unwind_page page = t->pages.data[i];
		uint32_t at = take_extent(u, &u->rows, page.n, 1 << DT_UNWIND_CHUNK_BITS);

		if (at == DT_EXTENT_NONE) {
			release_table(u, first, i);
			dt_extents_free(&u->pages, first + i, n_pages - i);
			return false;
		}
		memcpy(&u->row[at], &t->rows.data[page.first], page.n * sizeof(*u->row));
		u->page[first + i] = (struct dt_unwind_page){at, page.n};
	}
	f->first_page = first;
	f->n_pages = n_pages;
	f->base = t->base;
	return true;
}

static void build_table(struct dt_unwinding *u, uint32_t n)
{
	struct dt_unwind_entry *entry = &u->files.data[n];
	struct dt_unwind_file *f = &u->file[n];
	dt_u32 state = DT_UNWIND_WITHOUT;
	struct dt_unwind_table table;
	struct dt_eh_frame frames;

	if (dt_image_frames(&u->processes->images, entry->image, &frames)) {
		while (dt_unwind_rules_left(&u->rules) < DT_UNWIND_FILE_RULES && make_room(u))
			;
		dt_unwind_table_build(&table, &frames, &u->rules, u->n_rows_max);
		state = publish_table(u, f, &table) ? DT_UNWIND_READY : DT_UNWIND_ABSENT;
		if (state == DT_UNWIND_READY)
			publish_rules(u, entry, &table);
		else
			dt_unwind_rules_drop(&u->rules, table.rules.data, table.rules.len);
		dt_unwind_table_deinit(&table);
	}
	dt_eh_frame_deinit(&frames);
	if (state == DT_UNWIND_ABSENT)
		entry->retry = dt_now() + retry_ns;
	else
		u->n_absent--;
	f->used = 0;
	__atomic_store_n(&f->state, state, __ATOMIC_RELEASE);
}

bool dt_unwind_files_build(struct dt_unwinding *u, bool any, uint64_t until)
{
	for (uint32_t n = 1; u->n_absent && n < u->files.len; n++) {
		const struct dt_unwind_file *f = &u->file[n];

		if (!u->files.data[n].image || f->state != DT_UNWIND_ABSENT ||
		    u->files.data[n].retry > dt_now() || !(any || f->used))
			continue;
		if (dt_now() >= until)
			return false;
		build_table(u, n);
	}
	return true;
}

void dt_unwind_files_sweep(struct dt_unwinding *u)
{
	uint64_t now = dt_now();

	if (now - u->swept < sweep_ns)
		return;
	u->swept = now;
	for (uint32_t n = 1; n < u->files.len; n++) {
		struct dt_image *image = u->files.data[n].image;

		if (!image || image->n_users > 1)
			continue;
		forget_inode(u, n);
		throw_out(u, n);
		u->n_absent -= u->file[n].state == DT_UNWIND_ABSENT;
		dt_map_remove(&u->numbers, &image, sizeof(image));
		u->files.data[n].image = NULL;
		image->n_users = 0;
		dt_image_free(&u->processes->images, image);
	}
}

void dt_unwind_files_deinit(struct dt_unwinding *u)
{
	dt_vec_foreach (&u->files, f) {
		if (f->image && !--f->image->n_users)
			dt_image_free(&u->processes->images, f->image);
		free(f->rules);
		dt_vec_deinit(&f->offsets);
	}
	dt_vec_deinit(&u->files);
	dt_map_deinit(&u->numbers);
	dt_unwind_rules_deinit(&u->rules);
	dt_extents_deinit(&u->pages);
	dt_extents_deinit(&u->rows);
}
