/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Attaches programs. Accounts come first, so that they see the first event; then the probes, all
 * probes of a provider at once; last the accounts that release state which probes on the same event
 * still need.
 */
#include "session/program/program.h"

#include "provider/uprobe/uprobe.h"

typedef dt_vec(struct dt_attachment) attachments;

static struct dt_error *attach_accounts(struct dtrace *d, bool last)
{
	dt_vec_foreach (&d->programs->list, p) {
		const struct dt_account *account = (*p)->account;
		int fd;

		if (!account || account->is_last != last)
			continue;
		fd = dt_bpf_attach_tracepoint(&(*p)->loaded, account->tracepoint);
		if (fd < 0)
			return dt_error_os(-fd, "attach to %s, for %s", account->tracepoint,
					   account->user);
		dt_vec_push(&d->loaded->links.fds, fd);
	}
	return NULL;
}

static int only_cpu(const struct dtrace *d)
{
	return d->options.set[DT_OPT_cpu] ? (int)d->options.v[DT_OPT_cpu] : -1;
}

static void collect_attachments(struct dtrace *d, const struct dt_provider *provider,
				attachments *out)
{
	int cpu = only_cpu(d);

	dt_vec_foreach (&d->programs->groups, gp) {
		const struct dt_group *g = *gp;

		if (g->why && !g->dispatcher && g->probes.data[0]->provider == provider)
			dt_vec_push(out,
				    (struct dt_attachment){g->context, g->probes.data,
							   g->probes.len, &g->prog->loaded, cpu});
	}
}

static struct dt_error *attach_provider(struct dtrace *d, const struct dt_provider *provider)
{
	attachments list = {0};
	struct dt_error *err = NULL;

	collect_attachments(d, provider, &list);
	if (list.len) {
		dt_session_debug(d, "attaching %zu programs of provider %s", (size_t)list.len,
				 provider->name);
		err = provider->attach(list.data, list.len, &d->loaded->links);
	}
	dt_vec_deinit(&list);
	return err;
}

enum { CROWD = 1000000, VISITS_PER_SECOND = 400000 };

/** Warns before a long attachment, because detaching takes equally long. */
static void warn_of_cost(struct dtrace *d)
{
	if (d->options.v[DT_OPT_nowarn] || !d->programs->in_kernel)
		return;
	dt_vec(const struct dt_probe *) probes = {0};
	struct dt_attach_cost c;
	size_t visits;

	dt_vec_foreach (&d->programs->groups, gp)
		for (size_t i = 0; (*gp)->why && i < (*gp)->probes.len; i++)
			dt_vec_push(&probes, (*gp)->probes.data[i]);
	c = dt_attach_cost_measure(&d->registry, probes.data, probes.len);
	dt_vec_deinit(&probes);
	visits = c.sites * c.processes;
	if (visits >= CROWD)
		dt_session_message(
		    d,
		    "warning: %zu places in %s, which %zu processes map: attaching takes about %zu "
		    "seconds, detaching as long, and every fork on this machine waits meanwhile "
		    "(-x nowarn silences this)",
		    c.sites, c.path, c.processes, visits / VISITS_PER_SECOND);
}

struct dt_error *dt_session_attach(struct dtrace *d)
{
	struct dt_error *err = attach_accounts(d, false);

	dt_vec_foreach (&d->programs->groups, g)
		if ((*g)->why)
			dt_uprobe_note_counters(&d->loaded->links, (*g)->probes.data,
						(*g)->probes.len);
	warn_of_cost(d);
	for (size_t i = 0; i < dt_provider_count && !err; i++)
		if (!(dt_provider_table[i]->flags & DT_PF_CONSUMER))
			err = attach_provider(d, dt_provider_table[i]);
	if (d->waiting.interrupted)
		dt_session_debug(d, "attaching was interrupted");
	return err ? err : attach_accounts(d, true);
}

bool dt_session_is_of_cpu(const struct dtrace *d, const struct dt_group *g)
{
	const struct dt_probe *p = g->probes.data[0];

	return g->why && p->provider->is_of_cpu && p->provider->is_of_cpu(p, only_cpu(d) >= 0);
}

struct dt_error *dt_session_attach_cpu(struct dtrace *d, unsigned cpu)
{
	struct dt_error *first = NULL;
	int only = only_cpu(d);

	if (only >= 0 && (unsigned)only != cpu)
		return NULL;
	dt_vec_foreach (&d->programs->groups, gp) {
		const struct dt_group *g = *gp;
		const struct dt_attachment a = {g->context, g->probes.data, g->probes.len,
						&g->prog->loaded, (int)cpu};
		struct dt_error *err;

		if (!dt_session_is_of_cpu(d, g))
			continue;
		err = g->probes.data[0]->provider->attach(&a, 1, &d->loaded->links);
		if (first)
			dt_error_destroy(err);
		else
			first = err;
	}
	return first;
}
