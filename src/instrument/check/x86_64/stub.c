/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The proof of a stub walks all its paths. Stubs have no loops, and a routine's loops count up to
 * constants, so every path ends. A loop would double the number of paths in each round, so the walk
 * merges paths of routines that meet.
 *
 * Decision: docs/dev/decisions/0093-independent-checker.md
 * Decision: docs/dev/decisions/0113-shared-levels.md
 */
#include "instrument/check/check.h"

#include "instrument/check/x86_64/walk.h"
#include "native/native.h"

#include <inttypes.h>
#include <stddef.h>

enum {
	WORD = 8,
	STEPS_STUB = 1 << 14,
	STEPS_ROUTINE = 1 << 22,
	/* words of struct pt_regs behind the registers of `regs` */
	REGS_ORIG_RAX = 15,
	REGS_RIP,
	REGS_CS,
	REGS_FLAGS,
	REGS_RSP,
	REGS_SS,
	USER_CS = 0x33,
	USER_SS = 0x2b,
};

#define LEVEL(field) (offsetof(struct dt_native_level, field) / WORD)

/** The register of each word of struct pt_regs, up to rdi. */
static const uint8_t regs[] = {15, 14, 13, 12, DT_REG_RBP, DT_REG_RBX, 11,	  10,
			       9,  8,  0,  1,  DT_REG_RDX, DT_REG_RSI, DT_REG_RDI};

typedef bool stub_end(struct dt_walk *, struct dt_state *);

/** The paths to walk. */
struct paths {
	dt_vec(struct dt_state) v;
	struct dt_map seen; // states of routines, at branches
};

static bool fail(struct dt_walk *w, const char *what)
{
	w->what = what;
	return false;
}

static struct dt_value initial(unsigned reg)
{
	return dt_value_symbol(DT_SYMBOL_REGS + reg, UINT64_MAX);
}

void dt_walk_forget_comparison(struct dt_state *s)
{
	s->thread_if_not_equal = false;
	s->zero = s->below = DT_UNKNOWN;
	s->entry_if_equal = s->bounded = 0;
	s->free_if_equal = dt_value_constant(0);
}

static void forget_flags(struct dt_state *s)
{
	s->low_is_saved = s->overflow_is_saved = false;
	dt_walk_forget_comparison(s);
}

/* programs */

/** Reports whether a word of the level has the value that a program shall read. */
static bool is_right_word(const struct dt_walk *w, const struct dt_state *s, unsigned word)
{
	const struct dt_value *v = &s->words[LEVEL(regs) + word];
	const struct dt_plan *plan = w->point->plan;
	struct dt_value expected = dt_value_constant(0);

	switch (word) {
	case REGS_ORIG_RAX:
		expected.offset = UINT64_MAX;
		break;
	case REGS_RIP:
		expected.offset = plan->probed + w->site->block->bias;
		break;
	case REGS_CS:
		expected.offset = USER_CS;
		break;
	case REGS_FLAGS:
		expected = dt_value_symbol(DT_SYMBOL_FLAGS, UINT64_MAX);
		break;
	case REGS_RSP:
		expected = initial(DT_REG_RSP);
		expected.offset = plan->pushed;
		break;
	case REGS_SS:
		expected.offset = USER_SS;
		break;
	default:
		expected = initial(regs[word]);
		break;
	}
	return dt_value_is_equal(v, &expected);
}

/** Reports whether the mark of the level is the address of a word of the stack, in use, that has
 *  the level's address. */
static bool is_marked(const struct dt_state *s)
{
	const struct dt_value *mark = &s->words[LEVEL(busy)];
	uint64_t below = -mark->offset;

	return mark->symbol == DT_SYMBOL_REGS + DT_REG_RSP && below && below % WORD == 0 &&
	       below <= -s->regs[DT_REG_RSP].offset && below / WORD <= DT_WALK_STACK &&
	       dt_value_is_equal(&s->stack[below / WORD - 1], &s->level);
}

/** Reports whether rbp is the level that the program may use: one that the stub has marked or, if
 *  the program shares it, any of the thread's. */
static bool has_right_level(struct dt_walk *w, const struct dt_state *s,
			    const struct dt_stub_call *call)
{
	const struct dt_value *rbp = &s->regs[DT_REG_RBP];
	struct dt_value level;
	uint64_t offset;

	if (call->shares_level && !call->reads && !s->has_level)
		return (rbp->is_own && dt_walk_find_level(w, rbp, &level, &offset) && !offset) ||
		       fail(w, "gives a program another level");
	if (!s->has_level || !dt_value_is_equal(rbp, &s->level))
		return fail(w, "gives a program another level");
	return is_marked(s) || fail(w, "does not mark its level");
}

static bool call_program(struct dt_walk *w, struct dt_state *s, const struct dt_stub_call *call)
{
	if (!has_right_level(w, s, call))
		return false;
	for (unsigned word = 0; word < DT_NATIVE_REGS; word++)
		if (call->reads >> word & 1 && !is_right_word(w, s, word))
			return fail(w, "gives a program a wrong register");
	if (call->reads & DT_NATIVE_READS_COOKIE &&
	    !dt_value_is_constant(&s->words[LEVEL(cookie)], call->cookie))
		return fail(w, "gives a program a wrong cookie");
	if (call->reads & DT_NATIVE_READS_TIME && !s->has_time &&
	    !dt_value_is_constant(&s->words[LEVEL(began)], 0))
		return fail(w, "gives a program a time");
	s->has_time |= (call->reads & DT_NATIVE_READS_TIME) != 0;
	for (unsigned reg = 0; reg < DT_N_REGS; reg++)
		if (call->clobbers >> reg & 1)
			s->regs[reg] = dt_walk_any(w, UINT64_MAX);
	for (uint64_t k = -s->regs[DT_REG_RSP].offset / WORD; k < DT_WALK_STACK; k++)
		s->stack[k] = dt_walk_any(w, UINT64_MAX);
	s->words[LEVEL(cookie)] = dt_walk_any(w, UINT64_MAX);
	forget_flags(s);
	s->n_called++;
	return true;
}

/* calls of routines, and what routines do */

static struct dt_value first_level(struct dt_walk *w)
{
	uint64_t step = (uint64_t)DT_NATIVE_LEVELS * w->target->level_size;
	struct dt_value v = dt_walk_any(w, (w->target->n_slots - 1) * step);

	v.offset = w->target->levels;
	v.step = step;
	v.is_own = true;
	return v;
}

static bool has_thread(const struct dt_state *s)
{
	return s->regs[DT_REG_RAX].symbol == DT_SYMBOL_THREAD && !s->regs[DT_REG_RAX].offset;
}

/** A routine returns a level or 0 in rbp, and overwrites rax and the flags. */
static void call_routine(struct dt_walk *w, struct paths *paths, struct dt_state *s,
			 const struct dt_value *level)
{
	s->regs[DT_REG_RAX] = dt_walk_any(w, UINT64_MAX);
	forget_flags(s);
	for (uint64_t k = -s->regs[DT_REG_RSP].offset / WORD; k < DT_WALK_STACK; k++)
		s->stack[k] = dt_walk_any(w, UINT64_MAX);
	s->regs[DT_REG_RBP] = dt_value_constant(0);
	s->passes = true;
	dt_vec_push(&paths->v, *s);
	s->passes = false;
	s->regs[DT_REG_RBP] = *level;
}

static bool step_call(struct dt_walk *w, struct paths *paths, struct dt_state *s,
		      const struct dt_decoded *d)
{
	struct dt_value target = dt_value_constant(dt_decoded_target(d)), up, back;
	const struct dt_check_site *site = w->site;
	const struct dt_stub_point *point = w->point;

	if (!site)
		return fail(w, "calls something");
	if (!d->insn.raw.imm[0].is_relative && !dt_walk_read(w, s, d, &d->operands[0], &target))
		return false;
	back = dt_value_constant(d->at + d->insn.length);
	up = dt_value_constant(WORD);
	if (!dt_walk_push(w, s, &back))
		return false;
	s->regs[DT_REG_RSP] = dt_value_add(&s->regs[DT_REG_RSP], &up, 0);
	s->at = d->at + d->insn.length;
	if (s->n_called < point->n_calls &&
	    dt_value_is_constant(&target, point->calls[s->n_called].entry))
		return call_program(w, s, &point->calls[s->n_called]);
	struct dt_value level = first_level(w);

	if (dt_value_is_constant(&target, site->routines->claim) ||
	    dt_value_is_constant(&target, site->routines->quiet)) {
		if (!has_thread(s))
			return fail(w, "claims a slot for another thread");
	} else if (dt_value_is_constant(&target, site->routines->nest)) {
		if (!dt_walk_is_first_level(w, &s->regs[DT_REG_RBP]))
			return fail(w, "nests in another level");
		level.step = w->target->level_size;
		level.span += 3 * level.step;
		s->free = level;
	} else {
		return fail(w, "calls something else");
	}
	call_routine(w, paths, s, &level);
	return true;
}

/* jumps */

/** Narrows what the path knows after a comparison. */
static void learn(struct dt_state *s, bool is_equal, bool is_below)
{
	if (is_equal && s->entry_if_equal)
		s->entry = s->entry_if_equal;
	for (unsigned reg = 0; reg < DT_N_REGS; reg++)
		if (is_below && s->bounded && s->regs[reg].symbol == s->bounded &&
		    s->regs[reg].span >= s->bound)
			s->regs[reg].span = s->bound - 1;
}

static bool step_branch(struct dt_walk *w, struct paths *paths, struct dt_state *s,
			const struct dt_decoded *d)
{
	ZydisMnemonic m = d->insn.mnemonic;
	bool is_zero = m == ZYDIS_MNEMONIC_JZ || m == ZYDIS_MNEMONIC_JNZ;
	bool is_below = m == ZYDIS_MNEMONIC_JB || m == ZYDIS_MNEMONIC_JNB;
	enum dt_known outcome = is_zero ? s->zero : is_below ? s->below : DT_UNKNOWN;
	bool jumps_if = m == ZYDIS_MNEMONIC_JZ || m == ZYDIS_MNEMONIC_JB;

	if (!is_zero && !is_below)
		return fail(w, "has another condition");
	for (int truth = 0; truth < 2; truth++) {
		struct dt_state next = *s;

		if (outcome != DT_UNKNOWN && (outcome == DT_TRUE) != truth)
			continue;
		learn(&next, is_zero && truth, is_below && truth);
		if (is_zero && truth && s->free_if_equal.symbol)
			next.free = s->free_if_equal;
		next.has_thread |= is_zero && !truth && s->thread_if_not_equal;
		next.at = truth == jumps_if ? dt_decoded_target(d) : d->at + d->insn.length;
		dt_walk_forget_comparison(&next);
		if (w->site || !dt_walk_is_seen(&paths->seen, &next))
			dt_vec_push(&paths->v, next);
	}
	return true;
}

/* ends */

static bool check_regs(struct dt_walk *w, const struct dt_state *s, uint32_t free)
{
	for (unsigned reg = 0; reg < DT_N_REGS; reg++) {
		struct dt_value old = initial(reg);

		if ((reg == DT_REG_RSP || !(free >> reg & 1)) &&
		    !dt_value_is_equal(&s->regs[reg], &old))
			return fail(w, reg == DT_REG_RSP ? "moves the stack pointer"
							 : "changes a register");
	}
	return true;
}

static bool end_point(struct dt_walk *w, struct dt_state *s)
{
	const struct dt_plan *plan = w->point->plan;
	bool may_change = w->is_last && plan->flags_are_dead;

	if (!may_change && (!s->low_is_saved || !s->overflow_is_saved))
		return fail(w, "changes the flags");
	if (s->n_called != (s->passes ? 0 : w->point->n_calls))
		return fail(w, "omits a program");
	if (s->has_level && (!dt_value_is_constant(&s->words[LEVEL(busy)], 0) || !s->n_called))
		return fail(w, "leaves its level marked");
	return check_regs(w, s, w->is_last ? plan->dead : 0);
}

static bool end_routine(struct dt_walk *w, struct dt_state *s)
{
	const struct dt_value *rbp = &s->regs[DT_REG_RBP];
	struct dt_value level;
	uint64_t offset;

	if (!dt_value_is_constant(rbp, 0) &&
	    (!dt_walk_find_level(w, rbp, &level, &offset) || offset))
		return fail(w, "returns no level");
	return check_regs(w, s, 1u << DT_REG_RAX | 1u << DT_REG_RBP);
}

/* the walk */

/** Walks one path up to its end or a fork. */
static bool walk_path(struct dt_walk *w, struct paths *paths, struct dt_state *s, size_t *steps)
{
	while (*steps > 0) {
		struct dt_decoded d;
		uint64_t offset = s->at - w->area->base;

		if (w->site && s->at == w->end)
			return end_point(w, s);
		if (s->at < w->begin || s->at >= w->end ||
		    !dt_decode(w->area->bytes.data + offset, w->end - s->at, s->at, &d))
			return fail(w, "leaves its code");
		--*steps;
		s->at += d.insn.length;
		if (d.insn.meta.category == ZYDIS_CATEGORY_COND_BR)
			return step_branch(w, paths, s, &d);
		if (d.insn.mnemonic == ZYDIS_MNEMONIC_CALL) {
			if (!step_call(w, paths, s, &d))
				return false;
		} else if (d.insn.mnemonic == ZYDIS_MNEMONIC_JMP && d.insn.raw.imm[0].is_relative) {
			s->at = dt_decoded_target(&d);
		} else if (d.insn.mnemonic == ZYDIS_MNEMONIC_RET && !w->site) {
			return end_routine(w, s);
		} else if (!dt_walk_step(w, s, &d)) {
			s->at = d.at;
			return false;
		}
	}
	return fail(w, "does not end");
}

static struct dt_error *walk_all(struct dt_walk *w, const struct dt_state *start, size_t steps,
				 const char *name)
{
	struct paths paths = {0};
	struct dt_error *err = NULL;

	dt_vec_push(&paths.v, *start);
	while (!err && paths.v.len) {
		struct dt_state s = dt_vec_pop(&paths.v);

		if (!walk_path(w, &paths, &s, &steps))
			err = dt_error_new(DT_ERR_OTHER, "%s at 0x%" PRIx64 " %s near 0x%" PRIx64,
					   name, w->begin, w->what, s.at);
	}
	dt_vec_deinit(&paths.v);
	dt_map_deinit(&paths.seen);
	return err;
}

static struct dt_state begin_walk(struct dt_walk *w)
{
	struct dt_state s = {.at = w->begin, .low_is_saved = true, .overflow_is_saved = true};

	w->next_symbol = DT_SYMBOL_FIRST;
	for (unsigned reg = 0; reg < DT_N_REGS; reg++)
		s.regs[reg] = initial(reg);
	for (size_t i = 0; i < dt_array_len(s.stack); i++)
		s.stack[i] = dt_walk_any(w, UINT64_MAX);
	for (size_t i = 0; i < dt_array_len(s.words); i++)
		s.words[i] = dt_walk_any(w, UINT64_MAX);
	return s;
}

/** Reports whether [begin, end) is code of the area. */
static bool has_code(const struct dt_copy *area, uint64_t begin, uint64_t end)
{
	return begin >= area->base && begin < end && end - area->base <= area->bytes.len;
}

static struct dt_error *check_point(const struct dt_check_site *site, size_t k)
{
	const struct dt_stub_firing *f = &site->stub->firings.data[k];
	struct dt_walk w = {.area = site->area,
			    .target = site->target,
			    .site = site,
			    .point = &site->block->points[k],
			    .is_last = !site->is_body && k + 1 == site->block->n_points,
			    .begin = f->detours,
			    .end = f->end};
	struct dt_state start = begin_walk(&w);

	start.at = f->begin;
	if (f->from != w.point->plan->fires + site->block->bias)
		return dt_error_new(DT_ERR_OTHER, "a probe fires at another instruction");
	if (!has_code(w.area, w.begin, w.end) || f->begin < w.begin)
		return dt_error_new(DT_ERR_OTHER, "the stub is not in its area");
	if (!w.point->calls)
		return dt_check_finds(site, k);
	return walk_all(&w, &start, STEPS_STUB, "the stub");
}

struct dt_error *dt_check_points(const struct dt_check_site *site)
{
	if (!site->block->n_points || site->stub->firings.len != site->block->n_points)
		return dt_error_new(DT_ERR_OTHER, "the stub has another number of points");
	for (size_t k = 0; k < site->block->n_points; k++)
		DT_TRY(check_point(site, k));
	return NULL;
}

struct dt_error *dt_check_routines(const struct dt_copy *area, const struct dt_stub_target *t,
				   const struct dt_stub_routines *r)
{
	const uint64_t begins[] = {r->claim, r->quiet, r->nest, area->base + area->bytes.len};
	struct dt_walk w = {.area = area, .target = t};
	struct dt_state start;

	for (size_t k = 0; k + 1 < dt_array_len(begins); k++)
		if (!has_code(area, begins[k], begins[k + 1]))
			return dt_error_new(DT_ERR_OTHER, "the routines are not in their area");
	for (size_t k = 0; k < 2; k++) {
		w.begin = begins[k];
		w.end = begins[k + 1];
		start = begin_walk(&w);
		start.regs[DT_REG_RAX] = dt_value_symbol(DT_SYMBOL_THREAD, UINT32_MAX);
		DT_TRY(walk_all(&w, &start, STEPS_ROUTINE, "the routine"));
	}
	w.begin = r->nest;
	w.end = area->base + area->bytes.len;
	start = begin_walk(&w);
	start.regs[DT_REG_RBP] = first_level(&w);
	return walk_all(&w, &start, STEPS_ROUTINE, "the routine");
}
