/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -O folded: stacks for tools that draw flame graphs, as "frame;frame;frame count", with the
 * outermost frame first and control characters escaped. Other parts of the key are frames at their
 * position in the tuple. Histograms, and aggregations without a stack in the key, are printed as
 * text.
 */
#include "consume/print/print.h"
#include "consume/sink/text.h"
#include "base/text/visible.h"
#include "consume/value/stack.h"

/** Appends a frame. Replaces characters that end a frame or a line, because a traced program may
 *  have chosen the text. */
static void append_frame(struct dt_str *line, const char *text, size_t len)
{
	size_t start = line->len + 1;

	dt_str_append_c(line, ';');
	dt_str_append_n(line, text, len);
	for (size_t i = start; i < line->len; i++)
		if (line->data[i] == ';' || line->data[i] == '\n')
			line->data[i] = ':';
}

static void append_stack(struct dt_str *line, struct dt_names *names, const struct dt_field *f,
			 const uint8_t *base)
{
	struct dt_stack_text stack = {0};

	dt_stack_text_fill(&stack, &names->symbols, f, base, false);
	dt_stack_text_mark(&stack);
	for (size_t i = stack.lines.len; i--;)
		append_frame(line, stack.text.data + stack.lines.data[i].start,
			     stack.lines.data[i].len);
	dt_stack_text_deinit(&stack);
}

static void append_address(struct dt_str *line, struct dt_names *names, const struct dt_field *f,
			   const uint8_t *base)
{
	dt_cleanup(dt_str_deinit) struct dt_str name = {0};

	dt_symbols_show_field(&names->symbols, &name, f, base);
	append_frame(line, dt_str_text(&name), name.len);
}

static void append_part(struct dt_str *line, struct dt_names *names, const struct dt_field *f,
			const uint8_t *base)
{
	const char *text;
	size_t len;

	switch (f->kind) {
	case DT_FIELD_KSTACK:
	case DT_FIELD_USTACK:
		append_stack(line, names, f, base);
		break;
	case DT_FIELD_SYM:
	case DT_FIELD_USYM:
		append_address(line, names, f, base);
		break;
	case DT_FIELD_INT:
		dt_str_printf(line, ";%lld", (long long)dt_field_int(f, base));
		break;
	default:
		text = dt_field_text(names, f, base, &len);
		append_frame(line, text, len);
	}
}

static bool is_foldable(const struct dt_agg *g)
{
	for (size_t i = 0; i < g->desc->n_keys && !g->func->buckets; i++)
		if (g->desc->keys[i].kind == DT_FIELD_KSTACK ||
		    g->desc->keys[i].kind == DT_FIELD_USTACK)
			return true;
	return false;
}

static void fold_aggregation(const struct dt_sink_host *h, struct dt_agg *g)
{
	struct dt_agg_order order = dt_agg_order_of(h->options, 1);
	dt_cleanup(dt_str_deinit) struct dt_str line = {0}, shown = {0};
	struct dt_agg_table t;

	dt_agg_table_init(&t, &g, 1, h->names, &order);
	dt_vec_foreach (&t.rows, r) {
		dt_str_clear(&line);
		for (size_t i = 0; i < g->desc->n_keys; i++)
			append_part(&line, h->names, &g->desc->keys[i], r->key);
		dt_str_clear(&shown);
		dt_visible_append(&shown, dt_str_text(&line), line.len, true);
		dt_out_text(h->out, shown.len ? shown.data + 1 : "[unknown]");
		dt_out_printf(h->out, " %lld\n",
			      (long long)dt_agg_number(g, r->elems[0], g->normal));
	}
	dt_agg_table_deinit(&t);
}

static void folded_aggregations(struct dt_sink *s, struct dt_agg *const *aggs, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (is_foldable(aggs[i]))
			fold_aggregation(s->host, aggs[i]);
		else
			dt_agg_print(s->host->aggs, s->host->out, &aggs[i], 1, NULL);
	}
}

const struct dt_sink_type dt_sink_folded = {
    .size = sizeof(struct dt_text_sink),
    .deinit = dt_text_deinit,
    .effect = dt_text_effect,
    .aggregations = folded_aggregations,
    DT_TEXT_SINK,
};
