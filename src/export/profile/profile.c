/* SPDX-License-Identifier: BSD-2-Clause */
#include "export/profile/profile.h"

#include <string.h>

// ---- tables

/** The tables whose elements are found by their contents. */
enum table { TEXT, MAPPING, FUNCTION, LOCATION, STACK, ADDRESS };

/** Returns the number of the element with these contents. If it is new, returns `next`, which it
 * has from now on. */
static uint32_t find_element(struct dt_profile *p, enum table table, const void *contents,
			     size_t len, size_t next)
{
	dt_cleanup(dt_str_deinit) struct dt_str key = {0};
	uintptr_t number;

	dt_str_append_c(&key, (char)table);
	dt_str_append_n(&key, contents, len);
	number = (uintptr_t)dt_map_get(&p->known, key.data, key.len);
	if (number)
		return (uint32_t)number;
	dt_map_put(&p->known, key.data, key.len, (void *)(uintptr_t)next);
	return (uint32_t)next;
}

static uint32_t add_text(struct dt_profile *p, const char *text)
{
	uint32_t number;

	if (!*text)
		return 0;
	number = find_element(p, TEXT, text, strlen(text), p->texts.len);
	if (number == p->texts.len)
		dt_vec_push(&p->texts, dt_strdup(text));
	return number;
}

void dt_profile_init(struct dt_profile *p)
{
	*p = (struct dt_profile){0};
	dt_vec_push(&p->texts, dt_strdup(""));
	dt_vec_push(&p->mappings, (struct dt_profile_mapping){0});
	dt_vec_push(&p->functions, (struct dt_profile_function){0});
	dt_vec_push(&p->locations, (struct dt_profile_location){0});
	dt_vec_push(&p->stacks, (struct dt_profile_range){0});
}

void dt_profile_deinit(struct dt_profile *p)
{
	dt_vec_foreach (&p->texts, text)
		free(*text);
	dt_vec_deinit(&p->texts);
	dt_vec_deinit(&p->mappings);
	dt_vec_deinit(&p->functions);
	dt_vec_deinit(&p->lines);
	dt_vec_deinit(&p->locations);
	dt_vec_deinit(&p->frames);
	dt_vec_deinit(&p->stacks);
	dt_vec_deinit(&p->labels);
	dt_vec_deinit(&p->samples);
	dt_vec_deinit(&p->types);
	dt_map_deinit(&p->known);
}

// ---- stacks

/** Returns the mapping of a frame; 0: generated code, or unknown. The kernel has no file. */
static uint32_t add_mapping(struct dt_profile *p, const struct dtrace_frame *f)
{
	uint32_t file = add_text(p, *f->file ? f->file : f->module);
	uint32_t build_id = add_text(p, f->build_id), number;
	uint64_t limit = f->map_end ? f->map_end : UINT64_MAX;
	const uint64_t contents[] = {f->map_start, limit, f->map_offset, file, build_id};

	if (!f->map_start)
		return 0;
	number = find_element(p, MAPPING, contents, sizeof(contents), p->mappings.len);
	if (number == p->mappings.len)
		dt_vec_push(&p->mappings,
			    (struct dt_profile_mapping){f->map_start, limit, f->map_offset, file,
							build_id, false, false});
	p->mappings.data[number].has_functions |= *f->function != '\0';
	p->mappings.data[number].has_lines |= f->line > 0;
	return number;
}

static uint32_t add_function(struct dt_profile *p, const struct dtrace_frame *f)
{
	const uint32_t contents[] = {add_text(p, f->function), add_text(p, f->linked),
				     add_text(p, f->source)};
	uint32_t number = find_element(p, FUNCTION, contents, sizeof(contents), p->functions.len);

	if (number == p->functions.len)
		dt_vec_push(&p->functions,
			    (struct dt_profile_function){contents[0], contents[1], contents[2]});
	return number;
}

/** Describes an address. Processes that share a file at the same addresses share the location. */
static uint32_t describe_address(struct dt_profile *p, struct dtrace *d, pid_t process,
				 uint64_t address)
{
	struct dt_profile_location l = {.address = address, .lines = {p->lines.len, 0}};
	struct dtrace_frame f = {.size = sizeof(f)};
	dt_cleanup(dt_str_deinit) struct dt_str contents = {0};
	uint32_t number;

	for (size_t i = 0; dtrace_frame(d, process, address, i, &f); i++) {
		l.mapping = add_mapping(p, &f);
		if (*f.function)
			dt_vec_push(&p->lines,
				    (struct dt_profile_line){add_function(p, &f), f.line});
	}
	l.lines.n = p->lines.len - l.lines.first;
	dt_str_append_n(&contents, (const char *)&l.mapping, sizeof(l.mapping));
	dt_str_append_n(&contents, (const char *)&address, sizeof(address));
	if (l.lines.n)
		dt_str_append_n(&contents, (const char *)(p->lines.data + l.lines.first),
				l.lines.n * sizeof(*p->lines.data));
	number = find_element(p, LOCATION, contents.data, contents.len, p->locations.len);
	if (number == p->locations.len)
		dt_vec_push(&p->locations, l);
	else
		p->lines.len = l.lines.first;
	return number;
}

static uint32_t add_location(struct dt_profile *p, struct dtrace *d, pid_t process,
			     uint64_t address)
{
	const uint64_t contents[] = {(uint64_t)process, address};
	const size_t unknown = UINT32_MAX;
	dt_cleanup(dt_str_deinit) struct dt_str key = {0};
	uint32_t number = find_element(p, ADDRESS, contents, sizeof(contents), unknown);

	if (number != unknown)
		return number;
	number = describe_address(p, d, process, address);
	dt_str_append_c(&key, ADDRESS);
	dt_str_append_n(&key, (const char *)contents, sizeof(contents));
	dt_map_put(&p->known, key.data, key.len, (void *)(uintptr_t)number);
	return number;
}

static bool is_stack(const struct dtrace_aggregation *a, size_t key)
{
	struct dtrace_field field = {.size = sizeof(field)};

	return dtrace_aggregation_key(a, key, &field) && field.kind == DTRACE_STACK;
}

/** Appends the frames of the row's stacks that are of the kernel, or those that are not. */
static void append_frames(struct dt_profile *p, struct dtrace *d,
			  const struct dtrace_aggregation *a, size_t row, bool is_kernel)
{
	const uint64_t *addresses;
	pid_t process;

	for (size_t k = 0; k < dtrace_aggregation_keys(a); k++) {
		size_t n = dtrace_aggregation_key_stack(a, row, k, &addresses, &process);

		if (!is_stack(a, k) || !process != is_kernel)
			continue;
		// All but the first are return addresses.
		for (size_t i = 0; i < n && addresses[i]; i++)
			dt_vec_push(&p->frames,
				    add_location(p, d, process, addresses[i] - (i > 0)));
	}
}

/** Returns the stack of a row: the frames of the kernel, then those of the process that called it.
 */
static uint32_t add_stack(struct dt_profile *p, struct dtrace *d,
			  const struct dtrace_aggregation *a, size_t row)
{
	struct dt_profile_range s = {p->frames.len, 0};
	uint32_t number;

	append_frames(p, d, a, row, true);
	append_frames(p, d, a, row, false);
	s.n = p->frames.len - s.first;
	if (!s.n)
		return 0;
	number = find_element(p, STACK, p->frames.data + s.first, s.n * sizeof(*p->frames.data),
			      p->stacks.len);
	if (number == p->stacks.len)
		dt_vec_push(&p->stacks, s);
	else
		p->frames.len = s.first;
	return number;
}

// ---- samples

/** Returns the name of a part of a key as a label: without "self->" and "this->". */
static const char *label_name(const char *name)
{
	const char *arrow = strstr(name, "->");

	return arrow ? arrow + 2 : name;
}

static struct dt_profile_range add_labels(struct dt_profile *p, const struct dtrace_aggregation *a,
					  size_t row)
{
	struct dt_profile_range r = {p->labels.len, 0};
	struct dtrace_field field = {.size = sizeof(field)};

	for (size_t k = 0; dtrace_aggregation_key(a, k, &field); k++) {
		struct dt_profile_label l = {.name = add_text(p, label_name(field.name))};

		if (field.kind == DTRACE_STACK)
			continue;
		l.is_number = field.kind == DTRACE_INTEGER;
		if (l.is_number)
			l.number = dtrace_aggregation_key_integer(a, row, k);
		else
			l.text = add_text(p, dtrace_aggregation_key_text(a, row, k));
		dt_vec_push(&p->labels, l);
	}
	r.n = p->labels.len - r.first;
	return r;
}

/** The value of a row that adds up: the sum, or the number of values. */
static int64_t value_of(const struct dtrace_aggregation *a, size_t row, bool is_sum)
{
	struct dtrace_aggregation_value v = {.size = sizeof(v)};

	dtrace_aggregation_value(a, row, &v);
	return is_sum ? v.sum : (int64_t)v.count;
}

static bool is_function(const struct dtrace_aggregation *a, const char *name)
{
	struct dtrace_aggregation_info info = {.size = sizeof(info)};

	return dtrace_aggregation_info(a, &info) && !strcmp(info.function, name);
}

bool dt_profile_takes(const struct dtrace_aggregation *a)
{
	for (size_t k = 0; k < dtrace_aggregation_keys(a); k++)
		if (is_stack(a, k))
			return !is_function(a, "min") && !is_function(a, "max");
	return false;
}

/** Returns the type of the aggregation's values. The first aggregation that counts has the type
 * "samples"; others have their names. */
static uint32_t add_type(struct dt_profile *p, const struct dtrace_aggregation *a, bool is_sum,
			 const char *unit)
{
	struct dtrace_aggregation_info info = {.size = sizeof(info)};
	struct dt_profile_type t = {.unit = add_text(p, is_sum && unit ? unit : "count")};
	bool is_taken = is_sum;

	dtrace_aggregation_info(a, &info);
	t.name = add_text(p, "samples");
	dt_vec_foreach (&p->types, other)
		is_taken |= other->name == t.name;
	if (is_taken)
		t.name = add_text(p, strcmp(info.name, "_") != 0 ? info.name : info.function);
	dt_vec_push(&p->types, t);
	return (uint32_t)p->types.len - 1;
}

/** Returns the growth of a row since the last call. */
static int64_t take_growth(struct dt_map *past, const struct dtrace_aggregation *a, size_t row,
			   int64_t value)
{
	struct dtrace_aggregation_info info = {.size = sizeof(info)};
	dt_cleanup(dt_str_deinit) struct dt_str key = {0};
	const uint64_t *frames;
	int64_t *old, before;
	pid_t process;

	dtrace_aggregation_info(a, &info);
	dt_str_append_n(&key, info.name, strlen(info.name) + 1);
	for (size_t k = 0; k < dtrace_aggregation_keys(a); k++) {
		size_t n = dtrace_aggregation_key_stack(a, row, k, &frames, &process);
		const char *text = n ? "" : dtrace_aggregation_key_text(a, row, k);

		dt_str_append_n(&key, (const char *)&n, sizeof(n));
		dt_str_append_n(&key, (const char *)&process, sizeof(process));
		dt_str_append_n(&key, (const char *)frames, n * sizeof(*frames));
		dt_str_append_n(&key, text, strlen(text) + 1);
	}
	old = dt_map_get(past, key.data, key.len);
	if (!old) {
		old = dt_zalloc(sizeof(*old));
		dt_map_put(past, key.data, key.len, old);
	}
	before = *old;
	*old = value;
	return (int64_t)((uint64_t)value - (uint64_t)before);
}

void dt_profile_forget(struct dt_map *past)
{
	struct dt_map_entry *e;

	for (size_t pos = 0; (e = dt_map_next(past, &pos));)
		free(e->value);
	dt_map_deinit(past);
}

void dt_profile_add(struct dt_profile *p, struct dtrace *d, const struct dtrace_aggregation *a,
		    const char *unit, struct dt_map *past)
{
	bool is_sum = is_function(a, "sum");
	uint32_t type;

	if (!dt_profile_takes(a))
		return;
	type = add_type(p, a, is_sum, unit);
	for (size_t row = 0; row < dtrace_aggregation_rows(a); row++) {
		int64_t value = value_of(a, row, is_sum);

		if (past)
			value = take_growth(past, a, row, value);
		if (!value)
			continue;
		uint32_t stack = add_stack(p, d, a, row);

		dt_vec_push(&p->samples,
			    (struct dt_profile_sample){stack, type, value, add_labels(p, a, row)});
	}
}
