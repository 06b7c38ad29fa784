/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Unwinds the user stack of the current thread by tables (abi/unwind.h), frame by frame.
 *
 * An address leads to a range of the process's memory, the range to a file, the file's page to
 * rows, and the row to a rule. The two searches have few branches, so that the verifier follows
 * only a handful of paths. Their results are masked where they are used, so that the verifier need
 * not know anything about them.
 *
 * If the session has written no range for an address, the program reads the kernel's tree of
 * mappings. It takes no locks, and the process may change the tree meanwhile; so it checks that the
 * result is a range that contains the address. It also checks a range of the session in the tree
 * whenever the kernel's change counter differs from that of the last check, because another file
 * may be mapped there now.
 *
 * Where the tables have no row (generated code, assembly), the program follows frame pointers to
 * the next return address in code. A stack that cannot be followed further is marked.
 *
 * Decision: docs/dev/decisions/0065-ranges-from-mapping-tree.md
 * Decision: docs/dev/decisions/0066-unwinding-cache.md
 * Decision: docs/dev/decisions/0067-ranges-checked-by-change-count.md
 * Decision: docs/dev/decisions/0145-orders-enumerated-by-our-own-checker.md
 */
#include "abi/unwind.h"
#include "../runtime.h"

static __always_inline int load_register(const struct dt_unwind *u, u32 place, u64 *ret)
{
	return !bpf_probe_read_kernel(ret, 8, (const void *)(u->regs + (u16)place));
}

/** Reads a word of the stack without a copy, which BPF cannot. */
static __always_inline int load_stack(const struct dt_unwind *u, u64 addr, u64 *ret)
{
	return 0;
}

/** The memory below the stack pointer keeps its values while a program of the kernel runs. */
static __always_inline int is_popped(const struct dt_unwind *u, u64 addr)
{
	return 0;
}

#include "frames.h"

enum {
	CHUNK_ROWS = 1 << DT_UNWIND_CHUNK_BITS,
};

static const u64 VM_EXEC = 4; // in an area's flags

/** All ones if a < b, else 0. Both must be below 2^63. */
#define below(a, b) ((u64)((s64)((u64)(a) - (u64)(b)) >> 63))

/** Hides from the compiler how a number was computed. */
#define opaque(x) asm volatile("" : "+r"(x))

extern const char __dt_table_unwind_counts[], __dt_table_unwind_processes[],
    __dt_table_unwind_ranges[], __dt_table_unwind_files[], __dt_table_unwind_pages[],
    __dt_table_unwind_rows[], __dt_table_unwind_rules[], __dt_table_unwind_found[],
    __dt_table_unwind_inodes[], __dt_table_unwind_layout[], __dt_table_unwind_requests[];

static __always_inline void *lookup_element(void *table, u32 key)
{
	return bpf_map_lookup_elem(table, &key);
}

/** Finds the last of the process's ranges that begins at or below an address. Reads only ranges of
 *  this process, because others are seldom in the processor's cache. */
static __always_inline void find_range(struct dt_unwind *u, u64 addr)
{
	struct dt_unwind_range *r;
	u64 at = 0;

#pragma unroll
	for (u32 half = DT_UNWIND_PROCESS_RANGES / 2; half; half /= 2) {
		u64 step = half & below(at + half, u->n);

		r = lookup_element(dt_table(unwind_ranges), u->first + (u32)(at + step));
		if (!r)
			return;
		at += step & below(r->start, addr + 1);
		opaque(at);
	}
	u->found = u->first + (u32)at;
	r = lookup_element(dt_table(unwind_ranges), u->found);
	if (r)
		u->range = *r;
}

// ---- the kernel's tree of mappings

enum {
	NODE_BYTES = 8 * DT_UNWIND_NODE, // size and alignment of nodes
	LEAF = 1,			 // kinds of nodes (enum maple_type)
	WIDE = 3,
	LEVELS = 12,  // more than any tree has
	PIVOTS = 15,  // maximum in a node
	NS_BITS = 30, // bits of nanoseconds; the others are flags
};

static const u64 LARGEST = ~0ULL >> 1; // the largest number that below() can compare

/** Reads a word of kernel memory. Returns 0 if it is unreadable. */
static __always_inline u64 kernel_word(u64 at)
{
	u64 value = 0;

	bpf_probe_read_kernel(&value, sizeof(value), (const void *)at);
	return value;
}

static __always_inline u32 kernel_half(u64 at)
{
	u32 value = 0;

	bpf_probe_read_kernel(&value, sizeof(value), (const void *)at);
	return value;
}

/** A descent in the tree. */
struct descent {
	struct dt_unwind *u;
	const struct dt_unwind_layout *layout;
	u64 addr;
	u64 entry; // current entry: a node with its kind, finally the entry of a range
};

/** Descends to the part of the node that contains the address: the first whose end is not below it.
 */
static long descend_node(u32 level, struct descent *d)
{
	const struct dt_unwind_layout *l = d->layout;
	u32 kind = d->entry >> 3 & 15, wide = kind == WIDE, n, last, at = 0;
	u64 *node = d->u->node;
	u32 pivots = (wide ? l->wide_pivots : l->pivots) / 8;
	u32 slots = (wide ? l->wide_slots : l->slots) / 8;

	if (kind < LEAF || kind > WIDE ||
	    bpf_probe_read_kernel(node, NODE_BYTES, (const void *)(d->entry & -NODE_BYTES)))
		return 1;
	last = wide ? l->wide_last : l->last;
	n = (u8)(node[last / 8 % DT_UNWIND_NODE] >> last % 8 * 8);
	if (!wide && node[(pivots + PIVOTS - 1) % DT_UNWIND_NODE])
		n = PIVOTS; // a full node has no room for its last index
#pragma unroll
	for (u32 i = 0; i < PIVOTS; i++)
		at +=
		    below(i, n) & below(node[(pivots + i) % DT_UNWIND_NODE] & LARGEST, d->addr) & 1;
	d->entry = node[(slots + at) % DT_UNWIND_NODE];
	return kind == LEAF || !d->entry;
}

/** Finds the struct vm_area_struct that contains the address, and writes it to u->area; 0: none. */
static __always_inline void find_area(struct dt_unwind *u, const struct dt_unwind_layout *l,
				      u64 addr)
{
	struct descent d = {
	    .u = u, .layout = l, .addr = addr, .entry = kernel_word(u->mm + l->root)};

	bpf_loop(LEVELS, descend_node, &d, 0);
	u->area_start = kernel_word(d.entry + l->start);
	u->area_end = kernel_word(d.entry + l->end);
	u->area = addr >= u->area_start && addr < u->area_end ? d.entry : 0;
}

static __always_inline int is_code(const struct dt_unwind *u, const struct dt_unwind_layout *l)
{
	return u->area && (!l->flags || kernel_word(u->area + l->flags) & VM_EXEC);
}

/** Writes the key of the file mapped in u->area to *key. Returns false if it maps no file. */
static __always_inline int identify_file(const struct dt_unwind *u,
					 const struct dt_unwind_layout *l,
					 struct dt_unwind_inode *key)
{
	u64 area = u->area, file = kernel_word(area + l->file), inode;

	if (!file) {
		key->offset = u->area_start >> 32 == 0;
		return l->vdso && u->area_start == kernel_word(u->mm + l->vdso);
	}
	inode = kernel_word(file + l->inode);
	key->number = kernel_word(inode + l->number);
	key->changed = kernel_word(inode + l->seconds) * 1000000000 +
		       (kernel_half(inode + l->ns) & ((1 << NS_BITS) - 1));
	key->offset = kernel_word(area + l->pgoff) << (l->page_shift & 63);
	key->device = kernel_half(kernel_word(inode + l->device_of) + l->device);
	return 1;
}

/** Reports whether the key is that of the range's file at the same address. If the file's inode is
 *  hidden, only the address is compared. */
static __always_inline int is_of_range(const struct dt_unwind *u, const struct dt_unwind_inode *key)
{
	const struct dt_unwind_file *f = lookup_element(dt_table(unwind_files), u->range.file);

	return f && u->area_start - (key->number ? key->offset : 0) == u->range.place &&
	       (f->is_hidden || (f->number == key->number && f->device == key->device));
}

/** Records that the kernel has the range mapped, which holds until the change counter changes. */
static __always_inline void set_seen(struct dt_unwind *u)
{
	struct dt_unwind_range *r = lookup_element(dt_table(unwind_ranges), u->found);

	if (r)
		r->seen = DT_UNWIND_SEEN(u->mm, u->generation, u->changes);
}

/**
 * Writes the kernel's range around the address to u->range, unless that is the range already there,
 * which the session wrote (`known`). If the file is unknown, sets u->end, unless the session knows
 * the process and had another range there.
 */
static __always_inline void find_mapped(struct dt_unwind *u, const struct dt_unwind_layout *l,
					u64 addr, int known)
{
	const struct dt_unwind_mapped *m;
	struct dt_unwind_inode key = {0};
	int has_file;

	find_area(u, l, addr);
	has_file = u->area && identify_file(u, l, &key);
	if (known && has_file && is_of_range(u, &key)) {
		set_seen(u);
		return;
	}
	u->range.start = u->area_start;
	u->range.end = u->area_end;
	u->range.file = is_code(u, l) ? 0 : DT_UNWIND_NO_CODE;
	u->range.generation = u->generation;
	u->owner = 1;
	if (!has_file || u->range.file)
		return;
	m = bpf_map_lookup_elem(dt_table(unwind_inodes), &key);
	if (!m) {
		u->range.file = DT_UNWIND_FOREIGN_FILE;
		if (known || !u->n)
			u->end = DT_UNWIND_NO_TABLE;
		return;
	}
	u->range.bias = u->range.start - m->address;
	u->range.file = m->file;
	u->owner = m->owner;
}

static __always_inline int is_within(const struct dt_unwind *u, u64 addr)
{
	return addr >= u->range.start && addr < u->range.end;
}

/** Writes the range around the address to u->range: the session's, if it was checked since the last
 *  change or is still mapped; else the kernel's. */
static __always_inline void look_up_range(struct dt_unwind *u, u64 addr)
{
	const struct dt_unwind_layout *l = lookup_element(dt_table(unwind_layout), 0);
	int known;

	u->owner = 0;
	if (u->n)
		find_range(u, addr);
	known = is_within(u, addr) && u->range.generation == u->generation;
	if (!l || !u->mm)
		return;
	if (known &&
	    (!l->changes || u->range.seen == DT_UNWIND_SEEN(u->mm, u->generation, u->changes)))
		return;
	find_mapped(u, l, addr, known);
}

/** Asks the session to write the ranges of this process. */
static __always_inline void request_ranges(u32 process)
{
	u32 *slot = lookup_element(dt_table(unwind_requests), process % DT_UNWIND_REQUESTS);

	if (slot)
		*slot = process;
}

/** A search in the rows of a page. */
struct search {
	const struct dt_unwind_chunk *chunk;
	volatile const struct dt_unwind_page *page; // reloaded, so that its contents are unknown
	u64 end;
	u32 within; // offset of the address in its page
};

/** Performs the steps of find_row() for pages with more than `to` rows. */
static __always_inline void narrow_rows(struct dt_unwind *u, const struct search *s, u32 from,
					u32 to)
{
	u64 at;

	if (to > 1 && s->page->n <= to)
		return;
	at = *(volatile u64 *)&u->at;
#pragma unroll
	for (u32 half = from; half >= to; half /= 2) {
		u64 next = at + half;
		u32 begin = (u16)s->chunk->rows[next % CHUNK_ROWS];

		at += half & below(next, s->end) & below(begin, s->within + 1);
		opaque(at);
	}
	*(volatile u64 *)&u->at = at; // after a store, the number is unknown to the verifier
}

/**
 * Returns the rule of the last row of a page that begins at or below an address. A step takes 5 ns;
 * a page of compiled code has about 500 to 2,000 rows.
 */
static __always_inline u32 find_row(struct dt_unwind *u, const struct dt_unwind_page *page,
				    u64 addr)
{
	struct search s = {
	    .chunk = lookup_element(dt_table(unwind_rows), page->first >> DT_UNWIND_CHUNK_BITS),
	    .page = page,
	    .end = page->first % CHUNK_ROWS + page->n,
	    .within = addr & ((1 << DT_UNWIND_PAGE_BITS) - 1),
	};

	if (!s.chunk || !page->n)
		return 0;
	u->at = page->first % CHUNK_ROWS;
	narrow_rows(u, &s, DT_UNWIND_PAGE_ROWS / 2, 8192);
	narrow_rows(u, &s, 4096, 2048);
	narrow_rows(u, &s, 1024, 512);
	narrow_rows(u, &s, 256, 1);
	return s.chunk->rows[*(volatile u64 *)&u->at % CHUNK_ROWS] >> DT_UNWIND_PAGE_BITS;
}

/** Returns the rule's number, or 0 if the table has none. `number` is the address's page. */
static __always_inline u32 find_number(struct dt_unwind *u, const struct dt_unwind_file *file,
				       u32 generation, u64 number, u64 addr)
{
	u64 key = DT_UNWIND_FOUND_KEY(generation, number << DT_UNWIND_PAGE_BITS | (u16)addr);
	volatile u64 *found =
	    lookup_element(dt_table(unwind_found), key >> (64 - DT_UNWIND_FOUND_BITS));
	u64 entry = key << DT_UNWIND_FOUND_BITS, known;
	const struct dt_unwind_page *page;
	u32 rule;

	if (!found)
		return 0;
	known = *found ^ entry;
	if (known < DT_UNWIND_RULES)
		return known;
	page = lookup_element(dt_table(unwind_pages), file->first_page + (u32)number);
	if (!page)
		return 0;
	rule = find_row(u, page, addr);
	*found = entry | rule;
	return rule;
}

/** Keeps later reads behind earlier ones: a processor may read the rows before the state that makes
 *  them valid. `at` is not in use. */
static __always_inline void order_reads(struct dt_unwind *u)
{
	if (u->is_weak)
		__sync_lock_test_and_set(&u->at, 0);
}

/** Copies the rule of a virtual address of the file to u->rule. Returns false if its table has
 * none. */
static __always_inline int copy_rule(struct dt_unwind *u, const struct dt_unwind_file *file,
				     u32 generation, u64 addr)
{
	u64 number = (addr >> DT_UNWIND_PAGE_BITS) - file->base;
	const struct dt_unwind_rule *r;
	u32 rule;

	if (number >= file->n_pages)
		return 0;
	rule = find_number(u, file, generation, number, addr);
	r = lookup_element(dt_table(unwind_rules), rule);
	if (!rule || !r)
		return 0;
	u->rule = *r;
	return 1;
}

/** Swaps the current range and the previous one, because programs and libraries call each other. */
static __always_inline void swap_ranges(struct dt_unwind *u)
{
	struct dt_unwind_range range = u->before;
	u32 owner = u->before_owner;

	u->before = u->range;
	u->before_owner = u->owner;
	u->range = range;
	u->owner = owner;
}

/**
 * Writes the rule of the frame to u->rule. Returns false if it is unknown. Sets u->end if the table
 * is not loaded or was replaced meanwhile. One load reads state and generation, because a processor
 * may execute two in any order: an old state with the next generation would allow the use of rows
 * that belong to another file by now.
 */
static __always_inline int find_rule(struct dt_unwind *u)
{
	u64 addr = u->pc - !u->is_exact;
	struct dt_unwind_file *file;
	u32 generation, state;
	u64 both;
	int found;

	if (!is_within(u, addr))
		swap_ranges(u);
	if (!is_within(u, addr))
		look_up_range(u, addr);
	if (u->range.generation != u->generation)
		u->end = DT_UNWIND_NO_TABLE;
	if (u->range.generation != u->generation || !is_within(u, addr) || !u->range.file)
		return 0;
	file = lookup_element(dt_table(unwind_files), u->range.file);
	if (!file)
		return 0;
	if (u->owner && *(volatile u32 *)&file->owner != u->owner) {
		u->end = DT_UNWIND_NO_TABLE;
		return 0;
	}
	both = *(volatile u64 *)&file->state;
	state = both;
	generation = both >> 32;
	if (!file->used)
		file->used = 1;
	order_reads(u);
	found = state == DT_UNWIND_READY && copy_rule(u, file, generation, addr - u->range.bias);
	order_reads(u);
	if (state == DT_UNWIND_ABSENT || *(volatile u32 *)&file->generation != generation) {
		u->end = DT_UNWIND_NO_TABLE;
		return 0;
	}
	return found;
}

/** Shared state of the steps, on the stack, as bpf_loop() requires. */
struct walk {
	struct dt_unwind *u;
};

static long step_frame(u32 i, struct walk *w)
{
	struct dt_unwind *u = w->u;

	if (i >= DT_UNWIND_ROOM)
		return 1;
	if (!add_frame(u, i))
		return 1;
	if (find_rule(u))
		return !apply_rule(u, &u->rule);
	if (u->end == DT_UNWIND_NO_TABLE)
		return 1;
	if (u->range.file == DT_UNWIND_NO_CODE) {
		u->count -= i > 0; // the last address was not a return address
		return !stop_unwinding(u, DT_UNWIND_NO_RULE);
	}
	return !guess_caller(u, i, u->range.file && is_within(u, u->pc - !u->is_exact));
}

/** Reads the process's mm_struct and its change counter. */
static __always_inline void read_mm(struct dt_unwind *u)
{
	const struct dt_unwind_layout *l = lookup_element(dt_table(unwind_layout), 0);

	u->mm = u->changes = 0;
	if (l && l->is_known)
		u->mm = kernel_word(bpf_get_current_task() + l->mm);
	if (u->mm && l->changes)
		u->changes = kernel_half(u->mm + l->changes);
}

/** Looks up the session's ranges of the process. Returns false if neither these nor the kernel's
 * tree are available. */
static __always_inline int find_process(struct dt_unwind *u, u32 process)
{
	const struct dt_unwind_process *p =
	    bpf_map_lookup_elem(dt_table(unwind_processes), &process);
	const struct dt_unwind_layout *l;

	read_mm(u);
	if (p) {
		u->first = p->first;
		u->n = p->n;
		u->word = p->word;
		u->generation = p->generation;
		return 1;
	}
	l = lookup_element(dt_table(unwind_layout), 0);
	if (!l || !u->mm)
		return 0;
	u->n = u->generation = 0;
	u->word = kernel_word(u->mm + l->task_size) >> 32 ? 8 : 4;
	request_ranges(process);
	return 1;
}

/** Reports whether a range is still valid for another stack. The session's ranges are valid until
 * it writes new ones, a range of the kernel's tree until the session reads the mappings again. */
static __always_inline int is_kept(const struct dt_unwind *u, const struct dt_unwind_range *range,
				   u32 owner, u64 round)
{
	if (owner)
		return u->mm && u->cached_round == round;
	return u->generation && range->generation == u->generation;
}

/** Keeps those of the ranges found last that are valid for this process now. */
static __always_inline void keep_ranges(struct dt_unwind *u, u64 round)
{
	int is_same = u->mm == u->cached_mm && u->changes == u->cached_changes;

	if (!is_same || !is_kept(u, &u->range, u->owner, round))
		u->range.end = 0;
	if (!is_same || !is_kept(u, &u->before, u->before_owner, round))
		u->before.end = 0;
	u->cached_mm = u->mm;
	u->cached_changes = u->changes;
	u->cached_round = round;
}

/**
 * Fills in at most `wanted` u->frames of process `owner`, starting from its registers, whose
 * offsets are in `places` (DT_UNWIND_REGS()). abi/unwind.h describes the bits above the process,
 * and the result.
 */
s64 dt_unwind(struct dt_unwind *u, u64 regs, u64 places, u64 owner, u64 wanted)
{
	struct walk w = {.u = u};
	struct dt_unwind_counts *counts;

	if (!u)
		return DT_UNWIND_FOREIGN;
	counts = lookup_element(dt_table(unwind_counts), bpf_get_smp_processor_id());
	if (!counts || !find_process(u, (u32)owner) ||
	    !begin_frames(u, regs, places, owner, wanted)) {
		if (counts)
			__sync_fetch_and_add(&counts->foreign, 1);
		return DT_UNWIND_FOREIGN;
	}
	keep_ranges(u, counts->round);
	bpf_loop(u->wanted, step_frame, &w, 0);
	if (u->end < DT_N_UNWIND_ENDS)
		__sync_fetch_and_add(&counts->n[u->end], 1);
	return end_frames(u);
}
