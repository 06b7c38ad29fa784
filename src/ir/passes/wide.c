/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Combines reads of adjacent integers in kernel memory, such as members of a struct that the
 * context points to, into one READ or READ_KERNEL, and in a process READ_USER. A call costs 8 ns,
 * each further 8 bytes less than 1 ns.
 *
 * The first read of a window, which lies on every path to the others, reads the whole window into a
 * stack object; the others only load from it. Readable memory may end within the window at a page
 * boundary. Therefore, if the wide read fails, the program makes the single reads into their places
 * in the window. Readable memory and faults are thus the same as without windows.
 *
 * A window occupies stack and adds a path through the program. Therefore a function has few
 * windows, and a large one only if it has hardly anything else on its stack: 128 bytes cover the
 * length, protocol and header offsets in a struct sk_buff.
 *
 * Decision: docs/dev/decisions/0024-neighbouring-reads-merged.md
 */
#include "ir/passes/passes.h"

#include "ir/executor.h"
#include "ir/ops.h"
#include "ir/passes/facts.h"
#include "ir/passes/values.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_SITES = 128,
	MAX_WINDOWS = 4,
	ALIGN = 8, // a window begins at a multiple of this, so that loads are aligned
};

struct window {
	int64_t lo, hi; // offsets from the base
	unsigned sites;
	dt_slot slot;
	dt_reg got; // result of the wide read; 0: not generated yet
};

struct site {
	struct dt_ir_read read;
	dt_reg base;
	int64_t off;
	struct window *window; // NULL: none
};

struct widener {
	struct dt_ir_func *f;
	struct dt_ir_facts facts;
	struct site sites[MAX_SITES];
	unsigned n_sites;
	struct window windows[MAX_WINDOWS];
	unsigned n_windows;
	int64_t largest; // maximum bytes of a window
	int64_t room;	 // bytes of stack left for windows
};

// ---- sites

/** Reports whether windows may contain the read: in processes, all memory is read the same way, at
 * any size for the price of a system call. */
static bool is_read(const struct widener *w, const struct dt_ir_insn *i)
{
	return dt_ir_is_read(i) ||
	       (i->op == DT_IR_ENV && i->imm == DT_ENV_READ_USER && !w->f->executor->reads_kernel);
}

static void add_load_site(struct widener *w, const struct dt_ir_values *v,
			  const struct dt_ir_read *read)
{
	struct site site = {.read = *read};

	site.base = dt_ir_values_base(v, read->address, &site.off);
	if (site.off % read->size == 0)
		w->sites[w->n_sites++] = site;
}

static void find_sites(struct widener *w)
{
	struct dt_ir_values values;
	struct dt_ir_read read = {0};

	dt_ir_values_init(&values, w->f, w->facts.defs);
	for (size_t at = 0; at < w->f->code.len && w->n_sites < MAX_SITES; at++) {
		const struct dt_ir_insn *i = &w->f->code.data[at];

		if (is_read(w, i) && values.first[i->args[2]] &&
		    dt_ir_read_at(&w->facts, at, &read))
			add_load_site(w, &values, &read);
		if (read.load && at == read.load)
			dt_ir_values_read(&values, i->dst);
		dt_ir_values_pass(&values, i);
	}
	dt_ir_values_deinit(&values);
}

// ---- windows

/** Returns the index of the first label behind instruction `at` that a path around it reaches. */
static size_t first_reached(const struct widener *w, size_t at)
{
	size_t end = at;

	while (++end < w->f->code.len) {
		const struct dt_ir_insn *i = &w->f->code.data[end];

		if (i->op == DT_IR_LABEL && w->facts.jumped_from[i->imm] < at)
			break;
	}
	return end;
}

/** Returns the window that begins with the site. Sets the window of its sites to `mark`, unless
 *  that is NULL. */
static struct window window_of(struct widener *w, struct site *first, struct window *mark)
{
	size_t end = first_reached(w, first->read.at);
	int64_t most = w->room < w->largest ? w->room : w->largest;
	struct window ret = {.lo = first->off & -ALIGN, .hi = first->off + first->read.size};

	for (struct site *s = first; s < &w->sites[w->n_sites] && s->read.at < end; s++) {
		int64_t lo = s->off < ret.lo ? s->off & -ALIGN : ret.lo;
		int64_t hi = s->off + s->read.size > ret.hi ? s->off + s->read.size : ret.hi;

		if (s->window || s->base != first->base || hi - lo > most)
			continue;
		ret.lo = lo;
		ret.hi = hi;
		ret.sites++;
		if (mark)
			s->window = mark;
	}
	return ret;
}

/** Returns the site whose window contains the most other sites, or NULL if no window has any. */
static struct site *best_site(struct widener *w)
{
	struct site *ret = NULL;
	unsigned most = 1;

	for (unsigned k = 0; k < w->n_sites; k++) {
		unsigned n = w->sites[k].window ? 0 : window_of(w, &w->sites[k], NULL).sites;

		if (n > most) {
			most = n;
			ret = &w->sites[k];
		}
	}
	return ret;
}

static void choose_windows(struct widener *w)
{
	struct site *first;

	while (w->n_windows < MAX_WINDOWS && (first = best_site(w))) {
		struct window *window = &w->windows[w->n_windows++];

		*window = window_of(w, first, window);
		window->slot = dt_ir_slot(w->f, (uint32_t)(window->hi - window->lo), 8);
		w->room -= window->hi - window->lo;
	}
}

// ---- code

static void read_window(struct dt_ir_func *f, struct window *window, const struct site *s,
			enum dt_env word)
{
	dt_reg from = dt_ir_bini(f, DT_IR_ADD, s->read.address, window->lo - s->off);
	dt_reg size = dt_ir_const(f, window->hi - window->lo);

	window->got = dt_ir_env(f, word, dt_ir_slot_addr(f, window->slot), size, from);
}

/** Appends a single read that runs only if the wide read failed; `check` is the branch after it. */
static void append_read(struct dt_ir_func *f, const struct site *s, struct dt_ir_insn read,
			const struct dt_ir_insn *check)
{
	struct window *window = s->window;

	if (!window->got)
		read_window(f, window, s, (enum dt_env)read.imm);
	dt_ir_branchi(f, DT_IR_SGE, window->got, 0, (dt_label)check->imm);
	read.args[0] =
	    dt_ir_bini(f, DT_IR_ADD, dt_ir_slot_addr(f, window->slot), s->off - window->lo);
	dt_vec_push(&f->code, read);
}

static void append_load(struct dt_ir_func *f, const struct site *s, struct dt_ir_insn load)
{
	load.a = dt_ir_slot_addr(f, s->window->slot);
	load.off = s->off - s->window->lo;
	dt_vec_push(&f->code, load);
}

static void rewrite_loads(struct widener *w)
{
	struct dt_ir_func *f = w->f;
	typeof(f->code) old = f->code;
	const struct dt_ir_loc *loc = f->loc;
	struct site *s = w->sites, *loaded = NULL, *end = &w->sites[w->n_sites];

	memset(&f->code, 0, sizeof(f->code));
	for (size_t at = 0; at < old.len; at++) {
		const struct dt_ir_insn *i = &old.data[at];

		f->loc = i->loc;
		while (s < end && (s->read.at < at || !s->window))
			s++;
		if (s < end && at == s->read.at) {
			append_read(f, s, *i, i + 1);
			loaded = s;
		} else if (loaded && at == loaded->read.load) {
			append_load(f, loaded, *i);
		} else {
			dt_vec_push(&f->code, *i);
		}
	}
	f->loc = loc;
	dt_vec_deinit(&old);
}

/** Returns the maximum bytes of a window, or 0 if the stack has no room for windows. */
static int64_t largest_window(const struct dt_ir_func *f)
{
	const struct dt_executor_windows *limits = &f->executor->windows;
	uint32_t bytes = 0;

	dt_vec_foreach (&f->slots, slot)
		bytes += slot->size;
	if (bytes > limits->stack)
		return 0;
	return bytes > limits->small || f->spares_stack ? limits->size : limits->large;
}

void dt_ir_read_wide(struct dt_ir_func *f)
{
	struct widener w = {.f = f};

	w.largest = f->executor ? largest_window(f) : 0;
	if (!w.largest)
		return;
	w.room = f->executor->windows.all;
	dt_ir_facts_init(&w.facts, f);
	find_sites(&w);
	choose_windows(&w);
	if (w.n_windows)
		rewrite_loads(&w);
	dt_ir_facts_deinit(&w.facts);
}
