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

#include "base/str.h"

static void print_header(struct dt_consumer *c, bool flow)
{
	if (flow)
		dt_out_printf(&c->out, "%3s %-41s\n", "CPU", "FUNCTION");
	else
		dt_out_printf(&c->out, "%3s %6s %32s\n", "CPU", "ID", "FUNCTION:NAME");
	c->header_done = true;
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

static void print_flow(struct dt_consumer *c, const struct dt_record *r)
{
	static const char *const arrows[3][2] = {{"| ", "| "}, {" -> ", " => "}, {" <- ", " <= "}};
	struct dt_flow_state *state = &c->flows[r->cpu];
	enum dt_flow flow = flow_of(r, state);
	struct dt_str text = {0};

	if (flow == DT_FLOW_RETURN && state->indent >= 2)
		state->indent -= 2;
	dt_str_printf(&text, "%*s%s%s", (int)state->indent, "", arrows[flow][r->probe->is_syscall],
		      r->probe->name.func);
	if (flow == DT_FLOW_NONE)
		dt_str_printf(&text, ":%s", r->probe->name.name);
	dt_out_int(&c->out, r->cpu, 3);
	dt_out_char(&c->out, ' ');
	dt_out_padded(&c->out, dt_str_text(&text), text.len, 41, true);
	dt_out_char(&c->out, ' ');
	dt_str_deinit(&text);
	if (flow == DT_FLOW_ENTRY)
		state->indent += 2;
	state->clause = r->head.clause;
	state->probe = r->head.probe;
	state->any = true;
}

void dt_prefix_print(struct dt_consumer *c, const struct dt_record *r)
{
	const int64_t *options = c->config.options->v;

	if (options[DT_OPT_quiet])
		return;
	if (!c->header_done)
		print_header(c, options[DT_OPT_flowindent]);
	if (options[DT_OPT_flowindent]) {
		print_flow(c, r);
		return;
	}
	dt_out_int(&c->out, r->cpu, 3);
	dt_out_bytes(&c->out, r->probe->column, r->probe->column_len);
}
