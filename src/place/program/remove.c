/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Restores patches, in the reverse order of writing, so that a hop goes before the jump to which it
 * leads. A patch is restored only where it still stands in the same file, perhaps without its first
 * byte, which the kernel changes for a uprobe. Then threads that stand in copies go back to the
 * original instructions. A program may have put a copy of its text into anonymous memory there; the
 * same jump at the same address is then as good.
 *
 * From then on no code leads into the placed memory. Threads that are inside of it run on until
 * they leave it. A function that has moved as a whole may have loops that never leave: jumps back
 * to the original, written over the code of probes, end them. The memory is freed when no pc, no
 * register and no word of a stack points to placed code; a signal's frame may hold such a pc.
 * Otherwise the memory stays, unused. Patches that threads inside need are restored then.
 *
 * Decision: docs/dev/decisions/0116-uprobes-keep-off-jumps.md
 * Decision: docs/dev/decisions/0143-stubs-have-unwinding-tables.md
 */
#include "place/program/target.h"

#include "place/program/jumps.h"
#include "place/program/step.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	BATCH = 1000, // sites of a stop
	LEAVE_TRIES = 11,
	LEAVE_US = 1000, // it doubles: 2 s in total
};

/** The text at the address of a patch. */
enum standing { ANOTHER, WHOLE, HURT };

static enum standing look_at_patch(const struct dt_maps *maps, const struct dt_target *t,
				   const struct dt_written *w)
{
	const struct dt_mapping *m = dt_maps_find(maps, w->patch.at);
	uint8_t text[DT_PLACE_BYTES];
	bool is_file;

	if (!m || m->shared || !dt_target_read(t, w->patch.at, text, w->patch.size))
		return ANOTHER;
	is_file = m->device == w->device && m->inode == w->inode &&
		  m->offset + (w->patch.at - m->begin) == w->offset;
	if (memcmp(text, w->patch.new, w->patch.size) == 0)
		return is_file || !m->inode ? WHOLE : ANOTHER;
	return is_file && dt_jump_is_hurt(text, w->patch.new, w->patch.old[0], w->patch.size)
		   ? HURT
		   : ANOTHER;
}

int dt_moved_compare_to(const void *a, const void *b)
{
	const struct dt_place_moved *x = a, *y = b;

	return (x->to > y->to) - (x->to < y->to);
}

/** Returns the original address of a copy, or 0. */
static uint64_t find_original(const struct dt_target *t, uint64_t to)
{
	struct dt_place_moved key = {.to = to}, *found = NULL;

	if (t->by_to.len)
		found =
		    bsearch(&key, t->by_to.data, t->by_to.len, sizeof(key), dt_moved_compare_to);
	return found ? found->from : 0;
}

/** Moves threads from copies to the originals, except behind a system call that is repeated. */
static void move_back(struct dt_target *t, struct dt_stop *s)
{
	for (struct dt_task *k = NULL; (k = dt_stop_next(s, k));) {
		uint64_t from = find_original(t, dt_registers_pc(&k->regs));

		if (!from || k->is_waiting || dt_registers_restart(&k->regs))
			continue;
		dt_registers_set_pc(&k->regs, from);
		dt_registers_write(k->tid, &k->regs);
		dt_place_step();
	}
}

/** A thread may stand in padding, at the second jump of a hop. It goes back to the hop. */
static void leave_padding(struct dt_stop *s, const struct dt_place_patch *hop)
{
	uint64_t to;
	bool is_hop;

	if (!dt_jump_parse(hop->new, hop->size, hop->at, &to, &is_hop) || !is_hop)
		return;
	for (struct dt_task *k = NULL; (k = dt_stop_next(s, k));)
		if (dt_registers_pc(&k->regs) == to && !k->is_waiting) {
			dt_registers_set_pc(&k->regs, hop->at);
			dt_registers_write(k->tid, &k->regs);
			dt_place_step();
		}
}

/** Reports whether a patch is left, of those that are kept or of the others. */
static bool has_patches(const struct dt_target *t, bool kept)
{
	return t->written.len && (kept || !dt_vec_last(&t->written).patch.is_kept);
}

/** Restores the last patches, at most BATCH. */
static struct dt_error *restore_some(struct dt_target *t, struct dt_stop *s, bool kept)
{
	struct dt_maps maps;

	DT_TRY(dt_maps_read(dt_stop_next(s, NULL)->tid, &maps));
	for (size_t i = 0; i < BATCH && has_patches(t, kept); i++) {
		struct dt_written *w = &dt_vec_pop(&t->written);

		enum standing now = look_at_patch(&maps, t, w);
		unsigned kept = now == HURT; // bytes; the first one is the kernel's

		if (now == ANOTHER)
			continue;
		dt_error_destroy(dt_target_write(t, w->patch.at + kept, w->patch.old + kept,
						 w->patch.size - kept));
		leave_padding(s, &w->patch);
		dt_place_step();
	}
	dt_maps_deinit(&maps);
	return NULL;
}

// ---- text that is unmapped

static bool is_in(const struct dt_place_code *range, uint64_t at)
{
	return at >= range->begin && at < range->end;
}

/** Reports whether a patch in the range is in a file that is mapped there. */
static bool is_mapped(const struct dt_target *t, const struct dt_maps *maps,
		      const struct dt_place_code *range)
{
	dt_vec_foreach (&t->written, w)
		if (is_in(range, w->patch.at) && look_at_patch(maps, t, w) != ANOTHER)
			return true;
	return false;
}

/** Removes the elements of a vector whose member `at` is in the range. */
#define FORGET_IN(vec, range, at)                         \
	do {                                              \
		size_t kept = 0;                          \
		dt_vec_foreach (vec, e)                   \
			if (!is_in(range, e->at))         \
				(vec)->data[kept++] = *e; \
		(vec)->len = kept;                        \
	} while (0)

struct dt_error *dt_target_forget(struct dt_target *t, const struct dt_place_code *gone, size_t n)
{
	struct dt_maps maps;

	DT_TRY(dt_maps_read(dt_target_thread(t->pid), &maps));
	for (size_t i = 0; i < n; i++) {
		if (is_mapped(t, &maps, &gone[i]))
			continue;
		FORGET_IN(&t->written, &gone[i], patch.at);
		FORGET_IN(&t->by_from, &gone[i], from);
		FORGET_IN(&t->by_to, &gone[i], from);
		FORGET_IN(&t->counters, &gone[i], at);
	}
	dt_maps_deinit(&maps);
	return NULL;
}

// ---- leaving

struct search {
	const struct dt_target *target;
	bool is_found;
};

static void find_word(void *self, uint64_t word)
{
	struct search *f = self;

	dt_vec_foreach (&f->target->areas, a)
		if (word >= a->begin && word < a->code_end)
			f->is_found = true;
}

static bool is_inside(const struct dt_target *t, const struct dt_task *k)
{
	struct search f = {.target = t};

	dt_vec_foreach (&t->areas, a)
		if (dt_registers_point_into(&k->regs, a->begin, a->code_end))
			return true;
	dt_words_walk(k, find_word, &f);
	return f.is_found;
}

/** Frees the memory in this stop, unless a thread needs it. */
static bool free_unless_used(struct dt_target *t, struct dt_stop *s)
{
	for (struct dt_task *k = NULL; (k = dt_stop_next(s, k));)
		if (is_inside(t, k))
			return false;
	dt_place_step();
	if (t->written.len)
		dt_error_destroy(restore_some(t, s, true));
	if (!t->written.len && t->areas.len)
		dt_memory_free(t, s);
	return !t->written.len;
}

/** Reports whether a thread stands behind the first byte of a gate. */
static bool is_in_gate(struct dt_stop *s, uint64_t gate)
{
	for (struct dt_task *k = NULL; (k = dt_stop_next(s, k));)
		if (dt_registers_pc(&k->regs) - gate - 1 < DT_PLACE_BYTES - 1)
			return true;
	return false;
}

/** Writes jumps to the originals where copied loops come by. */
static void close_gates(struct dt_target *t, struct dt_stop *s)
{
	dt_vec_foreach (&t->by_to, m) {
		uint8_t jump[DT_PLACE_BYTES];

		if (!m->is_gate || is_in_gate(s, m->to))
			continue;
		dt_jump_make(jump, m->to, m->from);
		dt_error_destroy(dt_target_write(t, m->to, jump, sizeof(jump)));
		m->is_gate = false;
		dt_place_step();
	}
}

/** Stops the target. If another dtrace has removed what this placer has found, there is nothing to
 *  do. */
static struct dt_error *stop_to_remove(struct dt_target *t, struct dt_stop *s)
{
	DT_TRY(dt_target_stop(t, s));
	if (!dt_memory_is_left(t)) {
		t->is_overtaken = true;
		t->areas.len = t->written.len = 0;
	}
	return NULL;
}

/** Restores the last patches although threads are in the placed memory. */
static struct dt_error *give_up(struct dt_target *t)
{
	struct dt_stop s;
	struct dt_error *err;

	DT_TRY(stop_to_remove(t, &s));
	err = restore_some(t, &s, true);
	move_back(t, &s);
	dt_stop_end(&s);
	return err;
}

/** Lets threads leave the areas, and frees them. They stay if a thread does not leave. */
static struct dt_error *leave_areas(struct dt_target *t)
{
	bool is_free = !t->areas.len && !t->written.len;

	for (unsigned try = 0; !is_free && try < LEAVE_TRIES; try++) {
		struct dt_stop s;

		if (try)
			usleep(LEAVE_US << try);
		DT_TRY(stop_to_remove(t, &s));
		close_gates(t, &s);
		move_back(t, &s);
		is_free = free_unless_used(t, &s);
		dt_stop_end(&s);
		dt_place_step();
	}
	return t->written.len ? give_up(t) : NULL;
}

struct dt_error *dt_target_remove(struct dt_target *t)
{
	struct dt_stop s;
	struct dt_error *err;
	bool is_free = false;

	dt_error_destroy(dt_counters_lower(t)); // a raised one costs only time
	if (!t->areas.len && !t->written.len)
		return NULL;
	do {
		DT_TRY(stop_to_remove(t, &s));
		dt_place_step();
		err = restore_some(t, &s, false);
		if (!err && !has_patches(t, false)) {
			move_back(t, &s);
			is_free = free_unless_used(t, &s);
		}
		dt_stop_end(&s);
		dt_place_step();
	} while (!err && has_patches(t, false));
	return err || is_free ? err : leave_areas(t);
}
