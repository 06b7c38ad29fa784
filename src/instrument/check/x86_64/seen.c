/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * If two paths meet with equal values, the walk continues with one of them. New symbols differ
 * between paths, so they are numbered in the order in which registers and stack name them.
 */
#include "instrument/check/x86_64/walk.h"

#include <string.h>

/** A state without what differs though it means the same. */
struct key {
	uint64_t at;
	struct {
		uint64_t offset, span, step;
		uint32_t symbol, facts;
	} values[DT_N_REGS + DT_WALK_STACK];
	uint32_t symbols[DT_N_REGS + DT_WALK_STACK];
	uint32_t n_symbols, n_values, entry, facts;
};

static uint32_t number_symbol(struct key *k, uint32_t symbol)
{
	uint32_t i = 0;

	if (symbol < DT_SYMBOL_FIRST)
		return symbol;
	while (i < k->n_symbols && k->symbols[i] != symbol)
		i++;
	if (i == k->n_symbols)
		k->symbols[k->n_symbols++] = symbol;
	return DT_SYMBOL_FIRST + i;
}

static void add_value(struct key *k, const struct dt_value *v)
{
	uint32_t symbol = number_symbol(k, v->symbol);
	uint32_t facts = v->saved | (uint32_t)v->is_entry << 8 | (uint32_t)v->is_marker << 9;

	k->values[k->n_values].offset = v->offset;
	k->values[k->n_values].span = v->span;
	k->values[k->n_values].step = v->step;
	k->values[k->n_values].symbol = symbol;
	k->values[k->n_values++].facts = facts;
}

bool dt_walk_is_seen(struct dt_map *seen, const struct dt_state *s)
{
	uint64_t used = -s->regs[DT_REG_RSP].offset / 8;
	struct key k;

	memset(&k, 0, sizeof(k));
	k.at = s->at;
	for (unsigned reg = 0; reg < DT_N_REGS; reg++)
		add_value(&k, &s->regs[reg]);
	for (uint64_t i = 0; i < used && i < DT_WALK_STACK; i++)
		add_value(&k, &s->stack[i]);
	// An entry that no register has is of no use.
	for (uint32_t i = 0; i < k.n_symbols; i++)
		if (k.symbols[i] == s->entry)
			k.entry = i + 1;
	k.facts = s->low_is_saved | (uint32_t)s->overflow_is_saved << 1 |
		  (uint32_t)s->has_thread << 2 | (uint32_t)s->has_level << 3;
	memset(k.symbols, 0, sizeof(k.symbols));
	return dt_map_put(seen, &k, sizeof(k), seen) != NULL;
}
