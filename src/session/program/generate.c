/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Translates groups to IR and the IR to code, and adds the accounts that the programs need. Loads
 * nothing.
 */
#include "session/compile/compile.h"
#include "session/program/inside/following.h"
#include "session/process/process.h"
#include "session/program/body/body.h"

#include "arch/arch.h"
#include "base/host/cpus.h"
#include "base/host/pidns.h"
#include "provider/process/name.h"
#include "provider/uprobe/uprobe.h"
#include "types/btf/offsets.h"

#include <errno.h>
#include <string.h>

/** The accounts, in the order of the list of programs. */
static const struct dt_account accounts[] = {
    {"sched_switch", "vtimestamp", false, dt_lower_vtime},
    {"sched_process_fork", "-x follow or traceid", false, dt_lower_follow_fork},
    {"sched_process_exit", "-x follow or traceid", false, dt_lower_follow_exit},
    {"sched_process_exec", "user stacks or traceid", false, dt_lower_forget_mappings},
    {"sched_process_exit", "self-> arrays", true, dt_lower_thread_exit},
};

static struct dt_prog *add_prog(struct dtrace *d, struct dt_ir_prog *ir, uint32_t prototype)
{
	struct dt_prog *p = dt_arena_new(d->compile->arena, struct dt_prog);

	p->ir = ir;
	p->prototype = prototype;
	p->loaded = (struct dt_bpf_program){-1, ir->attach};
	dt_vec_push(&d->programs->list, p);
	return p;
}

static uint32_t epid_of(const void *self, uint32_t clause, uint32_t probe)
{
	return dt_session_epid(self, clause, probe);
}

/** Reports whether the probe belongs to one process, unlike pid*. */
static bool is_of_process(const struct dt_probe *p)
{
	return dt_process_is_pid(p->prov) && dt_process_owner(p->prov) == DT_OWNER_ONE;
}

static const struct dt_executor *executor_inside(const struct dtrace *d)
{
	return d->inside->facts.is_filtered ? &dt_native_filtered_executor
					    : &dt_native_target_executor;
}

static const struct dt_executor *executor_of(const struct dtrace *d, const struct dt_group *g)
{
	if (g->why)
		return d->programs->executor;
	return g->is_inside ? executor_inside(d) : &dt_native_executor;
}

static struct dt_ir_prog *lower_group(struct dtrace *d, struct dt_group *g, bool adds)
{
	struct dt_arena *a = d->compile->arena;
	struct dt_lower_probe *probes = dt_arena_array(a, struct dt_lower_probe, g->probes.len);
	struct dt_lower_group group = {.context = g->context,
				       .executor = executor_of(d, g),
				       .name =
					   dt_arena_printf(a, "dt_%.12s", g->probes.data[0]->prov),
				       .probes = probes,
				       .n_probes = g->probes.len,
				       .clauses = g->clauses,
				       .n_clauses = g->n_clauses,
				       .epid = epid_of,
				       .self = d,
				       .dispatched = g->dispatcher,
				       .adds = adds};

	for (size_t i = 0; i < g->probes.len; i++) {
		const struct dt_probe *p = g->probes.data[i];

		probes[i] = (struct dt_lower_probe){p->id, p->prov, p->mod, p->func, p->name};
		group.grows = group.grows || p->is_retained;
		group.followed = g->why && d->options.v[DT_OPT_follow] && is_of_process(p);
	}
	return dt_lower_group(d->programs->lower, &group);
}

static void add_group_progs(struct dtrace *d, struct dt_group *g)
{
	struct dt_ir_prog *ir =
	    g->n_clauses ? lower_group(d, g, false)
			 : dt_lower_dispatcher(d->programs->lower, g->context, &g->jumps);
	uint32_t prototype = 0;

	if (g->context->prototype)
		prototype = g->context->prototype(g->context);
	g->prog = add_prog(d, ir, prototype);
	g->prog->group = g;
	for (; ir->next; ir = ir->next)
		add_prog(d, ir->next, prototype)->before = ir;
	if (!dt_session_counts_group(d, g))
		return;
	g->adder = add_prog(d, lower_group(d, g, true), 0);
	g->adder->group = g;
	g->adder->is_adder = true;
}

/** Returns the prototype of the account's tracepoint if its program has typed arguments. */
static uint32_t account_prototype(struct dtrace *d, const struct dt_account *account,
				  const struct dt_ir_prog *ir)
{
	if (ir->attach != DT_ATTACH_TYPED_TRACEPOINT)
		return 0;
	return dt_btf_typedef(
	    dt_arena_printf(d->compile->arena, "btf_trace_%s", account->tracepoint));
}

static void lower_all(struct dtrace *d)
{
	dt_vec_foreach (&d->programs->groups, g)
		add_group_progs(d, *g);
	if (d->programs->in_target && d->inside->waits)
		add_prog(d, dt_lower_gate_inside(d->programs->lower, executor_inside(d)), 0)
		    ->is_hook = true;
	if (d->programs->in_target)
		add_prog(d, dt_lower_guard(d->programs->lower, executor_inside(d)), 0)->is_guard =
		    true;
	d->following->are_followed = d->programs->in_target && dt_session_may_follow_programs(d) &&
				     !dt_lower_desc(d->programs->lower)->tables[DT_TABLE_OWN_RULES];
	if (d->following->are_followed)
		add_prog(d, dt_lower_gate_exec(d->programs->lower, executor_inside(d)), 0)
		    ->is_exec_gate = true;
	if (!d->programs->in_kernel)
		return;
	for (size_t i = 0; i < dt_array_len(accounts); i++) {
		struct dt_ir_prog *ir = accounts[i].lower(d->programs->lower);

		if (ir)
			add_prog(d, ir, account_prototype(d, &accounts[i], ir))->account =
			    &accounts[i];
	}
	if (d->targets->list.len && dt_session_awaits_files(d))
		add_prog(
		    d,
		    dt_lower_gate(d->programs->lower, dt_uprobe_attach_kind(0), dt_arch.native.sp),
		    0)
		    ->is_gate = true;
}

static bool find_view(void *self)
{
	struct dt_bpf_view *view = &((struct dtrace *)self)->programs->kernel.view;

	view->function = dt_btf_function("bpf_rdonly_cast");
	view->type = view->function ? dt_btf_struct("timespec64") : 0;
	return view->type && dt_bpf_has_view(view);
}

static struct dt_error *compile_prog(struct dtrace *d, struct dt_prog *p)
{
	DT_TRY(dt_bpf_compile(p->ir, dt_options_string_bytes(&d->options), &d->programs->kernel,
			      &p->code));
	p->code.prototype = p->prototype;
	return NULL;
}

static bool is_native(const struct dt_prog *p)
{
	return p->is_hook || p->is_guard || p->is_exec_gate || (p->group && !p->group->why);
}

static struct dt_error *compile_all(struct dtrace *d)
{
	if (d->programs->in_region)
		dt_session_host_init(d);
	dt_vec_foreach (&d->programs->list, p)
		DT_TRY(is_native(*p) ? dt_session_host_compile(d, *p) : compile_prog(d, *p));
	return NULL;
}

/** Returns the first refusal of a group's program, or NULL. */
static const struct dt_lower_refusal *refusal_of_group(const struct dtrace *d,
						       const struct dt_ir_prog *p)
{
	const struct dt_lower_refusal *ret = NULL;

	for (const struct dt_lower_refusal *r = dt_lower_refusals(d->programs->lower); r;
	     r = r->next)
		ret = r->prog == p ? r : ret;
	return ret;
}

/** Leaves groups to the kernel that this process cannot run, or reports their refusals if that is
 * not permitted. Returns false if there are none. */
static bool find_refused(struct dtrace *d)
{
	bool found = false, has_kernel = d->programs->is_for_all || dt_bpf_may_trace();

	dt_vec_foreach (&d->programs->list, p) {
		const struct dt_lower_refusal *r = refusal_of_group(d, (*p)->ir);

		if (r && has_kernel && is_native(*p))
			dt_session_keep(d, (*p)->group, r->text);
		else if (r)
			dt_lower_report_refusals(d->programs->lower, (*p)->ir);
		found |= r != NULL;
	}
	return found;
}

/** Refuses probes of a process that the kernel must serve, although children are followed inside.
 *  Without the permission to use the kernel, it fails to attach them. */
static struct dt_error *check_followed(const struct dtrace *d)
{
	if (!dt_session_follows_inside(d) || !dt_bpf_may_trace())
		return NULL;
	dt_vec_foreach (&d->programs->groups, g)
		if ((*g)->why && dt_process_owner((*g)->probes.data[0]->prov) == DT_OWNER_ONE)
			return dt_error_new(DT_ERR_USAGE,
					    "children cannot be followed inside processes, "
					    "because %s; use -x engine=kernel",
					    (*g)->why);
	return NULL;
}

static struct dt_error *generate_programs(struct dtrace *d)
{
	struct dt_lower_limits limits;

	DT_TRY(dt_session_limits(d, &limits));
	DT_TRY(dt_session_fit_buffers(d));
	DT_TRY(dt_session_group(d));
	dt_session_partition(d);
	DT_TRY(check_followed(d));
	dt_session_counts_plan(d);
	d->programs->lower = dt_lower_create(
	    d->compile,
	    &(struct dt_lower_setup){.options = &d->options,
				     .executor = d->programs->in_kernel ? d->programs->executor
									: &dt_native_executor,
				     .limits = limits,
				     .error_clauses = d->programs->error_clauses.data,
				     .n_error_clauses = d->programs->error_clauses.len,
				     .careful = d->programs->careful,
				     .ring = dt_session_inside_ring(d),
				     .has_pool = dt_session_inside_has_pool(d),
				     .records_thread = d->output.handler.record != NULL,
				     .pidns = dt_pidns(),
				     .uses_offsets = d->programs->uses_offsets,
				     .has_view = d->programs->uses_offsets ? find_view : NULL,
				     .self = d});
	dt_session_assign_epids(d);
	d->programs->desc = dt_lower_desc(d->programs->lower);
	lower_all(d);
	if (d->compile->diags.n_errors)
		return dt_session_compile_error(d);
	dt_lower_desc(d->programs->lower); // now with all maps
	DT_TRY(dt_session_fit_maps(d));
	dt_session_inside_tables(d);
	return NULL;
}

static void undo(struct dtrace *d)
{
	dt_session_generate_deinit(d);
	dt_lower_undo(d->programs->lower);
}

/** Generates programs until each executor serves its own. In each round, another group is left to
 * the kernel. */
static struct dt_error *generate_served(struct dtrace *d)
{
	for (;;) {
		DT_TRY(generate_programs(d));
		if (!find_refused(d))
			return compile_all(d);
		if (d->compile->diags.n_errors)
			return dt_session_compile_error(d);
		undo(d);
	}
}

struct dt_error *dt_session_generate_again(struct dtrace *d)
{
	undo(d);
	return generate_served(d);
}

struct dt_error *dt_session_generate_carefully(struct dtrace *d)
{
	d->programs->careful = true;
	return dt_session_generate_again(d);
}

/** -x cpu */
static struct dt_error *check_cpu(const struct dtrace *d)
{
	int64_t cpu = d->options.v[DT_OPT_cpu];

	if (!d->options.set[DT_OPT_cpu] || cpu < dt_cpus_end("online"))
		return NULL;
	return dt_error_new(DT_ERR_USAGE, "-x cpu=%lld: the machine has no such CPU online",
			    (long long)cpu);
}

struct dt_error *dt_session_generate(struct dtrace *d)
{
	struct dt_error *err;

	DT_TRY(dtrace_check(d));
	if (d->programs->lower)
		return NULL;
	DT_TRY(check_cpu(d));
	err = generate_served(d);
	if (err && err->code == DT_ERR_UNSUPPORTED && !d->programs->careful) { // too large
		dt_error_destroy(err);
		err = dt_session_generate_carefully(d);
	}
	return err;
}

struct dt_error *dtrace_generate(struct dtrace *d, int listing)
{
	DT_TRY(dt_session_enter(d, d));
	DT_SESSION_CALL(d);
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};

	d->programs->is_for_all = true;
	DT_TRY(dt_session_generate(d));
	dt_session_note_executors(d);
	if (listing < 0)
		return NULL;
	dt_vec_foreach (&d->programs->list, p)
		if (is_native(*p))
			dt_ir_print(&text, (*p)->ir);
		else
			dt_bpf_disasm(&text, &(*p)->code);
	return dt_str_write(&text, listing) ? NULL : dt_error_os(errno, "write the listing");
}

void dt_session_generate_deinit(struct dtrace *d)
{
	dt_vec_foreach (&d->programs->list, p) {
		dt_bpf_code_deinit(&(*p)->code);
		dt_session_host_free(*p);
		dt_ir_prog_deinit((*p)->ir);
		dt_close_p(&(*p)->loaded.fd);
	}
	dt_vec_foreach (&d->programs->groups, g)
		dt_vec_deinit(&(*g)->probes);
	dt_vec_foreach (&d->programs->enabled, e)
		dt_vec_deinit(&(*e)->clauses);
	dt_vec_deinit(&d->programs->list);
	dt_vec_deinit(&d->programs->groups);
	dt_vec_deinit(&d->programs->error_clauses);
	dt_session_firings_deinit(d);
	dt_vec_deinit(&d->programs->enabled);
	dt_map_deinit(&d->programs->enabled_by_id);
}
