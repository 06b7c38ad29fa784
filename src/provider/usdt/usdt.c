/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The USDT provider: probes that programs and libraries declare, PROVIDERpid:MODULE:FUNCTION:NAME.
 *
 * They are found in the notes of the files that processes have mapped (symbols/elf/usdt_notes.h). A
 * description with a pid, python1234 or python$target, means that process. A description without
 * one, python*, has one probe for each file, which is attached in the file for all processes,
 * including later ones; its provider's name stays python*. Files that are mapped later are read
 * then (session/trace/retain.c). An empty provider or a lone * searches only the processes of -c
 * and -p, because it would otherwise search all processes of the system.
 *
 * All sites of one name in one function form one probe.
 */
#include "provider/uprobe/uprobe.h"
#include "provider/usdt/usdt.h"
#include "provider/user_type.h"

#include "abi/layout.h"
#include "base/str.h"
#include "provider/process/name.h"
#include "provider/process/scope.h"
#include "types/dwarf/source.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

extern const struct dt_provider dt_provider_usdt;

// ---- probes

/** The sites of one probe. */
struct found {
	struct dt_usdt_image *image;
	pid_t pid; // 0: all
	const struct dt_usdt_site *first;
	const char *function, *name;
	dt_vec(struct dt_site) sites;
};

/** Returns the key of the probe, which the caller frees. */
static char *key_of(const struct found *f)
{
	return dt_asprintf("%d %p %s %s %s", (int)f->pid, (void *)f->image, f->first->provider,
			   f->function, f->name);
}

/** Returns the type of a translated argument, which is not in a process's memory. */
static const struct dt_type *translated_type(struct dt_registry *r, const char *text)
{
	const struct dt_type *t = dt_user_type(r, text), *to = t ? dt_type_resolve(t) : NULL;

	if (!to || to->kind != DT_TYPE_POINTER || !dt_type_is_sou(dt_type_resolve(to->ref)))
		return t;
	return dt_type_pointer(r->types, dt_type_resolve(to->ref));
}

/** Reports whether the argument is unreadable at any site, for example because it is in a
 *  floating-point register. All sites of a probe share the types of args[]. */
static bool is_unreadable(const struct dt_probe *p, size_t i)
{
	for (size_t k = 0; k < p->n_sites; k++) {
		const struct dt_site_args *a = p->sites[k].args;

		if (i >= a->n || a->operands[i].kind == DT_OPERAND_UNREADABLE)
			return true;
	}
	return false;
}

/** Removes the types of floating-point arguments that are unreadable at any site. */
static void hide_floats(struct dt_registry *r, struct dt_probe *p, const struct dt_type **types)
{
	const char **why = dt_arena_array(r->arena, const char *, p->n_args + 1);

	for (size_t i = 0; i < p->n_args; i++) {
		why[i] = NULL;
		if (!types[i] || dt_type_resolve(types[i])->kind != DT_TYPE_FLOAT ||
		    !is_unreadable(p, i))
			continue;
		types[i] = NULL;
		why[i] = dt_dwarf_why_float;
	}
	p->arg_why = why;
}

/** Sets the declared types of args[]. A type that dtrace does not know stays unknown. */
static void declared_types(struct dt_registry *r, struct dt_probe *p, const struct dt_usdt_types *t)
{
	const struct dt_type **types =
	    dt_arena_array(r->arena, const struct dt_type *, t->n_args + 1);
	const struct dt_type **native =
	    dt_arena_array(r->arena, const struct dt_type *, t->n_args + 1);
	uint8_t *map = dt_arena_alloc(r->arena, t->n_args + 1);
	const char **attributes = dt_arena_array(r->arena, const char *, 5);

	for (size_t i = 0; i < t->n_args; i++) {
		const char *text = t->native[t->map[i]];

		map[i] = (uint8_t)i; // args.c maps argN
		native[i] = dt_user_type(r, text);
		types[i] = strcmp(t->args[i], text) ? translated_type(r, t->args[i]) : native[i];
	}
	for (size_t i = 0; i < dt_array_len(t->attributes); i++)
		attributes[i] = dt_arena_strdup(r->arena, t->attributes[i]);
	p->attributes = attributes;
	p->arg_types = types;
	p->arg_native = native;
	p->arg_map = map;
	p->n_args = t->n_args;
	hide_floats(r, p, types);
}

static const struct dt_type *type_of_operand(struct dt_registry *r, const struct dt_operand *o)
{
	static const enum dt_basic types[2][9] = {
	    {[1] = DT_UINT8, [2] = DT_UINT16, [4] = DT_UINT32, [8] = DT_UINT64},
	    {[1] = DT_INT8, [2] = DT_INT16, [4] = DT_INT32, [8] = DT_INT64},
	};

	if (o->is_float && (o->size == 4 || o->size == 8))
		return dt_type_basic(r->types, o->size == 4 ? DT_FLOAT : DT_DOUBLE);
	if (o->is_float || o->kind == DT_OPERAND_UNREADABLE)
		return NULL;
	return dt_type_basic(r->types, types[o->is_signed][o->size]);
}

/** Sets types for a probe without a declaration, from the widths at its first site. */
static void noted_types(struct dt_registry *r, struct dt_probe *p, const struct dt_site_args *args)
{
	const struct dt_type **types =
	    dt_arena_array(r->arena, const struct dt_type *, args->n + 1);

	for (size_t i = 0; i < args->n; i++)
		types[i] = type_of_operand(r, &args->operands[i]);
	p->arg_types = types;
	p->n_args = args->n;
	hide_floats(r, p, types);
}

static struct dt_probe *create_probe(struct dt_registry *r, struct found *f)
{
	struct dt_usdt *u = dt_usdt_of(r);
	const struct dt_usdt_types *declared = dt_usdt_types_of(&f->image->file, f->first);
	uint32_t id = DT_USDT_ID_BASE + (uint32_t)u->probes.len;
	struct dt_probe *p =
	    dt_registry_add(r, &dt_provider_usdt, id, f->image->module, f->function, f->name);
	struct dt_site *sites = dt_arena_array(r->arena, struct dt_site, f->sites.len);

	p->prov = f->pid ? dt_arena_printf(r->arena, "%s%d", f->first->provider, (int)f->pid)
			 : dt_arena_printf(r->arena, "%s*", f->first->provider);
	p->context = dt_usdt_context(r, dt_uprobe_attach_kind(f->pid));
	p->mechanism = dt_uprobe_mechanism(p->context);
	memcpy(sites, f->sites.data, f->sites.len * sizeof(*sites));
	p->sites = sites;
	p->n_sites = f->sites.len;
	if (declared)
		declared_types(r, p, declared);
	else
		noted_types(r, p, sites->args);
	return p;
}

/** Returns the existing probe with these sites, or creates it. */
static struct dt_probe *make_probe(struct dt_registry *r, struct found *f)
{
	struct dt_usdt *u = dt_usdt_of(r);
	dt_cleanup(dt_free_p) char *key = key_of(f);
	struct dt_probe *p = dt_map_get_str(&u->probes, key);

	if (!p) {
		p = create_probe(r, f);
		dt_map_put_str(&u->probes, key, p);
	}
	return p;
}

// ---- matching

struct walk {
	struct dt_registry *r;
	const struct dt_probe_query *query;
	const struct dt_probe_sink *sink;
	pid_t changed;	   // the changed process, while tracing; 0: before tracing, all processes
	bool targets_only; // the provider is empty or *
	bool found;
	dt_vec(struct dt_usdt_image *) done; // images visited for all processes
};

/** Reports whether the pattern matches the provider in the process. */
static bool is_named(const struct walk *w, const char *provider, pid_t pid)
{
	return w->targets_only || dt_process_fits(w->query->provider, provider, pid);
}

/** Reports whether the pattern matches the provider in all processes. */
static bool is_open(const struct walk *w, const char *provider)
{
	return !w->targets_only && dt_process_fits_all(w->query->provider, provider);
}

static bool matches_module(const struct walk *w, const struct dt_usdt_image *i)
{
	return dt_query_field(w->query->module, i->module);
}

/** The probes of a file, in the order of their first sites. */
struct found_in {
	dt_vec(struct found) v;
	struct dt_map numbers; // key_of() → index in v + 1
};

static void take_found_site(struct walk *w, struct found_in *in, const struct found *f)
{
	const struct dt_usdt_site *s = f->first;
	dt_cleanup(dt_free_p) char *key = key_of(f);
	uintptr_t number = (uintptr_t)dt_map_get_str(&in->numbers, key);
	const struct dt_site_args *args = dt_usdt_intern_args(w->r, &f->image->file, s);
	struct dt_site site = {.path = f->image->path,
			       .offset = s->offset,
			       .semaphore = s->semaphore,
			       .pid = f->pid,
			       .args = args,
			       .value = args->index};

	if (!number) {
		dt_vec_push(&in->v, *f);
		number = in->v.len;
		dt_map_put_str(&in->numbers, key, (void *)number);
	}
	dt_vec_push(&in->v.data[number - 1].sites, site);
}

/** Reports the probes of a file in one process, or in all if pid is 0. */
static void visit_image(struct walk *w, struct dt_usdt_image *image, pid_t pid)
{
	struct found_in in = {0};

	if (!matches_module(w, image))
		return;
	dt_vec_foreach (&image->file.sites, s) {
		struct found f = {.image = image, .pid = pid, .first = s};

		if (pid ? !is_named(w, s->provider, pid) || is_open(w, s->provider)
			: !is_open(w, s->provider))
			continue;
		f.name = dt_probe_published(w->r, s->name);
		if (!dt_query_field(w->query->name, f.name))
			continue;
		f.function = dt_usdt_function(&image->file, s);
		if (dt_query_field(w->query->function, f.function))
			take_found_site(w, &in, &f);
	}
	dt_vec_foreach (&in.v, f) {
		w->found = true;
		w->sink->found(w->sink->self, make_probe(w->r, f));
		dt_vec_deinit(&f->sites);
	}
	dt_vec_deinit(&in.v);
	dt_map_deinit(&in.numbers);
}

static void visit_for_all(struct walk *w, struct dt_usdt_image *image)
{
	dt_vec_foreach (&w->done, i)
		if (*i == image)
			return;
	dt_vec_push(&w->done, image);
	visit_image(w, image, 0);
}

static void visit_process(struct walk *w, pid_t pid)
{
	const struct dt_usdt_process *p;

	if (w->changed && w->changed != pid)
		return; // it has nothing new
	p = w->changed ? dt_usdt_changed(w->r, pid) : dt_usdt_process(w->r, pid);
	dt_vec_foreach (&p->images, i) {
		visit_image(w, *i, pid);
		visit_for_all(w, *i);
	}
}

static struct dt_error *visit_all(struct walk *w)
{
	struct dt_usdt *u = dt_usdt_of(w->r);
	struct dt_usdt_image *image;

	if (w->changed) {
		visit_process(w, w->changed);
		return NULL;
	}
	dt_usdt_scan(w->r);
	for (size_t i = 0; i < u->processes.len; i++)
		visit_process(w, u->processes.data[i]->pid);
	for (char *const *path = dt_process_scope(w->r)->files; path && *path; path++) {
		DT_TRY(dt_usdt_open(w->r, *path, &image));
		visit_for_all(w, image);
	}
	return NULL;
}

static void visit_named(struct walk *w)
{
	pid_t pid;

	for (size_t at = 0; dt_process_next(w->query->provider, &at, &pid);)
		visit_process(w, pid);
}

/** Reports whether files that are mapped later may match the description. If it names a file that
 *  is already mapped, no other is expected. Programs do not declare the system's providers. */
static bool is_retained(const struct walk *w)
{
	const char *module = w->query->module;
	bool is_named = module && *module && !dt_glob_is(module);

	return !w->targets_only && !w->changed && !(is_named && w->found) &&
	       !dt_provider_exists(w->r, w->query->provider);
}

/** Reports the retained probe, which represents probes of files that are mapped later. */
static void retain_probe(struct walk *w)
{
	struct dt_usdt *u = dt_usdt_of(w->r);
	const struct dt_probe_query *q = w->query;
	dt_cleanup(dt_free_p) char *key =
	    dt_asprintf("later %s:%s:%s:%s", q->provider, dt_query_shown(q->module),
			dt_query_shown(q->function), dt_query_shown(q->name));
	struct dt_probe *p = dt_map_get_str(&u->probes, key);

	if (!p) {
		p = dt_registry_add(w->r, &dt_provider_usdt,
				    DT_USDT_ID_BASE + (uint32_t)u->probes.len,
				    dt_query_shown(q->module), dt_query_shown(q->function),
				    dt_query_shown(q->name));
		p->prov = dt_intern(w->r->names, q->provider);
		p->context = dt_usdt_context(w->r, dt_uprobe_attach_kind(0));
		p->is_retained = true;
		dt_map_put_str(&u->probes, key, p);
	}
	w->sink->found(w->sink->self, p);
}

static bool is_of_others(struct dt_registry *r, const char *provider)
{
	return provider && *provider && !dt_glob_is(provider) && dt_provider_exists(r, provider);
}

static struct dt_error *match_pass(struct dt_registry *r, const struct dt_probe_query *q,
				   pid_t changed, const struct dt_probe_sink *sink)
{
	enum dt_process_owner owner = dt_process_owner(q->provider);
	struct walk w = {.r = r,
			 .query = q,
			 .sink = sink,
			 .changed = changed,
			 .targets_only = owner == DT_OWNER_NONE};
	struct dt_error *err = NULL;

	if (is_of_others(r, q->provider))
		return NULL;
	if (w.targets_only)
		dt_vec_foreach (&dt_process_scope(r)->targets, pid)
			visit_process(&w, *pid);
	else if (owner == DT_OWNER_ONE)
		visit_named(&w);
	else
		err = visit_all(&w);
	if (!err && is_retained(&w))
		retain_probe(&w);
	dt_vec_deinit(&w.done);
	return err;
}

static struct dt_error *usdt_match(struct dt_registry *r, const struct dt_probe_query *q,
				   const struct dt_probe_sink *sink)
{
	return match_pass(r, q, 0, sink);
}

static void usdt_operands(struct dt_registry *r, const struct dt_operand_sink *sink)
{
	const struct dt_usdt *u = dt_usdt_of(r);
	struct dt_operand_code code;

	for (size_t i = u->args.len; i-- > 0 && u->args.data[i]->pass == r->pass;) {
		const struct dt_site_args *a = u->args.data[i];

		for (size_t n = 0; n < a->n && n < DT_OPERAND_ARGS; n++)
			if (dt_usdt_encode(a, n, &code))
				sink->operand(sink->self, DT_OPERAND_KEY(a->index, (uint32_t)n),
					      &code);
	}
}

static bool has_image(const struct dt_usdt_process *p, const char *path)
{
	dt_vec_foreach (&p->images, i)
		if (!strcmp((*i)->path, path))
			return true;
	return false;
}

/** Lists a probe of all processes as the probes of the existing processes, or as itself if no
 *  process has it. */
static void usdt_list(struct dt_registry *r, struct dt_probe *p, const struct dt_probe_sink *sink)
{
	struct dt_usdt *u = dt_usdt_of(r);
	int stem = (int)strlen(p->prov) - 1;
	bool shown = false;

	for (size_t i = 0; i < u->processes.len && !p->sites->pid; i++) {
		pid_t pid = u->processes.data[i]->pid;
		dt_cleanup(dt_free_p) char *name = dt_asprintf("%.*s%d", stem, p->prov, (int)pid);
		struct dt_probe_query q = {name, p->mod, p->func, p->name};
		struct walk w = {.r = r, .query = &q, .sink = sink};

		if (has_image(u->processes.data[i], p->sites->path)) {
			visit_process(&w, pid);
			shown = true;
		}
		dt_vec_deinit(&w.done);
	}
	if (!shown)
		sink->found(sink->self, p);
}

static struct dt_probe *usdt_by_id(struct dt_registry *r, uint32_t id)
{
	return dt_registry_find(r, id);
}

const struct dt_provider dt_provider_usdt = {
    .name = "usdt",
    .id_base = DT_USDT_ID_BASE,
    .id_count = 1 << 22,
    .flags = DT_PF_PROCESS | DT_PF_OWN_NAMES,
    .attributes = {"Unstable/Unstable/Unknown", "Private/Private/Unknown",
		   "Private/Private/Unknown", "Unstable/Unstable/Unknown",
		   "Unstable/Unstable/Unknown"},
    .mechanism = "uprobe_multi, or uprobes, at the places that the program declares",
    .match = usdt_match,
    .rematch = match_pass,
    .operands = usdt_operands,
    .list = usdt_list,
    .by_id = usdt_by_id,
    .attach = dt_uprobe_attach,
    .doc =
	"probes that programs and libraries declare themselves. The provider is the declared name "
	"with the process id: python1234 or python$target for one process, python* for all, "
	"including later ones. dtrace finds files that are mapped during tracing some milliseconds "
	"later, unless -x usdtfile names them. \"__\" in a declared name is published as \"-\". "
	"arg0 and so on are the probe's arguments; args[] has their types if the program was built "
	"with `dtrace -G`, else integers of their widths.",
    .example = "python*:::gc-start { @[pid, arg0] = count(); }",
};
