/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Records and actions on the consumer's side. An action has an effect, or shows data of its record,
 * or both.
 * Data are shown in one of a few forms that every sink implements. Thus actions know nothing about
 * text or JSON, and sinks know nothing about single actions.
 *
 * To add an action: 1. add its builtin with its lowering in src/builtin/action/, and its line in
 * builtins.def; 2. add a line of the same name to the table in actions.c; 3. write a test
 * (docs/dev/add-a-builtin.md).
 *
 * Decision: docs/dev/decisions/0020-six-forms-between-actions-and-sinks.md
 */
#ifndef DT_CONSUME_DATA_ACTION_H
#define DT_CONSUME_DATA_ACTION_H

#include "abi/layout.h"
#include "consume/print/printf.h"

struct dt_action;
struct dt_consumer;
struct dt_record;
struct dt_shape; // consume/data/shape.h

enum { DT_PAYLOAD_WORD = 8 }; // bytes of each word that a payload may begin with

/** Forms in which an action shows data. */
enum dt_show {
	DT_SHOW_NOTHING,
	DT_SHOW_VALUE,	   // fields[0] in the default form of its kind
	DT_SHOW_TYPED,	   // fields[0] as a C initialiser
	DT_SHOW_MEMORY,	   // fields[0] as bytes; fields[1], if present, is their number
	DT_SHOW_FORMATTED, // the format with the fields
	DT_SHOW_AGGS,	   // the aggregations, in their default form or by the format
	DT_SHOW_STATUS,	   // fields[0], in structured output only
};

struct dt_action_type {
	const char *name; // in descriptions and in structured output
	unsigned char min_fields, min_aggs;
	bool has_format; // requires a format; other actions may have one
	enum dt_show shows;
	/** Carries out the effect, before the action is shown; NULL: none. Aggregations have been
	 *  read. */
	void (*carry_out)(struct dt_consumer *c, const struct dt_action *a,
			  const struct dt_record *r);
	/** The record belongs to the speculation whose DT_SPEC_TOKEN is fields[0]. */
	bool joins;
	/** Ends that speculation; or NULL. */
	void (*end)(struct dt_consumer *c, uint64_t token);
};

struct dt_action {
	const struct dt_action_type *type;
	const struct dt_action_desc *desc;
	struct dt_printf format; // if desc->format
	struct dt_agg **aggs;	 // desc->aggs resolved
	bool is_event;		 // has an effect, or shows aggregations
};

struct dt_record_clause {
	const struct dt_clause_desc *desc;
	struct dt_action *actions;
	const struct dt_shape *shape;
	bool speculates; // has an action of speculative tracing
	bool has_effects;
	bool has_events;
	bool silent; // has only actions that end speculations, so shows nothing
};

/** A record that is being processed. */
struct dt_record {
	const struct dt_record_clause *clause;
	unsigned cpu;
	uint32_t thread, process; // with -F or a handler; 0: none or unknown
	const struct dt_rec *head;
	const uint8_t *payload;
	uint64_t mask; // arms of the clause that ran, see dt_record_has()
	const struct dt_probe_info *probe;
	bool is_first, is_last; // among the shown clauses of its firing
};

/** Reports whether a record with this mask has the action. */
static inline bool dt_record_has(uint64_t mask, const struct dt_action *a)
{
	return a->desc->guard < 0 || mask >> a->desc->guard & 1;
}

/** Returns the number of bytes that a DT_SHOW_MEMORY shows. */
size_t dt_action_memory_size(const struct dt_action *a, const struct dt_record *r);

#endif
