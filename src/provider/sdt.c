/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sdt provider: sdt:SUBSYSTEM::EVENT, every static tracepoint of the kernel and its modules.
 *
 * tracefs lists the events: a directory for each subsystem, in it a directory for each event, and
 * in that a file with the event's number, which determines the probe's id. If tracefs is not
 * mounted, it is opened without a mount point. A literal description opens one file; a description
 * that cannot match opens none.
 *
 * A program attaches as raw tracepoint. Its context is the array of the tracepoint's arguments. The
 * typedef btf_trace_EVENT in the kernel's type data has their types. An event without this typedef
 * has no tracepoint (events that users define, ftrace's records) and is not listed. If this user
 * may not read the list, a literal description is taken as the name of a tracepoint.
 * Tracepoints without an event are in no list: their names end in "_tp" (all of them since Linux
 * 6.15). Only the literal description sdt:vmlinux::NAME finds them.
 * The syscall provider covers the subsystem "syscalls". The kernel rejects a program that reads
 * more arguments than the tracepoint has, so every probe has a context that knows their number.
 *
 * Decision: docs/dev/decisions/0049-bare-tracepoints.md
 * Decision: docs/dev/decisions/0051-incoming-thread-as-curthread.md
 */
#include "provider/names.h"
#include "provider/registers.h"

#include "base/host/tracefs.h"
#include "ebpf/attach.h"
#include "symbols/kernel/tracing_frames.h"
#include "types/btf/offsets.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
	ID_BASE = 65536,
	ID_COUNT = 65536, // an event's number has 16 bits
	BARE = 32768,	  // first number for tracepoints without an event; events use some 3,000
	MAX_ARGS = 12,	  // of a tracepoint: MAX_BPF_FUNC_ARGS
};

extern const struct dt_provider dt_provider_sdt;

// ---- tracefs

int dt_tracefs_events(void)
{
	return dt_tracefs_open("events", O_DIRECTORY);
}

static bool is_permission_error(int error)
{
	return error == EACCES || error == EPERM;
}

/** Returns a number for a tracepoint without an event. It is the same in every run, unless the
 *  hashes of two names collide. */
static uint32_t bare_number(struct dt_registry *r, const char *name)
{
	uint32_t number = BARE + dt_hash_add(DT_HASH_BEGIN, name, strlen(name)) % (ID_COUNT - BARE);
	const struct dt_probe *p;

	while ((p = dt_registry_find(r, ID_BASE + number)) && strcmp(p->name, name))
		number = number + 1 < ID_COUNT ? number + 1 : BARE;
	return number;
}

/** Returns the event's number, or 0 if there is no such event. If this user may list events but not
 *  read their files, the number is that of a tracepoint without an event. */
static uint32_t event_number(struct dt_registry *r, int events, const char *subsystem,
			     const char *event)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("%s/%s/id", subsystem, event);
	dt_cleanup(dt_close_p) int fd = openat(events, path, O_RDONLY | O_CLOEXEC);
	char text[16] = "";
	uint32_t id = 0;

	if (fd < 0 && is_permission_error(errno))
		return bare_number(r, event);
	if (fd < 0 || read(fd, text, sizeof(text) - 1) <= 0 || sscanf(text, "%u", &id) != 1)
		return 0;
	return id < ID_COUNT ? id : 0;
}

// ---- the context: u64 args[]

/** Returns the name of the tracepoint's prototype in the kernel's type data. */
static char *prototype_name(const char *event)
{
	return dt_asprintf("btf_trace_%s", event);
}

static void forget_symbols(void *state)
{
	dt_kernel_symbols_deinit(state);
}

/** The kernel's symbols, read on demand. */
static const struct dt_state symbols = {.size = sizeof(struct dt_kernel_symbols),
					.deinit = forget_symbols};

struct sdt_context {
	struct dt_context base;
	struct dt_registry *registry;
	const char *event;
	unsigned n_args;
};
_Static_assert((int)DT_FRAME_RANGES >= (int)DT_TRACING_FRAMES, "room for the ranges");

static dt_reg sdt_arg(const struct dt_context *self, struct dt_ir_func *f,
		      const struct dt_probe_set *set, unsigned n)
{
	const struct sdt_context *c = (const struct sdt_context *)self;

	return n < c->n_args ? dt_ir_load(f, 8, dt_ir_ctx(f), 8 * (int64_t)n) : dt_ir_const(f, 0);
}

/** The same as a number, for a program with typed arguments. */
static dt_reg typed_arg(const struct dt_context *self, struct dt_ir_func *f,
			const struct dt_probe_set *set, unsigned n)
{
	const struct sdt_context *c = (const struct sdt_context *)self;
	dt_slot slot;

	if (n >= c->n_args)
		return dt_ir_const(f, 0);
	slot = dt_ir_slot(f, 8, 8);
	dt_ir_env(f, DT_ENV_READ_KERNEL, dt_ir_slot_addr(f, slot), dt_ir_const(f, 8),
		  dt_ir_bini(f, DT_IR_ADD, dt_ir_ctx(f), 8 * (int64_t)n));
	return dt_ir_load(f, 8, dt_ir_slot_addr(f, slot), 0);
}

static dt_reg sdt_object(const struct dt_context *self, struct dt_ir_func *f, unsigned n)
{
	return dt_ir_load(f, 8, dt_ir_ctx(f), 8 * (int64_t)n);
}

static uint32_t prototype_number(const struct dt_context *self)
{
	const struct sdt_context *c = (const struct sdt_context *)self;
	dt_cleanup(dt_free_p) char *name = prototype_name(c->event);

	return dt_btf_typedef(name);
}

static size_t sdt_own_frames(const struct dt_context *self, uint64_t (*ret)[2])
{
	const struct sdt_context *c = (const struct sdt_context *)self;

	return dt_tracing_frames(dt_registry_state(c->registry, &symbols), c->event, c->n_args,
				 ret);
}

// ---- probes

/** Returns the prototype of the tracepoint, or NULL if it is unknown. Its first parameter is not an
 *  argument. */
static const struct dt_type *event_prototype(struct dt_registry *r, const char *event)
{
	dt_cleanup(dt_free_p) char *name = prototype_name(event);
	const struct dt_type *t = dt_type_lookup(r->types, DT_TYPE_TYPEDEF, name);

	if (!t || dt_type_resolve(t)->kind != DT_TYPE_POINTER)
		return NULL;
	t = dt_type_resolve(dt_type_resolve(t)->ref);
	return t->kind == DT_TYPE_FUNCTION && t->n_params > 0 ? t : NULL;
}

static const struct dt_context *create_context(struct dt_registry *r, const struct dt_probe *p)
{
	struct sdt_context *raw = dt_arena_new(r->arena, struct sdt_context);
	struct sdt_context *typed = dt_arena_new(r->arena, struct sdt_context);

	*raw = (struct sdt_context){.base = {.name = "tracepoint",
					     .attach = DT_ATTACH_RAW_TRACEPOINT,
					     .is_single = true,
					     .typed = &typed->base,
					     .arg = sdt_arg,
					     .uregs = dt_register_user,
					     .own_frames = sdt_own_frames},
				    .registry = r,
				    .event = p->name,
				    .n_args = p->n_args};
	*typed = *raw;
	typed->base.attach = DT_ATTACH_TYPED_TRACEPOINT;
	typed->base.prototype = prototype_number;
	typed->base.object = sdt_object;
	typed->base.arg = typed_arg;
	return &raw->base;
}

/** Returns the probe of an event, or NULL if the event has no tracepoint. */
static struct dt_probe *sdt_probe(struct dt_registry *r, uint32_t number, const char *subsystem,
				  const char *event)
{
	struct dt_probe *p = dt_registry_find(r, ID_BASE + number);
	const struct dt_type *proto;

	if (p)
		return p;
	proto = event_prototype(r, event);
	if (!proto)
		return NULL;
	p = dt_registry_add(r, &dt_provider_sdt, ID_BASE + number, subsystem, "", event);
	p->arg_types = proto->params + 1;
	p->n_args = proto->n_params - 1 < MAX_ARGS ? proto->n_params - 1 : MAX_ARGS;
	p->context = create_context(r, p);
	return p;
}

static bool is_subsystem(const char *name)
{
	return name[0] != '.' && strcmp(name, "syscalls") != 0 && strcmp(name, "ftrace") != 0;
}

/** A walk over events: reports those that match the query, or finds the one with a number. */
struct walk {
	struct dt_registry *r;
	const struct dt_probe_query *query;
	const struct dt_probe_sink *sink;
	int events;
	uint32_t number;	// sought if `query` is NULL
	struct dt_probe *found; // the probe with that number
};

static void visit_event(struct walk *w, const char *subsystem, const char *event)
{
	uint32_t number;
	struct dt_probe *p;

	if (w->query && !dt_query_field(w->query->name, event))
		return;
	number = event_number(w->r, w->events, subsystem, event);
	if (!number || (!w->query && number != w->number))
		return;
	p = sdt_probe(w->r, number, subsystem, event);
	if (!p)
		return;
	if (w->query)
		w->sink->found(w->sink->self, p);
	else
		w->found = p;
}

static void walk_subsystem(struct walk *w, const char *subsystem)
{
	int fd;
	DIR *dir;

	if (w->query && dt_query_is_literal(w->query->name)) {
		visit_event(w, subsystem, w->query->name);
		return;
	}
	fd = openat(w->events, subsystem, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	dir = fd < 0 ? NULL : fdopendir(fd);
	for (struct dirent *e; dir && (e = readdir(dir)) && !w->found;)
		if (e->d_type == DT_DIR && e->d_name[0] != '.')
			visit_event(w, subsystem, e->d_name);
	if (dir)
		closedir(dir);
	else if (fd >= 0)
		close(fd);
}

static void walk_all(struct walk *w)
{
	DIR *dir = fdopendir(dup(w->events));

	for (struct dirent *e; dir && (e = readdir(dir)) && !w->found;)
		if (e->d_type == DT_DIR && is_subsystem(e->d_name) &&
		    (!w->query || dt_query_field(w->query->module, e->d_name)))
			walk_subsystem(w, e->d_name);
	if (dir)
		closedir(dir);
}

static void match_bare(struct dt_registry *r, const struct dt_probe_query *q,
		       const struct dt_probe_sink *sink)
{
	size_t len = dt_query_is_literal(q->name) ? strlen(q->name) : 0;
	struct dt_probe *p;

	if (len < 3 || strcmp(q->name + len - 3, "_tp") || !dt_query_field(q->module, "vmlinux"))
		return;
	p = sdt_probe(r, bare_number(r, q->name), "vmlinux", q->name);
	if (p)
		sink->found(sink->self, p);
}

/** Matches without the list of events. The description's subsystem cannot be checked. */
static void match_unlisted(struct dt_registry *r, const struct dt_probe_query *q,
			   const struct dt_probe_sink *sink)
{
	struct dt_probe *p = NULL;

	if (dt_query_is_literal(q->module) && dt_query_is_literal(q->name) &&
	    is_subsystem(q->module))
		p = sdt_probe(r, bare_number(r, q->name), q->module, q->name);
	if (p)
		sink->found(sink->self, p);
}

static const char *sdt_why_none(struct dt_registry *r, const struct dt_probe_query *q)
{
	dt_cleanup(dt_close_p) int events = dt_tracefs_events();

	return events < 0 && is_permission_error(errno)
		   ? "/sys/kernel/tracing, where the kernel lists its tracepoints, is not readable "
		     "by this user: patterns match no tracepoints; run dtrace as root, or with "
		     "CAP_DAC_READ_SEARCH"
		   : NULL;
}

/** Reports whether an event can have the name. */
static bool can_match(const struct dt_probe_query *q)
{
	if (!dt_query_field(q->function, ""))
		return false;
	if (!dt_query_is_literal(q->name))
		return true;
	for (const char *c = q->name; *c; c++)
		if (!isalnum((unsigned char)*c) && *c != '_')
			return false;
	return true;
}

static struct dt_error *sdt_match(struct dt_registry *r, const struct dt_probe_query *q,
				  const struct dt_probe_sink *sink)
{
	struct walk w = {.r = r, .query = q, .sink = sink};

	if (!can_match(q))
		return NULL;
	match_bare(r, q, sink);
	dt_cleanup(dt_close_p) int events = dt_tracefs_events();
	if (events < 0 && is_permission_error(errno))
		match_unlisted(r, q, sink);
	if (events < 0)
		return NULL;
	w.events = events;
	if (!dt_query_is_literal(q->module))
		walk_all(&w);
	else if (is_subsystem(q->module) && !strchr(q->module, '/'))
		walk_subsystem(&w, q->module);
	return NULL;
}

static struct dt_probe *sdt_by_id(struct dt_registry *r, uint32_t id)
{
	dt_cleanup(dt_close_p) int events = dt_tracefs_events();
	struct walk w = {.r = r, .events = events, .number = id - ID_BASE};

	if (events >= 0)
		walk_all(&w);
	return w.found;
}

static struct dt_error *sdt_attach(const struct dt_attachment *a, size_t n, struct dt_links *links)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < a[i].n_probes; j++) {
			const struct dt_probe *p = a[i].probes[j];
			int fd = dt_bpf_attach_tracepoint(a[i].program, p->name);

			if (fd < 0)
				return dt_error_os(-fd, "attach sdt:%s::%s to its tracepoint",
						   p->mod, p->name);
			dt_vec_push(&links->fds, fd);
		}
	}
	return NULL;
}

const struct dt_provider dt_provider_sdt = {
    .name = "sdt",
    .id_base = ID_BASE,
    .id_count = ID_COUNT,
    .attributes = {"Evolving/Evolving/ISA", "Private/Private/Unknown", "Private/Private/Unknown",
		   "Private/Private/ISA", "Private/Private/ISA"},
    .mechanism = "raw tracepoint",
    .match = sdt_match,
    .names = dt_names_of_tracepoint,
    .by_id = sdt_by_id,
    .why_none = sdt_why_none,
    .attach = sdt_attach,
    .doc =
	"every static tracepoint of the kernel. The module is the subsystem, the name the event; "
	"there is no function. arg0 and so on are the tracepoint's arguments as the kernel passes "
	"them, args[] the same with the kernel's types.",
    .example =
	"sdt:sched::sched_process_exec { printf(\"%d %s\", pid, stringof(args[2]->filename)); }",
};
