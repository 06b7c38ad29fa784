/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fbt provider: fbt:MODULE:FUNCTION:{entry,return,OFFSET}, functions of the kernel and its
 * modules.
 *
 * Programs attach by kprobe_multi, with one link for all functions of a program. If the kernel has
 * sessions, the programs of entries and returns of the same functions share a link. On a kernel
 * without kprobe_multi (fprobes, CONFIG_FPROBE), each function gets a kprobe, and removing one
 * takes some 20 ms. An instruction is named by its offset in hexadecimal and always gets a kprobe.
 * A description with entry or return but without a provider means system calls
 * (dt_provider.claims). Thus the list of functions is read only if a description names fbt, or to
 * list everything.
 *
 * A probe's id is computed from the function's index in the kernel's list, which changes only when
 * a module is loaded or removed. A description that later modules may match has a probe that
 * represents their functions (dt_probe.is_retained). Its id is greater than those of the list and
 * smaller than those of later functions.
 *
 * The return probe of a function that never returns (do_exit) never fires. The kernel skips firings
 * inside BPF programs and counts them.
 */
#include "provider/fbt/internal.h"

#include "base/str.h"
#include "ebpf/feature.h"
#include "provider/names.h"
#include "symbols/kernel/address.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
	ID_BASE = 1 << 21,
	ID_COUNT = 1 << 21,
	ID_RETAINED = ID_BASE + ID_COUNT / 4, // by order of creation
	ID_LATER = ID_RETAINED + 4096,
	ID_INSTRUCTIONS = ID_BASE + ID_COUNT / 2, // by order of creation
};

extern const struct dt_provider dt_provider_fbt;

static const char *const probe_names[] = {"entry", "return"};

static void fbt_begin(struct dt_registry *r, void *state)
{
	struct dt_fbt *f = state;

	f->registry = r;
	if (dt_feature(DT_FEAT_KPROBES))
		f->mechanism = DT_FBT_MULTI;
	else if (dt_fbt_event_type())
		f->mechanism = DT_FBT_SINGLE;
	else
		f->mechanism = DT_FBT_NONE;
	if (f->mechanism == DT_FBT_NONE)
		f->why_not = "this kernel was built without probes in its functions "
			     "(CONFIG_KPROBES, CONFIG_KPROBE_EVENTS)";
}

static void fbt_end(void *state)
{
	struct dt_fbt *f = state;

	dt_vec_deinit(&f->functions);
	dt_map_deinit(&f->instructions);
	dt_map_deinit(&f->retained);
}

struct dt_fbt *dt_fbt_of(struct dt_registry *r)
{
	static const struct dt_state fbt = {
	    .size = sizeof(struct dt_fbt), .init = fbt_begin, .deinit = fbt_end};

	return dt_registry_state(r, &fbt);
}

static struct dt_probe *add_probe(struct dt_fbt *f, struct dt_fbt_function *fn, uint32_t id,
				  const char *name, enum dt_fbt_kind kind)
{
	struct dt_probe *p =
	    dt_registry_add(f->registry, &dt_provider_fbt, id, fn->module, fn->name, name);

	p->own = fn;
	p->context = dt_fbt_context(f->mechanism, kind);
	p->mechanism = p->context->attach == DT_ATTACH_KPROBES ? "kprobe_multi" : "kprobe";
	return p;
}

static uint32_t id_of(const struct dt_fbt *f, const struct dt_fbt_function *fn)
{
	return fn->number < f->n_listed ? ID_BASE + 2 * fn->number
					: ID_LATER + 2 * (fn->number - (uint32_t)f->n_listed);
}

static struct dt_probe *fbt_probe(struct dt_fbt *f, struct dt_fbt_function *fn,
				  enum dt_fbt_kind kind)
{
	struct dt_probe **p = &fn->probes[kind];

	if (!*p)
		*p = add_probe(f, fn, id_of(f, fn) + kind, probe_names[kind], kind);
	return *p;
}

static struct dt_probe *instruction_probe(struct dt_fbt *f, struct dt_fbt_function *fn,
					  uint32_t offset)
{
	dt_cleanup(dt_free_p) char *key = dt_asprintf("%s`%s+%x", fn->module, fn->name, offset);
	struct dt_probe *p = dt_map_get_str(&f->instructions, key);

	if (p)
		return p;
	p = add_probe(f, fn, ID_INSTRUCTIONS + (uint32_t)f->instructions.len, strrchr(key, '+') + 1,
		      DT_FBT_OFFSET);
	dt_map_put_str(&f->instructions, key, p);
	return p;
}

struct walk {
	struct dt_fbt *f;
	const struct dt_probe_query *query;
	const struct dt_probe_sink *sink;
	bool wanted[DT_N_FBT_KINDS];
	uint32_t offset;  // of the wanted instruction
	const char *base; // match variants of this name; NULL: match the query's function
	size_t n;
};

static void visit_function(struct walk *w, struct dt_fbt_function *fn)
{
	if (fn->is_gone || fn->pass != w->f->registry->pass ||
	    !dt_query_field(w->query->module, fn->module) ||
	    !(w->base ? dt_fbt_is_variant(fn->name, w->base)
		      : dt_query_field(w->query->function, fn->name)) ||
	    dt_fbt_refused(fn->name))
		return;
	for (enum dt_fbt_kind i = DT_FBT_ENTRY; i <= DT_FBT_RETURN; i++)
		if (w->wanted[i])
			w->sink->found(w->sink->self, fbt_probe(w->f, fn, i));
	if (w->wanted[DT_FBT_OFFSET])
		w->sink->found(w->sink->self, instruction_probe(w->f, fn, w->offset));
	w->n++;
}

static void visit_all(struct walk *w)
{
	dt_vec_foreach (&w->f->functions, fn)
		visit_function(w, *fn);
}

/** Reports whether the description names an instruction of this provider by its offset. */
static bool read_offset(const struct dt_probe_query *q, uint32_t *ret)
{
	unsigned long long offset;
	char *end;

	if (!q->provider || strcmp(q->provider, dt_provider_fbt.name) || !q->name ||
	    !isxdigit((unsigned char)*q->name))
		return false;
	offset = strtoull(q->name, &end, 16);
	*ret = (uint32_t)offset;
	return !*end && offset == *ret;
}

/** Reports whether functions of a module that is loaded later may match the description. If it
 *  names a loaded module, none is expected, because multi-links keep that module loaded. */
static bool is_retained(const struct walk *w)
{
	const struct dt_probe_query *q = w->query;

	if (w->f->registry->pass || w->f->why_not || w->wanted[DT_FBT_OFFSET] || !q->provider ||
	    strcmp(q->provider, dt_provider_fbt.name) != 0)
		return false;
	if (!dt_query_is_literal(q->module))
		return dt_query_is_literal(q->function) ? q->module && *q->module : true;
	return strcmp(q->module, "vmlinux") != 0 && !(w->n && w->f->mechanism == DT_FBT_MULTI);
}

/** The retained probes of a description. */
struct held {
	uint32_t id;		    // id of the entry probe; the return probe has the next
	struct dt_probe *probes[2]; // NULL: not created yet
};

/** Returns the retained probes of a description, or NULL if there are too many. */
static struct held *retained_probes(struct dt_fbt *f, const char *module, const char *function)
{
	dt_cleanup(dt_free_p) char *key = dt_asprintf("%s:%s", module, function);
	struct held *h = dt_map_get_str(&f->retained, key);
	uint32_t id = ID_RETAINED + 2 * (uint32_t)f->retained.len;

	if (h || id == ID_LATER)
		return h;
	h = dt_arena_new(f->registry->arena, struct held);
	h->id = id;
	dt_map_put_str(&f->retained, key, h);
	return h;
}

static void retain_probe(struct walk *w, enum dt_fbt_kind kind)
{
	const char *module = dt_query_shown(w->query->module);
	const char *function = dt_query_shown(w->query->function);
	struct held *h = retained_probes(w->f, module, function);
	struct dt_probe *p;

	if (!h)
		return;
	p = h->probes[kind];
	if (!p) {
		p = dt_registry_add(w->f->registry, &dt_provider_fbt, h->id + kind, module,
				    function, probe_names[kind]);
		p->context = dt_fbt_context(w->f->mechanism, kind);
		p->is_retained = true;
		h->probes[kind] = p;
	}
	w->sink->found(w->sink->self, p);
}

static struct dt_error *fbt_match(struct dt_registry *r, const struct dt_probe_query *q,
				  const struct dt_probe_sink *sink)
{
	struct walk w = {.query = q, .sink = sink};
	bool any;

	any = w.wanted[DT_FBT_OFFSET] = read_offset(q, &w.offset);
	for (enum dt_fbt_kind i = DT_FBT_ENTRY; i <= DT_FBT_RETURN; i++)
		any |= w.wanted[i] = dt_query_field(q->name, probe_names[i]);
	if (!any)
		return NULL;
	w.f = dt_fbt_of(r);
	dt_fbt_list(w.f);
	visit_all(&w);
	if (!w.n && dt_query_is_literal(q->function)) {
		w.base = q->function;
		visit_all(&w);
	}
	for (enum dt_fbt_kind i = DT_FBT_ENTRY; i <= DT_FBT_RETURN && is_retained(&w); i++)
		if (w.wanted[i])
			retain_probe(&w, i);
	return NULL;
}

static struct dt_probe *fbt_by_id(struct dt_registry *r, uint32_t id)
{
	struct dt_fbt *f = dt_fbt_of(r);
	uint32_t number = (id - ID_BASE) / 2;

	if (id >= ID_RETAINED)
		return dt_registry_find(r, id);
	dt_fbt_list(f);
	if (number >= f->n_listed || dt_fbt_refused(f->functions.data[number]->name))
		return NULL;
	return fbt_probe(f, f->functions.data[number], (id - ID_BASE) & 1);
}

/** The search for a function that exists but is not in the kernel's list. */
struct search {
	const struct dt_probe_query *query;
	char *module; // heap; the module that has it
};

static void note_module(void *self, const char *module, const char *name, uint64_t address)
{
	struct search *s = self;

	if (!s->module && !strcmp(name, s->query->function) &&
	    dt_query_field(s->query->module, module))
		s->module = dt_strdup(module);
}

static bool has_module(const struct dt_fbt *f, const char *module)
{
	dt_vec_foreach (&f->functions, fn)
		if (!strcmp((*fn)->module, module))
			return true;
	return false;
}

static const char *fbt_why_none(struct dt_registry *r, const struct dt_probe_query *q)
{
	struct dt_fbt *f = dt_fbt_of(r);
	struct search s = {.query = q};
	const char *why, *text;

	// A description without a provider does not mean kernel functions.
	if (!q->provider || strcmp(q->provider, dt_provider_fbt.name))
		return NULL;
	dt_fbt_list(f);
	if (f->why_not)
		return dt_arena_printf(r->arena, "fbt is not available here: %s", f->why_not);
	if (dt_query_is_literal(q->module) && !has_module(f, q->module))
		return dt_arena_printf(
		    r->arena, "no loaded module %s has traceable functions; -Z waits for one",
		    q->module);
	if (!dt_query_is_literal(q->function))
		return NULL;
	why = dt_fbt_refused(q->function);
	if (why)
		return dt_arena_printf(r->arena, "%s must not be traced: %s", q->function, why);
	dt_kernel_text_each(&(struct dt_kernel_text){&s, note_module});
	if (!s.module)
		return NULL;
	text = dt_arena_printf(r->arena,
			       "the kernel does not permit tracing of %s`%s: it is marked notrace "
			       "or noinstr, or was compiled without trace hooks",
			       s.module, q->function);
	free(s.module);
	return text;
}

const struct dt_provider dt_provider_fbt = {
    .name = "fbt",
    .id_base = ID_BASE,
    .id_count = ID_COUNT,
    .attributes = {"Evolving/Evolving/ISA", "Private/Private/Unknown", "Private/Private/Unknown",
		   "Evolving/Evolving/ISA", "Private/Private/ISA"},
    .mechanism = "kprobe_multi, or kprobes",
    .match = fbt_match,
    .note_module = dt_fbt_note_module,
    .joint = dt_fbt_joint,
    .by_id = fbt_by_id,
    .types = dt_fbt_types,
    .names = dt_names_of_function,
    .why_none = fbt_why_none,
    .attach = dt_fbt_attach,
    .doc =
	"entry and return of all traceable functions of the kernel and its modules, and their "
	"instructions by hexadecimal offset. The module is vmlinux or the name of a kernel module. "
	"At entry, arg0, arg1 and so on are the arguments. At return, arg1 is the value; arg0, the "
	"offset, is unknown and 0. args[] has the kernel's types. If the compiler kept only a "
	"variant of a function, its plain name finds it: foo means foo.isra.0.",
    .example = "fbt::vfs_read:return { @[execname] = quantize(args[1]); }",
};
