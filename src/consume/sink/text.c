/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The usual text output of dtrace(1): a prefix and the data of each record, aggregations as tables,
 * drops and faults as messages.
 */
#include "consume/sink/text.h"

#include "consume/print/print.h"
#include "dialect/classic.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

/** A reported fault: the number of repetitions since, and the text to report them. */
struct dt_text_fault {
	uint64_t repeated;
	char *text;
};

void dt_text_deinit(struct dt_sink *s)
{
	struct dt_text_sink *t = (struct dt_text_sink *)s;
	struct dt_map_entry *e;

	for (size_t pos = 0; (e = dt_map_next(&t->faults, &pos));) {
		struct dt_text_fault *fault = e->value;

		free(fault->text);
		free(fault);
	}
	dt_map_deinit(&t->faults);
	dt_map_deinit(&t->indents);
}

static bool is_quiet(const struct dt_sink *s)
{
	return s->host->options->v[DT_OPT_quiet];
}

void dt_text_show(struct dt_sink *s, const struct dt_record *r, const struct dt_action *a,
		  struct dt_out *out, bool is_quiet)
{
	const struct dt_sink_host *h = s->host;
	const struct dt_field *f = a->desc->fields;
	const struct dt_value_style style = {
	    .quiet = is_quiet,
	    .rawbytes = h->options->v[DT_OPT_rawbytes],
	    .text_width = DT_TRACE_WIDTH,
	};

	switch (a->type->shows) {
	case DT_SHOW_NOTHING:
	case DT_SHOW_STATUS:
	case DT_SHOW_AGGS: // an effect
		break;
	case DT_SHOW_VALUE:
		dt_value_print(out, h->names, f, r->payload, &style);
		break;
	case DT_SHOW_TYPED:
		dt_value_print_typed(out, h->names, f, r->payload);
		break;
	case DT_SHOW_MEMORY:
		dt_value_dump(out, r->payload + f->offset, dt_action_memory_size(a, r));
		break;
	case DT_SHOW_FORMATTED:
		dt_printf_print(&a->format, out, h->names, r->payload, NULL, NULL);
		break;
	}
}

static void print_aggs(struct dt_sink *s, const struct dt_action *a)
{
	const struct dt_printf *format = a->desc->format ? &a->format : NULL;

	if (!format)
		dt_out_char(s->host->out, '\n');
	dt_agg_print(s->host->aggs, s->host->out, a->aggs, a->desc->n_aggs, format);
}

static void show_action(struct dt_sink *s, const struct dt_record *r, const struct dt_action *a)
{
	dt_text_show(s, r, a, s->host->out, is_quiet(s));
}

/** Shows the data from action number `from` on, and ends the record after the last action. */
static void show_data(struct dt_sink *s, const struct dt_record *r, size_t from)
{
	if (dt_sink_show(s, r, from, show_action) && !is_quiet(s))
		dt_out_char(s->host->out, '\n');
}

void dt_text_record(struct dt_sink *s, const struct dt_record *r)
{
	if (!is_quiet(s))
		dt_text_prefix((struct dt_text_sink *)s, r);
	show_data(s, r, 0);
}

void dt_text_effect(struct dt_sink *s, const struct dt_record *r, size_t number, size_t n_aggs)
{
	const struct dt_action *a = &r->clause->actions[number];

	if (n_aggs && a->type->shows == DT_SHOW_AGGS)
		print_aggs(s, a);
	show_data(s, r, number + 1);
}

static void text_aggregations(struct dt_sink *s, struct dt_agg *const *aggs, size_t n)
{
	bool reverse = s->host->options->v[DT_OPT_aggsortrev];

	dt_out_char(s->host->out, '\n');
	for (size_t i = 0; i < n; i++)
		dt_agg_print(s->host->aggs, s->host->out, &aggs[reverse ? n - 1 - i : i], 1, NULL);
}

void dt_text_drop(struct dt_sink *s, const struct dt_drop_report *d)
{
	const char *advice = d->advice ? d->advice : "";

	dt_sink_message(s, "%s%s%s", d->message, *advice ? ": " : "", advice);
}

/** Returns advice for a value that is not an address, e.g. a descriptor of openat() where open()
 * has the path. */
static char *advise_no_address(const struct dt_probe_name *call, bool is_classic)
{
	unsigned arg = 0;
	const struct dt_classic_family *f = dt_classic_moved(call->func, &arg);

	if (!f || is_classic)
		return dt_strdup("");
	return dt_asprintf("; that is not an address: arg0 of %.*s is arg%u of %s, or use -x "
			   "compat=classic",
			   (int)strcspn(f->names, " "), f->names, arg, call->func);
}

/**
 * Returns advice on an address of a process that could not be read. At the entry of a system call,
 * no program can wait for a page that is not resident; the call itself will load it.
 */
static char *fault_advice(const struct dt_fault_report *f, bool is_classic)
{
	// The range of a process's addresses: x86-64 has at most 57 bits, half of them the
	// kernel's.
	const uint64_t first = 0x1000, end = UINT64_C(1) << 56;
	const struct dt_probe_name *p = &f->probe->name;
	bool is_call = !strcmp(p->prov, "syscall") && !strcmp(p->name, "entry");
	uint64_t addr = f->info->addr;

	if (f->has_address && is_call &&
	    (addr < first || addr == (uint32_t)AT_FDCWD || addr == (uint64_t)AT_FDCWD))
		return advise_no_address(p, is_classic);
	if (!f->has_address || p->in_tracer || addr < first || addr >= end)
		return dt_strdup("");
	return dt_strdup(
	    is_call ? "; its page may not be resident yet: keep the address, and read at return"
		    : "; that is memory of a process: copyin() and copyinstr() read it, where it "
		      "is resident");
}

static char *fault_text(const struct dt_sink *s, const struct dt_fault_report *f, bool with_address)
{
	const struct dt_probe_name *p = &f->probe->name;
	bool is_classic = s->host->options->v[DT_OPT_compat];
	dt_cleanup(dt_free_p) char *then =
	    with_address ? fault_advice(f, is_classic) : dt_strdup("");
	char address[32] = "", where[32] = "predicate";

	if (f->has_address && with_address)
		snprintf(address, sizeof(address), " (0x%llx)", f->info->addr);
	if (f->info->action)
		snprintf(where, sizeof(where), "action #%u", f->info->action);
	return dt_asprintf("error on enabled probe ID %u (ID %u: %s:%s:%s:%s): %s%s in %s at DIF "
			   "offset %u%s",
			   f->epid, f->head->probe, p->prov, p->mod, p->func, p->name, f->what,
			   address, where, f->info->offset, then);
}

// A faulty action often faults at every firing: the first fault is reported, the rest are counted.
void dt_text_error(struct dt_sink *s, const struct dt_fault_report *f)
{
	const uint32_t key[] = {f->epid, f->info->code, f->info->action, f->info->offset};
	struct dt_text_sink *t = (struct dt_text_sink *)s;
	struct dt_text_fault *known = dt_map_get(&t->faults, key, sizeof(key));

	if (known) {
		known->repeated++;
		return;
	}
	dt_cleanup(dt_free_p) char *text = fault_text(s, f, true);
	dt_sink_message(s, "%s", text);
	known = dt_zalloc(sizeof(*known));
	known->text = fault_text(s, f, false);
	dt_map_put(&t->faults, key, sizeof(key), known);
}

/** Writes a number in groups of three digits. */
static void group_digits(uint64_t n, char ret[32])
{
	char digits[DT_OUT_NUMBER], *p = dt_out_decimal(digits, n);
	size_t left = (size_t)(digits + sizeof(digits) - p);

	for (; left; left--) {
		*ret++ = *p++;
		if (left > 1 && left % 3 == 1)
			*ret++ = ',';
	}
	*ret = '\0';
}

void dt_text_report(struct dt_sink *s)
{
	struct dt_text_sink *t = (struct dt_text_sink *)s;
	struct dt_map_entry *e;
	char n[32];

	for (size_t pos = 0; (e = dt_map_next(&t->faults, &pos));) {
		struct dt_text_fault *fault = e->value;

		if (!fault->repeated)
			continue;
		group_digits(fault->repeated, n);
		dt_sink_message(s, "%s: repeated %s time%s", fault->text, n,
				fault->repeated == 1 ? "" : "s");
		fault->repeated = 0;
	}
}

void dt_text_exit(struct dt_sink *s, int status)
{
}

const struct dt_sink_type dt_sink_text = {
    .size = sizeof(struct dt_text_sink),
    .deinit = dt_text_deinit,
    .effect = dt_text_effect,
    .aggregations = text_aggregations,
    DT_TEXT_SINK,
};
