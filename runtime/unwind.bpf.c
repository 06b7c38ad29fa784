/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Unwinds the user stack of the current thread by tables (abi/unwind.h), a frame a step.
 *
 * An address leads to a range of the process's memory, that to a file, its page to rows, and the
 * row to a rule. The two searches have few branches: to the verifier each is a handful of paths.
 * What they compute is masked where it is used, so that nothing need be known about it.
 *
 * Where the session has written no range, the kernel's own tree of what is mapped is read. Nothing
 * is locked: the process may change it at the same moment, and what is found is checked to be a
 * range with the address in it. A range of the session's is looked up there as well, whenever the
 * kernel's count of changes is not that for which it was: another file may lie there since.
 *
 * Where tables say nothing (generated code, assembly), frame pointers are followed, to where code
 * is. A stack that cannot be followed further says so.
 *
 * Decision: docs/dev/decisions/0065-ranges-from-mapping-tree.md
 * Decision: docs/dev/decisions/0066-unwinding-cache.md
 * Decision: docs/dev/decisions/0067-ranges-checked-by-change-count.md
 */
#include "abi/unwind.h"
#include "runtime.h"

enum {
	CHUNK_ROWS = 1 << DT_UNWIND_CHUNK_BITS,
	FRAME_MAX = 1 << 26, // bytes between two frame pointers
	SAVED_BYTES = 64,    // below a return address
	WINDOW_LAST = 8 * (DT_UNWIND_WINDOW - 1),
};

static const u64 NOWHERE = 1ULL << 63; // where no process has memory
static const u64 VM_EXEC = 4;	       // of an area's flags
static const u64 NOBODY_KNOWS = ~0ULL; // where a register was saved

/** All ones if a < b, else 0; both below 2^63. */
#define below(a, b) ((u64)((s64)((u64)(a) - (u64)(b)) >> 63))

/** Hide how a number was computed. */
#define opaque(x) asm volatile("" : "+r"(x))

extern const char __dt_table_unwind_counts[], __dt_table_unwind_processes[],
    __dt_table_unwind_ranges[], __dt_table_unwind_files[], __dt_table_unwind_pages[],
    __dt_table_unwind_rows[], __dt_table_unwind_rules[], __dt_table_unwind_found[],
    __dt_table_unwind_inodes[], __dt_table_unwind_layout[], __dt_table_unwind_asked[];

static __always_inline void *find(void *table, u32 key)
{
	return bpf_map_lookup_elem(table, &key);
}

/** The last of the process's ranges that begins at or below an address. Nothing is read that is not
 *  one of them: it would seldom be in the processor's cache. */
static __always_inline void find_range(struct dt_unwind *u, u64 addr)
{
	struct dt_unwind_range *r;
	u64 at = 0;

#pragma unroll
	for (u32 half = DT_UNWIND_PROCESS_RANGES / 2; half; half /= 2) {
		u64 step = half & below(at + half, u->n);

		r = find(dt_table(unwind_ranges), u->first + (u32)(at + step));
		if (!r)
			return;
		at += step & below(r->start, addr + 1);
		opaque(at);
	}
	u->found = u->first + (u32)at;
	r = find(dt_table(unwind_ranges), u->found);
	if (r)
		u->range = *r;
}

// ---- what the kernel knows of an address

enum {
	NODE_BYTES = 8 * DT_UNWIND_NODE, // to which nodes are aligned
	LEAF = 1,			 // kinds of nodes (enum maple_type)
	WIDE = 3,
	LEVELS = 12, // more than a tree has
	PIVOTS = 15, // at most in a node
	PAGE_SHIFT = 12,
	NS_BITS = 30, // the others are flags
};

static const u64 LARGEST = ~0ULL >> 1; // that below() compares

/** A word of the kernel's; 0 if it cannot be read. */
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

/** A way down the tree. */
struct descent {
	struct dt_unwind *u;
	const struct dt_unwind_layout *layout;
	u64 addr;
	u64 entry; // of the tree: a node with its kind, in the end what stands for a range
};

/** Into the part of the node in which the address is: the first one whose end is not below it. */
static long descend(u32 level, struct descent *d)
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
		n = PIVOTS; // there is no room to say so
#pragma unroll
	for (u32 i = 0; i < PIVOTS; i++)
		at +=
		    below(i, n) & below(node[(pivots + i) % DT_UNWIND_NODE] & LARGEST, d->addr) & 1;
	d->entry = node[(slots + at) % DT_UNWIND_NODE];
	return kind == LEAF || !d->entry;
}

/** The struct vm_area_struct around the address, to u->area; 0: nothing is mapped there. */
static __always_inline void find_area(struct dt_unwind *u, const struct dt_unwind_layout *l,
				      u64 addr)
{
	struct descent d = {
	    .u = u, .layout = l, .addr = addr, .entry = kernel_word(u->mm + l->root)};

	bpf_loop(LEVELS, descend, &d, 0);
	u->area_start = kernel_word(d.entry + l->start);
	u->area_end = kernel_word(d.entry + l->end);
	u->area = addr >= u->area_start && addr < u->area_end ? d.entry : 0;
}

static __always_inline int is_code(const struct dt_unwind *u, const struct dt_unwind_layout *l)
{
	return u->area && (!l->flags || kernel_word(u->area + l->flags) & VM_EXEC);
}

/** What is mapped there, in *key; false: no file. */
static __always_inline int identify(const struct dt_unwind *u, const struct dt_unwind_layout *l,
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
	key->offset = kernel_word(area + l->pgoff) << PAGE_SHIFT;
	key->device = kernel_half(kernel_word(inode + l->device_of) + l->device);
	return 1;
}

/** Is it the file of the range that was found, in the same place? Of one whose inode is hidden
 *  only the place is known. */
static __always_inline int is_of_range(const struct dt_unwind *u, const struct dt_unwind_inode *key)
{
	const struct dt_unwind_file *f = find(dt_table(unwind_files), u->range.file);

	return f && u->area_start - (key->number ? key->offset : 0) == u->range.place &&
	       (f->is_hidden || (f->number == key->number && f->device == key->device));
}

/** The kernel has it mapped there, as long as nothing changes. */
static __always_inline void set_seen(struct dt_unwind *u)
{
	struct dt_unwind_range *r = find(dt_table(unwind_ranges), u->found);

	if (r)
		r->seen = DT_UNWIND_SEEN(u->mm, u->generation, u->changes);
}

/**
 * The range around the address as the kernel knows it, to u->range, unless it is the one that is
 * there: `known`, as the session knew it. If nobody knows its file, u->end says so, unless the
 * session has seen the process, and something else there before.
 */
static __always_inline void find_mapped(struct dt_unwind *u, const struct dt_unwind_layout *l,
					u64 addr, int known)
{
	const struct dt_unwind_mapped *m;
	struct dt_unwind_inode key = {0};
	int has_file;

	find_area(u, l, addr);
	has_file = u->area && identify(u, l, &key);
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

/** The range around the address, to u->range: the session's, if it is one that the kernel has seen
 *  since the last change, or has still; else the kernel's. */
static __always_inline void look_up(struct dt_unwind *u, u64 addr)
{
	const struct dt_unwind_layout *l = find(dt_table(unwind_layout), 0);
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

/** Have the session write the ranges of this process. */
static __always_inline void ask(u32 process)
{
	u32 *asked = find(dt_table(unwind_asked), process % DT_UNWIND_ASKED);

	if (asked)
		*asked = process;
}

/** Where the rows of a page are searched. */
struct search {
	const struct dt_unwind_chunk *chunk;
	volatile const struct dt_unwind_page *page; // read anew, so that no path knows what it held
	u64 end;
	u32 within; // the address in its page
};

/** Steps of find_row() for pages with more than `to` rows. */
static __always_inline void narrow(struct dt_unwind *u, const struct search *s, u32 from, u32 to)
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
	*(volatile u64 *)&u->at = at; // in memory, it is an unknown number to the verifier
}

/**
 * The rule's number in the last of a page's rows that begins at or below an address. A step takes
 * 5 ns; compilers' code has some 500 to 2,000 rows in a page.
 */
static __always_inline u32 find_row(struct dt_unwind *u, const struct dt_unwind_page *page,
				    u64 addr)
{
	struct search s = {
	    .chunk = find(dt_table(unwind_rows), page->first >> DT_UNWIND_CHUNK_BITS),
	    .page = page,
	    .end = page->first % CHUNK_ROWS + page->n,
	    .within = addr & ((1 << DT_UNWIND_PAGE_BITS) - 1),
	};

	if (!s.chunk || !page->n)
		return 0;
	u->at = page->first % CHUNK_ROWS;
	narrow(u, &s, DT_UNWIND_PAGE_ROWS / 2, 8192);
	narrow(u, &s, 4096, 2048);
	narrow(u, &s, 1024, 512);
	narrow(u, &s, 256, 1);
	return s.chunk->rows[*(volatile u64 *)&u->at % CHUNK_ROWS] >> DT_UNWIND_PAGE_BITS;
}

/** Have the stack around an address, from that of the frame on, in u->window. Saved registers lie
 *  below a return address. */
static __always_inline void move_window(struct dt_unwind *u, u64 addr)
{
	u64 from = (addr < u->sp + SAVED_BYTES ? u->sp : addr - SAVED_BYTES) & -8ULL;

	u->window_at = from;
	if (!bpf_probe_read_user(u->window, sizeof(u->window), (const void *)from))
		return;
	u->window_at = NOWHERE;
	u->has_window = 0;
}

/** A word of the process; false: it cannot be read. */
static __always_inline int read_word(struct dt_unwind *u, u64 addr, u64 *ret)
{
	u64 at;

	*ret = 0;
	if (u->word == 4)
		return !bpf_probe_read_user(ret, 4, (const void *)addr);
	if (u->has_window && addr - u->window_at > WINDOW_LAST)
		move_window(u, addr);
	at = addr - u->window_at;
	if (at > WINDOW_LAST || at % 8)
		return !bpf_probe_read_user(ret, 8, (const void *)addr);
	*ret = u->window[at / 8 % DT_UNWIND_WINDOW];
	return 1;
}

static __always_inline int stop(struct dt_unwind *u, u32 end)
{
	u->end = end;
	return 0;
}

/** No frame pointer, and no caller, is what a thread begins with. In the code that runs the
 * register may be one like any other. */
static __always_inline int stop_at_begin(struct dt_unwind *u)
{
	return stop(u, u->count == 1 ? DT_UNWIND_LOST : DT_UNWIND_WHOLE);
}

/** The caller by the frame pointer. */
static __always_inline int follow_frame_pointer(struct dt_unwind *u)
{
	u64 bp, pc;

	if (u->by_tables || !u->bp_known)
		return stop(u, DT_UNWIND_LOST);
	if (!u->bp)
		return stop_at_begin(u);
	if (u->bp < u->sp || u->bp - u->sp > FRAME_MAX || !read_word(u, u->bp, &bp) ||
	    !read_word(u, u->bp + u->word, &pc))
		return stop(u, DT_UNWIND_LOST);
	if (!pc)
		return stop_at_begin(u);
	u->sp = u->bp + 2 * u->word;
	u->bp = bp;
	u->pc = pc;
	u->is_exact = 0;
	u->bx_at = NOBODY_KNOWS;
	return 1;
}

/** A register of the first frame; false: of another one. */
static __always_inline int read_register(const struct dt_unwind *u, u32 place, u64 *ret)
{
	return u->count == 1 &&
	       !bpf_probe_read_kernel(ret, 8, (const void *)(u->regs + (u16)place));
}

/** It is read where it was saved only if somebody asks. */
static __always_inline int read_bx(struct dt_unwind *u, u64 *ret)
{
	if (u->bx_at == NOBODY_KNOWS)
		return 0;
	if (u->bx_at)
		return read_word(u, u->bx_at, ret);
	return !bpf_probe_read_kernel(ret, 8, (const void *)(u->regs + (u16)u->bx_place));
}

/** The CFA; false: not known. */
static __always_inline int find_cfa(struct dt_unwind *u, const struct dt_unwind_rule *r, u64 *ret)
{
	u64 base = u->sp;

	if (r->cfa == DT_UNWIND_BP) {
		if (!u->bp_known)
			return 0;
		base = u->bp;
	} else if (r->cfa == DT_UNWIND_BX) {
		if (!read_bx(u, &base))
			return 0;
	} else if (r->cfa == DT_UNWIND_REGISTER) {
		if (!read_register(u, 8 * r->detail, &base))
			return 0;
	} else if (r->cfa == DT_UNWIND_STUB && (u->pc & 15) >= r->detail) {
		base += u->word;
	}
	*ret = base + (s64)r->cfa_offset;
	if (!r->is_indirect)
		return 1;
	if (!read_word(u, *ret, ret))
		return 0;
	*ret += r->cfa == DT_UNWIND_REGISTER ? 0 : r->detail;
	return 1;
}

/** Where a value was saved. */
static __always_inline u64 place(const struct dt_unwind *u, u8 base, s32 offset, u64 cfa)
{
	u64 from = base == DT_UNWIND_CFA ? cfa : base == DT_UNWIND_BP ? u->bp : u->sp;

	return from + (s64)offset;
}

/** The return address; false: not known. */
static __always_inline int read_return(struct dt_unwind *u, const struct dt_unwind_rule *r, u64 cfa,
				       u64 *ret)
{
	if (r->ra == DT_UNWIND_REGISTER)
		return read_register(u, 8 * r->ra_detail, ret);
	return read_word(u, place(u, r->ra, r->ra_offset, cfa), ret);
}

/** Go to the caller; false: that was the last frame. */
static __always_inline int apply(struct dt_unwind *u, const struct dt_unwind_rule *r)
{
	u64 cfa, pc, bp = u->bp;

	if (r->cfa == DT_UNWIND_END)
		return stop(u, DT_UNWIND_WHOLE);
	if (r->ra == DT_UNWIND_BP && !u->bp_known)
		return stop(u, DT_UNWIND_LOST);
	// The stack only shrinks, but for a handler that has one of its own, and for a function
	// that has taken its return address from it.
	if (!find_cfa(u, r, &cfa) ||
	    (cfa + (r->ra == DT_UNWIND_REGISTER) <= u->sp && !r->is_signal) ||
	    !read_return(u, r, cfa, &pc))
		return stop(u, DT_UNWIND_LOST);
	if (r->bx == DT_UNWIND_UNKNOWN || (r->bx == DT_UNWIND_BP && !u->bp_known))
		u->bx_at = NOBODY_KNOWS;
	else if (r->bx != DT_UNWIND_SAME)
		u->bx_at = place(u, r->bx, r->bx_offset, cfa);
	if (r->bp == DT_UNWIND_BP && !u->bp_known)
		u->bp_known = 0;
	else if (r->bp != DT_UNWIND_SAME)
		u->bp_known = r->bp != DT_UNWIND_UNKNOWN &&
			      read_word(u, place(u, r->bp, r->bp_offset, cfa), &bp);
	if (!pc)
		return stop(u, DT_UNWIND_WHOLE);
	u->pc = pc;
	u->sp = cfa;
	u->bp = bp;
	u->is_exact = r->is_signal;
	return 1;
}

/** The rule's number; 0: the table says nothing. `number` is the address's page in the file. */
static __always_inline u32 find_number(struct dt_unwind *u, const struct dt_unwind_file *file,
				       u32 generation, u64 number, u64 addr)
{
	u64 key = DT_UNWIND_FOUND_KEY(generation, number << DT_UNWIND_PAGE_BITS | (u16)addr);
	volatile u64 *found = find(dt_table(unwind_found), key >> (64 - DT_UNWIND_FOUND_BITS));
	u64 entry = key << DT_UNWIND_FOUND_BITS, known;
	const struct dt_unwind_page *page;
	u32 rule;

	if (!found)
		return 0;
	known = *found ^ entry;
	if (known < DT_UNWIND_RULES)
		return known;
	page = find(dt_table(unwind_pages), file->first_page + (u32)number);
	if (!page)
		return 0;
	rule = find_row(u, page, addr);
	*found = entry | rule;
	return rule;
}

/** Copy the rule at an address of the file's own to u->rule; false: its table says nothing. */
static __always_inline int copy_rule(struct dt_unwind *u, const struct dt_unwind_file *file,
				     u32 generation, u64 addr)
{
	u64 number = (addr >> DT_UNWIND_PAGE_BITS) - file->base;
	const struct dt_unwind_rule *r;
	u32 rule;

	if (number >= file->n_pages)
		return 0;
	rule = find_number(u, file, generation, number, addr);
	r = find(dt_table(unwind_rules), rule);
	if (!rule || !r)
		return 0;
	u->rule = *r;
	return 1;
}

/** To the range before the last one: programs and libraries call each other. */
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
 * The rule of the frame, to u->rule; false: nobody knows. u->end says so if its table is not there,
 * or if what was read became another's meanwhile.
 */
static __always_inline int find_rule(struct dt_unwind *u)
{
	u64 addr = u->pc - !u->is_exact;
	struct dt_unwind_file *file;
	u32 generation, state;
	int found;

	if (!is_within(u, addr))
		swap_ranges(u);
	if (!is_within(u, addr))
		look_up(u, addr);
	if (u->range.generation != u->generation)
		u->end = DT_UNWIND_NO_TABLE;
	if (u->range.generation != u->generation || !is_within(u, addr) || !u->range.file)
		return 0;
	file = find(dt_table(unwind_files), u->range.file);
	if (!file)
		return 0;
	if (u->owner && *(volatile u32 *)&file->owner != u->owner) {
		u->end = DT_UNWIND_NO_TABLE;
		return 0;
	}
	generation = *(volatile u32 *)&file->generation;
	state = *(volatile u32 *)&file->state;
	if (!file->used)
		file->used = 1;
	found = state == DT_UNWIND_READY && copy_rule(u, file, generation, addr - u->range.bias);
	if (state == DT_UNWIND_ABSENT || *(volatile u32 *)&file->generation != generation) {
		u->end = DT_UNWIND_NO_TABLE;
		return 0;
	}
	return found;
}

/** What the steps share; lies on the stack, as bpf_loop() wants it. */
struct walk {
	struct dt_unwind *u;
};

static long step(u32 i, struct walk *w)
{
	struct dt_unwind *u = w->u;

	if (i >= DT_UNWIND_ROOM)
		return 1;
	u->frames[i] = u->pc;
	u->count = i + 1;
	u->end = DT_UNWIND_LIMITED;
	if (i + 1 >= u->wanted)
		return 1;
	if (find_rule(u))
		return !apply(u, &u->rule);
	if (u->end == DT_UNWIND_NO_TABLE)
		return 1;
	if (u->range.file == DT_UNWIND_NO_CODE) {
		u->count -= i > 0; // what led here was no return address
		return !stop(u, DT_UNWIND_LOST);
	}
	if (!u->guess && u->range.file && is_within(u, u->pc - !u->is_exact))
		u->guess = i + 1;
	return !follow_frame_pointer(u);
}

static __always_inline int begin(struct dt_unwind *u, u64 regs, u64 places)
{
	return !bpf_probe_read_kernel(&u->pc, 8, (const void *)(regs + (u16)places)) &&
	       !bpf_probe_read_kernel(&u->sp, 8, (const void *)(regs + (u16)(places >> 16))) &&
	       !bpf_probe_read_kernel(&u->bp, 8, (const void *)(regs + (u16)(places >> 32)));
}

/** What the kernel knows of what the process has mapped. */
static __always_inline void know_memory(struct dt_unwind *u)
{
	const struct dt_unwind_layout *l = find(dt_table(unwind_layout), 0);

	u->mm = u->changes = 0;
	if (l && l->is_known)
		u->mm = kernel_word(bpf_get_current_task() + l->mm);
	if (u->mm && l->changes)
		u->changes = kernel_half(u->mm + l->changes);
}

/** What is known of the process; false: nothing. */
static __always_inline int know_process(struct dt_unwind *u, u32 process)
{
	const struct dt_unwind_process *p =
	    bpf_map_lookup_elem(dt_table(unwind_processes), &process);
	const struct dt_unwind_layout *l;

	know_memory(u);
	if (p) {
		u->first = p->first;
		u->n = p->n;
		u->word = p->word;
		u->generation = p->generation;
		return 1;
	}
	l = find(dt_table(unwind_layout), 0);
	if (!l || !u->mm)
		return 0;
	u->n = u->generation = 0;
	u->word = kernel_word(u->mm + l->task_size) >> 32 ? 8 : 4;
	ask(process);
	return 1;
}

/** May a range be used for another stack? One of the session's, until it writes others; one that
 *  the kernel knows, until the session has read what was mapped since. */
static __always_inline int is_kept(const struct dt_unwind *u, const struct dt_unwind_range *range,
				   u32 owner, u64 round)
{
	if (owner)
		return u->mm && u->kept_round == round;
	return u->generation && range->generation == u->generation;
}

/** Keep of the ranges that were found last those that are of this process as it is now. */
static __always_inline void keep_ranges(struct dt_unwind *u, u64 round)
{
	int is_same = u->mm == u->kept_mm && u->changes == u->kept_changes;

	if (!is_same || !is_kept(u, &u->range, u->owner, round))
		u->range.end = 0;
	if (!is_same || !is_kept(u, &u->before, u->before_owner, round))
		u->before.end = 0;
	u->kept_mm = u->mm;
	u->kept_changes = u->changes;
	u->kept_round = round;
}

/**
 * Fill in u->frames: `wanted` at most of process `owner`, from its registers on (DT_UNWIND_REGS()
 * says where they lie). The upper half of `owner` is not 0 if frame pointers are not to be
 * followed. The result is described in abi/unwind.h.
 */
s64 dt_unwind(struct dt_unwind *u, u64 regs, u64 places, u64 owner, u64 wanted)
{
	struct walk w = {.u = u};
	struct dt_unwind_counts *counts;

	if (!u)
		return DT_UNWIND_FOREIGN;
	counts = find(dt_table(unwind_counts), bpf_get_smp_processor_id());
	if (!counts || !know_process(u, (u32)owner) || !begin(u, regs, places)) {
		if (counts)
			__sync_fetch_and_add(&counts->foreign, 1);
		return DT_UNWIND_FOREIGN;
	}
	u->regs = regs;
	u->wanted = (u32)wanted;
	u->by_tables = owner >> 32 != 0;
	keep_ranges(u, counts->round);
	u->window_at = NOWHERE;
	u->has_window = u->is_exact = u->bp_known = 1;
	u->bx_at = 0;
	u->bx_place = places >> 48;
	u->count = u->guess = 0;
	bpf_loop(u->wanted, step, &w, 0);
	if (u->end < DT_N_UNWIND_ENDS)
		__sync_fetch_and_add(&counts->n[u->end], 1);
	if (u->guess >= u->count)
		u->guess = 0;
	return u->count | u->guess << DT_UNWIND_GUESS_SHIFT | (u64)u->end << DT_UNWIND_END_SHIFT;
}
