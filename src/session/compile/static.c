/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Static probes: provider declarations of D, in the program or in the library, define them by other
 * probes. The registry sees them as the probes of one provider, the last one. lang (choices,
 * origins) and program/group.c determine the probes that fire them.
 *
 * A library file is loaded if a description names one of its providers, or omits the provider and
 * names a probe that occurs in the file. Then each probe is tried on this kernel. If the kernel
 * does not support it, the probe is skipped and the reason recorded.
 *
 * A provider whose probes are fired by probes of the target's functions (pid$target) belongs to
 * that process. Its name may be followed by the pid: plockstat$target.
 *
 * Scripts name modules and functions of Solaris (io:genunix::start, sched:unix:resume:on-cpu). The
 * declaration lists these aliases; a description that gives the provider may name one of them.
 *
 * Decision: docs/dev/decisions/0049-bare-tracepoints.md
 */
#include "provider/process/name.h"
#include "session/compile/compile.h"
#include "session/process/process.h"

#include "provider/process/name.h"

#include <ctype.h>
#include <string.h>

enum { ID_BASE = 16384, IDS_PER_FILE = 512 };

/** Module and function of all static probes, without aliases. */
#define MODULE	 "vmlinux"
#define FUNCTION ""

/** State of a registry: its session. */
static const struct dt_state owner = {.size = sizeof(struct dtrace *)};

extern const struct dt_provider dt_static_provider;

static struct dtrace *session_of(struct dt_registry *r)
{
	return *(struct dtrace **)dt_registry_state(r, &owner);
}

// ---- ids

/** Returns the id of the first probe of a declaration, or 0 if there is no room. */
static uint32_t first_id(const struct dtrace *d, const struct dt_provider_decl *decl)
{
	const struct dt_source *file = decl->loc.source->is_library ? decl->loc.source : NULL;
	unsigned number = file ? dt_session_library_number(d, file) : 0;
	size_t before = 0;

	// Within a file, the list has the order of the text.
	for (const struct dt_provider_decl *p = d->compile->program.providers; p != decl;
	     p = p->next)
		if (file ? p->loc.source == file : !p->loc.source->is_library)
			before += p->n_probes;
	if (number >= DT_LIBRARY_FILES || before + decl->n_probes > IDS_PER_FILE)
		return 0;
	return ID_BASE + number * IDS_PER_FILE + (uint32_t)before;
}

// ---- probes

/** Returns a text of the program on one line. */
static const char *one_line(struct dt_arena *a, struct dt_loc loc)
{
	dt_cleanup(dt_str_deinit) struct dt_str s = {0};
	const char *text = loc.source->text + loc.offset;

	for (size_t i = 0; i < loc.length; i++) {
		bool blank = isspace((unsigned char)text[i]);

		if (!blank)
			dt_str_append_c(&s, text[i]);
		else if (i + 1 < loc.length && !isspace((unsigned char)text[i + 1]))
			dt_str_append_c(&s, ' ');
	}
	return dt_arena_strdup(a, dt_str_text(&s));
}

/** Returns the mechanism of the first probe below, and the description of the probes below. */
static const char *mechanism(struct dtrace *d, const struct dt_choice *choice)
{
	const struct dt_match *m = choice->origins->matched;
	const struct dt_probe *p = m->probes.data[0];

	return dt_arena_printf(d->compile->arena, "%s, by %s",
			       p->mechanism ? p->mechanism : p->provider->mechanism,
			       one_line(d->compile->arena, choice->loc));
}

static struct dt_probe *make_probe(struct dtrace *d, const struct dt_provider_decl *decl,
				   const struct dt_provider_probe *declared, uint32_t id)
{
	struct dt_arena *a = d->compile->arena;
	struct dt_probe *p = dt_registry_find(&d->registry, id);
	const struct dt_type **native;
	const char **names;
	uint8_t *map;

	if (p)
		return p;
	p = dt_registry_add(&d->registry, &dt_static_provider, id, MODULE, FUNCTION,
			    dt_probe_published(&d->registry, declared->name));
	names = dt_arena_array(a, const char *, declared->n_xargs + 1);
	map = dt_arena_alloc(a, declared->n_xargs + 1);
	native = dt_arena_array(a, const struct dt_type *, declared->n_xargs + 1);
	for (size_t i = 0; i < declared->n_xargs; i++) {
		map[i] = (uint8_t)declared->map[i];
		native[i] = declared->args[map[i]];
		// A translated argument has no name: the declared name is the native one's.
		names[i] = declared->xargs[i] == native[i] ? declared->arg_names[map[i]] : NULL;
	}
	p->prov = decl->name;
	p->own = declared;
	p->mechanism = mechanism(d, declared->choice);
	p->arg_types = declared->xargs;
	p->arg_native = native;
	p->arg_map = map;
	p->arg_names = names;
	p->n_args = declared->n_xargs;
	return p;
}

const struct dt_provider_probe *dt_session_static_probe(const struct dt_probe *p)
{
	return p->provider == &dt_static_provider ? p->own : NULL;
}

// ---- matching

struct walk {
	struct dtrace *d;
	const struct dt_probe_query *query;
	/** Called for each matching probe, with or without a usable choice. */
	void (*visit)(struct walk *w, const struct dt_provider_decl *decl,
		      struct dt_provider_probe *p, uint32_t id);
	const struct dt_probe_sink *sink;
	const struct dt_provider_probe *absent; // first matching probe without a choice
	const struct dt_provider_decl *absent_of;
};

static bool is_given(const char *field)
{
	return field && *field;
}

/** Returns the declared form of a literal probe name, or NULL. */
static char *declared_name(const char *name)
{
	dt_cleanup(dt_str_deinit) struct dt_str s = {0};

	if (!is_given(name) || dt_glob_is(name))
		return NULL;
	for (; *name; name++)
		dt_str_append(&s, *name == '-' ? "__" : (char[]){*name, '\0'});
	return dt_str_take(&s);
}

static void load_libraries(const struct walk *w)
{
	const char *provider = is_given(w->query->provider) ? w->query->provider : "*";
	bool is_open = dt_glob_is(provider);
	dt_cleanup(dt_free_p) char *name = is_open ? declared_name(w->query->name) : NULL;
	dt_cleanup(dt_free_p) char *plain = dt_strdup(provider);

	dt_session_library_providers(w->d, provider, name);
	if (dt_process_owner(provider) != DT_OWNER_ONE)
		return;
	while (*plain && isdigit((unsigned char)plain[strlen(plain) - 1]))
		plain[strlen(plain) - 1] = '\0';
	dt_session_library_providers(w->d, plain, NULL);
}

static bool names_process(const struct dt_clause *origin)
{
	for (size_t i = 0; i < origin->n_descs; i++)
		if (dt_process_is_pid(origin->descs[i].provider))
			return true;
	return false;
}

static bool is_of_process(const struct dt_provider_decl *decl)
{
	for (size_t i = 0; i < decl->n_probes; i++)
		for (const struct dt_choice *c = decl->probes[i].choices; c; c = c->next)
			for (const struct dt_clause *o = c->origins; o; o = o->next)
				if (names_process(o))
					return true;
	return false;
}

/** Reports whether the query names the provider, by its name or as a provider of the target. The
 * latter means all targets. */
static bool is_asked_for(const struct walk *w, const struct dt_provider_decl *decl)
{
	const char *provider = w->query->provider;
	pid_t target = dt_session_target(w->d);

	return dt_query_field(provider, decl->name) ||
	       (target && is_of_process(decl) && dt_process_fits(provider, decl->name, target));
}

/** Reports whether either matches the other's text; both may be patterns. */
static bool fits_pattern(const char *field, const char *alias)
{
	return dt_query_field(field, alias) || dt_glob_match(alias, field);
}

static bool is_alias(const struct dt_probe_query *q, const struct dt_probe_desc *alias,
		     const char *name)
{
	return fits_pattern(q->module, alias->module) &&
	       fits_pattern(q->function, alias->function) && dt_glob_match(alias->name, name);
}

static bool fits_query(const struct walk *w, const struct dt_provider_decl *decl,
		       const struct dt_provider_probe *p)
{
	const struct dt_probe_query *q = w->query;
	const char *name = dt_probe_published(&w->d->registry, p->name);

	if (!dt_query_field(q->name, name))
		return false;
	if (dt_query_field(q->module, MODULE) && dt_query_field(q->function, FUNCTION))
		return true;
	for (size_t i = 0; is_given(q->provider) && i < decl->n_aliases; i++)
		if (is_alias(q, &decl->aliases[i], name))
			return true;
	return false;
}

/** Reports whether an earlier declaration of the provider takes precedence. The order is: the
 * program, -L, the system. */
static bool is_shadowed(const struct dtrace *d, const struct dt_provider_decl *decl)
{
	const struct dt_provider_decl *p = d->compile->program.providers;

	while (p != decl && (!p->is_static || p->name != decl->name))
		p = p->next;
	return p != decl;
}

static void walk_probes(struct walk *w)
{
	load_libraries(w);
	for (const struct dt_provider_decl *decl = w->d->compile->program.providers; decl;
	     decl = decl->next) {
		uint32_t id = decl->is_static ? first_id(w->d, decl) : 0;

		if (!id || !is_asked_for(w, decl) || is_shadowed(w->d, decl))
			continue;
		for (size_t i = 0; i < decl->n_probes; i++)
			if (fits_query(w, decl, &decl->probes[i]))
				w->visit(w, decl, &decl->probes[i], id + (uint32_t)i);
	}
}

static void find_probe(struct walk *w, const struct dt_provider_decl *decl,
		       struct dt_provider_probe *p, uint32_t id)
{
	struct dt_registry *r = &w->d->registry;

	if (dt_probe_choose(w->d->compile, p))
		w->sink->found(w->sink->self, make_probe(w->d, decl, p, id));
	else
		dt_vec_push(&r->skips, (struct dt_skip){.prov = decl->name,
							.mod = MODULE,
							.func = FUNCTION,
							.name = dt_probe_published(r, p->name),
							.why = p->why_not,
							.is_absent = true});
}

static struct dt_error *match_probes(struct dt_registry *r, const struct dt_probe_query *q,
				     const struct dt_probe_sink *sink)
{
	struct walk w = {.d = session_of(r), .query = q, .sink = sink, .visit = find_probe};

	walk_probes(&w);
	return NULL;
}

static bool has_provider(struct dt_registry *r, const char *name)
{
	struct dtrace *d = session_of(r);

	for (const struct dt_provider_decl *decl = d->compile->program.providers; decl;
	     decl = decl->next)
		if (decl->is_static && dt_query_field(name, decl->name))
			return true;
	return dt_session_library_provides(d, name);
}

static struct dt_probe *by_id(struct dt_registry *r, uint32_t id)
{
	struct dtrace *d = session_of(r);

	dt_session_library_load(d, (id - ID_BASE) / IDS_PER_FILE);
	for (const struct dt_provider_decl *decl = d->compile->program.providers; decl;
	     decl = decl->next) {
		uint32_t first = decl->is_static ? first_id(d, decl) : 0;

		if (first && id - first < decl->n_probes &&
		    dt_probe_choose(d->compile, &decl->probes[id - first]))
			return make_probe(d, decl, &decl->probes[id - first], id);
	}
	return NULL;
}

// ---- absent probes

static void note_absent(struct walk *w, const struct dt_provider_decl *decl,
			struct dt_provider_probe *p, uint32_t id)
{
	if (w->absent || dt_probe_choose(w->d->compile, p))
		return;
	w->absent = p;
	w->absent_of = decl;
}

static const struct dt_target *target_of(const struct dtrace *d, pid_t pid)
{
	dt_vec_foreach (&d->targets->list, t)
		if (t->pid == pid)
			return t;
	return NULL;
}

/** Explains that a target may map the file that declares the probe later. If it is a script, the
 *  program that it starts may. */
static char *explain_later(const struct dt_target *t, const char *provider)
{
	size_t stem = strlen(provider);

	if (!t->is_script)
		return dt_asprintf("no file that process %d has mapped declares it; -Z waits for "
				   "files that it maps later",
				   (int)t->pid);
	while (stem && isdigit((unsigned char)provider[stem - 1]))
		stem--;
	return dt_asprintf("the command is a script: -Z and %.*s* include programs that it starts",
			   (int)stem, provider);
}

/** Explains that one of the targets has not mapped the file that declares the probe. */
static char *why_not_yet(const struct dtrace *d, const struct dt_probe_desc *desc)
{
	const struct dt_target *t;
	size_t at = 0;
	pid_t pid;

	if (dt_process_owner(desc->provider) != DT_OWNER_ONE || dt_process_is_pid(desc->provider))
		return NULL;
	while (dt_process_next(desc->provider, &at, &pid)) {
		t = target_of(d, pid);
		if (t)
			return explain_later(t, desc->provider);
	}
	return NULL;
}

char *dt_session_why_none(void *self, const struct dt_probe_desc *desc)
{
	const struct dt_probe_query q = {desc->provider, desc->module, desc->function, desc->name};
	struct walk w = {.d = self, .query = &q, .visit = note_absent};

	if (desc->id)
		return NULL;
	walk_probes(&w);
	if (!w.absent) {
		const char *why = dt_registry_why_none(&w.d->registry, &q);

		return why ? dt_strdup(why) : why_not_yet(w.d, desc);
	}
	return dt_asprintf("%s:::%s is not available here: %s", w.absent_of->name,
			   dt_probe_published(&w.d->registry, w.absent->name), w.absent->why_not);
}

void dt_session_static_init(struct dtrace *d)
{
	*(struct dtrace **)dt_registry_state(&d->registry, &owner) = d;
	d->registry.declared = &dt_static_provider;
}

const struct dt_provider dt_static_provider = {
    .name = "",
    .flags = DT_PF_OWN_NAMES,
    .id_base = ID_BASE,
    .id_count = DT_LIBRARY_FILES * IDS_PER_FILE,
    .attributes = {"Evolving/Evolving/Common", "Private/Private/Unknown", "Private/Private/Unknown",
		   "Evolving/Evolving/Common", "Evolving/Evolving/Common"},
    .mechanism = "other probes",
    .match = match_probes,
    .has = has_provider,
    .by_id = by_id,
};
