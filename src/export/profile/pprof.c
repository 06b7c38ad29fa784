/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Source of the format: profile.proto of pprof. Ids are the numbers of elements of our tables. A
 * sample has a value of each type, of which one is not 0.
 */
#include "export/gzip.h"
#include "export/profile/profile.h"
#include "export/protobuf.h"

/** Fields of messages. */
enum profile { SAMPLE_TYPE = 1, SAMPLE, MAPPING, LOCATION, FUNCTION, STRING, TIME = 9, DURATION };
enum value_type { TYPE = 1, UNIT };
enum sample { LOCATION_ID = 1, VALUE, LABEL };
enum label { KEY = 1, STR, NUM };
enum mapping { MAP_ID = 1, START, LIMIT, OFFSET, FILENAME, BUILD_ID, FUNCTIONS, FILENAMES, LINES };
enum location { ID = 1, MAPPING_ID, ADDRESS, LINE };
enum line { FUNCTION_ID = 1, NUMBER };
enum function { FUNCTION_NUMBER = 1, NAME, SYSTEM_NAME, SOURCE };

static void write_types(struct dt_pb *pb, const struct dt_profile *p)
{
	dt_vec_foreach (&p->types, t) {
		dt_pb_begin(pb, SAMPLE_TYPE);
		dt_pb_varint(pb, TYPE, t->name);
		dt_pb_varint(pb, UNIT, t->unit);
		dt_pb_end(pb);
	}
}

static void write_label(struct dt_pb *pb, const struct dt_profile_label *l)
{
	dt_pb_begin(pb, LABEL);
	dt_pb_varint(pb, KEY, l->name);
	dt_pb_varint(pb, STR, l->text);
	if (l->is_number)
		dt_pb_varint_always(pb, NUM, (uint64_t)l->number);
	dt_pb_end(pb);
}

static void write_samples(struct dt_pb *pb, const struct dt_profile *p)
{
	dt_vec_foreach (&p->samples, s) {
		const struct dt_profile_range *stack = &p->stacks.data[s->stack];

		dt_pb_begin(pb, SAMPLE);
		dt_pb_begin(pb, LOCATION_ID);
		for (size_t i = 0; i < stack->n; i++)
			dt_pb_element(pb, p->frames.data[stack->first + i]);
		dt_pb_end(pb);
		dt_pb_begin(pb, VALUE);
		for (uint32_t type = 0; type < p->types.len; type++)
			dt_pb_element(pb, type == s->type ? (uint64_t)s->value : 0);
		dt_pb_end(pb);
		for (size_t i = 0; i < s->labels.n; i++)
			write_label(pb, &p->labels.data[s->labels.first + i]);
		dt_pb_end(pb);
	}
}

static void write_mappings(struct dt_pb *pb, const struct dt_profile *p)
{
	for (size_t i = 1; i < p->mappings.len; i++) {
		const struct dt_profile_mapping *m = &p->mappings.data[i];

		dt_pb_begin(pb, MAPPING);
		dt_pb_varint(pb, MAP_ID, i);
		dt_pb_varint(pb, START, m->start);
		dt_pb_varint(pb, LIMIT, m->limit);
		dt_pb_varint(pb, OFFSET, m->offset);
		dt_pb_varint(pb, FILENAME, m->file);
		dt_pb_varint(pb, BUILD_ID, m->build_id);
		dt_pb_varint(pb, FUNCTIONS, m->has_functions);
		dt_pb_varint(pb, FILENAMES, m->has_lines);
		dt_pb_varint(pb, LINES, m->has_lines);
		dt_pb_end(pb);
	}
}

static void write_locations(struct dt_pb *pb, const struct dt_profile *p)
{
	for (size_t i = 1; i < p->locations.len; i++) {
		const struct dt_profile_location *l = &p->locations.data[i];

		dt_pb_begin(pb, LOCATION);
		dt_pb_varint(pb, ID, i);
		dt_pb_varint(pb, MAPPING_ID, l->mapping);
		dt_pb_varint(pb, ADDRESS, l->address);
		for (size_t k = 0; k < l->lines.n; k++) {
			const struct dt_profile_line *line = &p->lines.data[l->lines.first + k];

			dt_pb_begin(pb, LINE);
			dt_pb_varint(pb, FUNCTION_ID, line->function);
			dt_pb_varint(pb, NUMBER, (uint64_t)line->line);
			dt_pb_end(pb);
		}
		dt_pb_end(pb);
	}
}

static void write_functions(struct dt_pb *pb, const struct dt_profile *p)
{
	for (size_t i = 1; i < p->functions.len; i++) {
		const struct dt_profile_function *f = &p->functions.data[i];

		dt_pb_begin(pb, FUNCTION);
		dt_pb_varint(pb, FUNCTION_NUMBER, i);
		dt_pb_varint(pb, NAME, f->name);
		dt_pb_varint(pb, SYSTEM_NAME, f->linked);
		dt_pb_varint(pb, SOURCE, f->source);
		dt_pb_end(pb);
	}
}

void dt_pprof_write(const struct dt_profile *p, uint64_t time, uint64_t duration,
		    struct dt_str *ret)
{
	struct dt_pb pb = {0};

	write_types(&pb, p);
	write_samples(&pb, p);
	write_mappings(&pb, p);
	write_locations(&pb, p);
	write_functions(&pb, p);
	dt_vec_foreach (&p->texts, text)
		dt_pb_string(&pb, STRING, *text);
	dt_pb_varint(&pb, TIME, time);
	dt_pb_varint(&pb, DURATION, duration);
	dt_gzip(pb.bytes.data, pb.bytes.len, ret);
	dt_pb_deinit(&pb);
}
