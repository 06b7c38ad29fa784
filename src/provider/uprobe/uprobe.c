/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Attaches to addresses in files, by multi-links or by perf events.
 *
 * Decision: docs/dev/decisions/0023-sleep-at-uprobes-only.md
 * Decision: docs/dev/decisions/0028-debugger-breakpoints.md
 * Decision: docs/dev/decisions/0042-mapping-cost-warning.md
 * Decision: docs/dev/decisions/0057-exited-leader-by-events.md
 */
#include "provider/uprobe/uprobe.h"

#include "base/host/timed.h"
#include "base/time.h"
#include "ebpf/attach.h"
#include "ebpf/feature.h"
#include "provider/uprobe/changed.h"
#include "provider/uprobe/keeper.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
	FIRST_SITES = 128, // addresses of the first link
	SHORT_MS = 100,	   // if a link took less, the next one has twice as many
	LONG_MS = 300,	   // if a link took more, the next one has half as many
};

enum dt_attach dt_uprobe_attach_kind(pid_t pid)
{
	return dt_feature(DT_FEAT_UPROBES) && (!pid || dt_living_thread(pid) == pid)
		   ? DT_ATTACH_UPROBES
		   : DT_ATTACH_UPROBE;
}

const char *dt_uprobe_mechanism(const struct dt_context *context)
{
	return context->attach == DT_ATTACH_UPROBES ? "uprobe_multi" : "uprobe";
}

// ---- accessors

uint64_t dt_uprobe_cookie(const struct dt_probe *p, const struct dt_site *s)
{
	return (uint64_t)s->executed << DT_COOKIE_EXECUTED | (uint64_t)s->value << DT_COOKIE_SHIFT |
	       (uint64_t)s->flag << DT_COOKIE_FLAG | p->id;
}

static dt_reg read_cookie(struct dt_ir_func *f)
{
	return dt_ir_env(f, DT_ENV_COOKIE);
}

dt_reg dt_uprobe_site_value(struct dt_ir_func *f)
{
	dt_reg low = dt_ir_bini(f, DT_IR_SHL, read_cookie(f), 63 - DT_COOKIE_EXECUTED + 1);

	return dt_ir_bini(f, DT_IR_SHR, low, DT_COOKIE_SHIFT + 63 - DT_COOKIE_EXECUTED + 1);
}

dt_reg dt_uprobe_site_executed(struct dt_ir_func *f)
{
	return dt_ir_bini(f, DT_IR_SHR, read_cookie(f), DT_COOKIE_EXECUTED);
}

dt_reg dt_uprobe_site_flag(struct dt_ir_func *f)
{
	return dt_ir_bini(f, DT_IR_AND, dt_ir_bini(f, DT_IR_SHR, read_cookie(f), DT_COOKIE_FLAG),
			  1);
}

dt_reg dt_uprobe_probe_id(const struct dt_context *self, struct dt_ir_func *f,
			  const struct dt_probe_set *set)
{
	return dt_ir_bini(f, DT_IR_AND, read_cookie(f), (1LL << DT_COOKIE_FLAG) - 1);
}

// ---- attaching

/** An address of an attachment. */
struct probed_site {
	const struct dt_probe *probe;
	const struct dt_site *site;
};
typedef dt_vec(struct probed_site) probed_sites;

static int compare_sites(const void *a, const void *b)
{
	const struct probed_site *x = a, *y = b;
	int order = strcmp(x->site->path, y->site->path);

	if (!order)
		order = x->site->pid - y->site->pid;
	return order;
}

enum { NOT_SUPPORTED = 524 }; // the kernel's ENOTSUPP, which user space should never see

/** Reports whether the error concerns this address, rather than probing in general. */
static bool is_refusal(int failed)
{
	return failed == NOT_SUPPORTED || failed == EOPNOTSUPP || failed == EINVAL ||
	       failed == EIO || failed == EFAULT || failed == ENOEXEC;
}

static const char *reason_of(int failed)
{
	switch (failed) {
	case NOT_SUPPORTED:
	case EOPNOTSUPP:
		return "an instruction that the kernel refuses";
	case ENOEXEC:
		return "an instruction that the kernel does not know";
	default:
		return strerrordesc_np(failed);
	}
}

static void note_refusal(const struct probed_site *v, const char *why, struct dt_links *links)
{
	const struct dt_probe *p = v->probe;

	dt_vec_push(&links->skips, ((struct dt_skip){.prov = p->prov,
						     .mod = p->mod,
						     .func = p->func,
						     .name = p->name,
						     .offset = v->site->shown,
						     .why = why}));
}

static void collect_sites(const struct dt_attachment *a, struct dt_links *links, probed_sites *ret)
{
	for (size_t i = 0; i < a->n_probes; i++) {
		const struct dt_probe *p = a->probes[i];

		for (size_t k = 0; k < p->n_sites; k++) {
			struct probed_site v = {p, &p->sites[k]};

			if (v.site->hazard)
				note_refusal(&v, v.site->hazard, links);
			else
				dt_vec_push(ret, v);
		}
	}
}

/** Returns the error for places v[0 … n-1], which are of one file and process. */
static struct dt_error *attach_error(const struct probed_site *v, size_t n, int failed)
{
	const struct dt_probe *p = v->probe;
	dt_cleanup(dt_free_p) char *others =
	    n > 1 ? dt_asprintf(" and %zu places after it", n - 1) : dt_strdup("");

	return dt_error_os(failed, "attach %s:%s:%s:%s at offset %x%s", p->prov, p->mod, p->func,
			   p->name, v->site->shown, others);
}

/** Creates one link over places v[0 … n-1], which are of one file and process, and adds it to
 *  `links`. Returns its descriptor, or -1 with errno. */
static int link_sites(const struct probed_site *v, size_t n, const struct dt_bpf_program *program,
		      uint32_t event_type, struct dt_links *links)
{
	dt_cleanup(dt_free_p) uint64_t *offsets = dt_malloc(n * sizeof(*offsets));
	dt_cleanup(dt_free_p) uint64_t *cookies = dt_malloc(n * sizeof(*cookies));
	dt_cleanup(dt_free_p) uint64_t *semaphores = dt_malloc(n * sizeof(*semaphores));
	dt_cleanup(dt_free_p) const struct dt_site **sites = dt_malloc(n * sizeof(*sites));
	pid_t pid = v->site->pid && event_type ? dt_living_thread(v->site->pid) : v->site->pid;
	struct dt_uprobe_request q = {program->fd, v->site->path, pid,	   event_type,
				      n,	   offsets,	  cookies, semaphores};
	const struct dt_keeper_listener listener = dt_links_listener(links);
	int fd;

	for (size_t i = 0; i < n; i++) {
		offsets[i] = v[i].site->offset;
		cookies[i] = dt_uprobe_cookie(v[i].probe, v[i].site);
		sites[i] = v[i].site;
	}
	dt_uprobe_counters(links, sites, n, semaphores);
	fd = dt_keeper_link(&links->keeper, &q, &listener);
	if (fd >= 0)
		dt_vec_push(&links->fds, fd);
	dt_links_share(links);
	return fd;
}

static bool is_stopped(const struct dt_links *links)
{
	return links->stop && *links->stop;
}

/** Reports whether the failure can be ignored: the process has ended, which is reported elsewhere,
 *  or the wait for a link was cut short because tracing is ending. */
static bool is_ignorable(const struct probed_site *v, int error, const struct dt_links *links)
{
	return (error == ESRCH && v->site->pid) || (error == EINTR && is_stopped(links));
}

/** Leaves out places where a process has a jump of a dtrace that traces inside of it: a uprobe
 * would end the process. Returns the number of the others, which come first. */
static size_t leave_out_changed(struct probed_site *v, size_t n, struct dt_links *links)
{
	struct dt_changed changed;
	size_t kept = 0;

	dt_changed_find(v->site->path, v->site->pid, &changed);
	for (size_t i = 0; i < n; i++)
		if (dt_changed_at(&changed, v[i].site->offset))
			note_refusal(&v[i], "a jump of another dtrace's probes inside a process",
				     links);
		else
			v[kept++] = v[i];
	dt_changed_deinit(&changed);
	return kept;
}

/** Attaches v[0 … n-1]. The kernel accepts all places of a request or none, so the halves of a
 *  refused request are tried again, down to single places. */
static struct dt_error *attach_sites(const struct probed_site *v, size_t n,
				     const struct dt_bpf_program *program, struct dt_links *links)
{
	if (link_sites(v, n, program, 0, links) >= 0 || is_ignorable(v, errno, links))
		return NULL;
	if (!is_refusal(errno))
		return attach_error(v, n, errno);
	if (n == 1) {
		note_refusal(v, reason_of(errno), links);
		return NULL;
	}
	DT_TRY(attach_sites(v, n / 2, program, links));
	return attach_sites(v + n / 2, n - n / 2, program, links);
}

static void report_attached(struct dt_links *links, size_t n)
{
	links->attached += n;
	if (links->progress)
		links->progress(links->self, "placed", links->attached, links->to_attach);
}

/**
 * Attaches the places of one file, *some per link. A request cannot be interrupted, and the kernel
 * takes some microseconds for each place in each process that maps the file. A link therefore holds
 * as many places as are attached in a fraction of a second. It holds no fewer, because closing a
 * link waits for a grace period.
 */
static struct dt_error *attach_file(struct probed_site *v, size_t n,
				    const struct dt_bpf_program *program, size_t *some,
				    struct dt_links *links)
{
	size_t now;

	for (size_t done = 0; done < n && !is_stopped(links); done += now) {
		uint64_t begin = dt_now() / 1000000, took;
		size_t kept;

		now = n - done < *some ? n - done : *some;
		kept = leave_out_changed(v + done, now, links);
		if (kept)
			DT_TRY(attach_sites(v + done, kept, program, links));
		report_attached(links, now);
		took = dt_now() / 1000000 - begin;
		if (took < SHORT_MS)
			*some = now * 2 > *some ? now * 2 : *some;
		else if (took > LONG_MS && now > 1)
			*some = now / 2;
	}
	return NULL;
}

static struct dt_error *attach_multi(probed_sites *all, const struct dt_bpf_program *program,
				     struct dt_links *links)
{
	size_t first = 0, some = FIRST_SITES;

	for (size_t i = 1; i <= all->len; i++) {
		if (i < all->len && !compare_sites(&all->data[first], &all->data[i]))
			continue;
		DT_TRY(attach_file(&all->data[first], i - first, program, &some, links));
		first = i;
	}
	return NULL;
}

static struct dt_error *event_type(uint32_t *ret)
{
	static const char path[] = "/sys/bus/event_source/devices/uprobe/type";
	FILE *f = fopen(path, "re");
	int n;

	if (!f)
		return dt_error_os(errno, "this kernel cannot probe processes: %s", path);
	n = fscanf(f, "%u", ret);
	fclose(f);
	return n == 1 ? NULL : dt_error_new(DT_ERR_UNSUPPORTED, "%s holds no number", path);
}

static struct dt_error *attach_event(struct probed_site *v, const struct dt_bpf_program *program,
				     uint32_t type, struct dt_links *links)
{
	if (!leave_out_changed(v, 1, links) || link_sites(v, 1, program, type, links) >= 0 ||
	    is_ignorable(v, errno, links))
		return NULL;
	if (!is_refusal(errno))
		return attach_error(v, 1, errno);
	note_refusal(v, reason_of(errno), links);
	return NULL;
}

static struct dt_error *attach_events(probed_sites *all, const struct dt_bpf_program *program,
				      struct dt_links *links)
{
	uint32_t type;

	DT_TRY(event_type(&type));
	dt_vec_foreach (all, v) {
		if (is_stopped(links))
			break;
		DT_TRY(attach_event(v, program, type, links));
		report_attached(links, 1);
	}
	return NULL;
}

static struct dt_error *attach_program(const struct dt_attachment *a, struct dt_links *links)
{
	struct dt_error *err;
	probed_sites all = {0};

	collect_sites(a, links, &all);
	if (all.len)
		qsort(all.data, all.len, sizeof(*all.data), compare_sites);
	err = a->context->attach == DT_ATTACH_UPROBES ? attach_multi(&all, a->program, links)
						      : attach_events(&all, a->program, links);
	dt_vec_deinit(&all);
	return err;
}

struct dt_error *dt_uprobe_attach(const struct dt_attachment *a, size_t n, struct dt_links *links)
{
	struct dt_error *err = NULL;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < a[i].n_probes; k++)
			links->to_attach += a[i].probes[k]->n_sites;
	// The kernel calls the last attached program first. Programs that change registers must run
	// after the others; the others run in the order of the probes.
	for (int finishes = 1; finishes >= 0; finishes--)
		for (size_t i = n; i-- > 0 && !err;)
			if (finishes == !!a[i].context->finish)
				err = attach_program(&a[i], links);
	return err;
}
