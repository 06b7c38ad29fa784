/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Speculations: records that carry a token are held back until theirs is committed, then printed in
 * the order of their time, or discarded.
 *
 * Records arrive in the order of time, so the one that ends a speculation comes after those that
 * belong to it. A straggler finds what became of its speculation in `ended`. If the record that
 * ends one was lost for want of room, the state in the kernel tells, as soon as everything older
 * has been read. Ids that have ended become free again at cleanrate; thanks to the generation in
 * the token that needs no agreement with programs that still record.
 */
#include "consume/internal.h"

#include <stdlib.h>

struct dt_held {
	struct dt_held *next;
	unsigned cpu;
	uint32_t len;
	uint64_t rec[]; // aligned as in the ring
};

/** One id; its generations follow each other. */
struct dt_speculation {
	uint64_t token; // whose records are held; 0: none
	struct dt_held *first, **last;
	uint64_t ended; // the last token that was committed or discarded
	bool committed; // which of the two
};

void dt_spec_init(struct dt_consumer *c)
{
	unsigned map = c->config.program->spec_map;

	if (!map)
		return;
	c->specs = c->config.map_memory[map];
	c->n_specs = (size_t)c->config.options->v[DT_OPT_nspec];
	c->speculations = dt_zalloc(c->n_specs * sizeof(*c->speculations));
}

static void forget(struct dt_speculation *s)
{
	while (s->token && s->first) {
		struct dt_held *h = s->first;

		s->first = h->next;
		free(h);
	}
	s->token = 0;
}

void dt_spec_deinit(struct dt_consumer *c)
{
	for (size_t i = 0; i < c->n_specs; i++)
		forget(&c->speculations[i]);
	free(c->speculations);
}

static struct dt_speculation *of_token(struct dt_consumer *c, uint64_t token)
{
	uint32_t id = DT_SPEC_TOKEN_ID(token);

	return id && id <= c->n_specs ? &c->speculations[id - 1] : NULL;
}

/** Does no other clause of the firing follow? */
static bool is_last(const struct dt_held *h)
{
	const struct dt_rec *head = (const struct dt_rec *)h->rec;

	for (const struct dt_held *n = h->next; n; n = n->next) {
		const struct dt_rec *next = (const struct dt_rec *)n->rec;

		if (next->time != head->time)
			break;
		if (n->cpu == h->cpu && dt_record_same_firing(head, next))
			return false;
	}
	return true;
}

static void show_held(struct dt_consumer *c, const struct dt_speculation *s)
{
	for (const struct dt_held *h = s->first; h; h = h->next)
		dt_record_show(c, h->cpu, h->rec, is_last(h));
}

static void hold(struct dt_speculation *s, unsigned cpu, const struct dt_entry *e)
{
	struct dt_held *h = dt_malloc(sizeof(*h) + e->len);

	*h = (struct dt_held){.cpu = cpu, .len = e->len};
	memcpy(h->rec, e->rec, e->len);
	if (!s->token || !s->first)
		s->last = &s->first;
	*s->last = h;
	s->last = &h->next;
}

void dt_spec_record(struct dt_consumer *c, uint64_t token, unsigned cpu, const struct dt_entry *e)
{
	struct dt_speculation *s = of_token(c, token);

	if (!s) {
		c->timeline.malformed++;
	} else if (token == s->ended) {
		if (s->committed)
			dt_record_show(c, cpu, e->rec, true);
	} else if (token < s->token || token < s->ended) {
		c->spec_late++;
	} else {
		if (token != s->token)
			forget(s); // it was never said what becomes of them
		hold(s, cpu, e);
		s->token = token;
	}
}

void dt_spec_end(struct dt_consumer *c, uint64_t token, bool commit)
{
	struct dt_speculation *s = of_token(c, token);

	if (!s || token <= s->ended)
		return;
	if (commit && s->token == token)
		show_held(c, s);
	if (s->token <= token)
		forget(s);
	s->ended = token;
	s->committed = commit;
}

/** Put an id back onto the stack of the free ones. */
static void give_back(struct dt_specs *specs, uint32_t id, uint64_t state)
{
	struct dt_spec_slot *spec = &specs->v[id];
	dt_u64 first = __atomic_load_n(&specs->free, __ATOMIC_ACQUIRE), changed;

	__atomic_store_n(&spec->state, state & ~(uint64_t)3, __ATOMIC_RELEASE);
	__atomic_fetch_sub(&specs->closed, 1, __ATOMIC_ACQ_REL);
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
		if (spec->closed <= limit)
			dt_spec_end(c, DT_SPEC_TOKEN(state, (uint64_t)id),
				    (state & 3) == DT_SPEC_COMMITTED);
		else if (!c->deferred)
			continue;
		give_back(c->specs, id, state);
	}
}
