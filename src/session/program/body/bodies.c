/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A function moves whole if at least half of its instructions are probed. All sites in it become
 * sites of its body. Instructions that the body refuses may run in their place as well as in the
 * copy. No patch covers them, so for root the kernel probes them there (dt_inside_site.in_place).
 *
 * Decision: docs/dev/decisions/0118-functions-move-whole.md
 * Decision: docs/dev/decisions/0136-kernel-probes-refused-instructions-in-place.md
 */
#include "session/program/body/body.h"

#include "session/process/process.h"

#include <stdlib.h>
#include <string.h>

enum {
	INSN_ROOM = 64,	    // bytes of an instruction's copy with its row, at most, on average
	COUNTER_ROOM = 160, // of the code that counts a block, with its rows
	CALL_ROOM = 1280,   // of a point, with its rows
	PART = 2,	    // one of PART instructions must be probed
};

/** A new site, and the function that it belongs to. */
struct candidate {
	size_t site; // index
	const struct dt_inside_file *file;
	uint64_t function, at; // offsets in the file
};

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_candidates(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;
	int order = compare_numbers((uintptr_t)x->file, (uintptr_t)y->file);

	if (!order)
		order = compare_numbers(x->at, y->at);
	return order ? order : compare_numbers(x->site, y->site);
}

/** Returns the offset in the file of the instruction in front of which the site's probes fire. */
static uint64_t offset_of(const struct dt_site *s)
{
	return s->is_entry ? s->offset - s->shown : s->offset;
}

/** Reports whether the site is one of an instruction, neither an entry nor a return. */
static bool is_instruction(const struct dt_inside_site *s)
{
	return !s->site->is_entry && strcmp(s->probe->name, "return") != 0;
}

/** Gives a site its place in the body. A call stays in its place, and its copy jumps there: if the
 * kernel probes it, the kernel alone does. */
static void take_site(const struct dtrace *d, struct dt_inside_body *b, struct dt_inside_site *s,
		      uint64_t at)
{
	const struct dt_body_insn *in = dt_body_find(&b->plan, at);
	bool is_refused = in && in->refusal;

	s->body = b;
	s->in_place = is_refused && dt_session_has_kernel(d);
	s->refusal = is_refused && !(s->in_place && in->kind == DT_BODY_MOVES)
			 ? (enum dt_refusal)in->refusal
			 : DT_REFUSE_NONE;
	s->plan = (struct dt_plan){.probed = at, .at = at, .end = at, .fires = at};
	if (!in) { // never executed
		s->body = NULL;
		return;
	}
	s->plan.at = b->plan.begin;
	s->plan.end = b->plan.end;
	s->plan.uses_red_zone = true;
	b->n_calls++;
}

/** Returns the number of different instructions that candidates from c[0] on probe in the body, and
 *  the number of these candidates in *n. */
static size_t count_probed(const struct dt_body *body, const struct dt_text *text,
			   const struct candidate *c, size_t left, size_t *n)
{
	size_t probed = 0;

	for (*n = 0; *n < left && c[*n].file == c->file; ++*n) {
		uint64_t at = dt_text_address(text, c[*n].at);

		if (at - body->begin >= body->end - body->begin)
			break;
		probed += !*n || c[*n].at != c[*n - 1].at;
	}
	return probed;
}

/** Reports whether the kernel can probe a site of the body where the body refuses it. A trap of an
 *  entry may be behind the first instruction: then all up to there must be refused. */
static bool has_place(const struct dt_body *body, const struct dt_inside_site *s, uint64_t at)
{
	uint64_t trap = at + (s->site->offset - offset_of(s->site));
	const struct dt_body_insn *in = dt_body_find(body, at);

	if (!in || !in->refusal || at == trap)
		return true;
	for (; in && in->at < trap; in = dt_body_find(body, in->at + in->size))
		if (!in->refusal || in->kind != DT_BODY_MOVES)
			return false;
	return in && in->at == trap && in->refusal && in->kind == DT_BODY_MOVES;
}

/** Reports whether the kernel can probe all candidates that the body refuses. */
static bool has_places(const struct dt_inside *in, const struct dt_body *body,
		       const struct dt_text *text, const struct candidate *c, size_t n)
{
	for (size_t i = 0; i < n && body->n_refused; i++)
		if (!has_place(body, &in->sites.data[c[i].site], dt_text_address(text, c[i].at)))
			return false;
	return true;
}

static bool has_site(const struct dt_inside_hook *h, const struct dt_inside_file *f,
		     const struct dt_body *body)
{
	return h->planned.file == f &&
	       dt_text_address(f->text, h->site.offset) - body->begin < body->end - body->begin;
}

/** Reports whether the function has a site of dtrace's own. */
static bool has_own_site(const struct dt_inside *in, const struct dt_inside_file *f,
			 const struct dt_body *body)
{
	return (in->waits && has_site(&in->hook, f, body)) ||
	       (in->finds && has_site(&in->finder, f, body));
}

/** Plans the function of c[0]. Returns the number of candidates that are done. */
static size_t plan_function(struct dtrace *d, const struct candidate *c, size_t left)
{
	struct dt_inside *in = d->inside;
	struct dt_inside_site *sites = in->sites.data;
	struct dt_inside_file *file = sites[c->site].file;
	struct dt_inside_body *b = dt_zalloc(sizeof(*b));
	size_t n = 0;

	if (dt_text_plan_body(file->text, c->at, &b->plan) != DT_REFUSE_NONE ||
	    count_probed(&b->plan, file->text, c, left, &n) * PART < b->plan.insns.len ||
	    has_own_site(in, file, &b->plan) ||
	    (dt_session_has_kernel(d) && !has_places(in, &b->plan, file->text, c, n))) {
		dt_text_release_body(file->text, &b->plan);
		dt_body_deinit(&b->plan);
		free(b);
		return n ? n : 1;
	}
	b->file = file;
	dt_vec_push(&in->bodies, b);
	for (size_t i = 0; i < n; i++)
		take_site(d, b, &sites[c[i].site], dt_text_address(file->text, c[i].at));
	return n;
}

/** Reports whether the candidates that begin with c[0] and are of its function may be most of its
 *  instructions. */
static bool has_instructions(const struct dt_inside *in, const struct candidate *c, size_t left)
{
	for (size_t i = 0; i < left && c[i].file == c->file && c[i].function == c->function; i++)
		if (is_instruction(&in->sites.data[c[i].site]))
			return true;
	return false;
}

/** Returns the number of candidates of the function of c[0]. */
static size_t count_function(const struct candidate *c, size_t left)
{
	size_t n = 1;

	while (n < left && c[n].file == c->file && c[n].function == c->function)
		n++;
	return n;
}

void dt_session_bodies_plan(struct dtrace *d, size_t first)
{
	struct dt_inside *in = d->inside;
	dt_vec(struct candidate) list = {0};

	for (size_t i = first; i < in->sites.len; i++) {
		const struct dt_inside_site *s = &in->sites.data[i];

		if (s->file->high && s->file->text)
			dt_vec_push(
			    &list, ((struct candidate){i, s->file, s->site->offset - s->site->shown,
						       offset_of(s->site)}));
	}
	if (list.len)
		qsort(list.data, list.len, sizeof(*list.data), compare_candidates);
	for (size_t i = 0; i < list.len;) {
		const struct candidate *c = &list.data[i];
		size_t left = list.len - i;

		i += has_instructions(in, c, left) ? plan_function(d, c, left)
						   : count_function(c, left);
	}
	dt_vec_deinit(&list);
}

bool dt_session_bodies_take(struct dtrace *d, struct dt_inside_site *s, uint64_t at)
{
	dt_vec_foreach (&d->inside->bodies, bp) {
		struct dt_inside_body *b = *bp;

		if (b->file != s->file || at - b->plan.begin >= b->plan.end - b->plan.begin)
			continue;
		take_site(d, b, s, at);
		return true;
	}
	return false;
}

size_t dt_session_body_room(const struct dt_inside_body *b)
{
	return b->plan.insns.len * INSN_ROOM + b->n_calls * CALL_ROOM +
	       (b->counts ? b->plan.n_counters * COUNTER_ROOM : 0);
}

void dt_session_bodies_deinit(struct dt_inside *in)
{
	dt_vec_foreach (&in->bodies, b) {
		dt_body_deinit(&(*b)->plan);
		free(*b);
	}
	dt_vec_deinit(&in->bodies);
}
