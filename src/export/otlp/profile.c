/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Source: opentelemetry-proto 1.11.0, profiles.proto (v1development). A Profile has one type of
 * values. Labels of samples and build ids of mappings are attributes, which are in a table as well.
 */
#include "export/otlp/otlp.h"

/** Fields of messages. */
enum { PROFILES = 2 }; // of ScopeProfiles
enum profile { SAMPLE_TYPE = 1, SAMPLES, TIME, DURATION };
enum sample { STACK = 1, SAMPLE_ATTRIBUTES, VALUES = 4 };
enum value_type { TYPE = 1, UNIT };
enum { DICTIONARY = 2 }; // of the request
enum dictionary { MAPPINGS = 1, LOCATIONS, FUNCTIONS, LINKS, STRINGS, ATTRIBUTES, STACKS };
enum mapping { START = 1, LIMIT, OFFSET, FILENAME, MAPPING_ATTRIBUTES };
enum location { MAPPING = 1, ADDRESS, LINES };
enum line { FUNCTION = 1, LINE };
enum function { NAME = 1, SYSTEM_NAME, SOURCE };
enum { STACK_LOCATIONS = 1 };
enum attribute { KEY = 1, VALUE };
enum any_value { STRING = 1, INT = 3 };

/** Returns the numbers of attributes: first the labels, in their order from 1, then the build ids
 * of mappings. */
static uint64_t label_number(size_t label)
{
	return label + 1;
}

static uint64_t build_id_number(const struct dt_profile *p, size_t mapping)
{
	return p->labels.len + mapping; // mapping 0 has none
}

static void write_sample(struct dt_pb *pb, const struct dt_profile_sample *s)
{
	dt_pb_begin(pb, SAMPLES);
	dt_pb_varint(pb, STACK, s->stack);
	dt_pb_begin(pb, SAMPLE_ATTRIBUTES);
	for (size_t i = 0; i < s->labels.n; i++)
		dt_pb_element(pb, label_number(s->labels.first + i));
	dt_pb_end(pb);
	dt_pb_begin(pb, VALUES);
	dt_pb_element(pb, (uint64_t)s->value);
	dt_pb_end(pb);
	dt_pb_end(pb);
}

void dt_otlp_profiles(struct dt_pb *pb, const struct dt_profile *p, uint64_t time,
		      uint64_t duration)
{
	dt_otlp_scope(pb);
	for (uint32_t type = 0; type < p->types.len; type++) {
		dt_pb_begin(pb, PROFILES);
		dt_pb_begin(pb, SAMPLE_TYPE);
		dt_pb_varint(pb, TYPE, p->types.data[type].name);
		dt_pb_varint(pb, UNIT, p->types.data[type].unit);
		dt_pb_end(pb);
		dt_vec_foreach (&p->samples, s)
			if (s->type == type)
				write_sample(pb, s);
		dt_pb_fixed64(pb, TIME, time);
		dt_pb_varint(pb, DURATION, duration);
		dt_pb_end(pb);
	}
}

// ---- the dictionary

static void write_mappings(struct dt_pb *pb, const struct dt_profile *p)
{
	for (size_t i = 0; i < p->mappings.len; i++) {
		const struct dt_profile_mapping *m = &p->mappings.data[i];

		dt_pb_begin(pb, MAPPINGS);
		dt_pb_varint(pb, START, m->start);
		dt_pb_varint(pb, LIMIT, m->limit);
		dt_pb_varint(pb, OFFSET, m->offset);
		dt_pb_varint(pb, FILENAME, m->file);
		if (m->build_id) {
			dt_pb_begin(pb, MAPPING_ATTRIBUTES);
			dt_pb_element(pb, build_id_number(p, i));
			dt_pb_end(pb);
		}
		dt_pb_end(pb);
	}
}

static void write_locations(struct dt_pb *pb, const struct dt_profile *p)
{
	dt_vec_foreach (&p->locations, l) {
		dt_pb_begin(pb, LOCATIONS);
		dt_pb_varint(pb, MAPPING, l->mapping);
		dt_pb_varint(pb, ADDRESS, l->address);
		for (size_t i = 0; i < l->lines.n; i++) {
			const struct dt_profile_line *line = &p->lines.data[l->lines.first + i];

			dt_pb_begin(pb, LINES);
			dt_pb_varint(pb, FUNCTION, line->function);
			dt_pb_varint(pb, LINE, (uint64_t)line->line);
			dt_pb_end(pb);
		}
		dt_pb_end(pb);
	}
}

static void write_functions(struct dt_pb *pb, const struct dt_profile *p)
{
	dt_vec_foreach (&p->functions, f) {
		dt_pb_begin(pb, FUNCTIONS);
		dt_pb_varint(pb, NAME, f->name);
		dt_pb_varint(pb, SYSTEM_NAME, f->linked);
		dt_pb_varint(pb, SOURCE, f->source);
		dt_pb_end(pb);
	}
}

/** Writes an attribute. A NULL text means the number. */
static void write_attribute(struct dt_pb *pb, uint32_t key, const char *text, int64_t number)
{
	dt_pb_begin(pb, ATTRIBUTES);
	dt_pb_varint(pb, KEY, key);
	dt_pb_begin(pb, VALUE);
	if (text)
		dt_pb_string(pb, STRING, text);
	else
		dt_pb_varint_always(pb, INT, (uint64_t)number);
	dt_pb_end(pb);
	dt_pb_end(pb);
}

static void write_attributes(struct dt_pb *pb, const struct dt_profile *p)
{
	uint32_t build_id = (uint32_t)p->texts.len; // the text after those of the profile

	dt_pb_begin(pb, ATTRIBUTES);
	dt_pb_end(pb);
	dt_vec_foreach (&p->labels, l)
		write_attribute(pb, l->name, l->is_number ? NULL : p->texts.data[l->text],
				l->number);
	for (size_t i = 1; i < p->mappings.len; i++)
		write_attribute(pb, build_id, p->texts.data[p->mappings.data[i].build_id], 0);
}

static void write_stacks(struct dt_pb *pb, const struct dt_profile *p)
{
	dt_vec_foreach (&p->stacks, s) {
		dt_pb_begin(pb, STACKS);
		if (s->n) // the first one is empty
			dt_pb_begin(pb, STACK_LOCATIONS);
		for (size_t i = 0; i < s->n; i++)
			dt_pb_element(pb, p->frames.data[s->first + i]);
		if (s->n)
			dt_pb_end(pb);
		dt_pb_end(pb);
	}
}

void dt_otlp_dictionary(struct dt_pb *pb, const struct dt_profile *p)
{
	dt_pb_begin(pb, DICTIONARY);
	write_mappings(pb, p);
	write_locations(pb, p);
	write_functions(pb, p);
	dt_pb_begin(pb, LINKS);
	dt_pb_end(pb);
	dt_vec_foreach (&p->texts, text)
		dt_pb_string(pb, STRINGS, *text);
	dt_pb_string(pb, STRINGS, "process.executable.build_id.gnu");
	write_attributes(pb, p);
	write_stacks(pb, p);
	dt_pb_end(pb);
}
