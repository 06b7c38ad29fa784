/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Clauses that do nothing but count, under keys that are constants of their probe, need no program
 * at each instruction. The target counts how often some blocks run, and the counts of the others
 * follow. Whenever aggregations are read, dtrace runs the group's second program (dt_group.adder)
 * for each probe of a block that has run meanwhile. It adds the number, in a slot of dtrace's own.
 *
 * The thread of the target that has used most CPU time has its own words, which no other changes.
 *
 * Decision: docs/dev/decisions/0119-blocks-counted-instead-of-instructions.md
 */
#include "session/program/body/body.h"

#include "builtin/builtin.h"
#include "provider/uprobe/uprobe.h"
#include "session/process/process.h"
#include "symbols/process/proc.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	WORD = 8, // bytes
	REACH = 1 << 30,
};

/** Firings of a group at the instructions of a block. */
struct count {
	uint32_t block;
	uint32_t times; // probes for which the program does the same
	const struct dt_group *group;
	uint64_t cookie;
};

struct dt_counts {
	dt_vec(struct count) list; // by block
	size_t n_blocks, most;	   // of all bodies, and of the largest one
	uint64_t *seen, *growth;   // of each block: what is added, and since the last time
	bool is_counting;
};

// ---- clauses that only count

/** Builtins that keys may have. */
static const struct {
	const char *name;
	size_t member; // of struct dt_probe: a string that all probes with the same text share
} constants[] = {
    {"probefunc", offsetof(struct dt_probe, func)},
    {"probemod", offsetof(struct dt_probe, mod)},
    {"probename", offsetof(struct dt_probe, name)},
    {"probeprov", offsetof(struct dt_probe, prov)},
};
enum { N_CONSTANTS = sizeof(constants) / sizeof(*constants) };

/** Returns the number of the constant that the key is, or N_CONSTANTS. */
static size_t constant_of(const struct dt_node *key)
{
	size_t k = 0;

	if (key->kind != DT_NODE_VAR || !key->ident || !key->ident->builtin)
		return N_CONSTANTS;
	while (k < N_CONSTANTS && strcmp(key->ident->builtin->name, constants[k].name) != 0)
		k++;
	return k;
}

static bool is_constant_key(const struct dt_node *n)
{
	return n->kind == DT_NODE_INT || n->kind == DT_NODE_STRING || constant_of(n) < N_CONSTANTS;
}

static bool is_count(const struct dt_node *n)
{
	if (n->kind == DT_NODE_EMPTY)
		return true;
	n = n->kind == DT_NODE_EXPR_STMT ? n->lhs : NULL;
	if (!n || n->kind != DT_NODE_ASSIGN || n->lhs->kind != DT_NODE_AGG ||
	    n->rhs->kind != DT_NODE_CALL || !n->rhs->ident || !n->rhs->ident->builtin ||
	    strcmp(n->rhs->ident->builtin->name, "count") != 0)
		return false;
	for (const struct dt_node *key = n->lhs->list; key; key = key->next)
		if (!is_constant_key(key))
			return false;
	return true;
}

static bool only_counts(const struct dt_lower_clause *c)
{
	const struct dt_clause *clause = c->clause;

	if (c->fired || clause->predicate || clause->role != DT_CLAUSE_PROGRAM ||
	    clause->default_action || !clause->body)
		return false;
	for (const struct dt_node *n = clause->body; n; n = n->next)
		if (!is_count(n))
			return false;
	return true;
}

bool dt_session_counts_group(const struct dtrace *d, const struct dt_group *g)
{
	if (!d->inside->n_counters || !g->is_inside || g->why || !g->n_clauses ||
	    d->options.set[DT_OPT_cpu])
		return false;
	for (size_t i = 0; i < g->n_clauses; i++)
		if (!only_counts(&g->clauses[i]))
			return false;
	return true;
}

/** Reports whether code for the file can address the region, which is near the lowest one, unless
 *  children are followed. */
static bool is_near(const struct dtrace *d, const struct dt_inside_file *f)
{
	if (dt_session_follows_inside(d))
		return false;
	dt_vec_foreach (&d->inside->files, other)
		if ((*other)->high && f->high > (*other)->low && f->high - (*other)->low > REACH)
			return false;
	return true;
}

static void plan_group(struct dtrace *d, const struct dt_group *g)
{
	dt_vec_foreach (&g->probes, p) {
		struct dt_inside_site *s = dt_session_inside_sites(d, *p);

		for (size_t i = 0; s && i < (*p)->n_sites; i++) {
			if (!s[i].body || !is_near(d, s[i].file))
				continue;
			s[i].is_counted = true;
			s[i].body->counts = true;
			s[i].body->n_calls--;
		}
	}
}

void dt_session_counts_plan(struct dtrace *d)
{
	struct dt_inside *in = d->inside;
	size_t n = 0;

	in->n_counters = in->bodies.len; // not 0 if there may be some
	dt_vec_foreach (&in->bodies, b) {
		(*b)->counts = false;
		(*b)->n_calls = 0;
	}
	dt_vec_foreach (&in->sites, s) {
		s->is_counted = false;
		if (s->body)
			s->body->n_calls++;
	}
	dt_vec_foreach (&d->programs->groups, g)
		if (dt_session_counts_group(d, *g))
			plan_group(d, *g);
	dt_vec_foreach (&in->bodies, b)
		if ((*b)->counts) {
			(*b)->counter = n;
			n += (*b)->plan.n_counters;
		}
	in->n_counters = n;
}

// ---- the target

/** Returns the ticks of processor time that a thread has used. */
static unsigned long long ticks_of(pid_t pid, const char *thread)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/task/%s/stat", (int)pid, thread);
	unsigned long long user = 0, system = 0;
	FILE *f = fopen(path, "re");
	char line[512] = "";
	const char *rest;

	if (f && fgets(line, sizeof(line), f)) {
		rest = strrchr(line, ')'); // behind the name
		if (!rest || sscanf(rest, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu",
				    &user, &system) != 2)
			user = system = 0;
	}
	if (f)
		fclose(f);
	return user + system;
}

/** Returns the id of the busiest thread, in its own namespace. */
static uint32_t busiest_thread(pid_t pid)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/task", (int)pid);
	unsigned long long most = 0;
	struct dt_proc_status status;
	pid_t best = pid;
	DIR *dir = opendir(path);

	for (const struct dirent *e; dir && (e = readdir(dir));) {
		unsigned long long ticks = atoi(e->d_name) > 0 ? ticks_of(pid, e->d_name) : 0;

		if (ticks > most) {
			most = ticks;
			best = (pid_t)atoi(e->d_name);
		}
	}
	if (dir)
		closedir(dir);
	return dt_proc_status(best, &status) ? (uint32_t)status.own : 0;
}

struct dt_body_counters dt_session_counts_of(struct dtrace *d, const struct dt_inside_body *b)
{
	struct dt_inside *in = d->inside;
	const struct dt_native_region *r = &d->loaded->region;
	uint64_t own = in->region + r->counters + b->counter * WORD;

	if (!in->busiest)
		in->busiest = busiest_thread(in->pid);
	return (struct dt_body_counters){.own = own,
					 .others = own + r->n_counters * WORD,
					 .thread = in->busiest,
					 .is_open = in->directory +
						    offsetof(struct dt_native_directory, is_open)};
}

// ---- adding

static int compare_counts(const void *a, const void *b)
{
	const struct count *x = a, *y = b;

	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return x->group < y->group ? -1 : x->group > y->group;
}

/** Returns the number of the block of an instruction of a body. */
static uint32_t block_of(const struct dt_inside_body *b, const uint32_t *heads, uint64_t at)
{
	const struct dt_body_insn *in = dt_body_find(&b->plan, at);

	return (uint32_t)b->block + heads[in - b->plan.insns.data];
}

/** Returns, for each instruction of a body, the number of its block. The caller frees it. */
static uint32_t *number_blocks(const struct dt_inside_body *b)
{
	uint32_t *ret = dt_malloc((b->plan.insns.len + 1) * sizeof(*ret)), n = 0;

	for (size_t i = 0; i < b->plan.insns.len; i++) {
		n += b->plan.insns.data[i].is_head;
		ret[i] = n - 1; // the first one is a head
	}
	return ret;
}

/** The sites of a group that represent others: for both, the program has the same keys. */
struct alike {
	const struct dt_group *group;
	bool used[N_CONSTANTS]; // by a key
	struct dt_map first;	// the strings of the constants → struct dt_inside_site
};

static void find_used(struct alike *a, const struct dt_clause *c)
{
	for (const struct dt_node *n = c->body; n; n = n->next)
		for (const struct dt_node *key = n->lhs ? n->lhs->lhs->list : NULL; key;
		     key = key->next)
			if (constant_of(key) < N_CONSTANTS)
				a->used[constant_of(key)] = true;
}

/** Returns the site that represents the site. Keys hold the probe, so one for each of 700,000
 *  instructions would not find room, where their functions do. */
static const struct dt_inside_site *represent(struct alike *a, const struct dt_inside_site *s)
{
	const char *key[N_CONSTANTS] = {NULL};
	const struct dt_inside_site *first;

	for (size_t k = 0; k < N_CONSTANTS; k++)
		if (a->used[k])
			memcpy(&key[k], (const char *)s->probe + constants[k].member,
			       sizeof(key[k]));
	first = dt_map_get(&a->first, key, sizeof(key));
	if (first)
		return first;
	dt_map_put(&a->first, key, sizeof(key), (void *)s);
	return s;
}

/** Adds a site to the list. Successive sites of a block with the same keys are one element. */
static void list_site(struct dt_counts *c, struct alike *a, const struct dt_inside_site *s,
		      const uint32_t *heads)
{
	const struct dt_inside_site *first = represent(a, s);
	struct count count = {.block = block_of(s->body, heads, s->plan.fires),
			      .times = 1,
			      .group = a->group,
			      .cookie = dt_uprobe_cookie(first->probe, first->site)};
	struct count *last = c->list.len ? &dt_vec_last(&c->list) : NULL;

	if (last && last->block == count.block && last->group == count.group &&
	    last->cookie == count.cookie)
		last->times++;
	else
		dt_vec_push(&c->list, count);
}

static void list_group(struct dtrace *d, struct dt_counts *c, const struct dt_group *g)
{
	const struct dt_inside_body *last = NULL;
	struct alike alike = {.group = g};
	uint32_t *heads = NULL;

	for (size_t i = 0; i < g->n_clauses; i++)
		find_used(&alike, g->clauses[i].clause);
	dt_vec_foreach (&g->probes, p) {
		const struct dt_inside_site *s = dt_session_inside_sites(d, *p);

		for (size_t i = 0; s && i < (*p)->n_sites; i++) {
			if (!s[i].is_counted || s[i].refusal != DT_REFUSE_NONE)
				continue;
			if (s[i].body != last) {
				free(heads);
				heads = number_blocks(s[i].body);
				last = s[i].body;
			}
			list_site(c, &alike, &s[i], heads);
		}
	}
	dt_map_deinit(&alike.first);
	free(heads);
}

/** Gives the blocks of all bodies their numbers. */
static void number_bodies(struct dt_inside *in)
{
	struct dt_counts *c = in->counts;

	dt_vec_foreach (&in->bodies, b) {
		size_t n = (*b)->counts ? (*b)->plan.blocks.len : 0;

		(*b)->block = c->n_blocks;
		c->n_blocks += n;
		c->most = n > c->most ? n : c->most;
	}
	c->seen = dt_zalloc((c->n_blocks + 1) * sizeof(*c->seen));
	c->growth = dt_zalloc((c->n_blocks + 1) * sizeof(*c->growth));
}

void dt_session_counts_attach(struct dtrace *d)
{
	struct dt_inside *in = d->inside;

	dt_session_counts_deinit(in);
	if (!in->n_counters)
		return;
	in->counts = dt_zalloc(sizeof(*in->counts));
	number_bodies(in);
	dt_vec_foreach (&d->programs->groups, g)
		if ((*g)->adder)
			list_group(d, in->counts, *g);
	if (in->counts->list.len)
		qsort(in->counts->list.data, in->counts->list.len, sizeof(*in->counts->list.data),
		      compare_counts);
}

/** Returns by how much a count has grown, and raises `*seen` to it. Counts that are derived may
 *  fall for a moment. */
static uint64_t grow(uint64_t now, uint64_t *seen)
{
	return (int64_t)(now - *seen) > 0 ? dt_store_growth(now, seen) : 0;
}

/** Finds by how much the blocks of a body have run. `words` and `counts` have room. */
static void read_body(struct dtrace *d, const struct dt_inside_body *b, uint64_t *words,
		      uint64_t *counts)
{
	const struct dt_native_region *r = &d->loaded->region;
	const uint64_t *from = (const uint64_t *)(r->memory + r->counters) + b->counter;
	struct dt_counts *c = d->inside->counts;

	for (size_t i = 0; i < b->plan.n_counters; i++)
		words[i] = __atomic_load_n(&from[i], __ATOMIC_RELAXED) +
			   __atomic_load_n(&from[r->n_counters + i], __ATOMIC_RELAXED);
	dt_body_derive(&b->plan, words, counts);
	for (size_t i = 0; i < b->plan.blocks.len; i++)
		c->growth[b->block + i] = grow(counts[i], &c->seen[b->block + i]);
}

static void read_all(struct dtrace *d, bool adds)
{
	const struct dt_native_region *r = &d->loaded->region;
	struct dt_counts *c = d->inside->counts;
	uint64_t *words = dt_malloc((c->most + 1) * sizeof(*words));
	uint64_t *counts = dt_malloc((c->most + 1) * sizeof(*counts));

	dt_vec_foreach (&d->inside->bodies, b)
		if ((*b)->counts)
			read_body(d, *b, words, counts);
	free(words);
	free(counts);
	dt_vec_foreach (&c->list, one) {
		uint64_t growth = c->growth[one->block];

		if (growth && adds)
			dt_native_region_repeat(r, one->group->adder->entry, r->n_slots - 1,
						one->cookie, growth * one->times);
	}
}

void dt_session_counts_add(struct dtrace *d)
{
	const struct dt_counts *c = d->inside->counts;

	if (c && c->is_counting)
		read_all(d, true);
}

void dt_session_counts_begin(struct dtrace *d, bool active)
{
	struct dt_counts *c = d->inside->counts;

	if (!c)
		return;
	if (active && !c->is_counting)
		read_all(d, false);
	if (!active && c->is_counting)
		read_all(d, true);
	c->is_counting = active;
}

void dt_session_counts_deinit(struct dt_inside *in)
{
	if (in->counts) {
		dt_vec_deinit(&in->counts->list);
		free(in->counts->seen);
		free(in->counts->growth);
	}
	free(in->counts);
	in->counts = NULL;
}
