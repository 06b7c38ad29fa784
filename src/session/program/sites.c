/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Plans sites: reads the files of probes that may run inside the target, and asks for each entry
 * whether it can be patched. Probes whose entry cannot be patched are the kernel's. Without the
 * kernel they are dropped, and reported as skipped places.
 */
#include "session/program/inside.h"

#include "base/suggest.h"
#include "session/compile/compile.h"
#include "session/process/process.h"
#include "symbols/process/proc.h"

#include <string.h>
#include <sys/stat.h>

static bool is_candidate(const struct dt_enabled *e)
{
	return e->probe->context && e->probe->context->in_target;
}

// ---- files

/** Finds the mappings of a file. */
static void find_mappings(pid_t pid, struct dt_inside_file *f, uint64_t offset)
{
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;
	struct stat st;
	bool found = false;

	if (stat(f->path, &st) || !dt_proc_maps_open(&maps, pid))
		return;
	while (dt_proc_maps_next(&maps, &m)) {
		if (m.inode != st.st_ino)
			continue;
		f->low = f->low && f->low < m.start ? f->low : m.start;
		f->high = f->high > m.end ? f->high : m.end;
		if (found || !m.is_executable || offset < m.offset ||
		    offset - m.offset >= m.end - m.start)
			continue;
		found = true;
		f->bias = m.start + (offset - m.offset) - dt_text_address(f->text, offset);
	}
	dt_proc_maps_close(&maps);
	if (!found)
		f->low = f->high = 0;
}

static struct dt_inside_file *find_file(const struct dtrace *d, const struct dt_site *s)
{
	dt_vec_foreach (&d->inside->files, known)
		if (!strcmp((*known)->path, s->path))
			return *known;
	return NULL;
}

static struct dt_inside_file *file_of(struct dtrace *d, const struct dt_site *s)
{
	struct dt_inside_file *f = find_file(d, s);

	if (f)
		return f;
	f = dt_zalloc(sizeof(*f));
	f->path = s->path;
	dt_vec_push(&d->inside->files, f);
	struct dt_error *err = dt_text_open(f->path, &f->text);

	if (err)
		dt_session_debug(d, "%s: %s", f->path, err->message);
	else
		find_mappings(d->inside->pid, f, s->offset);
	dt_error_destroy(err);
	return f;
}

// ---- sites

static void plan_site(struct dtrace *d, const struct dt_probe *p)
{
	const struct dt_site *s = p->sites;
	struct dt_inside_site site = {.probe = p, .refusal = DT_REFUSE_NO_FUNCTION};

	site.file = file_of(d, s);
	if (site.file->text && site.file->high)
		site.refusal =
		    dt_text_plan_entry(site.file->text, s->offset - s->shown, &site.plan);
	dt_vec_push(&d->inside->sites, site);
	dt_map_put(&d->inside->by_probe, &p->id, sizeof(p->id),
		   (void *)(uintptr_t)d->inside->sites.len);
}

static struct dt_inside_site *find_site(const struct dtrace *d, const struct dt_probe *p)
{
	uintptr_t n = (uintptr_t)dt_map_get(&d->inside->by_probe, &p->id, sizeof(p->id));

	return n ? &d->inside->sites.data[n - 1] : NULL;
}

bool dt_session_inside_has(const struct dtrace *d, const struct dt_probe *p)
{
	const struct dt_inside_site *s = find_site(d, p);

	return s && s->refusal == DT_REFUSE_NONE;
}

const char *dt_session_inside_refusal(const struct dtrace *d, const struct dt_probe *p)
{
	const struct dt_inside_site *s = find_site(d, p);

	return s && s->refusal != DT_REFUSE_NONE ? dt_refusal_texts[s->refusal] : NULL;
}

/** Returns the process whose probes may run inside it, or 0. */
static pid_t choose_target(const struct dtrace *d)
{
	const struct dt_target *t = d->targets->list.data;

	if (dt_session_why_kernel(d) || d->targets->list.len != 1 || d->options.v[DT_OPT_follow])
		return 0;
	dt_vec_foreach (&d->programs->enabled, e)
		if (is_candidate(*e) && (*e)->probe->n_sites == 1 &&
		    (*e)->probe->sites->pid == t->pid)
			return t->pid;
	return 0;
}

/** Opens the chosen target. If that fails, the kernel serves it, if it may. */
static struct dt_error *open_target(struct dtrace *d)
{
	struct dt_inside *in = d->inside;
	struct dt_error *err;

	in->pid = in->refused ? 0 : choose_target(d);
	if (!in->pid || in->is_open)
		return NULL;
	DT_TRY(dt_session_target_placer(d));
	DT_TRY(dt_session_target_hand_over(d, d->targets->list.data));
	err = d->targets->list.data->created
		  ? NULL
		  : dt_session_leftovers_remove(d, d->targets->placer, in->pid);
	if (!err)
		err = dt_place_open(d->targets->placer, in->pid, &in->facts);
	if (err && dt_bpf_may_trace()) {
		in->refused = dt_arena_printf(d->compile->arena, "fires in the kernel, because %s",
					      err->message);
		in->pid = 0;
		dt_error_destroy(err);
		return NULL;
	}
	if (err)
		return err;
	in->is_open = true;
	dt_session_inside_count(in);
	return NULL;
}

/** Drops a probe that no executor serves, and notes it once. */
static void drop_probe(struct dtrace *d, struct dt_enabled *e, bool is_new)
{
	const struct dt_probe *p = e->probe;
	const char *why = dt_session_inside_refusal(d, p);

	e->is_dropped = true;
	if (is_new && why)
		dt_vec_push(&d->registry.skips,
			    (struct dt_skip){p->prov, p->mod, p->func, p->name, 0, why});
}

// ---- traps of the kernel

struct trap {
	const struct dt_inside_file *file;
	uint64_t address; // the file's
};

/** Collects the addresses of the kernel's probes in files with sites. */
static void collect_traps(const struct dtrace *d, struct dt_map *traps)
{
	static const char found;

	dt_vec_foreach (&d->programs->enabled, e) {
		const struct dt_probe *p = (*e)->probe;

		for (size_t i = 0; !is_candidate(*e) && i < p->n_sites; i++) {
			struct trap trap = {.file = find_file(d, &p->sites[i])};

			if (!trap.file || !trap.file->text)
				continue;
			trap.address = dt_text_address(trap.file->text, p->sites[i].offset);
			dt_map_put(traps, &trap, sizeof(trap), (void *)&found);
		}
	}
}

static bool meets_trap(const struct dt_map *traps, const struct dt_inside_site *s)
{
	for (uint64_t at = s->plan.at; at < s->plan.end; at++) {
		struct trap trap = {s->file, at};

		if (dt_map_get(traps, &trap, sizeof(trap)))
			return true;
	}
	return false;
}

/** Leaves sites to the kernel that another probe's trap shares. The trap would break the jump, and
 *  the kernel executes the instruction of the file instead of the jump. */
static void leave_trapped(struct dtrace *d)
{
	struct dt_map traps = {0};

	collect_traps(d, &traps);
	dt_vec_foreach (&d->programs->enabled, ep) {
		struct dt_enabled *e = *ep;

		if (!e->is_inside || !meets_trap(&traps, find_site(d, e->probe)))
			continue;
		find_site(d, e->probe)->refusal = DT_REFUSE_TRAP;
		e->is_inside = false;
	}
	dt_map_deinit(&traps);
}

/** Returns an error if no probe is left, because none can be patched. */
static struct dt_error *check_any(const struct dtrace *d)
{
	const struct dt_inside_site *first = NULL;

	dt_vec_foreach (&d->programs->enabled, e)
		if (is_candidate(*e) && !(*e)->is_dropped)
			return NULL;
	dt_vec_foreach (&d->inside->sites, s)
		if (!first && s->refusal != DT_REFUSE_NONE)
			first = s;
	if (!first)
		return NULL;
	return dt_error_new(DT_ERR_PRIVILEGE,
			    "no probe can run inside process %d: %s:%s:%s:%s %s; run dtrace as "
			    "root, so that the kernel serves it",
			    (int)d->inside->pid, first->probe->prov, first->probe->mod,
			    first->probe->func, first->probe->name,
			    dt_refusal_texts[first->refusal]);
}

struct dt_error *dt_session_inside_plan(struct dtrace *d)
{
	bool has_kernel = dt_bpf_may_trace();

	DT_TRY(open_target(d));
	if (!d->inside->pid)
		return NULL;
	dt_vec_foreach (&d->programs->enabled, ep) {
		struct dt_enabled *e = *ep;
		bool is_new = is_candidate(e) && !find_site(d, e->probe);

		if (!is_candidate(e))
			continue;
		if (e->probe->is_retained) {
			e->is_dropped = !has_kernel;
			continue;
		}
		if (is_new)
			plan_site(d, e->probe);
		e->is_inside = dt_session_inside_has(d, e->probe);
		if (!e->is_inside && !has_kernel)
			drop_probe(d, e, is_new);
	}
	leave_trapped(d);
	return check_any(d);
}
