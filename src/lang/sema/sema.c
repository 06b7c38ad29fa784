/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The semantic pass over a whole program. It checks translators and providers, splits clauses into
 * one per probe description and matches these, then checks predicate and body of each clause in
 * program order. This file also has reports, poison and new nodes for all files of the pass.
 *
 * A variable gets its type from the first assignment in program order, also in clauses above that
 * (discover.c).
 */
#include "lang/sema/internal.h"

#include "lang/elsewhere.h"

// ---- reports and nodes

/** Returns the error of a trial as a part of a sentence. */
static const char *trial_reason(struct dt_sema *s, struct dt_loc loc, enum dt_tag tag,
				const char *text)
{
	if (tag == D_PDESC_ZERO || tag == D_PROC_BADPROV)
		return dt_arena_strdup(s->c->arena, text);
	return dt_arena_printf(s->c->arena, "%s:%u: %s", loc.file ? loc.file : loc.source->name,
			       loc.line, text);
}

static void report_tag(struct dt_sema *s, struct dt_loc loc, enum dt_tag tag, const char *fmt,
		       va_list ap)
{
	struct dt_diags *d = &s->c->diags;
	size_t before = d->list.len;
	char *text;

	s->reported = false;
	if (s->is_quiet || (s->why && *s->why))
		return;
	text = dt_vasprintf(fmt, ap);
	if (s->why) {
		*s->why = trial_reason(s, loc, tag, text);
		free(text);
		return;
	}
	dt_diag(d, loc, tag, "%s", text);
	free(text);
	s->reported = d->list.len > before;
	if (s->reported && !dt_vec_last(&d->list).region)
		dt_vec_last(&d->list).region = s->region;
}

void dt_sema_error(struct dt_sema *s, struct dt_loc loc, enum dt_tag tag, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	report_tag(s, loc, tag, fmt, ap);
	va_end(ap);
}

void dt_sema_hint(struct dt_sema *s, const char *fmt, ...)
{
	va_list ap;

	if (!s->reported)
		return;
	va_start(ap, fmt);
	char *text = dt_vasprintf(fmt, ap);
	va_end(ap);
	dt_diag_hint(&s->c->diags, "%s", text);
	free(text);
}

struct dt_node *dt_sema_poison(struct dt_sema *s, struct dt_node *n, enum dt_tag tag,
			       const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	report_tag(s, n->loc, tag, fmt, ap);
	va_end(ap);
	return dt_sema_silence(s, n);
}

struct dt_node *dt_sema_poison_at(struct dt_sema *s, struct dt_node *n, struct dt_loc loc,
				  enum dt_tag tag, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	report_tag(s, loc, tag, fmt, ap);
	va_end(ap);
	return dt_sema_silence(s, n);
}

struct dt_node *dt_sema_silence(struct dt_sema *s, struct dt_node *n)
{
	n->kind = DT_NODE_POISON;
	n->type = dt_sema_basic(s, DT_POISON);
	n->is_lvalue = false;
	return n;
}

bool dt_sema_is_poison(const struct dt_node *n)
{
	return n->kind == DT_NODE_POISON || (n->type && n->type->kind == DT_TYPE_POISON);
}

struct dt_node *dt_sema_node(struct dt_sema *s, enum dt_node_kind kind, struct dt_loc loc)
{
	struct dt_node *n = dt_arena_new(s->c->arena, struct dt_node);

	n->kind = kind;
	n->loc = loc;
	return n;
}

struct dt_node *dt_sema_make_int(struct dt_sema *s, struct dt_node *n, uint64_t value,
				 const struct dt_type *type)
{
	n->kind = DT_NODE_INT;
	n->lhs = n->rhs = n->third = n->list = NULL;
	n->value = value;
	n->type = type;
	n->is_lvalue = n->is_userland = false;
	return n;
}

const struct dt_type *dt_sema_basic(const struct dt_sema *s, enum dt_basic which)
{
	return dt_type_basic(s->c->types, which);
}

const char *dt_sema_spell(struct dt_sema *s, const struct dt_type *t)
{
	if (t->kind == DT_TYPE_DYNAMIC)
		return "array or aggregation";
	return dt_type_name(s->c->arena, t);
}

// ---- clauses

/** Returns the full description, "syscall::read:entry". */
static const char *desc_text(struct dt_sema *s, const struct dt_probe_desc *d)
{
	if (d->id)
		return dt_arena_printf(s->c->arena, "%u", d->id);
	return dt_arena_printf(s->c->arena, "%s:%s:%s:%s", d->provider ? d->provider : "",
			       d->module ? d->module : "", d->function ? d->function : "",
			       d->name ? d->name : "");
}

static enum dt_tag tag_of(enum dt_error_code code)
{
	switch (code) {
	case DT_ERR_NOMATCH:
		return D_PDESC_ZERO;
	case DT_ERR_PROC_PROVIDER:
		return D_PROC_BADPROV;
	case DT_ERR_PROC_GONE:
		return D_PROC_BADPID;
	case DT_ERR_PROC_GRAB:
		return D_PROC_GRAB;
	case DT_ERR_PROC_MODULE:
		return D_PROC_LIB;
	case DT_ERR_PROC_FUNCTION:
		return D_PROC_FUNC;
	case DT_ERR_PROC_NAME:
		return D_PROC_NAME;
	case DT_ERR_PROC_OFFSET:
		return D_PROC_OFF;
	case DT_ERR_PROC_ALIGN:
		return D_PROC_ALIGN;
	case DT_ERR_PROC_CREATE:
		return D_PROC_CREATEFAIL;
	default:
		return D_PDESC_INVAL;
	}
}

/** Reports that no probe matches. For a clause of the program, adds the reason or a suggestion. */
static void no_match(struct dt_sema *s, const struct dt_clause *cl)
{
	const struct dt_probe_source *src = s->c->probes;
	const struct dt_probe_desc *desc = cl->descs;
	dt_cleanup(dt_free_p) char *why = src->why_none ? src->why_none(src->self, desc) : NULL;
	dt_cleanup(dt_free_p) char *near = NULL;
	dt_cleanup(dt_str_deinit) struct dt_str calls = {0};
	const char *here = dt_elsewhere_description(desc);
	const char *absent = dt_elsewhere_provider(desc);
	// The reason may concern one of all providers, but not the meant one.
	bool is_any = !desc->provider || !*desc->provider;

	if (cl->role != DT_CLAUSE_PROGRAM) {
		dt_sema_error(s, desc->loc, D_PDESC_ZERO, "this kernel has no probe %s%s%s",
			      desc_text(s, desc), why ? ": " : "", why ? why : "");
		return;
	}
	dt_sema_error(s, desc->loc, D_PDESC_ZERO, "probe description %s does not match any probes",
		      desc_text(s, desc));
	if ((!why || is_any) && !here && !absent && src->suggest)
		near = src->suggest(src->self, desc);
	if (why && !near)
		dt_sema_hint(s, "%s", why);
	else if (here)
		dt_sema_hint(s, "in D: %s", here);
	else if (absent)
		dt_sema_hint(s, "%s", absent);
	else if (dt_desc_classic(desc, &calls))
		dt_sema_hint(
		    s, "programs on Linux call %s; -x compat=classic makes the name mean that",
		    dt_str_text(&calls));
	else if (near)
		dt_sema_hint(s, "did you mean %s?", near);
}

/** Reports whether the description may match no probe. */
static bool may_be_none(const struct dt_sema *s, const struct dt_clause *cl)
{
	return cl->role == DT_CLAUSE_PROGRAM &&
	       (s->c->flags & DT_CF_ZDEFS || cl->descs->is_of_family);
}

static void match_probes(struct dt_sema *s, struct dt_clause *cl)
{
	const struct dt_probe_source *src = s->c->probes;
	size_t n = 0;
	struct dt_error *err = src->match(src->self, s->c->types, cl->descs, &n, &cl->args,
					  &cl->args_mixed, &cl->matched);

	cl->is_wrong = err || (n == 0 && !may_be_none(s, cl));
	if (err) {
		dt_sema_error(s, cl->descs->loc, tag_of(err->code), "%s", err->message);
		dt_error_destroy(err);
	} else if (cl->is_wrong) {
		no_match(s, cl);
	}
	if (cl->args_mixed)
		cl->args = NULL;
}

void dt_sema_match(struct dt_sema *s, struct dt_clause *cl)
{
	const char *region = s->region;
	bool is_quiet = s->is_quiet;

	if (cl->is_matched || !s->c->probes || !cl->n_descs || s->c->diags.too_many)
		return;
	cl->is_matched = true;
	s->region = NULL;
	s->is_quiet = false;
	match_probes(s, cl);
	s->region = region;
	s->is_quiet = is_quiet;
}

void dt_sema_predicate(struct dt_sema *s, struct dt_clause *cl)
{
	struct dt_node *n;

	s->region = "in predicate";
	n = dt_sema_expr(s, cl->predicate);
	n = dt_sema_is_poison(n) ? n : dt_sema_truth(s, n);
	if (!dt_sema_is_poison(n) && !dt_type_is_scalar(n->type)) {
		bool is_string = dt_type_is_stringlike(n->type);
		bool is_float = dt_type_is_float(n->type);

		n = dt_sema_poison(s, n, D_PRED_SCALAR,
				   "predicate result must be of scalar type, not \"%s\"",
				   dt_sema_spell(s, n->type));
		if (is_string)
			dt_sema_hint(s, "compare it with a string: == \"...\", or != NULL");
		if (is_float)
			dt_sema_hint_compare(s);
	}
	dt_sema_misplaced(s);
	cl->predicate = n;
}

/** Reports whether the body has no statements. The clause then records its EPID. */
static bool is_empty(const struct dt_node *list)
{
	while (list && list->kind == DT_NODE_EMPTY)
		list = list->next;
	return !list;
}

void dt_sema_clause(struct dt_sema *s, struct dt_clause *cl, void *arg)
{
	s->clause = cl;
	s->order = (struct dt_sema_order){0};
	dt_sema_match(s, cl);
	if (cl->predicate)
		dt_sema_predicate(s, cl);
	dt_sema_condition_of_family(s, cl);
	s->region = "in action list";
	cl->default_action = is_empty(cl->body);
	dt_sema_statements(s, &cl->body);
	s->region = NULL;
	s->clause = NULL;
}

/** Splits all clauses into one per description and numbers them. */
static void split_clauses(struct dt_sema *s)
{
	struct dt_program *p = &s->c->program;

	dt_sema_split(s, p->clauses);
	p->n_clauses = 0;
	p->clauses_tail = &p->clauses;
	for (struct dt_clause *cl = p->clauses; cl; cl = cl->next) {
		cl->index = p->n_clauses++;
		p->clauses_tail = &cl->next;
	}
}

/** Reports pragmas about undeclared names, except in the library, whose texts are read on demand.
 */
static void check_pragmas(struct dt_sema *s)
{
	for (const struct dt_ident_pragma *p = s->c->program.pragmas; p; p = p->next)
		if (!p->is_used && !p->loc.source->is_library)
			dt_sema_error(s, p->loc, D_PRAGMA_UNUSED,
				      "unused #pragma %s: nothing declares %s",
				      p->attributes ? "attributes" : "binding", p->ident);
}

/** Removes clauses that can never run. */
static void omit_dead_clauses(struct dt_compile *c)
{
	struct dt_clause **cl = &c->program.clauses;

	while (*cl) {
		if ((*cl)->is_dead)
			*cl = (*cl)->next;
		else
			cl = &(*cl)->next;
	}
	c->program.clauses_tail = cl;
}

/** Runs the checks that need the keys of all aggregations. */
static void check_late(struct dt_sema *s)
{
	s->region = "in action list";
	dt_vec_foreach (&s->late, late)
		late->check(s, late->call);
	s->region = NULL;
}

void dt_sema_check(struct dt_compile *c)
{
	struct dt_sema *s = dt_sema_of(c);

	dt_sema_providers(s);
	dt_sema_families(s);
	split_clauses(s);
	for (struct dt_clause *cl = c->program.clauses; cl; cl = cl->next)
		dt_sema_collect(s, cl);
	for (struct dt_clause *cl = c->program.clauses; cl; cl = cl->next)
		dt_sema_clause(s, cl, NULL);
	check_late(s);
	omit_dead_clauses(c);
	if (!c->diags.n_errors)
		dt_sema_unused(s);
	check_pragmas(s);
	dt_sema_metrics(s);
}

// ---- the pass

struct dt_sema *dt_sema_of(struct dt_compile *c)
{
	if (!c->sema) {
		c->sema = dt_arena_new(c->arena, struct dt_sema);
		c->sema->c = c;
	}
	return c->sema;
}

void dt_sema_destroy(struct dt_sema *s)
{
	if (!s)
		return;
	dt_map_deinit(&s->aggregated);
	for (size_t i = 0; i < dt_array_len(s->writes); i++)
		dt_map_deinit(&s->writes[i]);
	dt_map_deinit(&s->protos);
	dt_vec_deinit(&s->late);
}

void dt_sema_at(struct dt_sema *s, struct dt_clause *cl, dt_sema_clause_fn *check, void *arg)
{
	const struct dt_sema was = *s;

	s->clause = cl;
	s->frame = NULL;
	s->why = NULL;
	s->in_cond = s->want_xlate = false;
	check(s, cl, arg);
	s->clause = was.clause;
	s->region = was.region;
	s->order = was.order;
	s->frame = was.frame;
	s->why = was.why;
	s->in_cond = was.in_cond;
	s->want_xlate = was.want_xlate;
	s->is_quiet = was.is_quiet;
	s->reported = was.reported;
}

struct
try {
	dt_sema_clause_fn *check;
	const char **why;
};

static void check_silently(struct dt_sema *s, struct dt_clause *cl, void *arg)
{
	const struct try *t = arg;

	s->why = t->why;
	s->is_quiet = false;
	t->check(s, cl, NULL);
}

void dt_sema_try(struct dt_sema *s, struct dt_clause *cl, dt_sema_clause_fn *check,
		 const char **why)
{
	struct try t = {check, why};

	dt_sema_at(s, cl, check_silently, &t);
}
