/* SPDX-License-Identifier: BSD-2-Clause */
#include "instrument/check/x86_64/walk.h"

#include "instrument/check/check.h"

#include <stddef.h>

enum { WORD = 8, RED_ZONE = 128 };

#define LEVEL(field) offsetof(struct dt_native_level, field)
#define ENTRIES	     offsetof(struct dt_native_directory, entries)

struct dt_value dt_walk_any(struct dt_walk *w, uint64_t max)
{
	return dt_value_symbol(w->next_symbol++, max);
}

static bool fail(struct dt_walk *w, const char *what)
{
	w->what = what;
	return false;
}

/** Reports whether all of [at, at + size) lies in [base, base + n). */
static bool is_within(const struct dt_value *at, unsigned size, uint64_t base, uint64_t n)
{
	uint64_t max = dt_value_max(at);

	return at->offset >= base && max != UINT64_MAX && max - base <= n && size <= n &&
	       max - base <= n - size;
}

static uint64_t levels_size(const struct dt_walk *w)
{
	return (uint64_t)w->target->n_slots * DT_NATIVE_LEVELS * w->target->level_size;
}

bool dt_walk_find_level(const struct dt_walk *w, const struct dt_value *at, struct dt_value *level,
			uint64_t *offset)
{
	const struct dt_stub_target *t = w->target;
	struct dt_value back;

	if (!is_within(at, 1, t->levels, levels_size(w)) ||
	    (at->symbol && at->step % t->level_size))
		return false;
	*offset = (at->offset - t->levels) % t->level_size;
	back = dt_value_constant(-*offset);
	*level = dt_value_add(at, &back, 0);
	return true;
}

bool dt_walk_is_first_level(const struct dt_walk *w, const struct dt_value *v)
{
	uint64_t size = (uint64_t)DT_NATIVE_LEVELS * w->target->level_size;

	return is_within(v, WORD, w->target->levels, levels_size(w)) &&
	       !((v->offset - w->target->levels) % size) && (!v->symbol || !(v->step % size));
}

static bool is_on_stack(const struct dt_value *at)
{
	return at->symbol == DT_SYMBOL_REGS + DT_REG_RSP;
}

/** Returns the stack's word at an address, or NULL if the address is not that of a word. */
static struct dt_value *find_word(struct dt_state *s, const struct dt_value *at)
{
	uint64_t below = -at->offset;

	return below && below % WORD == 0 && below / WORD <= DT_WALK_STACK
		   ? &s->stack[below / WORD - 1]
		   : NULL;
}

static bool load_entry(struct dt_walk *w, const struct dt_value *at, unsigned size,
		       struct dt_value *ret)
{
	uint64_t entries = w->target->directory + ENTRIES;

	if (size != WORD || (at->offset - entries) % WORD || (at->symbol && at->step % WORD))
		return fail(w, "reads a part of an entry");
	*ret = dt_walk_any(w, UINT64_MAX);
	ret->is_entry = true;
	return true;
}

bool dt_walk_load(struct dt_walk *w, struct dt_state *s, const struct dt_value *at, unsigned size,
		  struct dt_value *ret)
{
	const struct dt_stub_target *t = w->target;
	uint64_t max = size == WORD ? UINT64_MAX : UINT32_MAX, offset;
	struct dt_value level;

	*ret = dt_walk_any(w, max);
	if (size != WORD && size != sizeof(uint32_t))
		return fail(w, "reads a part of a word");
	if (is_on_stack(at)) {
		const struct dt_value *word = find_word(s, at);

		if (!word || at->offset - s->regs[DT_REG_RSP].offset > INT64_MAX)
			return fail(w, "reads the stack outside its frame");
		if (size == WORD)
			*ret = *word;
		return true;
	}
	if (is_within(at, size, t->directory + ENTRIES,
		      sizeof(struct dt_native_directory) - ENTRIES))
		return load_entry(w, at, size, ret);
	if (dt_walk_find_level(w, at, &level, &offset)) {
		if (offset + size > LEVEL(frames))
			return fail(w, "reads a frame of a program");
		if (s->has_level && dt_value_is_equal(&level, &s->level) && size == WORD &&
		    offset % WORD == 0)
			*ret = s->words[offset / WORD];
		ret->is_marker = offset == LEVEL(busy) && size == WORD;
		return true;
	}
	// A marker is the address of a word of a frame of this thread.
	if ((at->is_marker && size == WORD) ||
	    is_within(at, size, t->directory, sizeof(struct dt_native_directory)) ||
	    is_within(at, size, t->slots, t->n_slots * sizeof(struct dt_native_slot)))
		return true;
	return fail(w, "reads memory that is not its own");
}

static bool store_stack(struct dt_walk *w, struct dt_state *s, const struct dt_value *at,
			unsigned size, const struct dt_value *value)
{
	struct dt_value *word = find_word(s, at);
	uint64_t top = w->site && w->point->plan->uses_red_zone ? -(uint64_t)RED_ZONE : 0;

	if (!word || (int64_t)at->offset >= (int64_t)top)
		return fail(w, "writes to the function's stack");
	if ((int64_t)at->offset < (int64_t)(top - 128))
		return fail(w, "uses too much of the stack");
	if (size != WORD || at->offset - s->regs[DT_REG_RSP].offset > INT64_MAX)
		return fail(w, "writes below the stack pointer");
	*word = *value;
	return true;
}

/** Stores to the level that the stub has taken: words that are for stubs to write. */
static bool store_level(struct dt_walk *w, struct dt_state *s, const struct dt_value *level,
			uint64_t offset, unsigned size, const struct dt_value *value)
{
	bool is_word = offset == LEVEL(busy) || offset == LEVEL(began) || offset == LEVEL(cookie) ||
		       (offset >= LEVEL(regs) && offset < LEVEL(frames));

	if (!w->site) // a routine gives the levels of a new slot their thread
		return ((offset == LEVEL(pid_tgid) || offset == LEVEL(thread)) &&
			size == sizeof(uint32_t) && value->symbol == DT_SYMBOL_THREAD &&
			!value->offset) ||
		       fail(w, "writes another word of a level");
	if (!is_word || offset % WORD || size != WORD)
		return fail(w, "writes another word of its level");
	if (!level->is_own || (s->has_level && !dt_value_is_equal(&s->level, level)))
		return fail(w, "writes to another level");
	if (!dt_value_is_equal(&s->free, level))
		return fail(w, "takes a level that may be in use");
	s->has_level = true;
	s->level = *level;
	s->words[offset / WORD] = *value;
	return true;
}

/** Stores to the slots or the directory, which only routines may write. */
static bool store_shared(struct dt_walk *w, const struct dt_value *at, unsigned size,
			 const struct dt_value *value)
{
	const struct dt_stub_target *t = w->target;
	uint64_t in_slot = (at->offset - t->slots) % sizeof(struct dt_native_slot);
	uint64_t in_directory = at->offset - t->directory;

	if (is_within(at, size, t->slots, t->n_slots * sizeof(struct dt_native_slot)) &&
	    (!at->symbol || at->step % sizeof(struct dt_native_slot) == 0)) {
		if (in_slot == offsetof(struct dt_native_slot, owner) && size == sizeof(uint32_t))
			return value->symbol == DT_SYMBOL_THREAD ||
			       dt_value_is_constant(value, 0) || fail(w, "writes another owner");
		bool counts = in_slot == offsetof(struct dt_native_slot, drops) ||
			      (in_slot == offsetof(struct dt_native_slot, misses) &&
			       dt_value_is_constant(at, t->slots + in_slot));

		return (counts && size == WORD) || fail(w, "writes another word of a slot");
	}
	if (!is_within(at, size, t->directory, sizeof(struct dt_native_directory)) || size != WORD)
		return fail(w, "writes memory that is not its own");
	if (in_directory < ENTRIES || in_directory % WORD || (at->symbol && at->step % WORD))
		return fail(w, "writes another word of the directory");
	return (value->symbol == DT_SYMBOL_THREAD && !(value->offset & UINT32_MAX) &&
		value->offset >> 32 < t->n_slots) ||
	       fail(w, "writes a wrong entry of the directory");
}

bool dt_walk_store(struct dt_walk *w, struct dt_state *s, const struct dt_value *at, unsigned size,
		   const struct dt_value *value)
{
	struct dt_value level;
	uint64_t offset;

	if (is_on_stack(at))
		return store_stack(w, s, at, size, value);
	if (dt_walk_find_level(w, at, &level, &offset))
		return store_level(w, s, &level, offset, size, value);
	return w->site ? fail(w, "writes memory that is not its own")
		       : store_shared(w, at, size, value);
}

bool dt_walk_push(struct dt_walk *w, struct dt_state *s, const struct dt_value *value)
{
	struct dt_value down = dt_value_constant(-(uint64_t)WORD), *rsp = &s->regs[DT_REG_RSP];

	*rsp = dt_value_add(rsp, &down, 0);
	return dt_walk_store(w, s, rsp, WORD, value);
}
