/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The text before the data of a record: CPU, probe id and name; with -F, the function, indented by
 * the call depth. Source: the illumos DTrace guide, "dtrace(1M) Utility".
 *
 * The depth belongs to the thread, on any CPU. Of several clauses on an entry or return, only one
 * changes the depth: the first one of an entry, the last one of a return.
 */
#include "consume/sink/text.h"

#include "base/str.h"

enum { STEP = 2, MAX_THREADS = 100000 };

void dt_text_probe(const struct dt_probe_info *info, struct dt_str *ret)
{
	dt_cleanup(dt_str_deinit) struct dt_str both = {0};

	dt_str_printf(&both, "%s:%s", info->name.func, info->name.name);
	dt_str_printf(ret, " %6u %32s ", info->name.id, dt_str_text(&both));
}

static void print_header(struct dt_out *o, bool flow)
{
	dt_out_paint(o, DT_PAINT_TITLE);
	if (flow)
		dt_out_printf(o, "%3s %-41s", "CPU", "FUNCTION");
	else
		dt_out_printf(o, "%3s %6s %32s", "CPU", "ID", "FUNCTION:NAME");
	dt_out_paint(o, DT_PAINT_PLAIN);
	dt_out_char(o, '\n');
}

static enum dt_flow flow_of(const struct dt_record *r)
{
	bool counts = r->probe->flow == DT_FLOW_ENTRY ? r->is_first : r->is_last;

	return counts ? r->probe->flow : DT_FLOW_NONE;
}

/** Returns the key of the record's call depth: the thread, or the CPU if that is unknown. */
static uint64_t indent_key(const struct dt_record *r)
{
	return r->thread ? r->thread : UINT64_C(1) << 32 | r->cpu;
}

/** Sets the call depth of a thread, and removes the thread at depth 0. */
static void set_indent(struct dt_map *indents, uint64_t key, size_t indent)
{
	// Threads in functions that never return, such as exit(), stay in the map.
	if (indents->len > MAX_THREADS)
		dt_map_deinit(indents);
	if (indent)
		dt_map_put(indents, &key, sizeof(key), (void *)indent);
	else
		dt_map_remove(indents, &key, sizeof(key));
}

static void print_flow(struct dt_text_sink *t, struct dt_out *o, const struct dt_record *r)
{
	static const char *const arrows[3][2] = {{"| ", "| "}, {" -> ", " => "}, {" <- ", " <= "}};
	enum dt_flow flow = flow_of(r);
	uint64_t key = indent_key(r);
	size_t indent = (size_t)dt_map_get(&t->indents, &key, sizeof(key));
	struct dt_str text = {0};

	if (flow == DT_FLOW_RETURN && indent >= STEP)
		set_indent(&t->indents, key, indent -= STEP);
	dt_str_printf(&text, "%*s%s%s", (int)indent, "", arrows[flow][r->probe->is_syscall],
		      r->probe->name.func);
	if (flow == DT_FLOW_NONE)
		dt_str_printf(&text, ":%s", r->probe->name.name);
	dt_out_int(o, r->cpu, 3);
	dt_out_char(o, ' ');
	dt_out_name(o, dt_str_text(&text), text.len, 41, true);
	dt_out_char(o, ' ');
	dt_str_deinit(&text);
	if (flow == DT_FLOW_ENTRY)
		set_indent(&t->indents, key, indent + STEP);
}

void dt_text_prefix(struct dt_text_sink *t, const struct dt_record *r)
{
	bool flow = t->sink.host->options->v[DT_OPT_flowindent];
	struct dt_out *o = t->sink.host->out;

	if (!t->header_done)
		print_header(o, flow);
	t->header_done = true;
	if (flow) {
		print_flow(t, o, r);
		return;
	}
	dt_out_int(o, r->cpu, 3);
	dt_out_name(o, r->probe->prefix.data, r->probe->prefix.len, 0, true);
}
