/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Provides the target's programs with memory from which they may load, and with the unwinding
 * tables of all mapped code, which the programs share (abi/unwind.h). If the target maps code
 * later, it waits until dtrace has added the tables of that code, as far as there is room.
 *
 * A program loads from the data of files that the target never unmaps (session/process/lasting.c),
 * and from the stack of its own thread, from the stack pointer to the stack's end. That is the end
 * of the first thread's stack, or the thread's descriptor, which glibc and musl put above a stack
 * that they have mapped behind a guard page. A thread that runs there needs this memory, so it
 * exists. On other stacks, programs read by system calls. The target's memory only hints at
 * descriptors; the kernel's list of mappings decides.
 *
 * Decision: docs/dev/decisions/0098-own-tables-for-stacks.md
 * Decision: docs/dev/decisions/0127-loads-of-lasting-data.md
 */
#include "session/program/inside/following.h"

#include "arch/arch.h"
#include "session/process/process.h"
#include "symbols/process/process.h"

#include <string.h>
#include <sys/uio.h>

enum {
	PIECE = 16 << 10, // bytes of a stack that are read at once,
	BUDGET = 4 << 20, // and in a look at all threads
	CHECK = 4 << 10,  // a check of a descriptor counts as much
	// Room for files that are mapped while tracing, besides a quarter of that for others:
	LATER_PAGES = 1 << 10,
	LATER_ROWS = 128 << 10,
	LATER_OPERANDS = 4 << 10, // of USDT probes
};

static size_t rows_max(const struct dtrace *d)
{
	return (size_t)d->options.v[DT_OPT_unwindsize] / sizeof(dt_unwind_row);
}

/** Builds the table of a file, if there is room for it. */
static void add_table(struct dtrace *d, struct dt_images *images, struct dt_image *image,
		      struct dt_inside_code *code)
{
	struct dt_inside_tables *own = &d->inside->tables;
	size_t n_rows = own->n_rows ? own->n_rows : rows_max(d);
	dt_u32 first_row = (dt_u32)own->rows.len;
	struct dt_unwind_table t;
	struct dt_eh_frame frames;

	if (dt_image_frames(images, image, &frames) &&
	    dt_unwind_rules_left(&own->rules) >= DT_UNWIND_FILE_RULES) {
		dt_unwind_table_build(&t, &frames, &own->rules, n_rows - own->rows.len);
		code->base = t.base;
		code->first_page = (dt_u32)own->pages.len;
		code->n_pages = (dt_u32)t.pages.len;
		if (own->n_pages && own->pages.len + t.pages.len > own->n_pages)
			code->n_pages = 0;
		for (dt_u32 k = 0; k < code->n_pages; k++)
			dt_vec_push(&own->pages,
				    (struct dt_unwind_page){first_row + t.pages.data[k].first,
							    t.pages.data[k].n});
		for (size_t k = 0; code->n_pages && k < t.rows.len; k++)
			dt_vec_push(&own->rows, t.rows.data[k]);
		dt_unwind_table_deinit(&t);
	}
	dt_eh_frame_deinit(&frames);
}

static uint64_t device_of(const struct dt_proc_mapping *m)
{
	return (uint64_t)m->major << 32 | m->minor;
}

/** Returns what is known of a mapping with code of a file or, for any offset, of the file; NULL:
 *  nothing is. */
static const struct dt_inside_code *find_code(const struct dt_inside_tables *own,
					      const struct dt_proc_mapping *m, bool any)
{
	dt_vec_foreach (&own->known, k)
		if (k->device == device_of(m) && k->inode == m->inode &&
		    (any || k->offset == m->offset))
			return k;
	return NULL;
}

/** Learns a mapping with code of a file. */
static struct dt_inside_code *learn_code(struct dtrace *d, struct dt_processes *processes,
					 const struct dt_proc_mapping *m)
{
	struct dt_inside_tables *own = &d->inside->tables;
	const struct dt_mapping *file = dt_process_mapping(processes, d->inside->pid, m->start);
	const struct dt_elf *e = file && file->image ? dt_image_elf(file->image) : NULL;
	struct dt_inside_code code = {
	    .device = device_of(m), .inode = m->inode, .offset = m->offset};
	const struct dt_inside_code *same = find_code(own, m, true);

	if (!e || !e->machine || e->is_32bit || !dt_elf_code_address(e, m->offset, &code.address))
		return NULL;
	if (same) {
		code.base = same->base;
		code.first_page = same->first_page;
		code.n_pages = same->n_pages;
	} else {
		add_table(d, &processes->images, file->image, &code);
	}
	dt_vec_push(&own->known, code);
	return &dt_vec_last(&own->known);
}

/** Describes a mapping with code of a file, or with generated code, which has no pages: there,
 *  programs follow frame pointers. */
static void add_code(struct dtrace *d, struct dt_processes *processes,
		     const struct dt_proc_mapping *m)
{
	struct dt_inside_tables *own = &d->inside->tables;
	struct dt_unwind_own range = {.start = m->start, .end = m->end, .is_code = 1};
	const struct dt_inside_code *code = m->inode ? find_code(own, m, false) : NULL;

	if (!code)
		code = learn_code(d, processes, m);
	if (code) {
		range.bias = m->start - code->address;
		range.base = code->base;
		range.first_page = code->first_page;
		range.n_pages = code->n_pages;
	}
	dt_vec_push(&own->ranges, range);
}

/** Describes a mapping without code, as a part of the one before if they touch. */
static void add_data(struct dtrace *d, const struct dt_proc_mapping *m)
{
	struct dt_inside_tables *own = &d->inside->tables;
	size_t n = own->ranges.len;
	struct dt_unwind_own *last = n ? &own->ranges.data[n - 1] : NULL;

	if (last && !last->is_code && last->end == m->start) {
		last->end = m->end;
		return;
	}
	dt_vec_push(&own->ranges, (struct dt_unwind_own){.start = m->start, .end = m->end});
}

static void build_tables(struct dtrace *d)
{
	struct dt_processes processes = {0};
	struct dt_proc_maps maps;
	struct dt_proc_mapping m;

	if (!dt_proc_maps_open(&maps, d->inside->pid))
		return; // it has ended
	d->inside->tables.ranges.len = 0;
	while (d->inside->tables.ranges.len < DT_UNWIND_OWN_RANGES &&
	       dt_proc_maps_next(&maps, &m)) {
		if (m.is_executable)
			add_code(d, &processes, &m);
		else
			add_data(d, &m);
	}
	dt_proc_maps_close(&maps);
	dt_processes_deinit(&processes);
}

/** Gives a table at least one element, all zero, which stands for nothing. */
static void set_size(const struct dt_program_desc *desc, enum dt_table table, size_t n)
{
	desc->maps[desc->tables[table]].max_entries = (uint32_t)(n ? n : 1);
}

/** Sets the sizes of the tables, with room for files that are mapped later. */
static void set_sizes(struct dtrace *d)
{
	const struct dt_program_desc *desc = d->programs->desc;
	struct dt_inside_tables *own = &d->inside->tables;
	bool grows = d->inside->waits;

	own->n_pages = own->pages.len + (grows ? own->pages.len / 4 + LATER_PAGES : 0);
	own->n_rows = own->rows.len + (grows ? own->rows.len / 4 + LATER_ROWS : 0);
	own->n_rules = grows ? DT_UNWIND_RULES : own->rules.v.len;
	own->n_rows -= own->n_rows % DT_UNWIND_OWN_ROWS;
	set_size(desc, DT_TABLE_OWN_RANGES, 2 * DT_UNWIND_OWN_RANGES);
	set_size(desc, DT_TABLE_OWN_PAGES, own->n_pages);
	set_size(desc, DT_TABLE_OWN_ROWS, own->n_rows / DT_UNWIND_OWN_ROWS);
	set_size(desc, DT_TABLE_OWN_RULES, own->n_rules);
}

void dt_session_inside_tables(struct dtrace *d)
{
	const struct dt_program_desc *desc = d->programs->desc;
	struct dt_inside_tables *own = &d->inside->tables;

	if (desc->tables[DT_TABLE_OPERANDS] && !d->programs->in_kernel)
		set_size(desc, DT_TABLE_OPERANDS, LATER_OPERANDS);
	if (!desc->tables[DT_TABLE_OWN_RULES])
		return;
	if (!own->are_built)
		build_tables(d);
	own->are_built = true;
	if (own->rows.len % DT_UNWIND_OWN_ROWS)
		dt_vec_push(&own->rows, 0);
	set_sizes(d);
}

/** Returns the memory of a table of elements of `size` bytes, from element `n` on. */
static void *memory_of(struct dtrace *d, enum dt_table table, size_t n, size_t size)
{
	return (char *)dt_native_region_element(&d->loaded->region,
						d->programs->desc->tables[table], 0) +
	       n * size;
}

/** Writes what is new of a table to its memory. */
#define WRITE_NEW(d, table, vec, written)                                          \
	do {                                                                       \
		if ((vec)->len > (written))                                        \
			memcpy(memory_of(d, table, written, sizeof(*(vec)->data)), \
			       (vec)->data + (written),                            \
			       ((vec)->len - (written)) * sizeof(*(vec)->data));   \
		(written) = (vec)->len;                                            \
	} while (0)

/** Writes the ranges to one of the two lists. The rest of it is behind all addresses. */
static void write_ranges(struct dtrace *d, bool second)
{
	struct dt_inside_tables *own = &d->inside->tables;
	struct dt_unwind_own *first = memory_of(d, DT_TABLE_OWN_RANGES, 0, sizeof(*first));
	struct dt_unwind_own *list = first + (second ? DT_UNWIND_OWN_RANGES : 0);

	for (size_t i = 0; i < DT_UNWIND_OWN_RANGES; i++) {
		struct dt_unwind_own range = {.start = UINT64_MAX, .end = UINT64_MAX};

		if (i < own->ranges.len)
			range = own->ranges.data[i];
		if (!i && !second)
			range.is_second = 1; // until all are written
		list[i] = range;
	}
	__atomic_store_n(&first->is_second, second, __ATOMIC_RELEASE);
	own->is_second = second;
}

static void write_tables(struct dtrace *d, bool second)
{
	struct dt_inside_tables *own = &d->inside->tables;

	WRITE_NEW(d, DT_TABLE_OWN_ROWS, &own->rows, own->written_rows);
	WRITE_NEW(d, DT_TABLE_OWN_PAGES, &own->pages, own->written_pages);
	WRITE_NEW(d, DT_TABLE_OWN_RULES, &own->rules.v, own->written_rules);
	write_ranges(d, second);
}

void dt_session_inside_fill_tables(struct dtrace *d)
{
	struct dt_inside_tables *own = &d->inside->tables;

	if (!d->programs->desc->tables[DT_TABLE_OWN_RULES])
		return;
	own->written_pages = own->written_rows = own->written_rules = 0;
	write_tables(d, false);
}

void dt_session_inside_refresh_tables(struct dtrace *d)
{
	const struct dt_program_desc *desc = d->programs->desc;
	struct dt_inside_tables *own = &d->inside->tables;
	unsigned found = desc->tables[DT_TABLE_OWN_FOUND];

	if (!desc->tables[DT_TABLE_OWN_RULES])
		return;
	build_tables(d);
	if (own->rows.len % DT_UNWIND_OWN_ROWS)
		dt_vec_push(&own->rows, 0);
	write_tables(d, !own->is_second);
	// Programs cache the rows that they find. The file of such a row may be unmapped.
	memset(memory_of(d, DT_TABLE_OWN_FOUND, 0, sizeof(uint64_t)), 0,
	       desc->maps[found].max_entries * sizeof(uint64_t));
}

bool dt_session_inside_reads(const struct dtrace *d)
{
	dt_vec_foreach (&d->programs->list, p)
		if ((*p)->native && (*p)->group && (*p)->group->is_inside && (*p)->native->peeks)
			return true;
	return false;
}

// ---- the stacks of threads

/** Memory of the target, as the kernel lists it. */
struct area {
	uint64_t start, end;
	bool is_main; // the stack of the first thread
	bool is_readable;
	bool is_guard;	// no access is permitted
	bool has_guard; // begins behind a guard
};

typedef dt_vec(struct area) areas;

static void list_areas(pid_t pid, areas *ret)
{
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;

	if (!dt_proc_maps_open(&maps, pid))
		return;
	while (dt_proc_maps_next(&maps, &m)) {
		const struct area *below = ret->len ? &ret->data[ret->len - 1] : NULL;

		dt_vec_push(ret,
			    (struct area){m.start, m.end, !strcmp(m.path, "[stack]"), m.is_readable,
					  !m.is_readable && !m.is_writable && !m.is_executable,
					  below && below->is_guard && below->end == m.start});
	}
	dt_proc_maps_close(&maps);
}

/** Returns the area that contains the address, or NULL. They are sorted. */
static const struct area *find_area(const areas *list, uint64_t addr)
{
	size_t i = dt_leading(list->data, list->len, e, e->end <= addr);

	return i < list->len && addr >= list->data[i].start ? &list->data[i] : NULL;
}

/** Reports whether the thread's descriptor lies at the address. */
static bool is_descriptor(const struct dt_inside *in, uint64_t at, uint32_t thread)
{
	uint64_t place = at + (uint64_t)(int64_t)in->facts.thread_id;
	uint32_t id;

	return dt_session_inside_read(in->pid, place, &id, sizeof(id)) && id == thread;
}

/** Returns the address of the thread's descriptor from `at` on, or 0. Its first word is its own
 *  address. Subtracts the bytes that it reads from *budget. */
static uint64_t find_descriptor(const struct dt_inside *in, uint64_t at, uint64_t end,
				uint32_t thread, size_t *budget)
{
	uint64_t piece[PIECE / sizeof(uint64_t)];
	size_t size;

	for (at &= -8ULL; at < end && *budget >= CHECK; at += size) {
		size = end - at < PIECE ? end - at : PIECE;
		size = size < *budget ? size : *budget;
		*budget -= size;
		if (!dt_session_inside_read(in->pid, at, piece, size))
			return 0;
		for (size_t i = 0; i < size / sizeof(*piece) && *budget >= CHECK; i++) {
			uint64_t self = at + i * sizeof(*piece);

			if (piece[i] != self)
				continue;
			*budget -= CHECK;
			if (is_descriptor(in, self, thread))
				return self;
		}
	}
	return 0;
}

/** Writes a slot's stack so that no thread sees parts of two. */
static void set_stack(struct dtrace *d, unsigned slot, uint64_t low, uint64_t high)
{
	for (unsigned k = 0; k < DT_NATIVE_LEVELS; k++) {
		struct dt_native_level *level = dt_native_region_level(&d->loaded->region, slot, k);

		__atomic_store_n(&level->stack_high, 0, __ATOMIC_SEQ_CST);
		__atomic_store_n(&level->stack_low, low, __ATOMIC_SEQ_CST);
		__atomic_store_n(&level->stack_high, high, __ATOMIC_SEQ_CST);
	}
}

/** Looks for the stack of a slot's thread, by the stack pointer of its last firing. */
static void find_stack(struct dtrace *d, unsigned slot, const areas *list, size_t *budget)
{
	const struct dt_native_level *level = dt_native_region_level(&d->loaded->region, slot, 0);
	uint64_t sp = level->regs[dt_arch.native.sp / sizeof(*level->regs)], end;
	const uint64_t old_low = level->stack_low, old_high = level->stack_high;
	const struct area *known = find_area(list, old_low), *area = find_area(list, sp);

	if (old_high && (!known || known->end < old_high))
		set_stack(d, slot, 0, 0);
	else if (sp >= old_low && sp < old_high)
		return;
	if (!area || !(area->is_main || area->has_guard))
		return;
	end = area->is_main
		  ? area->end
		  : find_descriptor(d->inside, sp, area->end, d->inside->owners[slot], budget);
	if (end)
		set_stack(d, slot, area->start, end);
}

// ---- lasting data

void dt_session_inside_list_spans(struct dtrace *d)
{
	struct dt_native_head *head = dt_session_inside_head(d);
	dt_lasting_spans list = {0};

	if (!dt_session_inside_reads(d))
		return;
	// Other programs have other memory there.
	if (!d->following->are_followed)
		dt_session_lasting(d->inside->pid, &list);
	for (size_t i = 0; i < DT_NATIVE_SPANS; i++) {
		const struct dt_lasting_span *s = i < list.len ? &list.data[i] : NULL;

		head->spans[i] = s ? (struct dt_native_span){s->start, s->end - s->start}
				   : (struct dt_native_span){UINT64_MAX, 0};
	}
	dt_vec_deinit(&list);
}

/** Reports whether the span is readable still. */
static bool is_readable(const areas *list, struct dt_native_span span)
{
	uint64_t at = span.low;

	while (at < span.low + span.size) {
		const struct area *a = find_area(list, at);

		if (!a || !a->is_readable)
			return false;
		at = a->end;
	}
	return true;
}

/** Withdraws spans of which the target has taken a part away. */
static void check_spans(struct dtrace *d, const areas *list)
{
	struct dt_native_head *head = dt_session_inside_head(d);

	for (size_t i = 0; list->len && i < DT_NATIVE_SPANS; i++)
		if (!is_readable(list, head->spans[i]))
			__atomic_store_n(&head->spans[i].size, 0, __ATOMIC_RELAXED);
}

void dt_session_inside_look_at_memory(struct dtrace *d)
{
	struct dt_inside *in = d->inside;
	size_t budget = BUDGET;
	areas list = {0};

	if (!dt_session_inside_reads(d) || d->following->are_followed)
		return;
	list_areas(in->pid, &list);
	check_spans(d, &list);
	for (unsigned k = 0; k < in->n_slots && budget; k++) {
		in->next_slot = (in->next_slot + 1) % in->n_slots;
		if (in->owners[in->next_slot])
			find_stack(d, in->next_slot, &list, &budget);
	}
	dt_vec_deinit(&list);
}
