/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Speculations: a record that carries a token is held back until its speculation is committed or
 * discarded. Committed records are shown in the order of their time.
 *
 * An id is free again as soon as a program submits the record that ends its speculation. The next
 * generation may begin, and even end, while records of the one before are still in the rings.
 * Therefore each generation is collected by its token. Records arrive in the order of time, so the
 * record that ends a speculation comes after those that belong to it; late records find the result
 * in `ended`. If the record that ends a speculation was dropped, or its clause faulted, the state
 * in the kernel holds the result. It is used once everything older has been read; these ids become
 * free at cleanrate.
 *
 * Decision: docs/dev/decisions/0010-speculations-in-ordinary-rings.md
 */
#include "consume/consumer/consumer.h"

#include <stdlib.h>

struct dt_held {
	struct dt_held *next;
	unsigned cpu;
	uint32_t len;
	uint64_t rec[]; // aligned as in the ring
};

/** The records of a generation. */
struct dt_generation {
	struct dt_generation *next; // later
	uint64_t token;
	uint64_t size; // bytes of its records
	struct dt_held *first, **last;
};

enum {
	REMEMBERED = 8, // latest ended generations of an id whose results are kept
	OPEN = 128,	// most open generations of an id; a process may forge more
	ABANDONED = 16 * DT_SPEC_TOKEN(4, 0), // an open generation older than this is freed
};

struct dt_ending {
	uint64_t token; // 0: none
	bool committed;
};

/** The speculations with the same id. */
struct dt_speculation {
	struct dt_generation *open; // the oldest
	struct dt_ending ended[REMEMBERED];
};

void dt_spec_init(struct dt_consumer *c)
{
	unsigned map = c->config.program->spec_map;

	if (!map)
		return;
	c->specs = c->config.stores[c->config.spec_store]->memory[map];
	c->n_specs = (size_t)c->config.options->v[DT_OPT_nspec];
	c->speculations = dt_zalloc(c->n_specs * sizeof(*c->speculations));
}

/** Removes and frees a generation. */
static void free_generation(struct dt_generation **at)
{
	struct dt_generation *g = *at;

	*at = g->next;
	while (g->first) {
		struct dt_held *h = g->first;

		g->first = h->next;
		free(h);
	}
	free(g);
}

/** Returns the link to the token's generation, or the link where it belongs. */
static struct dt_generation **find_generation(struct dt_speculation *s, uint64_t token)
{
	struct dt_generation **at = &s->open;

	while (*at && (*at)->token < token)
		at = &(*at)->next;
	return at;
}

static bool is_open_generation(struct dt_generation *const *at, uint64_t token)
{
	return *at && (*at)->token == token;
}

/** Returns the result of the generation, or else the entry of the oldest result. */
static struct dt_ending *find_ending(struct dt_speculation *s, uint64_t token)
{
	struct dt_ending *oldest = &s->ended[0];

	for (size_t i = 0; i < REMEMBERED; i++) {
		if (s->ended[i].token == token)
			return &s->ended[i];
		if (s->ended[i].token < oldest->token)
			oldest = &s->ended[i];
	}
	return oldest;
}

void dt_spec_deinit(struct dt_consumer *c)
{
	for (size_t i = 0; i < c->n_specs; i++)
		while (c->speculations[i].open)
			free_generation(&c->speculations[i].open);
	free(c->speculations);
}

static struct dt_speculation *of_token(struct dt_consumer *c, uint64_t token)
{
	uint32_t id = DT_SPEC_TOKEN_ID(token);

	return id && id <= c->n_specs ? &c->speculations[id - 1] : NULL;
}

/** Reports whether no other clause of the firing follows. */
static bool is_last(const struct dt_held *h)
{
	const struct dt_rec *head = dt_record_head(h->rec);

	for (const struct dt_held *n = h->next; n; n = n->next) {
		const struct dt_rec *next = dt_record_head(n->rec);

		if (next->time != head->time)
			break;
		if (n->cpu == h->cpu && dt_record_same_firing(head, next))
			return false;
	}
	return true;
}

static void show_held(struct dt_consumer *c, const struct dt_generation *g)
{
	for (const struct dt_held *h = g->first; h; h = h->next)
		dt_record_show(c, h->cpu, (const uint8_t *)h->rec, is_last(h));
}

static size_t count_open(const struct dt_speculation *s)
{
	size_t n = 0;

	for (const struct dt_generation *g = s->open; g; g = g->next)
		n++;
	return n;
}

/** Returns false if there are more records or generations than programs make. */
static bool hold_record(struct dt_consumer *c, struct dt_speculation *s, uint64_t token,
			unsigned cpu, const struct dt_entry *e)
{
	struct dt_generation **at = find_generation(s, token), *g;
	struct dt_held *h;

	if (!is_open_generation(at, token)) {
		if (count_open(s) >= OPEN)
			return false;
		g = dt_zalloc(sizeof(*g));
		*g = (struct dt_generation){.next = *at, .token = token, .last = &g->first};
		*at = g;
	}
	g = *at;
	if (g->size + e->len > (uint64_t)c->config.options->v[DT_OPT_specsize])
		return false;
	g->size += e->len;
	h = dt_malloc(sizeof(*h) + e->len);
	*h = (struct dt_held){.cpu = cpu, .len = e->len};
	memcpy(h->rec, e->rec, e->len);
	*g->last = h;
	g->last = &h->next;
	return true;
}

void dt_spec_record(struct dt_consumer *c, uint64_t token, unsigned cpu, const struct dt_entry *e)
{
	struct dt_speculation *s = of_token(c, token);
	const struct dt_ending *end = s ? find_ending(s, token) : NULL;

	if (!s || (end->token < token && !hold_record(c, s, token, cpu, e)))
		c->timeline.malformed++;
	else if (end->token < token)
		return;
	else if (end->token != token)
		c->spec_late++;
	else if (end->committed)
		dt_record_show(c, cpu, e->rec, true);
}

void dt_spec_end(struct dt_consumer *c, uint64_t token, bool commit)
{
	struct dt_speculation *s = of_token(c, token);
	struct dt_ending *end = s ? find_ending(s, token) : NULL;

	if (!s || end->token >= token)
		return;
	*end = (struct dt_ending){token, commit};
	struct dt_generation **at = find_generation(s, token);
	if (is_open_generation(at, token)) {
		if (commit)
			show_held(c, *at);
		free_generation(at);
	}
	while (s->open && s->open->token + ABANDONED < token)
		free_generation(&s->open);
}

/** Returns an id to the stack of free ids, unless a program has done so. */
static void free_id(struct dt_specs *specs, uint32_t id, uint64_t state)
{
	struct dt_spec_slot *spec = &specs->v[id];
	dt_u64 was = state, first, changed;

	if (!__atomic_compare_exchange_n(&spec->state, &was, state & ~(uint64_t)3, false,
					 __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return;
	__atomic_fetch_sub(&specs->closed, 1, __ATOMIC_ACQ_REL);
	first = __atomic_load_n(&specs->free, __ATOMIC_ACQUIRE);
	do {
		spec->next = (uint32_t)first;
		changed = ((first >> 32) + 1) << 32 | id;
	} while (!__atomic_compare_exchange_n(&specs->free, &first, changed, false,
					      __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
}

bool dt_spec_closed(const struct dt_consumer *c)
{
	return c->specs && __atomic_load_n(&c->specs->closed, __ATOMIC_ACQUIRE);
}

void dt_spec_clean(struct dt_consumer *c, uint64_t limit)
{
	for (uint32_t id = 1; dt_spec_closed(c) && id <= c->n_specs; id++) {
		const struct dt_spec_slot *spec = &c->specs->v[id];
		uint64_t state = __atomic_load_n(&spec->state, __ATOMIC_ACQUIRE);

		if ((state & 3) != DT_SPEC_COMMITTED && (state & 3) != DT_SPEC_DISCARDED)
			continue;
		if (spec->closed > limit && !c->deferred)
			continue;
		dt_spec_end(c, DT_SPEC_TOKEN(state, (uint64_t)id),
			    (state & 3) == DT_SPEC_COMMITTED);
		free_id(c->specs, id, state);
	}
}
