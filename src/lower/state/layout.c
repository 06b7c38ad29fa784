/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Where the state of a D program lies: one walk over all clauses finds every variable, associative
 * array and aggregation, and gives it a place before any code is generated.
 *
 * A position of a key tuple has one form for all its uses: a string is as long as the longest
 * expression that stands there, and a probe's name is stored as a number if every use is that same
 * name: as the probe's id in an aggregation, whose consumer knows the names, in an array as the
 * number of the text, which probes may share. Padding is zero, so that equal tuples are equal
 * bytes.
 */
#include "lower/internal.h"

#include <assert.h>
#include <string.h>

/** Bytes that the kernel adds to an element of a hash map. */
enum { HASH_OVERHEAD = 64, HASH_MIN_ENTRIES = 16 };

static const struct dt_lowering *lowering_of(const struct dt_node *n)
{
	if ((n->kind == DT_NODE_VAR || n->kind == DT_NODE_CALL) && n->ident && n->ident->builtin)
		return n->ident->builtin->lowering;
	return NULL;
}

void dt_lower_field(struct dt_gen *g, const struct dt_node *expr, struct dt_field *field)
{
	const struct dt_lowering *lw = lowering_of(expr);

	*field = (struct dt_field){.type = expr->type};
	if (lw && lw->field) {
		lw->field(g, expr, field);
	} else if (dt_node_is_string(expr)) {
		field->kind = DT_FIELD_STRING;
		field->size = dt_lower_round(dt_gen_string_max(g, expr), 8);
	} else if (dt_type_in_memory(expr->type)) {
		field->kind = DT_FIELD_BYTES;
		field->size = dt_type_resolve(expr->type)->size;
	} else {
		field->kind = DT_FIELD_INT;
		field->size = dt_type_resolve(expr->type)->size;
	}
}

uint32_t dt_lower_align(const struct dt_field *f)
{
	return f->kind == DT_FIELD_INT || f->kind == DT_FIELD_PROBE || f->kind == DT_FIELD_NAME
		   ? f->size
		   : 8;
}

/** Make `have` hold what `f` may hold as well. */
static void widen(const struct dt_lower *l, struct dt_field *have, const struct dt_field *f)
{
	if (have->kind != f->kind || have->part != f->part) {
		have->kind = DT_FIELD_STRING;
		have->part = 0;
		have->size = dt_lower_round(l->strsize, 8);
	}
	if (f->size > have->size)
		have->size = f->size;
	if (f->max_frames > have->max_frames)
		have->max_frames = f->max_frames;
}

/** One more use of a position of a tuple. */
static void merge_field(struct dt_gen *g, struct dt_field *have, const struct dt_node *expr,
			const struct dt_type *type, bool is_agg, bool first)
{
	struct dt_field f;

	dt_lower_field(g, expr, &f);
	if (f.kind == DT_FIELD_PROBE && !is_agg)
		f.kind = DT_FIELD_NAME;
	if (f.kind == DT_FIELD_INT && type && dt_type_is_scalar(type)) {
		f.size = dt_type_resolve(type)->size;
		f.type = type;
	}
	if (first) {
		*have = f;
		return;
	}
	widen(g->l, have, &f);
}

static void merge_tuple(struct dt_gen *g, struct dt_ident *id, const struct dt_node *list)
{
	struct dt_lower_var *v = id->lowered;
	struct dt_tuple *t = &v->keys;
	bool first = !t->fields;
	size_t n = 0;

	for (const struct dt_node *k = list; k; k = k->next)
		n++;
	if (first) {
		t->fields = dt_arena_array(g->l->arena, struct dt_field, n);
		t->n = n;
	}
	assert(n == t->n && "keys agree after the semantic pass");
	n = 0;
	for (const struct dt_node *k = list; k; k = k->next, n++)
		merge_field(g, &t->fields[n], k, n < id->n_keys ? id->keys[n] : NULL,
			    id->kind == DT_IDENT_AGG, first);
}

static void place_tuple(struct dt_tuple *t, uint32_t before)
{
	uint32_t at = before;

	for (size_t i = 0; i < t->n; i++) {
		at = dt_lower_round(at, dt_lower_align(&t->fields[i]));
		t->fields[i].offset = at;
		at += t->fields[i].size;
	}
	t->size = dt_lower_round(at, 8);
}

/** Memory of a variable: a string may be handed to the runtime, which sees strsize bytes. */
static uint32_t storage(const struct dt_lower *l, const struct dt_type *type)
{
	if (dt_type_is_string(type))
		return dt_lower_round(l->strsize, 8);
	return dt_type_resolve(type)->size;
}

static uint32_t allocate(uint32_t *top, uint32_t size)
{
	uint32_t at = dt_lower_round(*top, size >= 8 ? 8 : size ? size : 1);

	*top = at + size;
	return at;
}

/** A masked array index may point as far as the next power of two: less than twice its size. */
static void reserve_slack(uint32_t *slack, const struct dt_type *type)
{
	uint64_t size = dt_type_resolve(type)->size;

	if (dt_type_in_memory(type) && !dt_type_is_string(type) && size > *slack)
		*slack = size;
}

static struct dt_lower_var *variable(struct dt_lower *l, struct dt_ident *id)
{
	if (!id->lowered) {
		struct dt_lower_var *v = dt_arena_new(l->arena, struct dt_lower_var);

		id->lowered = v;
		dt_ident_note(l, &l->placed, id);
		v->reg = -1;
		if (id->kind != DT_IDENT_AGG)
			v->size = storage(l, id->type);
		return v;
	}
	return NULL;
}

static void place_self(struct dt_lower *l, struct dt_ident *id, struct dt_lower_var *v)
{
	if (v->size > DT_LOWER_SELF_LONG || l->self_size + v->size > DT_LOWER_SELF_MAX) {
		v->per_thread = true;
		dt_ident_note(l, &l->assocs, id);
		return;
	}
	reserve_slack(&l->self_slack, id->type);
	v->off = allocate(&l->self_size, v->size);
}

static void place_variable(struct dt_lower *l, struct dt_ident *id)
{
	bool stored =
	    id->kind == DT_IDENT_GLOBAL || id->kind == DT_IDENT_SELF || id->kind == DT_IDENT_THIS;
	struct dt_lower_var *v = stored ? variable(l, id) : NULL;

	if (!v)
		return;
	if (id->kind != DT_IDENT_SELF)
		reserve_slack(&l->slack, id->type);
	switch (id->kind) {
	case DT_IDENT_GLOBAL:
		v->off = allocate(&l->globals_size, v->size);
		break;
	case DT_IDENT_SELF:
		place_self(l, id, v);
		break;
	case DT_IDENT_THIS:
		if (!dt_type_in_memory(id->type) && id->index < DT_LOWER_THIS_REGS)
			v->reg = id->index;
		v->off = allocate(&l->frame_size, dt_lower_round(v->size, 8));
		break;
	default:
		break;
	}
}

/** What a builtin keeps for the length of a firing. */
static void place_state(struct dt_gen *g, struct dt_ident *id)
{
	const struct dt_lowering *lw = id->builtin->lowering;
	struct dt_lower_var *v;

	if (!lw || !lw->state || id->lowered)
		return;
	v = dt_arena_new(g->l->arena, struct dt_lower_var);
	v->reg = -1;
	v->size = dt_lower_round(lw->state(g), 8);
	v->off = allocate(&g->l->frame_size, v->size);
	id->lowered = v;
	dt_ident_note(g->l, &g->l->placed, id);
}

void dt_ident_note(struct dt_lower *l, struct dt_ident_list *list, struct dt_ident *id)
{
	if (list->n == list->cap) {
		struct dt_ident **old = list->ids;

		list->cap = list->cap ? 2 * list->cap : 16;
		list->ids = dt_arena_array(l->arena, struct dt_ident *, list->cap);
		if (list->n)
			memcpy(list->ids, old, list->n * sizeof(struct dt_ident *));
	}
	list->ids[list->n++] = id;
}

/** Aggregations and associative arrays, in order of first use. */
static void note(struct dt_lower *l, struct dt_ident_list *list, struct dt_ident *id)
{
	if (variable(l, id))
		dt_ident_note(l, list, id);
}

static void visit_list(struct dt_gen *g, const struct dt_node *list);

static void visit(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_clause_size *size = &g->l->clause_sizes[g->clause->index];
	struct dt_ident *id = n->ident;

	size->nodes++;
	if (n->kind == DT_NODE_VAR)
		place_variable(g->l, id);
	if (id && id->builtin && (n->kind == DT_NODE_CALL || n->kind == DT_NODE_VAR)) {
		g->l->builtin_flags |= id->builtin->flags;
		g->l->exits[g->clause->index] |= !!(id->builtin->flags & DT_BF_EXIT);
		place_state(g, id);
		if (id->lowered) // one frame for all its calls
			size->this_used |= 1ULL << 63;
	}
	if (n->kind == DT_NODE_AGG) {
		note(g->l, &g->l->aggs, id);
		if (n->list)
			merge_tuple(g, id, n->list);
	}
	if (dt_node_is_assoc(n)) {
		note(g->l, &g->l->assocs, n->lhs->ident);
		merge_tuple(g, n->lhs->ident, n->list);
	}
	if (n->kind == DT_NODE_VAR && id->kind == DT_IDENT_THIS) {
		size->this_used |= 1ULL << id->index % 64;
		size->this_mentions++;
	}
	if (n->lhs)
		visit(g, n->lhs);
	if (n->rhs)
		visit(g, n->rhs);
	if (n->third)
		visit(g, n->third);
	visit_list(g, n->list);
	visit_list(g, n->body);
	visit_list(g, n->else_body);
}

static void visit_list(struct dt_gen *g, const struct dt_node *list)
{
	for (const struct dt_node *n = list; n; n = n->next)
		visit(g, n);
}

/** Give both the wider fields; did that change one? */
static bool join_keys(const struct dt_lower *l, struct dt_tuple *a, struct dt_tuple *b)
{
	bool changed = false;

	for (size_t i = 0; i < a->n && i < b->n; i++) {
		struct dt_field *x = &a->fields[i], *y = &b->fields[i], wide = *x;

		widen(l, &wide, y);
		changed = changed || wide.kind != x->kind || wide.size != x->size ||
			  wide.kind != y->kind || wide.size != y->size;
		x->kind = y->kind = wide.kind;
		x->size = y->size = wide.size;
		x->part = y->part = wide.part;
		x->max_frames = y->max_frames = wide.max_frames;
	}
	return changed;
}

/** Aggregations that one printa() names have keys of one form, so that equal keys are one row. */
static bool join_printed(const struct dt_lower *l, const struct dt_node *list)
{
	struct dt_lower_var *first = NULL, *v;
	bool changed = false;

	for (const struct dt_node *n = list; n; n = n->next) {
		if (n->kind == DT_NODE_CALL || n->kind == DT_NODE_EXPR_STMT)
			changed |= join_printed(l, n->kind == DT_NODE_CALL ? n->list : n->lhs);
		changed |= join_printed(l, n->body);
		changed |= join_printed(l, n->else_body);
		v = n->kind == DT_NODE_AGG && n->ident ? n->ident->lowered : NULL;
		if (first && v)
			changed |= join_keys(l, &first->keys, &v->keys);
		first = first ? first : v;
	}
	return changed;
}

static uint64_t entries(uint64_t memory, uint64_t element)
{
	uint64_t n = memory / (element + HASH_OVERHEAD);

	return n < HASH_MIN_ENTRIES ? HASH_MIN_ENTRIES : n;
}

/** A map's name: what bpftool shows. */
static const char *map_name(struct dt_lower *l, char what, const char *name, unsigned number)
{
	return dt_arena_printf(l->arena, "dt_%c%u_%.6s", what, number, name);
}

/** A masked index into the element may point beyond it. */
static uint32_t element_size(const struct dt_type *type, const struct dt_lower_var *v)
{
	bool has_arrays = dt_type_in_memory(type) && !dt_type_is_string(type);

	return dt_lower_round(has_arrays ? 2 * v->size : v->size, 8);
}

/**
 * The map of an associative array. It is preallocated: in interrupt context an insertion into one
 * that is not can find the allocator's cache of this CPU empty.
 */
static void make_assoc(struct dt_lower *l, const struct dt_ident *id, unsigned number)
{
	struct dt_lower_var *v = id->lowered;

	v->per_thread |= id->kind == DT_IDENT_SELF_ASSOC;
	l->has_thread_arrays |= v->per_thread;
	place_tuple(&v->keys, v->per_thread ? 8 : 0);
	v->map = dt_lower_map(
	    l,
	    &(struct dt_map_desc){
		.name = map_name(l, v->per_thread ? 't' : 'v', id->name, number),
		.kind = DT_MAPK_HASH,
		.key_size = v->keys.size,
		.value_size = element_size(id->type, v),
		.max_entries = entries(l->options->v[DT_OPT_dynvarsize], v->keys.size + v->size)});
}

/**
 * The map of an aggregation with keys. It is not preallocated: creating and freeing tens of
 * thousands of per-CPU elements would take longer than a short session runs.
 */
static void make_agg_hash(struct dt_lower *l, const struct dt_ident *id, struct dt_agg_desc *a,
			  unsigned number)
{
	uint32_t size = a->key_size + a->value_size;

	a->map = dt_lower_map(
	    l, &(struct dt_map_desc){.name = map_name(l, 'a', id->name, number),
				     .kind = a->value_size > DT_LOWER_PERCPU_MAX ? DT_MAPK_HASH
										 : DT_MAPK_CPU_HASH,
				     .key_size = a->key_size,
				     .value_size = a->value_size,
				     .max_entries = entries(l->options->v[DT_OPT_aggsize], size),
				     .is_lazy = true});
}

/** Those without keys share an element for each CPU, or several where it would be too large. */
static void place_agg(struct dt_lower *l, struct dt_agg_desc *a)
{
	uint32_t size = a->mark ? a->mark + 8 : a->value_size, *used = &l->aggs_size;

	if (!l->aggs_map || *used + size > DT_LOWER_AGGS_MAX) {
		l->aggs_map = dt_lower_map(l, &(struct dt_map_desc){.name = "dt_aggs",
								    .kind = DT_MAPK_ARRAY,
								    .key_size = 4,
								    .elems_per_cpu = 1,
								    .is_mapped = true});
		*used = 0;
	}
	a->map = l->aggs_map;
	a->offset = *used;
	*used += size;
	l->maps[a->map].value_size = dt_lower_round(*used, DT_LOWER_CACHE_LINE);
}

static void make_aggs(struct dt_lower *l)
{
	l->desc.aggs = dt_arena_array(l->arena, struct dt_agg_desc, l->aggs.n);
	for (size_t i = 0; i < l->aggs.n; i++) {
		const struct dt_ident *id = l->aggs.ids[i];
		struct dt_agg_desc *a = &l->desc.aggs[l->desc.n_aggs];
		struct dt_lower_var *v = id->lowered;

		if (!id->agg_func)
			continue; // named, but nothing is ever aggregated
		const struct dt_agg_function *func = dt_agg_function(id->agg_func->name);
		place_tuple(&v->keys, 0);
		*a = (struct dt_agg_desc){.name = id->name,
					  .func = func,
					  .keys = v->keys.fields,
					  .n_keys = v->keys.n,
					  .key_size = v->keys.size,
					  .value_size = 8 * (uint32_t)func->words(id->agg_params)};
		memcpy(a->params, id->agg_params, sizeof(a->params));
		if (id->agg_func->lowering->adds && (!a->key_size || id->is_truncated)) {
			a->mark = a->value_size;
			a->value_size += a->key_size ? 8 : 0;
		}
		if (a->key_size)
			make_agg_hash(l, id, a, i);
		else
			place_agg(l, a);
		v->agg = l->desc.n_aggs++;
	}
}

static void make_maps(struct dt_lower *l)
{
	for (size_t i = 0; i < l->assocs.n; i++)
		make_assoc(l, l->assocs.ids[i], i);
	if (l->globals_size)
		l->globals_map =
		    dt_lower_map(l, &(struct dt_map_desc){
					.name = "dt_globals",
					.kind = DT_MAPK_ARRAY,
					.key_size = 4,
					.value_size = dt_lower_round(l->globals_size + l->slack, 8),
					.max_entries = 1,
					.is_mapped = true});
	if (l->has_thread_arrays)
		l->self_mark = allocate(&l->self_size, 4);
	if (l->self_size)
		l->self_map =
		    dt_lower_map(l, &(struct dt_map_desc){.name = "dt_self",
							  .kind = DT_MAPK_THREAD,
							  .key_size = 4,
							  .value_size = dt_lower_round(
							      l->self_size + l->self_slack, 8)});
}

/** Frame and scratch memory that pointers write to, with long strings beside it. */
static uint32_t alloca_max(const struct dt_lower *l)
{
	uint32_t max = DT_LOWER_ALLOCA_MIN;

	while (max < 2 * (l->frame_size + l->slack + l->strsize))
		max *= 2;
	return max;
}

struct dt_lower *dt_lower_create(struct dt_compile *c, const struct dt_options *options,
				 const struct dt_clause *const *error_clauses,
				 size_t n_error_clauses, uint32_t error_probe_id)
{
	struct dt_lower *l = dt_arena_new(c->arena, struct dt_lower);
	struct dt_gen g = {.l = l};

	l->c = c;
	l->arena = c->arena;
	l->probe_names = dt_intern_create(l->arena);
	l->options = options;
	l->error_clauses = error_clauses;
	l->n_error_clauses = n_error_clauses;
	l->error_probe_id = error_probe_id;
	l->strsize = options->v[DT_OPT_strsize];
	l->frame_size = DT_LOWER_SLOT_BEGIN;
	dt_lower_std_maps(l);
	for (const struct dt_clause *k = c->program.clauses; k; k = k->next)
		if (k->index >= l->desc.n_clauses)
			l->desc.n_clauses = k->index + 1;
	l->exits = dt_arena_array(l->arena, bool, l->desc.n_clauses);
	l->clause_sizes = dt_arena_array(l->arena, struct dt_clause_size, l->desc.n_clauses);
	for (const struct dt_clause *k = c->program.clauses; k; k = k->next) {
		g.clause = k;
		if (k->predicate)
			visit(&g, k->predicate);
		visit_list(&g, k->body);
	}
	for (bool changed = true; changed;) {
		changed = false;
		for (const struct dt_clause *k = c->program.clauses; k; k = k->next)
			changed |= join_printed(l, k->body);
	}
	l->desc.clauses = dt_arena_array(l->arena, struct dt_clause_desc, l->desc.n_clauses);
	l->alloca_max = alloca_max(l);
	make_maps(l);
	make_aggs(l);
	return l;
}

void dt_lower_set_epid_base(struct dt_lower *l, const struct dt_clause *clause, uint32_t base)
{
	l->desc.clauses[clause->index].epid_base = base;
}

void dt_lower_undo(struct dt_lower *l)
{
	for (size_t i = 0; i < l->placed.n; i++)
		l->placed.ids[i]->lowered = NULL;
}

void dt_lower_carefully(struct dt_lower *l)
{
	l->careful = true;
}

bool dt_lower_is_destructive(const struct dt_lower *l)
{
	return l->builtin_flags & DT_BF_DESTRUCTIVE;
}

bool dt_lower_writes_user(const struct dt_lower *l)
{
	return l->builtin_flags & DT_BF_WRITES_USER;
}

struct dt_program_desc *dt_lower_desc(struct dt_lower *l)
{
	dt_lower_maps_finish(l);
	return &l->desc;
}
