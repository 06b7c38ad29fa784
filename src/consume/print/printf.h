/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A format of printf() or printa(), prepared for printing a million times: it is parsed, and each
 * conversion is bound to the field that it shows.
 */
#ifndef DT_CONSUME_PRINT_PRINTF_H
#define DT_CONSUME_PRINT_PRINTF_H

#include "consume/agg/agg.h"
#include "consume/value/value.h"
#include "dialect/format.h"

struct dt_printf_item {
	const struct dt_format_item *parsed;
	char conv;				  // 0: literal text only
	const struct dt_field *width, *precision; // of `*`; NULL: as written
	const struct dt_field *arg;		  // NULL: the value of an aggregation
	unsigned agg;				  // index of the printa()'s aggregation
	bool is_signed;				  // show the number as signed
	bool plain;    // a number without precision and without flags other than `-`
	unsigned bits; // of `h` and `hh`; 64: all
	char spec[16]; // for libc: "%-*.*ll"
};

struct dt_printf {
	struct dt_format parsed;
	struct dt_printf_item *items;
	size_t n;
};

/**
 * Binds conversions to fields from left to right. If n_aggs > 0, conversions marked `@` take the
 * aggregations instead; surplus ones take the last aggregation. The fields must outlive the format.
 * Fails if the format is invalid or has more conversions than fields.
 */
struct dt_error *dt_printf_init(struct dt_printf *p, const char *text,
				const struct dt_field *fields, size_t n_fields,
				size_t n_aggs) dt_must_use;
void dt_printf_deinit(struct dt_printf *p);

/** Prints once. Only printa() has `table` and `row`, else they are NULL. `base` is the payload or
 *  the key. */
void dt_printf_print(const struct dt_printf *p, struct dt_out *o, struct dt_names *names,
		     const uint8_t *base, const struct dt_agg_table *table,
		     const struct dt_agg_row *row);

/** The form of a time: two formats of strftime(), with the digits of the fraction between them. */
struct dt_time_form {
	const char *date; // ends with the seconds
	int digits;	  // of the fraction, at most 9; 0, -1: none
	const char *zone; // the rest
};

/** These write the text of the conversions %T %Y, %P and %I (lookup.c) and return its length. */
size_t dt_lookup_time(char *buf, size_t size, int64_t ns, const struct dt_time_form *form);
size_t dt_lookup_port(char *buf, size_t size, uint16_t port);
size_t dt_lookup_host(char *buf, size_t size, const char *address);

#endif
