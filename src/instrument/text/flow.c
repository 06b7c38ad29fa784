/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Blocks of a function whose counts follow from the counts of others (Knuth 1973, Ball and Larus
 * 1994). Control that arrives at a node leaves it, so the blocks that end at a node have run as
 * often as those that begin there. Blocks that form a tree, as edges between nodes, are the
 * solution of these equations. A tree of the most frequent blocks leaves the fewest to count.
 *
 * Frequencies are guessed: each way in comes once, and each block at a node takes an equal share.
 *
 * Decision: docs/dev/decisions/0138-counts-that-follow-from-others.md
 */
#include "instrument/text/internal.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 16 }; // of the guess; a loop without another exit would grow for ever

/** A block, and the time that its counter would take. */
struct cost {
	double cost;
	uint32_t block;
};

static uint32_t find_root(uint32_t *parent, uint32_t node)
{
	while (parent[node] != node) {
		parent[node] = parent[parent[node]];
		node = parent[node];
	}
	return node;
}

/** Gives up the nodes from which control cannot leave: it would stay in a loop, and the blocks that
 *  lead there would never be balanced. */
static void drop_endless(struct dt_body *b)
{
	bool *ends = dt_zalloc(b->n_nodes * sizeof(*ends));
	bool changes = true;

	ends[0] = true;
	while (changes) {
		changes = false;
		for (size_t i = b->blocks.len; i-- > 0;) {
			const struct dt_body_block *k = &b->blocks.data[i];

			changes |= ends[k->to] && !ends[k->from];
			ends[k->from] |= ends[k->to];
		}
	}
	dt_vec_foreach (&b->blocks, k) {
		k->from = ends[k->from] ? k->from : 0;
		k->to = ends[k->to] ? k->to : 0;
	}
	free(ends);
}

/** Multiplies the costs by a guess of how often each block runs. */
static void multiply(const struct dt_body *b, struct cost *costs)
{
	double *arrives = dt_zalloc(b->n_nodes * sizeof(*arrives));
	double *next = dt_zalloc(b->n_nodes * sizeof(*next));
	uint32_t *ways = dt_zalloc(b->n_nodes * sizeof(*ways));

	dt_vec_foreach (&b->blocks, k)
		ways[k->from]++;
	for (int round = 0; round < ROUNDS; round++) {
		memset(next, 0, b->n_nodes * sizeof(*next));
		dt_vec_foreach (&b->blocks, k)
			next[k->to] += k->from ? arrives[k->from] / ways[k->from] : 1;
		memcpy(arrives, next, b->n_nodes * sizeof(*next));
	}
	for (size_t i = 0; i < b->blocks.len; i++) {
		const struct dt_body_block *k = &b->blocks.data[i];

		costs[i].cost *= k->from ? arrives[k->from] / ways[k->from] : 1;
	}
	free(arrives);
	free(next);
	free(ways);
}

static int compare_costs(const void *a, const void *b)
{
	const struct cost *x = a, *y = b;

	if (x->cost != y->cost)
		return x->cost > y->cost ? -1 : 1;
	return x->block < y->block ? -1 : x->block > y->block;
}

/** Chooses the blocks of the tree, those with the dearest counters first. */
static void choose_tree(struct dt_body *b, const struct cost *costs)
{
	uint32_t *parent = dt_malloc(b->n_nodes * sizeof(*parent));

	for (uint32_t i = 0; i < b->n_nodes; i++)
		parent[i] = i;
	for (size_t i = 0; i < b->blocks.len; i++) {
		struct dt_body_block *k = &b->blocks.data[costs[i].block];
		uint32_t from = find_root(parent, k->from), to = find_root(parent, k->to);

		k->is_derived = from != to;
		parent[from] = to;
	}
	free(parent);
}

/** Nodes of the tree, from which leaves are taken off. */
struct tree {
	uint32_t *degree, *blocks; // of each node: number and XOR of its blocks
	dt_vec(uint32_t) leaves;
};

/** Takes a block off a node. Nothing is known of the balance of node 0. */
static void take_off(struct tree *t, uint32_t node, uint32_t block)
{
	t->blocks[node] ^= block;
	if (--t->degree[node] == 1 && node)
		dt_vec_push(&t->leaves, node);
}

/** Lists the blocks of the tree, each with a node at which all others are known at that point. */
static void list_steps(struct dt_body *b)
{
	struct tree t = {.degree = dt_zalloc(b->n_nodes * sizeof(*t.degree)),
			 .blocks = dt_zalloc(b->n_nodes * sizeof(*t.blocks))};

	for (uint32_t i = 0; i < b->blocks.len; i++) {
		const struct dt_body_block *k = &b->blocks.data[i];

		if (!k->is_derived)
			continue;
		t.degree[k->from]++;
		t.degree[k->to]++;
		t.blocks[k->from] ^= i;
		t.blocks[k->to] ^= i;
	}
	for (uint32_t node = 1; node < b->n_nodes; node++)
		if (t.degree[node] == 1)
			dt_vec_push(&t.leaves, node);
	while (t.leaves.len) {
		uint32_t node = dt_vec_pop(&t.leaves), block = t.blocks[node];

		if (t.degree[node] != 1)
			continue; // the last block between two leaves
		dt_vec_push(&b->steps, ((struct dt_body_step){block, node}));
		take_off(&t, b->blocks.data[block].from, block);
		take_off(&t, b->blocks.data[block].to, block);
	}
	free(t.degree);
	free(t.blocks);
	dt_vec_deinit(&t.leaves);
}

/** Finds the nodes at which the blocks begin and end. */
static void find_nodes(struct dt_body *b, const struct dt_text_way *ways, size_t n)
{
	// Node 0; then of each block, by its number + 1, its beginning and its end.
	size_t last = 2 * b->blocks.len;
	uint32_t *parent = dt_malloc((last + 2) * sizeof(*parent));
	uint32_t *number = dt_zalloc((last + 2) * sizeof(*number));

	for (uint32_t i = 0; i <= last + 1; i++)
		parent[i] = i;
	for (size_t i = 0; i < n; i++) {
		uint32_t end = find_root(parent, ways[i].from ? 2 * ways[i].from : 1);
		uint32_t beginning = find_root(parent, ways[i].to ? 2 * ways[i].to + 1 : 1);

		parent[end < beginning ? beginning : end] = end < beginning ? end : beginning;
	}
	b->n_nodes = 1;
	for (uint32_t i = 2; i <= last + 1; i++) {
		uint32_t root = find_root(parent, i);

		if (root == i)
			number[i] = b->n_nodes++;
		number[i] = number[root];
	}
	for (size_t i = 0; i < b->blocks.len; i++) {
		b->blocks.data[i].to = number[2 * (i + 1)];
		b->blocks.data[i].from = number[2 * (i + 1) + 1];
	}
	free(parent);
	free(number);
}

/** Marks the heads of the blocks that have counters. */
static void mark_counted(struct dt_body *b)
{
	size_t block = 0;

	b->n_counters = b->blocks.len - b->steps.len;
	dt_vec_foreach (&b->insns, in)
		if (in->is_head)
			in->is_counted = !b->blocks.data[block++].is_derived;
}

void dt_text_choose_counters(struct dt_body *b, const struct dt_text_way *ways, size_t n)
{
	dt_vec(struct cost) costs = {0};

	dt_vec_foreach (&b->insns, in) {
		struct cost c = {in->flags_are_dead ? 1 : 2, (uint32_t)b->blocks.len};

		if (!in->is_head)
			continue;
		dt_vec_push(&costs, c);
		dt_vec_push(&b->blocks, (struct dt_body_block){0});
	}
	find_nodes(b, ways, n);
	drop_endless(b);
	multiply(b, costs.data);
	qsort(costs.data, costs.len, sizeof(*costs.data), compare_costs);
	choose_tree(b, costs.data);
	list_steps(b);
	mark_counted(b);
	dt_vec_deinit(&costs);
}

void dt_body_derive(const struct dt_body *b, const uint64_t *counters, uint64_t *ret)
{
	uint64_t *surplus = dt_zalloc(b->n_nodes * sizeof(*surplus)); // arrivals - departures

	for (size_t i = 0; i < b->blocks.len; i++) {
		const struct dt_body_block *k = &b->blocks.data[i];

		if (k->is_derived)
			continue;
		ret[i] = *counters++;
		surplus[k->to] += ret[i];
		surplus[k->from] -= ret[i];
	}
	dt_vec_foreach (&b->steps, s) {
		const struct dt_body_block *k = &b->blocks.data[s->block];

		ret[s->block] = k->from == s->node ? surplus[s->node] : -surplus[s->node];
		surplus[k->to] += ret[s->block];
		surplus[k->from] -= ret[s->block];
	}
	free(surplus);
}
