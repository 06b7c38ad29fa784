/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What stands before the data of a record: CPU, probe id and name, or (-F) the function, indented
 * by the depth of calls. Source: the reference, section 6.3.
 *
 * Several clauses on one entry or return must indent once only: an entry that follows another
 * clause of the same probe does not indent again, and a return only unindents with its last clause,
 * which is why the next record of the CPU is looked at.
 */
#include "consume/internal.h"
#include "consume/sink/text.h"

#include "base/str.h"

void dt_text_probe(const struct dt_probe_info *info, struct dt_str *ret)
{
	dt_cleanup(dt_str_deinit) struct dt_str both = {0};

	dt_str_printf(&both, "%s:%s", info->name.func, info->name.name);
	dt_str_printf(ret, " %6u %32s ", info->name.id, dt_str_text(&both));
}

static void print_header(struct dt_out *o, bool flow)
{
	if (flow)
		dt_out_printf(o, "%3s %-41s\n", "CPU", "FUNCTION");
	else
		dt_out_printf(o, "%3s %6s %32s\n", "CPU", "ID", "FUNCTION:NAME");
}

static bool same_probe(const struct dt_rec *a, uint32_t clause, uint32_t probe)
{
	return a->probe == probe && a->clause != clause;
}

static enum dt_flow flow_of(const struct dt_record *r, const struct dt_flow_state *last)
{
	enum dt_flow flow = r->probe->flow;
	struct dt_rec next;

	if (flow == DT_FLOW_ENTRY && last->any && same_probe(&r->head, last->clause, last->probe))
		return DT_FLOW_NONE;
	if (flow == DT_FLOW_RETURN && r->next) {
		memcpy(&next, r->next->rec, sizeof(next));
		if (same_probe(&next, r->head.clause, r->head.probe))
			return DT_FLOW_NONE;
	}
	return flow;
}

static void print_flow(struct dt_out *o, struct dt_flow_state *state, const struct dt_record *r)
{
	static const char *const arrows[3][2] = {{"| ", "| "}, {" -> ", " => "}, {" <- ", " <= "}};
	enum dt_flow flow = flow_of(r, state);
	struct dt_str text = {0};

	if (flow == DT_FLOW_RETURN && state->indent >= 2)
		state->indent -= 2;
	dt_str_printf(&text, "%*s%s%s", (int)state->indent, "", arrows[flow][r->probe->is_syscall],
		      r->probe->name.func);
	if (flow == DT_FLOW_NONE)
		dt_str_printf(&text, ":%s", r->probe->name.name);
	dt_out_int(o, r->cpu, 3);
	dt_out_char(o, ' ');
	dt_out_padded(o, dt_str_text(&text), text.len, 41, true);
	dt_out_char(o, ' ');
	dt_str_deinit(&text);
	if (flow == DT_FLOW_ENTRY)
		state->indent += 2;
	state->clause = r->head.clause;
	state->probe = r->head.probe;
	state->any = true;
}

void dt_text_prefix(struct dt_text_sink *t, const struct dt_record *r)
{
	bool flow = t->sink.c->config.options->v[DT_OPT_flowindent];
	struct dt_out *o = &t->sink.c->out;

	if (!t->header_done)
		print_header(o, flow);
	t->header_done = true;
	if (flow) {
		print_flow(o, &t->flows[r->cpu], r);
		return;
	}
	dt_out_int(o, r->cpu, 3);
	dt_out_bytes(o, r->probe->prefix.data, r->probe->prefix.len);
}
