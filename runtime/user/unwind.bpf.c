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
 */
#include "abi/unwind.h"
#include "../runtime.h"

enum {
	CHUNK_ROWS = 1 << DT_UNWIND_CHUNK_BITS,
	FRAME_MAX = 1 << 26, // maximum distance of two frame pointers in bytes
	SAVED_BYTES = 64,    // of saved registers below a return address
	WINDOW_LAST = 8 * (DT_UNWIND_WINDOW - 1),
};

static const u64 NOWHERE = 1ULL << 63;	  // an address that no process maps
static const u64 VM_EXEC = 4;		  // in an area's flags
static const u64 UNKNOWN_ADDRESS = ~0ULL; // unknown address of a saved register

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
	LEVELS = 12, // more than any tree has
	PIVOTS = 15, // maximum in a node
	PAGE_SHIFT = 12,
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
	key->offset = kernel_word(area + l->pgoff) << PAGE_SHIFT;
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

/** Copies the stack around an address to u->window. Starts a little below the address, because
 *  saved registers are below a return address. */
static __always_inline void move_window(struct dt_unwind *u, u64 addr)
{
	u64 from = (addr < u->sp + SAVED_BYTES ? u->sp : addr - SAVED_BYTES) & -8ULL;

	u->window_at = from;
	if (!bpf_probe_read_user(u->window, sizeof(u->window), (const void *)from))
		return;
	u->window_at = NOWHERE;
	u->has_window = 0;
}

/** Reads a word of user memory. Returns false if it is unreadable. */
static __always_inline int read_stack_word(struct dt_unwind *u, u64 addr, u64 *ret)
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

static __always_inline int stop_unwinding(struct dt_unwind *u, u32 end)
{
	u->end = end;
	return 0;
}

/** Decides at a frame pointer of 0 whether the stack is complete: a thread starts without a frame
 *  pointer and a caller. In the innermost frame, the register may hold any other value. */
static __always_inline int stop_at_begin(struct dt_unwind *u)
{
	return stop_unwinding(u, u->count == 1 ? DT_UNWIND_NO_RULE : DT_UNWIND_WHOLE);
}

/** Finds the caller by the frame pointer. */
static __always_inline int follow_frame_pointer(struct dt_unwind *u)
{
	u64 bp, pc;

	if (u->by_tables || !u->bp_known)
		return stop_unwinding(u, DT_UNWIND_NO_RULE);
	if (!u->bp)
		return stop_at_begin(u);
	if (u->bp < u->sp || u->bp - u->sp > FRAME_MAX || !read_stack_word(u, u->bp, &bp) ||
	    !read_stack_word(u, u->bp + u->word, &pc))
		return stop_unwinding(u, DT_UNWIND_NO_RULE);
	if (!pc)
		return stop_at_begin(u);
	u->sp = u->bp + 2 * u->word;
	u->bp = bp;
	u->pc = pc;
	u->is_exact = 0;
	u->bx_at = UNKNOWN_ADDRESS;
	return 1;
}

/** Reads a register of the innermost frame. Returns false in other frames. */
static __always_inline int read_register(const struct dt_unwind *u, u32 place, u64 *ret)
{
	return u->count == 1 &&
	       !bpf_probe_read_kernel(ret, 8, (const void *)(u->regs + (u16)place));
}

/** Reads rbx, from its saved place if it was saved. */
static __always_inline int read_bx(struct dt_unwind *u, u64 *ret)
{
	if (u->bx_at == UNKNOWN_ADDRESS)
		return 0;
	if (u->bx_at)
		return read_stack_word(u, u->bx_at, ret);
	return !bpf_probe_read_kernel(ret, 8, (const void *)(u->regs + (u16)u->bx_place));
}

/** Computes the CFA. Returns false if it is unknown. */
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
	if (!read_stack_word(u, *ret, ret))
		return 0;
	*ret += r->cfa == DT_UNWIND_REGISTER ? 0 : r->detail;
	return 1;
}

/** Returns the address at which a value was saved. */
static __always_inline u64 saved_at(const struct dt_unwind *u, u8 base, s32 offset, u64 cfa)
{
	u64 from = base == DT_UNWIND_CFA ? cfa : base == DT_UNWIND_BP ? u->bp : u->sp;

	return from + (s64)offset;
}

/** Reads the return address. Returns false if it is unknown. */
static __always_inline int read_return(struct dt_unwind *u, const struct dt_unwind_rule *r, u64 cfa,
				       u64 *ret)
{
	if (r->ra == DT_UNWIND_REGISTER)
		return read_register(u, 8 * r->ra_detail, ret);
	return read_stack_word(u, saved_at(u, r->ra, r->ra_offset, cfa), ret);
}

/** Goes to the caller's frame. Returns false if this was the last frame. */
static __always_inline int apply_rule(struct dt_unwind *u, const struct dt_unwind_rule *r)
{
	u64 cfa, pc, bp = u->bp;

	if (r->cfa == DT_UNWIND_END)
		return stop_unwinding(u, DT_UNWIND_WHOLE);
	if (r->ra == DT_UNWIND_BP && !u->bp_known)
		return stop_unwinding(u, DT_UNWIND_NO_RULE);
	// The stack pointer only increases, except from a handler on an alternate stack, and if the
	// function has popped its return address.
	if (!find_cfa(u, r, &cfa) ||
	    (cfa + (r->ra == DT_UNWIND_REGISTER) <= u->sp && !r->is_signal) ||
	    !read_return(u, r, cfa, &pc))
		return stop_unwinding(u, DT_UNWIND_NO_RULE);
	if (r->bx == DT_UNWIND_UNKNOWN || (r->bx == DT_UNWIND_BP && !u->bp_known))
		u->bx_at = UNKNOWN_ADDRESS;
	else if (r->bx != DT_UNWIND_SAME)
		u->bx_at = saved_at(u, r->bx, r->bx_offset, cfa);
	if (r->bp == DT_UNWIND_BP && !u->bp_known)
		u->bp_known = 0;
	else if (r->bp != DT_UNWIND_SAME)
		u->bp_known = r->bp != DT_UNWIND_UNKNOWN &&
			      read_stack_word(u, saved_at(u, r->bp, r->bp_offset, cfa), &bp);
	if (!pc)
		return stop_unwinding(u, DT_UNWIND_WHOLE);
	u->pc = pc;
	u->sp = cfa;
	u->bp = bp;
	u->is_exact = r->is_signal;
	return 1;
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
 * is not loaded or was replaced meanwhile.
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

/** Shared state of the steps, on the stack, as bpf_loop() requires. */
struct walk {
	struct dt_unwind *u;
};

static long step_frame(u32 i, struct walk *w)
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
		return !apply_rule(u, &u->rule);
	if (u->end == DT_UNWIND_NO_TABLE)
		return 1;
	if (u->range.file == DT_UNWIND_NO_CODE) {
		u->count -= i > 0; // the last address was not a return address
		return !stop_unwinding(u, DT_UNWIND_NO_RULE);
	}
	if (!u->guess && u->range.file && is_within(u, u->pc - !u->is_exact))
		u->guess = i + 1;
	return !follow_frame_pointer(u);
}

static __always_inline int begin_frames(struct dt_unwind *u, u64 regs, u64 places)
{
	return !bpf_probe_read_kernel(&u->pc, 8, (const void *)(regs + (u16)places)) &&
	       !bpf_probe_read_kernel(&u->sp, 8, (const void *)(regs + (u16)(places >> 16))) &&
	       !bpf_probe_read_kernel(&u->bp, 8, (const void *)(regs + (u16)(places >> 32)));
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
 * offsets are in `places` (DT_UNWIND_REGS()). If the upper half of `owner` is not 0, frame pointers
 * are not followed. abi/unwind.h describes the result.
 */
s64 dt_unwind(struct dt_unwind *u, u64 regs, u64 places, u64 owner, u64 wanted)
{
	struct walk w = {.u = u};
	struct dt_unwind_counts *counts;

	if (!u)
		return DT_UNWIND_FOREIGN;
	counts = lookup_element(dt_table(unwind_counts), bpf_get_smp_processor_id());
	if (!counts || !find_process(u, (u32)owner) || !begin_frames(u, regs, places)) {
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
	bpf_loop(u->wanted, step_frame, &w, 0);
	if (u->end < DT_N_UNWIND_ENDS)
		__sync_fetch_and_add(&counts->n[u->end], 1);
	if (u->guess >= u->count)
		u->guess = 0;
	return u->count | u->guess << DT_UNWIND_GUESS_SHIFT | (u64)u->end << DT_UNWIND_END_SHIFT;
}
