/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Creates the probes of one function. Its code is decoded, and each probed instruction gets a site.
 * A `return` probe has a site on every ret and on every jump to another function. It never uses the
 * kernel's return probe, which breaks exceptions and Go programs.
 *
 * Instructions that a uprobe may execute wrongly (provider/uprobe/insn.h) are skipped and noted in
 * dt_registry.skips. If the bytes of a function are not all instructions, everything but its entry
 * is skipped.
 *
 * Decision: docs/dev/decisions/0030-return-probes-on-ret.md
 */
#include "provider/pid/internal.h"

#include "arch/uprobe.h"
#include "base/str.h"
#include "ebpf/feature.h"
#include "provider/process/scope.h"
#include "provider/uprobe/insn.h"

#include <stdio.h>
#include <string.h>

enum {
	UNKNOWN_BYTES = 64, // to decode at most at an address outside known functions
	SHARED_BYTES = 256, // before a function: functions that begin there may share its code
};

/** The visit of one function. */
struct visit {
	struct dt_pid_walk *w;
	const struct dt_function *fn;
	const char *name; // for display; may differ from fn->name
	struct dt_insns insns;
};

/** Probes with equal keys are the same probe of the session. */
struct key {
	const struct dt_pid_file *file;
	const char *provider, *function;
	uint64_t place;
	uint64_t kind;
};

static const struct dt_machine *machine_of(const struct visit *v)
{
	return dt_machine_of(v->w->file->functions.is_32bit);
}

static const struct dt_pid_origin *make_origin(const struct visit *v, enum dt_pid_kind kind)
{
	struct dt_pid_origin *o = dt_arena_new(v->w->r->arena, struct dt_pid_origin);

	*o = (struct dt_pid_origin){v->w->file, v->fn->addr, v->fn->name, kind};
	return o;
}

/** Creates a probe, which the caller adds to the map. */
static struct dt_probe *add_probe(const struct dt_pid_walk *w, const char *module,
				  const char *function, const char *name)
{
	uint32_t id = w->owner->id_base + (uint32_t)w->state->probes.len;
	struct dt_probe *p = dt_registry_add(w->r, w->owner, id, module, function, name);

	p->prov = w->provider;
	return p;
}

/** Returns the existing probe of that name, or creates it. */
static struct dt_probe *make_probe(const struct visit *v, const char *name, enum dt_pid_kind kind,
				   const struct dt_site *sites, size_t n)
{
	struct dt_pid_walk *w = v->w;
	struct dt_registry *r = w->r;
	struct key key = {w->file, w->provider, dt_intern(r->names, v->name), v->fn->offset, kind};
	struct dt_probe *p;
	struct dt_site *copy;

	if (kind == DT_PID_OFFSET)
		key.place = sites->offset;
	p = dt_map_get(&w->state->probes, &key, sizeof(key));
	if (p)
		return p;
	p = add_probe(w, w->map->module, v->name, name);
	p->context = dt_pid_context(r, kind, machine_of(v), w->attach, sites->executed);
	p->mechanism = dt_uprobe_mechanism(p->context);
	copy = dt_arena_array(r->arena, struct dt_site, n);
	memcpy(copy, sites, n * sizeof(*sites));
	p->sites = copy;
	p->n_sites = n;
	p->own = make_origin(v, kind);
	dt_map_put(&w->state->probes, &key, sizeof(key), p);
	return p;
}

static void offer_probe(const struct visit *v, const char *name, enum dt_pid_kind kind,
			const struct dt_site *sites, size_t n)
{
	if (!n)
		return;
	v->w->has_probe = true;
	v->w->sink->found(v->w->sink->self, make_probe(v, name, kind, sites, n));
}

static void skip_probe(const struct visit *v, const char *name, uint32_t offset, const char *why)
{
	struct dt_pid_walk *w = v->w;
	struct dt_skip s = {.prov = w->provider,
			    .mod = w->map->module,
			    .func = dt_intern(w->r->names, v->name),
			    .name = dt_intern(w->r->names, name),
			    .offset = offset,
			    .why = why,
			    .is_absent = v->fn->is_ifunc};

	w->refused = why;
	dt_vec_push(&w->r->skips, s);
}

static struct dt_site site_at(const struct visit *v, uint32_t offset)
{
	return (struct dt_site){.path = v->w->file->path,
				.offset = v->fn->offset + offset,
				.shown = offset,
				.value = offset,
				.pid = v->w->site_pid};
}

/** Reports whether the description matches probes of that name. */
static bool matches_name(const struct visit *v, const char *name)
{
	return !v->w->has_offset && dt_query_field(v->w->query->name, name);
}

/** Returns the distance to the next symbol. */
static uint64_t distance_to_next(const struct visit *v)
{
	const struct dt_functions *all = &v->w->file->functions;
	const struct dt_function *fn = v->fn, *end = all->v.data + all->v.len;

	if (fn < all->v.data || fn >= end)
		return fn->size;
	for (const struct dt_function *next = fn + 1; next < end; next++)
		if (next->offset != fn->offset)
			return next->offset - fn->offset;
	return fn->size;
}

/** Returns the distance to the first instruction that a function shortly before jumps to: assembly
 *  may share code, as mempcpy() in glibc continues behind the first instruction of memmove(). */
static uint64_t distance_to_shared(const struct visit *v)
{
	struct dt_functions *all = &v->w->file->functions;
	const struct dt_function *fn = dt_functions_at(all, v->fn->addr);
	uint64_t ret = UINT64_MAX;

	for (; fn && fn > all->v.data && v->fn->addr - fn[-1].addr <= SHARED_BYTES; fn--) {
		const uint8_t *code = dt_functions_bytes(all, &fn[-1]);
		struct dt_insns insns = {0};

		if (code && fn[-1].addr != fn->addr)
			dt_insns_read(&insns, machine_of(v), code, fn[-1].size);
		dt_vec_foreach (&insns.v, in) {
			uint64_t distance = fn[-1].addr + (uint64_t)in->target - v->fn->addr;

			if (in->is_tail && in->target != INT64_MIN && distance && distance < ret)
				ret = distance;
		}
		dt_insns_deinit(&insns);
	}
	return ret;
}

/** Returns the instruction to probe for the entry, or NULL if none is safe. */
static const struct dt_insn *find_entry(const struct visit *v)
{
	uint64_t limit = distance_to_next(v), shared;
	const struct dt_insn *in = dt_uprobe_entry(&v->insns, limit);

	if (!in || !in->offset)
		return in;
	shared = distance_to_shared(v);
	return dt_uprobe_entry(&v->insns, shared < limit ? shared : limit);
}

/** Reports whether the function begins with a landing instruction that programs can execute. */
static bool is_landing(const struct visit *v)
{
	return v->insns.v.data->kind == DT_INSN_LANDING &&
	       dt_can_execute(machine_of(v), DT_INSN_LANDING);
}

/** Reports whether the entry may be patched, so that the kernel need not probe it. */
static bool may_run_inside(const struct visit *v)
{
	return v->w->site_pid && v->w->site_pid == dt_process_scope(v->w->r)->inside &&
	       !v->w->changed;
}

static void visit_entry(struct visit *v)
{
	const struct dt_insn *in = find_entry(v);
	const char *hazard = NULL;
	struct dt_site s;
	bool executed;

	if (!v->insns.v.len) {
		skip_probe(v, "entry", 0, "bytes that are not an instruction");
		return;
	}
	if (!in) {
		in = v->insns.v.data;
		hazard = dt_uprobe_hazard(in);
	}
	if (hazard && !may_run_inside(v)) {
		skip_probe(v, "entry", 0, hazard);
		return;
	}
	executed = !hazard && !dt_uprobe_is_quick(in) && is_landing(v) &&
		   dt_feature(DT_FEAT_REGISTERS) && v->w->attach == DT_ATTACH_UPROBES &&
		   !v->w->changed; // probes found while tracing join existing programs
	if (executed)
		in = v->insns.v.data;
	s = site_at(v, in->offset);
	s.hazard = hazard;
	s.executed = executed;
	s.is_entry = true;
	s.flag = dt_pid_entry_missed(v->w->r, in);
	offer_probe(v, "entry", DT_PID_ENTRY, &s, 1);
}

/** Reports whether the jump leads to another function, not to the .cold part of this one. */
static bool leaves_function(const struct visit *v, const struct dt_insn *in)
{
	const struct dt_function *to;
	size_t len = strlen(v->fn->name);

	if (in->target == INT64_MIN)
		return true;
	to = dt_functions_at(&v->w->file->functions, v->fn->addr + (uint64_t)in->target);
	return !to || strncmp(to->name, v->fn->name, len) != 0 ||
	       (to->name[len] && strncmp(to->name + len, ".cold", 5) != 0);
}

static void visit_returns(struct visit *v)
{
	dt_vec(struct dt_site) sites = {0};

	dt_vec_foreach (&v->insns.v, in) {
		struct dt_site s = site_at(v, in->offset);

		if (!in->is_return && !(in->is_tail && leaves_function(v, in)))
			continue;
		s.flag = !in->is_return;
		s.executed = in->kind == DT_INSN_RETURN;
		if (dt_uprobe_hazard(in))
			skip_probe(v, "return", in->offset, dt_uprobe_hazard(in));
		else
			dt_vec_push(&sites, s);
	}
	offer_probe(v, "return", DT_PID_RETURN, sites.data, sites.len);
	dt_vec_deinit(&sites);
}

static void visit_instruction(struct visit *v, const struct dt_insn *in)
{
	struct dt_site s = site_at(v, in->offset);
	char name[16];

	s.value = dt_pid_insn_frame(v->w->r, &v->w->file->functions, v->fn, in);
	snprintf(name, sizeof(name), "%x", in->offset);
	if (v->w->has_offset ? in->offset != v->w->offset
			     : !dt_query_field(v->w->query->name, name))
		return;
	if (dt_uprobe_hazard(in))
		skip_probe(v, name, in->offset, dt_uprobe_hazard(in));
	else
		offer_probe(v, name, DT_PID_OFFSET, &s, 1);
}

/** Decodes the function. Returns false if its bytes are missing or not all instructions. */
static bool read_code(struct visit *v)
{
	const uint8_t *code = dt_functions_bytes(&v->w->file->functions, v->fn);

	return code && dt_insns_read(&v->insns, machine_of(v), code, v->fn->size);
}

static void visit_code(struct visit *v)
{
	struct dt_pid_walk *w = v->w;
	bool whole = read_code(v);

	if (matches_name(v, "entry"))
		visit_entry(v);
	if (!whole && (w->has_offset || dt_query_field(w->query->name, "return"))) {
		skip_probe(v, "return", 0, "data among the instructions");
		return;
	}
	if (!whole)
		return;
	if (w->has_offset && !dt_insns_at(&v->insns, w->offset))
		w->is_misaligned = w->offset < v->fn->size;
	// All names other than entry and return are offsets.
	if (w->has_offset || !w->query->name || !*w->query->name || dt_glob_is(w->query->name))
		dt_vec_foreach (&v->insns.v, in)
			visit_instruction(v, in);
	// If the instruction has a probe as well, that probe fires first.
	if (matches_name(v, "return"))
		visit_returns(v);
}

/** Reports whether a visited IFUNC of the file has chosen the code at that offset. */
static bool is_chosen(const struct dt_pid_walk *w, uint64_t offset)
{
	dt_vec_foreach (&w->chosen, c)
		if (*c == offset)
			return true;
	return false;
}

void dt_pid_visit_function(struct dt_pid_walk *w, const struct dt_function *fn, const char *name)
{
	struct visit v = {.w = w, .fn = fn, .name = name};
	struct dt_function chosen;

	w->has_function = true;
	if (fn->is_ifunc && !dt_pid_chosen(w->r, w->process, w->map, fn, &chosen)) {
		skip_probe(&v, "entry", 0, "an IFUNC for which the process has chosen no function");
	} else {
		if (fn->is_ifunc)
			v.fn = &chosen;
		if (!is_chosen(w, v.fn->offset))
			visit_code(&v);
		if (fn->is_ifunc)
			dt_vec_push(&w->chosen, chosen.offset);
	}
	dt_insns_deinit(&v.insns);
}

/** Reports whether the description matches probes of that kind. */
static bool wants_kind(const struct dt_pid_walk *w, enum dt_pid_kind kind)
{
	const char *name = w->query->name;

	switch (kind) {
	case DT_PID_ENTRY:
		return !w->has_offset && dt_query_field(name, "entry");
	case DT_PID_RETURN:
		return !w->has_offset && dt_query_field(name, "return");
	default:
		return w->has_offset || !name || !*name || dt_glob_is(name);
	}
}

void dt_pid_retain(struct dt_pid_walk *w, const struct dt_machine *m)
{
	static const char *const names[] = {"entry", "return", "*"};

	for (enum dt_pid_kind kind = 0; kind < DT_N_PID_KINDS; kind++) {
		dt_cleanup(dt_free_p) char *key =
		    dt_asprintf("%s:%s:%s:%s %d %d", w->provider, dt_query_shown(w->query->module),
				dt_query_shown(w->query->function), dt_query_shown(w->query->name),
				(int)kind, (int)m->elf);
		struct dt_probe *p = dt_map_get_str(&w->state->probes, key);

		if (!wants_kind(w, kind))
			continue;
		if (!p) {
			p = add_probe(w, dt_query_shown(w->query->module),
				      dt_query_shown(w->query->function),
				      w->has_offset ? w->query->name : names[kind]);
			p->context = dt_pid_context(w->r, kind, m, w->attach, false);
			p->is_retained = true;
			dt_map_put_str(&w->state->probes, key, p);
		}
		w->sink->found(w->sink->self, p);
	}
}

void dt_pid_visit_address(struct dt_pid_walk *w, uint64_t addr)
{
	const struct dt_function *within = dt_functions_at(&w->file->functions, addr);
	struct dt_function fn;
	struct visit v = {.w = w, .fn = within, .name = "-"};
	const struct dt_insn *in;
	struct dt_site s;
	char name[24];

	if (!within) {
		// No function is known there; trust the description that an instruction begins.
		if (!dt_functions_code(&w->file->functions, addr, &fn))
			return;
		fn.size = fn.size < UNKNOWN_BYTES ? fn.size : UNKNOWN_BYTES;
		v.fn = &fn;
	}
	w->has_function = true;
	read_code(&v);
	in = dt_insns_at(&v.insns, addr - v.fn->addr);
	snprintf(name, sizeof(name), "%llx", (unsigned long long)addr);
	w->is_misaligned = !in;
	if (in && dt_uprobe_hazard(in)) {
		skip_probe(&v, name, in->offset, dt_uprobe_hazard(in));
	} else if (in) {
		s = site_at(&v, in->offset);
		s.value = dt_pid_insn_frame(w->r, &w->file->functions, v.fn, in);
		offer_probe(&v, name, DT_PID_OFFSET, &s, 1);
	}
	dt_insns_deinit(&v.insns);
}
