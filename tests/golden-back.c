/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The golden modes "ir" and "bpf": what the programs of a D script look like in IR and as
 * instructions. "native": what programs outside the kernel ask for in vain. The script goes through
 * a whole session up to, and without, the kernel, whose offsets are not used. Keep to probes whose
 * context needs no offset of this kernel: BEGIN, END, profile.
 */
#include "golden-back.h"

#include "abi/program.h"
#include "ir/ir.h"
#include "native/native.h"
#include "session/program/program.h"

#include <string.h>

static struct dt_error *generate(struct dtrace *d, const char *path)
{
	DT_TRY(dtrace_add(d, DTRACE_TEXT_FILE, path));
	DT_TRY(dtrace_check(d));
	return dtrace_generate(d, -1);
}

/** Lowers all clauses for machine code as if BEGIN ran them, and reports what it refuses. */
static struct dt_error *refuse(struct dtrace *d, const char *path)
{
	static const struct dt_context context = {
	    .name = "tracer", .attach = DT_ATTACH_TRACER, .is_single = true, .in_consumer = true};
	static const struct dt_lower_probe probe = {DT_PROBE_BEGIN, "dtrace", "", "", "BEGIN"};
	dt_vec(struct dt_lower_clause) clauses = {0};
	struct dt_ir_prog *program;
	struct dt_lower *l;

	DT_TRY(dtrace_add(d, DTRACE_TEXT_FILE, path));
	DT_TRY(dtrace_check(d));
	l = dt_lower_create(d->compile, &(struct dt_lower_setup){.options = &d->options,
								 .executor = &dt_native_executor});
	for (const struct dt_clause *c = d->compile->program.clauses; c; c = c->next)
		dt_vec_push(&clauses, (struct dt_lower_clause){.clause = c});
	program = dt_lower_group(l, &(struct dt_lower_group){
					.context = &context,
					.name = "test",
					.probes = &probe,
					.n_probes = 1,
					.clauses = clauses.data,
					.n_clauses = clauses.len,
				    });
	dt_lower_report_refusals(l, program);
	dt_ir_prog_deinit(program);
	dt_vec_deinit(&clauses);
	return NULL;
}

static void print_diagnostics(struct dt_str *out, const struct dt_diags *d)
{
	struct dtrace_diagnostic g;

	dt_vec_foreach (&d->list, k) {
		dt_diag_describe(d->arena, k, &g);
		dt_str_printf(out, "%u:%u %s %s\n", g.line, g.column, dt_tag_table[k->tag].name,
			      g.message);
	}
}

static void print_programs(struct dt_str *out, const struct dtrace *d, bool bpf)
{
	dt_vec_foreach (&d->programs->list, p) {
		if (bpf)
			dt_bpf_disasm(out, &(*p)->code);
		else
			dt_ir_print(out, (*p)->ir);
	}
}

bool golden_back(const char *mode, const char *path, struct dt_str *out)
{
	bool is_native = !strcmp(mode, "native"), bpf = !strcmp(mode, "bpf");
	struct dtrace *d;
	struct dt_error *err;

	if (!is_native && !bpf && strcmp(mode, "ir"))
		return false;
	err = dtrace_open(&d);
	if (!err) {
		d->programs->uses_offsets = false;
		err = is_native ? refuse(d, path) : generate(d, path);
		if (!err && is_native)
			print_diagnostics(out, &d->compile->diags);
		else if (!err)
			print_programs(out, d, bpf);
		dtrace_close(d);
	}
	if (err)
		dt_str_printf(out, "error: %s\n", err->message);
	dt_error_destroy(err);
	return true;
}
