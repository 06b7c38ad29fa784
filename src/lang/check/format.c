/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks of the actions that take a format: printf, system, freopen and printa. dialect/format.h
 * parses the format, for the consumer, too. This file checks the arguments' types against its
 * conversions.
 *
 * printa() is checked in two steps: its arguments at once, its conversions against the keys after
 * the whole program was read, since it may be above the first use of the aggregation.
 */
#include "lang/check/checks.h"
#include "lang/sema/internal.h"

#include "dialect/format.h"
#include "types/named.h"

#include <string.h>

static bool is_kind(const struct dt_type *t, enum dt_type_kind kind)
{
	return dt_type_resolve(t)->kind == kind;
}

static bool is_address(const struct dt_type *t)
{
	return dt_type_is_integer(t) || dt_type_is_pointer(t);
}

/** Reports whether the type is an array of 32-bit characters. */
static bool is_wide(const struct dt_type *t)
{
	const struct dt_type *of;

	t = dt_type_resolve(t);
	if (t->kind != DT_TYPE_ARRAY)
		return false;
	of = dt_type_resolve(t->ref);
	return of->kind == DT_TYPE_INT && of->size == 4;
}

static bool wants_wide(const struct dt_format_item *item)
{
	return item->conv->arg == DT_FMT_ARG_STRING && item->size[0];
}

/** Reports whether the conversion accepts a value of the type. */
static bool fits_type(const struct dt_format_item *item, const struct dt_type *t)
{
	const struct dt_format_conv *conv = item->conv;

	if (wants_wide(item))
		return is_wide(t);
	switch (conv->arg) {
	case DT_FMT_ARG_INT:
	case DT_FMT_ARG_TIME:
	case DT_FMT_ARG_PORT:
		return dt_type_is_integer(t);
	case DT_FMT_ARG_SCALAR:
		return is_address(t);
	case DT_FMT_ARG_ADDR:
		return is_address(t) || is_kind(t, DT_TYPE_SYMADDR);
	case DT_FMT_ARG_UADDR:
		return is_address(t) || is_kind(t, DT_TYPE_USYMADDR);
	case DT_FMT_ARG_STRING:
		return is_kind(t, DT_TYPE_ENUM) || dt_named_type(t) ||
		       (dt_type_is_stringlike(t) && !is_kind(t, DT_TYPE_POINTER));
	case DT_FMT_ARG_STACK:
		return is_kind(t, DT_TYPE_STACK);
	case DT_FMT_ARG_FLOAT:
		return is_kind(t, DT_TYPE_FLOAT);
	case DT_FMT_ARG_HOST:
		return dt_type_is_stringlike(t) && !is_kind(t, DT_TYPE_POINTER);
	}
	return false;
}

/** Parses the format of a call. Returns false after a report. */
static bool parse_format(struct dt_sema *s, struct dt_node *call, bool may_be_empty,
			 struct dt_format *ret)
{
	const struct dt_node *fmt = call->list;

	if (fmt->kind != DT_NODE_STRING) {
		dt_sema_poison_at(s, call, call->list->loc,
				  dt_type_is_string(fmt->type) ? D_PRINTF_ARG_FMT : D_PROTO_ARG,
				  "%s( ) argument #1 is incompatible with prototype: "
				  "a string constant is expected",
				  call->name);
		if (!dt_sema_hint_quotes(s, fmt))
			dt_sema_hint(s,
				     "a format such as \"%%d\\n\" comes first; trace() needs none");
		return false;
	}
	if (!fmt->str_len && !may_be_empty) {
		dt_sema_poison_at(s, call, call->list->loc, D_PRINTF_FMT_EMPTY,
				  "%s( ) format string is empty", call->name);
		return false;
	}
	struct dt_error *err = dt_format_parse(ret, fmt->str, fmt->str_len);
	if (!err)
		return true;
	dt_sema_poison_at(s, call, call->list->loc, D_SYNTAX, "%s( ) format string: %s", call->name,
			  err->message);
	dt_error_destroy(err);
	return false;
}

/** The remaining arguments of a call while its conversions consume them. */
struct args {
	struct dt_node *call;
	struct dt_node **next;
	unsigned number; // of the next argument, from 1; the format is number 1
};

/** Checks the argument of a `*`. Returns false after a report. */
static bool take_star(struct dt_sema *s, struct args *a, const char *what, const char *conv)
{
	if (!*a->next) {
		dt_sema_poison(s, a->call, D_PRINTF_DYN_PROTO,
			       "%s( ) has no argument for the %s of conversion %s", a->call->name,
			       what, conv);
		return false;
	}
	if (!dt_type_is_integer((*a->next)->type)) {
		dt_sema_poison_at(
		    s, a->call, (*a->next)->loc, D_PRINTF_DYN_TYPE,
		    "%s( ) argument #%u, the %s of conversion %s, must be of integral type",
		    a->call->name, a->number, what, conv);
		return false;
	}
	a->next = &(*a->next)->next;
	a->number++;
	return true;
}

/** Returns the kind of argument that the conversion accepts, for messages. */
static const char *wanted_argument(const struct dt_format_item *item)
{
	return wants_wide(item) ? "wchar_t []" : item->conv->wants;
}

static void report_type(struct dt_sema *s, const struct args *a, const struct dt_format_item *item)
{
	const struct dt_type *t = (*a->next)->type;

	dt_sema_poison_at(
	    s, a->call, (*a->next)->loc, D_PRINTF_ARG_TYPE,
	    "%s( ) argument #%u is incompatible with conversion %s: %s expected, \"%s\" passed",
	    a->call->name, a->number, item->text, wanted_argument(item), dt_sema_spell(s, t));
	if (t->kind == DT_TYPE_DYNAMIC && (*a->next)->kind == DT_NODE_AGG)
		dt_sema_hint_no_value(s);
	if (item->conv->arg == DT_FMT_ARG_STRING && dt_sema_hint_quotes(s, *a->next))
		return;
	if (item->conv->arg == DT_FMT_ARG_STRING && dt_type_is_scalar(t))
		dt_sema_hint(s, dt_type_is_integer(t) && dt_type_resolve(t)->size < 8
				    ? "%%d prints numbers"
				    : "use stringof() for a kernel address and copyinstr() for a "
				      "user address");
	if (item->conv->arg == DT_FMT_ARG_INT && dt_type_is_stringlike(t))
		dt_sema_hint(s, "%%s prints strings");
	if (item->conv->arg == DT_FMT_ARG_FLOAT && dt_type_is_integer(t))
		dt_sema_hint(s,
			     "an integer is not floating-point: %%d prints it, (double)x converts "
			     "it; \"%%d.%%02d\", x / 100, x %% 100 prints hundredths");
	if (item->conv->arg == DT_FMT_ARG_INT && dt_type_is_float(t))
		dt_sema_hint(s,
			     "%%f, %%e and %%g print floating-point numbers; (int64_t)x makes an "
			     "integer");
	if (item->conv->arg == DT_FMT_ARG_HOST)
		dt_sema_hint(s, "inet_ntoa() and inet_ntop() make a string of an address");
}

/** Checks the argument of the `nr`-th conversion. Returns false after a report. */
static bool take_value(struct dt_sema *s, struct args *a, const struct dt_format_item *item,
		       unsigned nr)
{
	if (item->is_agg) {
		dt_sema_poison(s, a->call, D_PRINTF_AGG_CONV,
			       "%s( ) conversion %s: the @ flag belongs to printa( )",
			       a->call->name, item->text);
		return false;
	}
	if (item->star_width && !take_star(s, a, "width", item->text))
		return false;
	if (item->star_precision && !take_star(s, a, "precision", item->text))
		return false;
	if (!*a->next) {
		dt_sema_poison(s, a->call, D_PRINTF_ARG_PROTO,
			       "%s( ) prototype mismatch: conversion #%u (%s) is missing a "
			       "corresponding value argument",
			       a->call->name, nr, item->text);
		return false;
	}
	if (!fits_type(item, (*a->next)->type)) {
		report_type(s, a, item);
		return false;
	}
	a->next = &(*a->next)->next;
	a->number++;
	return true;
}

static void check_conversions(struct dt_sema *s, struct dt_node *call, const struct dt_format *f)
{
	struct args a = {call, &call->list->next, 2};
	unsigned nr = 0;

	for (size_t i = 0; i < f->n_items; i++)
		if (f->items[i].conv && !take_value(s, &a, &f->items[i], ++nr))
			return;
	if (*a.next)
		dt_sema_poison_at(s, call, (*a.next)->loc, D_PRINTF_ARG_EXTRA,
				  "%s( ) prototype mismatch: argument #%u has no conversion",
				  call->name, a.number);
}

void dt_check_printf(struct dt_sema *s, struct dt_node *call)
{
	struct dt_format f = {0};

	if (parse_format(s, call, false, &f))
		check_conversions(s, call, &f);
	dt_format_deinit(&f);
}

void dt_check_freopen(struct dt_sema *s, struct dt_node *call)
{
	struct dt_format f = {0};

	if (parse_format(s, call, true, &f)) {
		const char *name = call->list->str;

		if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
			dt_sema_poison(s, call, D_FREOPEN_INVALID,
				       "freopen( ) argument #1 cannot be \"%s\"", name);
		else
			check_conversions(s, call, &f);
	}
	dt_format_deinit(&f);
}

// ---- printa

static bool same_keys(const struct dt_ident *a, const struct dt_ident *b)
{
	if (a->n_keys != b->n_keys)
		return false;
	for (size_t i = 0; i < a->n_keys; i++)
		if (!dt_type_equal(a->keys[i], b->keys[i]))
			return false;
	return true;
}

/** Checks the conversion of an aggregated value, which is an integer or a time. */
static bool check_value_conv(struct dt_sema *s, struct dt_node *call,
			     const struct dt_format_item *item)
{
	if (item->conv->arg == DT_FMT_ARG_INT || item->conv->arg == DT_FMT_ARG_SCALAR ||
	    item->conv->arg == DT_FMT_ARG_TIME)
		return true;
	dt_sema_poison(s, call, D_PRINTF_AGG_CONV,
		       "printa( ) conversion %s cannot print the value of an aggregation",
		       item->text);
	return false;
}

/** Checks the key of a `*`. Returns false after a report. */
static bool take_key_star(struct dt_sema *s, struct dt_node *call,
			  const struct dt_format_item *item, const struct dt_ident *agg,
			  size_t *key, const char *what)
{
	if (*key == agg->n_keys) {
		dt_sema_poison(s, call, D_PRINTF_DYN_PROTO,
			       "printa( ) has no key for the %s of conversion %s", what,
			       item->text);
		return false;
	}
	if (!dt_type_is_integer(agg->keys[(*key)++])) {
		dt_sema_poison(s, call, D_PRINTF_DYN_TYPE,
			       "printa( ) key #%zu, the %s of conversion %s, must be of integral "
			       "type",
			       *key, what, item->text);
		return false;
	}
	return true;
}

static void check_keys(struct dt_sema *s, struct dt_node *call, const struct dt_format *f,
		       const struct dt_ident *agg)
{
	size_t key = 0;
	unsigned nr = 0;

	for (size_t i = 0; i < f->n_items; i++) {
		const struct dt_format_item *item = &f->items[i];

		if (!item->conv)
			continue;
		nr++;
		if (item->star_width && !take_key_star(s, call, item, agg, &key, "width"))
			return;
		if (item->star_precision && !take_key_star(s, call, item, agg, &key, "precision"))
			return;
		if (item->is_agg) {
			if (!check_value_conv(s, call, item))
				return;
			continue;
		}
		if (key == agg->n_keys) {
			dt_sema_poison(
			    s, call, D_PRINTF_ARG_PROTO,
			    "printa( ) prototype mismatch: conversion #%u (%s) is missing a "
			    "corresponding key argument: @%s has %zu",
			    nr, item->text, agg->name, agg->n_keys);
			dt_sema_hint(s, "an @ prints the value of the aggregation: %%@d");
			return;
		}
		const struct dt_type *t = agg->keys[key++];
		if (!fits_type(item, t)) {
			dt_sema_poison(s, call, D_PRINTF_ARG_TYPE,
				       "printa( ) key #%zu is incompatible with conversion %s: "
				       "%s expected, the key is \"%s\"",
				       key, item->text, wanted_argument(item), dt_sema_spell(s, t));
			return;
		}
	}
}

static void check_printa(struct dt_sema *s, struct dt_node *call)
{
	struct dt_format f = {0};
	struct dt_node *first = call->list;

	if (first->kind == DT_NODE_STRING)
		first = first->next;
	for (const struct dt_node *a = first; a; a = a->next) {
		if (!a->ident->agg_func || a->ident->is_wrong) {
			// Reported; or the clause that aggregates was removed, and this call has
			// no effect.
			dt_sema_make_int(s, call, 0, dt_sema_basic(s, DT_INT));
			return;
		}
		if (same_keys(first->ident, a->ident))
			continue;
		dt_sema_poison(s, call, D_PRINTA_AGGKEY,
			       "printa( ): @%s and @%s do not have the same keys",
			       first->ident->name, a->ident->name);
		return;
	}
	if (call->list->kind == DT_NODE_STRING && parse_format(s, call, false, &f))
		check_keys(s, call, &f, first->ident);
	dt_format_deinit(&f);
}

void dt_check_printa(struct dt_sema *s, struct dt_node *call)
{
	struct dt_node *a = call->list;
	unsigned number = 1;

	if (a->kind == DT_NODE_STRING) {
		struct dt_format f = {0};

		if (!parse_format(s, call, false, &f))
			return;
		dt_format_deinit(&f);
		a = a->next;
		number++;
	} else if (dt_type_is_string(a->type)) {
		dt_sema_poison_at(s, call, a->loc, D_PRINTF_ARG_FMT,
				  "printa( ) argument #1 must be a string constant");
		return;
	}
	if (!a) {
		dt_sema_poison(s, call, D_PRINTA_PROTO, "printa( ) needs at least one aggregation");
		return;
	}
	for (; a; a = a->next, number++) {
		if (a->kind != DT_NODE_AGG) {
			dt_sema_poison_at(
			    s, call, a->loc, D_PRINTA_AGGARG,
			    "printa( ) argument #%u must be an aggregation, not of type \"%s\"",
			    number, dt_sema_spell(s, a->type));
			return;
		}
		if (a->list) {
			dt_sema_poison_at(
			    s, call, a->loc, D_PRINTA_AGGPROTO,
			    "printa( ) argument #%u must be an aggregation named without keys",
			    number);
			return;
		}
		if (!dt_sema_agg_ident(s, a)) {
			dt_sema_poison_at(s, call, a->loc, D_PRINTA_AGGBAD,
					  "undefined aggregation: %s",
					  dt_sema_agg_text(s, a->name));
			return;
		}
	}
	dt_vec_push(&s->late, ((struct dt_late_check){check_printa, call}));
}
