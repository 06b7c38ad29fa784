/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Plans sites: reads the files of probes that may run inside the target, and determines whether
 * each address can be patched. Unless all sites of a probe can be patched, the kernel runs the
 * probe, so no return is lost. If the kernel is not available, dtrace reports a skipped place.
 *
 * Decision: docs/dev/decisions/0123-target-waits-at-its-linker.md
 */
#include "session/program/body/body.h"

#include "base/suggest.h"
#include "session/compile/compile.h"
#include "session/process/process.h"
#include "session/program/inside/following.h"
#include "symbols/process/proc.h"

#include <string.h>
#include <sys/stat.h>

/** Reports whether the probe may run inside the process. */
static bool is_candidate(const struct dt_probe *p, pid_t pid)
{
	return p->context && p->context->in_target && (p->is_retained || p->sites->pid == pid);
}

// ---- files

typedef dt_vec(struct dt_proc_mapping) mappings;

/** Lists the mappings of files, without their paths. */
static void list_mappings(pid_t pid, mappings *ret)
{
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;

	if (!dt_proc_maps_open(&maps, pid))
		return;
	while (dt_proc_maps_next(&maps, &m))
		if (m.inode)
			dt_vec_push(ret, m);
	dt_proc_maps_close(&maps);
}

/** Finds the mappings of a file. */
static void find_mappings(struct dt_inside_file *f, const mappings *list)
{
	bool found = false;

	f->low = f->high = 0;
	dt_vec_foreach (list, m) {
		if (m->inode != f->inode)
			continue;
		f->low = f->low && f->low < m->start ? f->low : m->start;
		f->high = f->high > m->end ? f->high : m->end;
		if (found || !m->is_executable || f->offset < m->offset ||
		    f->offset - m->offset >= m->end - m->start)
			continue;
		found = true;
		f->bias = m->start + (f->offset - m->offset) - dt_text_address(f->text, f->offset);
	}
	if (!found)
		f->low = f->high = 0;
}

/** Returns the known file of a path, or NULL with the path's facts; all 0: there is no such file.
 *  Providers open a file by different paths, and once it is unmapped, its path may lead to another.
 */
static struct dt_inside_file *find_file(const struct dtrace *d, const char *path, struct stat *st)
{
	*st = (struct stat){0};
	dt_vec_foreach (&d->inside->files, known)
		if ((*known)->high && !strcmp((*known)->path, path))
			return *known;
	stat(path, st);
	dt_vec_foreach (&d->inside->files, known)
		if ((*known)->device == st->st_dev && (*known)->inode == st->st_ino)
			return *known;
	return NULL;
}

struct dt_inside_file *dt_session_inside_file(const struct dtrace *d, const struct dt_site *s)
{
	struct stat st;
	struct dt_inside_file *f = d->inside->files.len ? find_file(d, s->path, &st) : NULL;

	return f && f->inode ? f : NULL;
}

/** Returns the text of a file. */
static struct dt_inside_text *open_text(struct dtrace *d, const char *path, const struct stat *st)
{
	struct dt_inside_text *t;
	struct dt_error *err;

	dt_vec_foreach (&d->following->texts, known)
		if ((*known)->device == st->st_dev && (*known)->inode == st->st_ino)
			return *known;
	t = dt_zalloc(sizeof(*t));
	t->device = st->st_dev;
	t->inode = st->st_ino;
	err = dt_text_open(path, &t->text);
	if (err)
		dt_session_debug(d, "%s: %s", path, err->message);
	dt_error_destroy(err);
	dt_vec_push(&d->following->texts, t);
	return t;
}

struct dt_inside_file *dt_session_inside_open(struct dtrace *d, const struct dt_site *s)
{
	struct stat st;
	struct dt_inside_file *f = find_file(d, s->path, &st);
	mappings list = {0};

	if (f)
		return f;
	f = dt_zalloc(sizeof(*f));
	f->path = s->path;
	f->device = st.st_dev;
	f->inode = st.st_ino;
	f->offset = s->offset;
	dt_vec_push(&d->inside->files, f);
	f->shared = open_text(d, f->path, &st);
	f->text = f->shared->text;
	if (f->text) {
		list_mappings(d->inside->pid, &list);
		find_mappings(f, &list);
		f->is_new = f->high;
		dt_vec_deinit(&list);
	}
	return f;
}

// ---- sites

/** The plan of a site alone. Padding that it uses is no other site's. */
struct planned {
	enum dt_refusal refusal;
	struct dt_plan plan;
};

/** Returns the plan of a site in a text, which is made once for all processes. */
static const struct planned *plan_alone(struct dt_inside_text *t, const struct dt_site *s)
{
	uint64_t key = s->offset << 1 | s->is_entry;
	struct planned *p = dt_map_get(&t->plans, &key, sizeof(key));

	if (p)
		return p;
	p = dt_zalloc(sizeof(*p));
	p->refusal = s->is_entry ? dt_text_plan_entry(t->text, s->offset - s->shown, &p->plan)
				 : dt_text_plan_offset(t->text, s->offset, &p->plan);
	dt_map_put(&t->plans, &key, sizeof(key), p);
	return p;
}

/** Plans a site that has no body, unless it is known that it is never executed. No goroutine is
 *  suspended before the target runs. */
void dt_session_inside_plan_site(struct dtrace *d, struct dt_inside_site *site)
{
	const struct planned *p;

	if (site->body || site->refusal == DT_REFUSE_NONE || !site->file->high || !site->file->text)
		return;
	p = plan_alone(site->file->shared, site->site);
	site->refusal = p->refusal;
	site->plan = p->plan;
	if (!site->refusal && site->plan.is_split && !d->targets->list.data->waiting)
		site->refusal = DT_REFUSE_GO_SPLIT;
}

static void list_sites(struct dtrace *d, const struct dt_probe *p)
{
	while (d->inside->by_probe.len <= p->serial)
		dt_vec_push(&d->inside->by_probe, 0);
	d->inside->by_probe.data[p->serial] = (uint32_t)d->inside->sites.len + 1;
	for (size_t i = 0; i < p->n_sites; i++) {
		struct dt_inside_site site = {.probe = p,
					      .site = &p->sites[i],
					      .file = dt_session_inside_open(d, &p->sites[i]),
					      .refusal = DT_REFUSE_NO_FUNCTION};

		dt_vec_push(&d->inside->sites, site);
	}
}

/** Plans the sites of probes that have none yet. Returns the number of the first new site. */
static size_t plan_sites(struct dtrace *d)
{
	struct dt_inside *in = d->inside;
	size_t first = in->sites.len;

	dt_vec_foreach (&d->programs->enabled, e)
		if (is_candidate((*e)->probe, in->pid) && !(*e)->probe->is_retained &&
		    !dt_session_inside_sites(d, (*e)->probe))
			list_sites(d, (*e)->probe);
	dt_session_bodies_plan(d, first);
	for (size_t i = first; i < in->sites.len; i++)
		dt_session_inside_plan_site(d, &in->sites.data[i]);
	return first;
}

void dt_session_inside_plan_later(struct dtrace *d, const struct dt_probe *p)
{
	struct dt_inside_site *sites;
	const struct dt_inside_site *refused;

	list_sites(d, p);
	sites = dt_session_inside_sites(d, p);
	for (size_t i = 0; i < p->n_sites; i++)
		dt_session_inside_plan_site(d, &sites[i]);
	refused = dt_session_inside_refused(d, p);
	if (!refused)
		return;
	dt_session_inside_skip(d, refused, p->n_sites);
	for (size_t i = 0; i < p->n_sites; i++)
		sites[i].refusal = refused->refusal;
}

/** Plans the sites of a probe in a file that the image has mapped. `last` is the file of the probe
 *  before. */
static void plan_for_image(struct dtrace *d, const struct dt_probe *p,
			   const struct dt_inside_file **last, const char **path)
{
	struct dt_inside_site *s;

	dt_session_following_accept(d);
	if (p->is_retained || !p->n_sites || dt_session_inside_sites(d, p))
		return;
	if (p->sites->path != *path) {
		*path = p->sites->path;
		*last = dt_session_inside_open(d, p->sites);
	}
	if (!(*last)->high)
		return;
	list_sites(d, p);
	s = dt_session_inside_sites(d, p);
	for (size_t i = 0; i < p->n_sites; i++)
		dt_session_inside_plan_site(d, &s[i]);
}

struct dt_inside_site *dt_session_inside_sites(const struct dtrace *d, const struct dt_probe *p)
{
	const struct dt_inside *in = d->inside;
	uint32_t n = p->serial < in->by_probe.len ? in->by_probe.data[p->serial] : 0;

	return n ? &in->sites.data[n - 1] : NULL;
}

size_t dt_session_inside_spans(const struct dt_plan *plan,
			       struct dt_inside_span ret[DT_INSIDE_SPANS])
{
	uint64_t jump_end = plan->at + (plan->hop ? DT_HOP : DT_JUMP);

	if (plan->end == plan->at)
		return 0;
	ret[0] = (struct dt_inside_span){plan->at, jump_end > plan->end ? jump_end : plan->end};
	ret[1] = (struct dt_inside_span){plan->hop, plan->hop + DT_JUMP};
	return plan->hop ? 2 : 1;
}

struct dt_inside_site *dt_session_inside_refused(const struct dtrace *d, const struct dt_probe *p)
{
	struct dt_inside_site *s = dt_session_inside_sites(d, p);

	for (size_t i = 0; s && i < p->n_sites; i++)
		if (s[i].refusal != DT_REFUSE_NONE && !s[i].in_place)
			return &s[i];
	return NULL;
}

struct dt_probe *dt_session_inside_in_place(const struct dtrace *d, const struct dt_probe *p)
{
	const struct dt_inside_site *s = dt_session_inside_sites(d, p);
	struct dt_site *sites;
	struct dt_probe *ret;
	size_t n = 0;

	for (size_t i = 0; s && i < p->n_sites; i++)
		n += s[i].in_place;
	if (!n)
		return NULL;
	sites = dt_arena_array(d->compile->arena, struct dt_site, n);
	ret = dt_arena_new(d->compile->arena, struct dt_probe);
	*ret = *p;
	ret->sites = sites;
	ret->n_sites = n;
	for (size_t i = 0; i < p->n_sites; i++)
		if (s[i].in_place)
			*sites++ = *s[i].site;
	return ret;
}

/** Returns the process whose probes may run inside it, or 0. */
static pid_t choose_target(const struct dtrace *d)
{
	pid_t pid = dt_session_why_kernel(d) ? 0 : dt_session_target_inside(d);

	if (!pid)
		return 0;
	dt_vec_foreach (&d->programs->enabled, e)
		if (is_candidate((*e)->probe, pid) &&
		    (!(*e)->probe->is_retained || !dt_session_has_kernel(d)))
			return pid;
	return 0;
}

struct dt_error *dt_session_inside_refuse(struct dtrace *d, struct dt_error *err)
{
	if (err && dt_session_has_kernel(d))
		d->inside->refused = dt_arena_printf(
		    d->compile->arena, "fires in the kernel, because %s", err->message);
	return err;
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
	err = dt_session_inside_refuse(d, err);
	if (in->refused) {
		in->pid = 0;
		dt_error_destroy(err);
		return NULL;
	}
	if (err)
		return err;
	in->is_open = true;
	dt_session_inside_count(d);
	return NULL;
}

void dt_session_inside_skip(struct dtrace *d, const struct dt_inside_site *s, size_t n_places)
{
	const struct dt_probe *p = s->probe;

	if (p->serial < d->inside->first_new)
		return;
	dt_vec_push(&d->registry.skips, ((struct dt_skip){.prov = p->prov,
							  .mod = p->mod,
							  .func = p->func,
							  .name = p->name,
							  .offset = s->site->shown,
							  .why = dt_refusal_texts[s->refusal],
							  .n_places = n_places}));
}

// ---- traps of the kernel

struct trap {
	const struct dt_inside_file *file;
	uint64_t address; // the file's
};

// Registers that the programs of traps may read are not dead in front of them.
void dt_session_inside_add_traps(const struct dtrace *d, const struct dt_probe *p,
				 struct dt_map *traps)
{
	static const char found;

	for (size_t i = 0; i < p->n_sites; i++) {
		struct trap trap = {.file = dt_session_inside_file(d, &p->sites[i])};

		if (!trap.file || !trap.file->text)
			continue;
		trap.address = dt_text_address(trap.file->text, p->sites[i].offset);
		dt_map_put(traps, &trap, sizeof(trap), (void *)&found);
		dt_text_note_trap(trap.file->text, trap.address);
	}
}

bool dt_session_inside_is_trapped(const struct dt_inside_site *s, const struct dt_map *traps)
{
	struct dt_inside_span spans[DT_INSIDE_SPANS];

	for (size_t k = 0, n = dt_session_inside_spans(&s->plan, spans); k < n; k++)
		for (uint64_t at = spans[k].begin; at < spans[k].end; at++) {
			struct trap trap = {s->file, at};

			if (dt_map_get(traps, &trap, sizeof(trap)))
				return true;
		}
	return false;
}

/** Returns a site of the probe in which a trap lies, or NULL. */
static struct dt_inside_site *find_trapped(const struct dtrace *d, const struct dt_map *traps,
					   const struct dt_probe *p,
					   const struct dt_inside_body **clean)
{
	struct dt_inside_site *s = dt_session_inside_sites(d, p);

	for (size_t i = 0; i < p->n_sites; i++) {
		if (s[i].body && s[i].body == *clean)
			continue;
		if (dt_session_inside_is_trapped(&s[i], traps))
			return &s[i];
		*clean = s[i].body;
	}
	return NULL;
}

/** Leaves probes to the kernel if it probes an instruction of theirs that a jump replaces. The trap
 *  would break the jump, and the kernel executes the instruction of the file instead of the jump.
 */
static void leave_trapped(struct dtrace *d)
{
	struct dt_map traps = {0};
	bool has_left = true;

	dt_vec_foreach (&d->programs->enabled, e)
		if (!(*e)->is_inside && !(*e)->is_dropped)
			dt_session_inside_add_traps(d, (*e)->probe, &traps);
	while (has_left && traps.len) {
		const struct dt_inside_body *clean = NULL; // the last one without a trap

		has_left = false;
		dt_vec_foreach (&d->programs->enabled, e) {
			struct dt_inside_site *s =
			    (*e)->is_inside ? find_trapped(d, &traps, (*e)->probe, &clean) : NULL;

			if (!s)
				continue;
			s->refusal = DT_REFUSE_TRAP;
			(*e)->is_inside = false;
			dt_session_inside_add_traps(d, (*e)->probe, &traps);
			clean = NULL;
			has_left = true;
		}
	}
	if (d->inside->finds && dt_session_inside_is_trapped(&d->inside->finder.planned, &traps))
		d->inside->finds = false;
	dt_map_deinit(&traps);
}

/** Reports whether a site of the probe can be patched, as far as is known. */
static bool has_site(const struct dtrace *d, const struct dt_probe *p)
{
	const struct dt_inside_site *s = dt_session_inside_sites(d, p);

	for (size_t i = 0; s && i < p->n_sites; i++)
		if (s[i].refusal == DT_REFUSE_NONE)
			return true;
	return false;
}

struct dt_error *dt_session_inside_check(const struct dtrace *d)
{
	const struct dt_inside_site *first = NULL;

	if (dt_session_has_kernel(d))
		return NULL;
	dt_vec_foreach (&d->programs->enabled, ep) {
		const struct dt_enabled *e = *ep;

		if (is_candidate(e->probe, d->inside->pid) && !e->is_dropped &&
		    (e->probe->is_retained || has_site(d, e->probe)))
			return NULL;
	}
	dt_vec_foreach (&d->inside->sites, s)
		if (!first && s->refusal != DT_REFUSE_NONE)
			first = s;
	if (!first)
		return NULL;
	return dt_error_new(
	    DT_ERR_PRIVILEGE, "no probe can run inside process %d: %s:%s:%s:%s %s; %s",
	    (int)d->inside->pid, first->probe->prov, first->probe->mod, first->probe->func,
	    first->probe->name, dt_refusal_texts[first->refusal],
	    dt_bpf_may_trace() ? "use -x engine=kernel"
			       : "run dtrace as root, so that the kernel serves it");
}

/** Reports whether programs may wait in the target: they read the clock. */
static bool may_wait(const struct dtrace *d)
{
	return !d->inside->facts.is_filtered || !d->inside->facts.counter_is_off;
}

/** Plans a site of dtrace's own at h->path. Returns false if it cannot be patched. */
static bool plan_own_site(struct dtrace *d, struct dt_inside_hook *h)
{
	h->site.path = h->path;
	h->site.is_entry = true;
	h->planned = (struct dt_inside_site){.site = &h->site,
					     .file = dt_session_inside_open(d, &h->site),
					     .refusal = DT_REFUSE_NO_FUNCTION};
	dt_session_inside_plan_site(d, &h->planned);
	return h->planned.refusal == DT_REFUSE_NONE;
}

static void plan_finder(struct dtrace *d)
{
	struct dt_inside_hook *h = &d->inside->finder;

	if (h->path)
		return;
	if (dt_session_finder(d->inside->pid, &h->path, &h->site.offset))
		d->inside->finds = plan_own_site(d, h);
	dt_session_debug(d, "unwinders of process %d find tables of stubs by %s: %s",
			 (int)d->inside->pid, h->path ? h->path : "nothing",
			 dt_refusal_texts[h->planned.refusal]);
}

void dt_session_inside_plan_image(struct dtrace *d)
{
	const struct dt_inside_file *last = NULL;
	const char *path = NULL;

	plan_finder(d);
	dt_vec_foreach (&d->programs->groups, g)
		for (size_t i = 0; !(*g)->why && (*g)->is_inside && i < (*g)->probes.len; i++)
			plan_for_image(d, (*g)->probes.data[i], &last, &path);
}

/** Plans the hook, if probes of files that are mapped later may join programs inside the target.
 *  The kernel serves those of root, because it may have to serve some of their sites. */
static void plan_hook(struct dtrace *d)
{
	struct dt_inside_hook *h = &d->inside->hook;
	bool is_wanted = false;

	dt_vec_foreach (&d->programs->enabled, e)
		is_wanted |= (*e)->probe->is_retained && is_candidate((*e)->probe, d->inside->pid);
	if (h->path || !is_wanted || dt_session_has_kernel(d) || !may_wait(d) ||
	    !dt_session_linker_hook(d->inside->pid, &h->path, &h->site.offset))
		return;
	d->inside->waits = plan_own_site(d, h);
	dt_session_debug(d, "process %d waits in %s while files that it maps are probed: %s",
			 (int)d->inside->pid, h->path, dt_refusal_texts[h->planned.refusal]);
}

/** Reports whether the probe's sites are among those from number `first` on. */
static bool is_new(const struct dtrace *d, const struct dt_probe *p, size_t first)
{
	return dt_session_inside_sites(d, p) >= d->inside->sites.data + first;
}

struct dt_error *dt_session_inside_plan(struct dtrace *d)
{
	bool has_kernel = dt_session_has_kernel(d);
	size_t first;

	DT_TRY(open_target(d));
	if (!d->inside->pid)
		return NULL;
	plan_hook(d);
	plan_finder(d);
	first = plan_sites(d);
	dt_vec_foreach (&d->programs->enabled, ep) {
		const struct dt_inside_site *refused;
		struct dt_enabled *e = *ep;

		if (!is_candidate(e->probe, d->inside->pid))
			continue;
		if (e->probe->is_retained) {
			e->is_inside = d->inside->waits || dt_session_may_follow_programs(d);
			e->is_dropped = !has_kernel && !e->is_inside;
			continue;
		}
		refused = dt_session_inside_refused(d, e->probe);
		e->is_inside = !refused;
		e->is_dropped = refused && !has_kernel;
		if (e->is_dropped && is_new(d, e->probe, first))
			dt_session_inside_skip(d, refused, e->probe->n_sites);
	}
	leave_trapped(d);
	return dt_session_inside_check(d);
}

// ---- files that come and go

typedef dt_vec(struct dt_place_code) ranges;

/** Forgets that a file was mapped, and where. */
static void forget_mapped(struct dt_inside *in, const struct dt_inside_file *was,
			  struct dt_inside_file *f, ranges *gone)
{
	dt_vec_push(gone, ((struct dt_place_code){was->low, was->high}));
	dt_vec_foreach (&in->sites, s)
		if (s->file == f)
			s->is_patched = false;
	dt_vec_foreach (&in->areas, a)
		a->is_free = a->is_free || a->only == f;
}

struct dt_error *dt_session_inside_refresh(struct dtrace *d)
{
	struct dt_inside *in = d->inside;
	struct dt_error *err = NULL;
	mappings list = {0};
	ranges gone = {0};

	list_mappings(in->pid, &list);
	dt_vec_foreach (&in->files, fp) {
		struct dt_inside_file *f = *fp, was = *f;

		if (!f->text)
			continue;
		find_mappings(f, &list);
		if (was.high && (!f->high || f->bias != was.bias))
			forget_mapped(in, &was, f, &gone);
		f->is_new = f->high && (!was.high || f->bias != was.bias);
	}
	if (gone.len)
		err = dt_place_forget(d->targets->placer, in->pid, gone.data, gone.len);
	dt_vec_deinit(&list);
	dt_vec_deinit(&gone);
	return err;
}

// ---- counters of attached probes (semaphores)

typedef dt_vec(uint64_t) addresses;

static bool has(const addresses *list, uint64_t address)
{
	dt_vec_foreach (list, a)
		if (*a == address)
			return true;
	return false;
}

/** Returns the address of an offset in the private data of a file, or 0. */
static uint64_t find_address(pid_t pid, const char *path, uint64_t offset)
{
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;
	uint64_t ret = 0;
	struct stat st;

	if (stat(path, &st) || !dt_proc_maps_open(&maps, pid))
		return 0;
	while (!ret && dt_proc_maps_next(&maps, &m))
		if (m.inode == st.st_ino && m.is_writable && offset >= m.offset &&
		    offset - m.offset < m.end - m.start)
			ret = m.start + (offset - m.offset);
	dt_proc_maps_close(&maps);
	return ret;
}

struct dt_error *dt_session_inside_raise(struct dtrace *d)
{
	struct dt_inside *in = d->inside;
	struct dt_error *err = NULL;
	struct dt_map known = {0};
	addresses list = {0};

	dt_vec_foreach (&in->sites, s) {
		struct {
			const struct dt_inside_file *file;
			uint64_t offset;
		} key = {s->file, s->site->semaphore};
		uint64_t at;

		if (!s->is_patched || !s->file->is_new || !key.offset ||
		    dt_map_get(&known, &key, sizeof(key)))
			continue;
		dt_map_put(&known, &key, sizeof(key), s);
		at = find_address(in->pid, s->file->path, key.offset);
		if (at && !has(&list, at))
			dt_vec_push(&list, at);
	}
	if (list.len)
		err = dt_place_raise(d->targets->placer, in->pid, list.data, list.len);
	dt_vec_deinit(&list);
	dt_map_deinit(&known);
	return err;
}
