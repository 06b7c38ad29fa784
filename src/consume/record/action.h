/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Actions on the consumer's side. An action has an effect, or shows something of its record, or
 * both. What it shows is one of a few forms that every sink knows, so that an action says nothing
 * of text or JSON, and a sink nothing of single actions.
 *
 * To add an action: 1. its builtin with its lowering in src/builtin/action/, and the line in
 * builtins.def; 2. a line in the table of actions.c under the same name; 3. a test
 * (docs/dev/add-a-builtin.md).
 *
 * Decision: docs/dev/decisions/0020-six-forms-between-actions-and-sinks.md
 */
#ifndef DT_CONSUME_RECORD_ACTION_H
#define DT_CONSUME_RECORD_ACTION_H

#include "abi/layout.h"
#include "consume/value/printf.h"

struct dt_action;
struct dt_consumer;
struct dt_record;

enum { DT_PAYLOAD_WORD = 8 }; // bytes of each word that a payload may begin with

/** What an action shows. */
enum dt_show {
	DT_SHOW_NOTHING,
	DT_SHOW_VALUE,	   // fields[0] in the form that suits its kind
	DT_SHOW_TYPED,	   // fields[0] as C would initialise it
	DT_SHOW_MEMORY,	   // fields[0] as bytes, of which fields[1], if there, says how many
	DT_SHOW_FORMATTED, // the format with the fields
	DT_SHOW_AGGS,	   // the aggregations, in their default form or that of the format
	DT_SHOW_STATUS,	   // fields[0], in structured output only
};

struct dt_action_type {
	const char *name; // in descriptions and in structured output
	unsigned char min_fields, min_aggs;
	bool has_format; // must have one; others may
	enum dt_show shows;
	/** The effect, before it is shown; NULL: none. Aggregations have been read by then. */
	void (*carry_out)(struct dt_consumer *c, const struct dt_action *a,
			  const struct dt_record *r);
	/** fields[0] is DT_SPEC_TOKEN of a speculation: the record belongs to it ... */
	bool joins;
	/** ... or ends it; NULL: it does not. */
	void (*end)(struct dt_consumer *c, uint64_t token);
};

struct dt_action {
	const struct dt_action_type *type;
	const struct dt_action_desc *desc;
	struct dt_printf format; // if desc->format
	struct dt_agg **aggs;	 // desc->aggs resolved
};

struct dt_record_clause {
	const struct dt_clause_desc *desc;
	struct dt_action *actions;
	bool speculates; // has an action of speculative tracing
	bool has_effects;
	bool silent; // has nothing else than actions that end speculations: shows nothing
};

/** A record that is being processed. */
struct dt_record {
	const struct dt_record_clause *clause;
	unsigned cpu;
	uint32_t thread; // with -F; 0: none, or not known
	const struct dt_rec *head;
	const uint8_t *payload;
	const struct dt_probe_info *probe;
	bool is_first, is_last; // of the clauses of its firing that are shown
};

/** The action of that name, or NULL. */
const struct dt_action_type *dt_action_type(const char *name);

/** How many bytes a DT_SHOW_MEMORY shows. */
size_t dt_action_memory_size(const struct dt_action *a, const struct dt_record *r);

/** Effects beyond the output (effects.c); what they refuse is a message. */
void dt_effect_system(struct dt_consumer *c, const struct dt_action *a, const struct dt_record *r);
void dt_effect_freopen(struct dt_consumer *c, const struct dt_action *a, const struct dt_record *r);
void dt_effect_ftruncate(struct dt_consumer *c, const struct dt_action *a,
			 const struct dt_record *r);
void dt_effect_setopt(struct dt_consumer *c, const struct dt_action *a, const struct dt_record *r);

#endif
