/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Attaches programs to kernel functions. Their addresses are looked up when programs are attached,
 * in one pass over the kernel's symbols.
 *
 * An instruction's address is its function's address plus the offset; it must be below the next
 * symbol.
 *
 * The kernel accepts all functions of a multi-link or none. If it refuses, the two halves are tried
 * again, down to single functions. This never happens with lists that have addresses.
 *
 * Decision: docs/dev/decisions/0052-fbt-by-kprobe-multi.md
 */
#include "provider/fbt/internal.h"

#include "base/host/events.h"
#include "ebpf/attach.h"
#include "symbols/kernel/address.h"
#include "symbols/kernel/symbols.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	RETPROBE = 1,		 // the bit in the config of a kprobe's event
	LANDING = 16,		 // maximum bytes from a function to its traced address
	MANY = 50,		 // number of kprobes from which dtrace prints a warning
	SINGLES_PER_SECOND = 20, // rate of removal; attaching is some ten times as fast
};

uint32_t dt_fbt_event_type(void)
{
	FILE *f = fopen("/sys/bus/event_source/devices/kprobe/type", "re");
	uint32_t type = 0;

	if (f && fscanf(f, "%u", &type) != 1)
		type = 0;
	if (f)
		fclose(f);
	return type;
}

// ---- addresses

struct probed_address {
	const struct dt_probe *probe;
	uint64_t address;
};
typedef dt_vec(struct probed_address) probed_addresses;

/** A probe whose function is looked up. */
struct wanted {
	const struct dt_probe *probe;
	probed_addresses *probed_addresses; // receives the addresses, for its attachment
	struct wanted *next;		    // probe of a function of the same name
};

struct lookup {
	dt_vec(struct wanted) probes;
	struct dt_map functions; // name → struct wanted
};

/** Returns the offset of an instruction's probe in its function, else 0. */
static uint64_t offset_of(const struct dt_probe *p)
{
	bool is_instruction = p->context == dt_fbt_context(DT_FBT_SINGLE, DT_FBT_OFFSET);

	return is_instruction ? strtoull(p->name, NULL, 16) : 0;
}

static bool is_traced_at(const struct dt_fbt_function *f, uint64_t address)
{
	for (const struct dt_fbt_entry *e = f->entries; e; e = e->next)
		if (e->address - address <= LANDING)
			return true;
	return !f->entries;
}

static void note_address(void *self, const char *module, const char *name, uint64_t address)
{
	const struct lookup *l = self;

	for (const struct wanted *w = dt_map_get_str(&l->functions, name); w; w = w->next)
		if (!strcmp(w->probe->mod, module) && is_traced_at(w->probe->own, address))
			dt_vec_push(
			    w->probed_addresses,
			    (struct probed_address){w->probe, address + offset_of(w->probe)});
}

static void want_functions(struct lookup *l, const struct dt_attachment *a, probed_addresses *to)
{
	for (size_t i = 0; i < a->n_probes; i++) {
		const struct dt_probe *p = a->probes[i];

		if (p->is_retained)
			continue;
		dt_vec_push(&l->probes,
			    (struct wanted){p, to, dt_map_get_str(&l->functions, p->func)});
		dt_map_put_str(&l->functions, p->func, &dt_vec_last(&l->probes));
	}
}

/** Finds the places of each attachment, in one pass over the kernel's symbols. */
static struct dt_error *look_up_functions(const struct dt_attachment *a, size_t n,
					  probed_addresses *ret)
{
	struct lookup l = {0};
	size_t all = 0;
	bool found;

	for (size_t i = 0; i < n; i++)
		all += a[i].n_probes;
	dt_vec_reserve(&l.probes, all); // the map points to the elements, so they must not move
	for (size_t i = 0; i < n; i++)
		want_functions(&l, &a[i], &ret[i]);
	found = !l.probes.len || dt_kernel_text_each(&(struct dt_kernel_text){&l, note_address});
	dt_map_deinit(&l.functions);
	dt_vec_deinit(&l.probes);
	if (!found)
		return dt_error_new(DT_ERR_UNSUPPORTED,
				    "attach %s:%s:%s:%s: the kernel hides its addresses "
				    "(kernel.kptr_restrict)",
				    a->probes[0]->prov, a->probes[0]->mod, a->probes[0]->func,
				    a->probes[0]->name);
	return NULL;
}

// ---- attaching

static bool is_return(const struct dt_attachment *a)
{
	return a->context->has_returned;
}

static void note_skip(const struct dt_probe *p, const char *why, struct dt_links *links)
{
	dt_vec_push(&links->skips, ((struct dt_skip){.prov = p->prov,
						     .mod = p->mod,
						     .func = p->func,
						     .name = p->name,
						     .offset = (uint32_t)offset_of(p),
						     .why = why}));
}

static void note_refusal(const struct dt_probe *p, int failed, struct dt_links *links)
{
	if (failed != EINVAL && failed != EILSEQ && failed != ENOENT)
		note_skip(p, strerrordesc_np(failed), links);
	else if (offset_of(p))
		note_skip(p, "no instruction begins there, or the kernel refuses to probe it",
			  links);
	else
		note_skip(p, "the kernel refuses a probe there", links);
}

/** Skips offsets beyond the end of their functions. */
static void skip_outside(probed_addresses *all, struct dt_links *links)
{
	struct dt_kernel_symbols symbols = {0};
	size_t n = 0;

	dt_vec_foreach (all, v) {
		uint64_t offset = offset_of(v->probe);
		struct dt_symbol s;

		if (offset &&
		    (!dt_kernel_symbol(&symbols, v->address, &s) || s.start != v->address - offset))
			note_skip(v->probe, "the offset is outside the function", links);
		else
			all->data[n++] = *v;
	}
	all->len = n;
	dt_kernel_symbols_deinit(&symbols);
}

/** Reports whether the error concerns this function, rather than probing in general. */
static bool is_refusal(int failed)
{
	return failed == EINVAL || failed == ENOENT || failed == ESRCH || failed == EILSEQ ||
	       failed == EADDRNOTAVAIL || failed == EBUSY || failed == EEXIST;
}

static struct dt_error *attach_error(const struct probed_address *v, size_t n, int failed)
{
	const struct dt_probe *p = v->probe;
	dt_cleanup(dt_free_p) char *others =
	    n > 1 ? dt_asprintf(" and %zu others", n - 1) : dt_strdup("");

	return dt_error_os(failed, "attach %s:%s:%s:%s%s%s", p->prov, p->mod, p->func, p->name,
			   others, dt_perf_advice(failed));
}

static int link_addresses(const struct dt_attachment *a, const struct probed_address *v, size_t n)
{
	dt_cleanup(dt_free_p) uint64_t *addresses = dt_malloc(n * sizeof(*addresses));
	dt_cleanup(dt_free_p) uint64_t *cookies = dt_malloc(n * sizeof(*cookies));

	for (size_t i = 0; i < n; i++) {
		addresses[i] = v[i].address;
		cookies[i] = v[i].probe->id;
	}
	return dt_bpf_attach_functions(a->program, addresses, cookies, n, is_return(a));
}

static struct dt_error *attach_multi(const struct dt_attachment *a, const struct probed_address *v,
				     size_t n, struct dt_links *links)
{
	int fd = link_addresses(a, v, n);

	if (fd >= 0) {
		dt_vec_push(&links->fds, fd);
		return NULL;
	}
	if (!is_refusal(-fd))
		return attach_error(v, n, -fd);
	if (n == 1) {
		note_refusal(v->probe, -fd, links);
		return NULL;
	}
	DT_TRY(attach_multi(a, v, n / 2, links));
	return attach_multi(a, v + n / 2, n - n / 2, links);
}

/** Creates a kprobe and attaches the program. Returns a descriptor that keeps both, or minus errno.
 */
static int link_event(const struct dt_attachment *a, const struct probed_address *v, uint32_t type)
{
	struct perf_event_attr attr = {
	    .type = type,
	    .size = sizeof(attr),
	    .config = is_return(a) ? RETPROBE : 0,
	    .config2 = v->address, // config1, the function's name, stays 0
	};
	int event = syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC), link;

	if (event < 0)
		return -errno;
	link = dt_bpf_attach_event(a->program, event, v->probe->id);
	close(event);
	return link;
}

static bool is_stopped(const struct dt_links *links)
{
	return links->stop && *links->stop;
}

/** Warns before attaching many kprobes, because detaching them takes long. */
static void warn_of_singles(size_t n, struct dt_links *links)
{
	dt_cleanup(dt_free_p) char *text = NULL;

	if (n < MANY || !links->message)
		return;
	text = dt_asprintf("%zu functions of the kernel: this one has no kprobe_multi "
			   "(CONFIG_FPROBE) and takes about %zu seconds to remove a kprobe from "
			   "each; ^C ends attaching",
			   n, (n + SINGLES_PER_SECOND - 1) / SINGLES_PER_SECOND);
	links->message(links->self, text);
}

static struct dt_error *attach_singles(const struct dt_attachment *a, const probed_addresses *all,
				       struct dt_links *links)
{
	uint32_t type = dt_fbt_event_type();

	warn_of_singles(all->len, links);
	links->to_attach += all->len;
	dt_vec_foreach (all, v) {
		int fd;

		if (is_stopped(links))
			break;
		fd = link_event(a, v, type);
		if (fd >= 0)
			dt_links_add_event(links, fd);
		else if (is_refusal(-fd))
			note_refusal(v->probe, -fd, links);
		else
			return attach_error(v, 1, -fd);
		links->attached++;
		if (links->progress)
			links->progress(links->self, "placed", links->attached, links->to_attach);
	}
	return NULL;
}

/** Returns the error for a program whose probes were all skipped, with the first reason. */
static struct dt_error *none_attached(const struct dt_skip *s)
{
	return dt_error_new(DT_ERR_UNSUPPORTED, "attach %s:%s:%s:%s: %s", s->prov, s->mod, s->func,
			    s->name, s->why);
}

static struct dt_error *attach_functions(const struct dt_attachment *a, probed_addresses *all,
					 struct dt_links *links)
{
	size_t attached = links->fds.len, skipped = links->skips.len;
	struct dt_error *err = NULL;

	skip_outside(all, links);
	if (all->len)
		err = a->context->attach == DT_ATTACH_KPROBE
			  ? attach_singles(a, all, links)
			  : attach_multi(a, all->data, all->len, links);
	if (!err && links->fds.len == attached && links->skips.len > skipped)
		err = none_attached(&links->skips.data[skipped]);
	return err;
}

struct dt_error *dt_fbt_attach(const struct dt_attachment *a, size_t n, struct dt_links *links)
{
	dt_cleanup(dt_free_p) probed_addresses *found = dt_zalloc(n * sizeof(*found));
	struct dt_error *err = look_up_functions(a, n, found);

	for (size_t i = 0; i < n; i++) {
		if (!err)
			err = attach_functions(&a[i], &found[i], links);
		dt_vec_deinit(&found[i]);
	}
	return err;
}
