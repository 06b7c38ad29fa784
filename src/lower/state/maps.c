/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The list of maps that the programs of a compilation share, and their read-only data: string
 * literals and lookup tables. No program writes to read-only data. At least strsize bytes follow
 * the beginning of each literal, so that a literal can take the place of any string.
 *
 * A map's number is its handle, in order of first use. All data are in the compilation's arena.
 * Sizes that grow while groups are lowered (scratch, read-only data) are final after
 * dt_lower_maps_finish(); generated code only uses offsets below them.
 *
 * Decision: docs/dev/decisions/0046-arrays-share-maps.md
 */
#include "lower/state/state.h"

#include "ir/phrases.h"

#include "abi/traceid.h"
#include "abi/unwind.h"

#include <string.h>

enum { PROCESSES = 65536, OPERANDS = 65536 };

/** Returns the arena array with room for another element. */
static void *grow_array(struct dt_arena *a, void *old, size_t len, size_t *cap, size_t size)
{
	void *p;

	if (len < *cap)
		return old;
	*cap = *cap ? 2 * *cap : 16;
	p = dt_arena_alloc(a, *cap * size);
	if (len)
		memcpy(p, old, len * size);
	return p;
}

unsigned dt_lower_map(struct dt_lower *l, const struct dt_map_desc *desc)
{
	l->maps.list =
	    grow_array(l->arena, l->maps.list, l->maps.n, &l->maps.cap, sizeof(*l->maps.list));
	l->maps.list[l->maps.n] = *desc;
	return l->maps.n++;
}

unsigned dt_lower_map_once(struct dt_lower *l, unsigned *handle, const struct dt_map_desc *desc)
{
	if (!*handle)
		*handle = dt_lower_map(l, desc);
	return *handle;
}

unsigned dt_lower_map_of(struct dt_lower *l, const struct dt_map_desc *desc)
{
	struct dt_builtin_map *m;

	for (size_t i = 0; i < l->maps.n_builtin; i++)
		if (l->maps.builtin[i].desc == desc)
			return l->maps.builtin[i].map;
	l->maps.builtin = grow_array(l->arena, l->maps.builtin, l->maps.n_builtin,
				     &l->maps.cap_builtin, sizeof(*m));
	m = &l->maps.builtin[l->maps.n_builtin++];
	*m = (struct dt_builtin_map){desc, dt_lower_map(l, desc)};
	return m->map;
}

static bool overwrites_records(const struct dt_lower *l)
{
	return l->setup.options->v[DT_OPT_bufpolicy] == DT_BUFPOLICY_RING;
}

uint32_t dt_lower_ring_size(const struct dt_lower *l)
{
	uint32_t size = overwrites_records(l) ? DT_RING_MIN_OVERWRITE : 4096;
	int64_t wanted = l->setup.ring ? l->setup.ring : l->setup.options->v[DT_OPT_bufsize];

	while (size < wanted)
		size *= 2;
	return size;
}

uint32_t dt_lower_ring_chunk(const struct dt_lower *l)
{
	uint32_t size = dt_lower_ring_size(l);

	// The reader loses the chunk being overwritten, so that must be a small part.
	if (overwrites_records(l))
		size = size / 16 < 4096 ? 4096 : size / 16;
	return size < DT_RING_CHUNK_MAX ? size : DT_RING_CHUNK_MAX;
}

struct dt_ir_prog *dt_lower_prog(struct dt_lower *l, const char *name, enum dt_attach attach)
{
	struct dt_ir_prog *p = dt_ir_prog_create(l->arena, name, attach);

	p->executor = l->executor;
	return p;
}

void dt_lower_std_maps(struct dt_lower *l)
{
	static const struct dt_map_desc std[DT_N_STD_MAPS] = {
	    [DT_MAP_CTL] = {.name = "dt_ctl",
			    .kind = DT_MAPK_ARRAY,
			    .key_size = 4,
			    .value_size = sizeof(struct dt_ctl),
			    .max_entries = 1,
			    .is_mapped = true},
	    [DT_MAP_CPUS] = {.name = "dt_cpus",
			     .kind = DT_MAPK_ARRAY,
			     .key_size = 4,
			     .value_size = sizeof(struct dt_cpu),
			     .elems_per_cpu = 1,
			     .is_mapped = true},
	    [DT_MAP_RINGS] = {.name = "dt_rings",
			      .kind = DT_MAPK_ARRAY,
			      .key_size = 4,
			      .present_only = true,
			      .option = "bufsize",
			      .is_mapped = true},
	    [DT_MAP_WAKE] = {.name = "dt_wake", .kind = DT_MAPK_WAKE, .max_entries = 4096},
	};

	for (unsigned i = 0; i < DT_N_STD_MAPS; i++)
		dt_lower_map(l, &std[i]);
	l->maps.list[DT_MAP_RINGS].value_size = dt_lower_ring_chunk(l);
	l->maps.list[DT_MAP_RINGS].elems_per_cpu = dt_lower_ring_size(l) / dt_lower_ring_chunk(l);
}

uint32_t dt_lower_rodata(struct dt_lower *l, const void *data, uint32_t size, bool share)
{
	uint32_t at = l->rodata.len, end;

	for (uint32_t i = 0; share && i + size <= l->rodata.len; i += 8)
		if (!memcmp(l->rodata.data + i, data, size))
			return i;
	dt_lower_map_once(l, &l->maps.rodata,
			  &(struct dt_map_desc){.name = "dt_rodata",
						.kind = DT_MAPK_ARRAY,
						.key_size = 4,
						.max_entries = 1,
						.frozen = true});
	end = dt_lower_round(at + size, 8);
	if (end > l->rodata.cap) {
		char *old = l->rodata.data;

		l->rodata.cap = end > 2 * l->rodata.cap ? 2 * end : 2 * l->rodata.cap;
		l->rodata.data = dt_arena_alloc(l->arena, l->rodata.cap);
		if (at)
			memcpy(l->rodata.data, old, at);
	}
	memcpy(l->rodata.data + at, data, size);
	l->rodata.len = end;
	return at;
}

unsigned dt_lower_zero_map(struct dt_lower *l, uint32_t size)
{
	if (size > l->maps.zero_size)
		l->maps.zero_size = size;
	return dt_lower_map_once(
	    l, &l->maps.zero,
	    &(struct dt_map_desc){
		.name = "dt_zero", .kind = DT_MAPK_ARRAY, .key_size = 4, .max_entries = 1});
}

unsigned dt_lower_scratch_map(struct dt_lower *l, uint32_t size)
{
	struct dt_map_desc *m;

	dt_lower_map_once(l, &l->maps.scratch,
			  &(struct dt_map_desc){.name = "dt_scratch",
						.kind = DT_MAPK_ARRAY,
						.key_size = 4,
						.elems_per_cpu = DT_SCRATCH_LEVELS});
	m = &l->maps.list[l->maps.scratch];
	if (size > m->value_size)
		m->value_size = dt_lower_round(size, 8);
	return l->maps.scratch;
}

unsigned dt_lower_spec_map(struct dt_lower *l)
{
	uint32_t n = l->setup.options->v[DT_OPT_nspec];
	struct dt_specs *init;

	if (l->desc.spec_map)
		return l->desc.spec_map;
	init = dt_arena_new(l->arena, struct dt_specs);
	init->free = 1;
	for (uint32_t i = 1; i < n; i++)
		init->v[i].next = i + 1;
	l->desc.spec_map = dt_lower_map(l, &(struct dt_map_desc){.name = "dt_specs",
								 .kind = DT_MAPK_ARRAY,
								 .key_size = 4,
								 .value_size = sizeof(*init),
								 .max_entries = 1,
								 .is_mapped = true,
								 .init = init});
	return l->desc.spec_map;
}

#define UNWIND_ARRAY(name_, type, n)                                                               \
	{                                                                                          \
		.name = (name_), .kind = DT_MAPK_ARRAY, .key_size = 4, .value_size = sizeof(type), \
		.max_entries = (n), .is_mapped = true, .option = "unwindsize",                     \
	}

unsigned dt_lower_table(struct dt_lower *l, enum dt_table table)
{
	static const struct dt_map_desc tables[DT_N_TABLES] = {
	    [DT_TABLE_FOLLOWED] = {.name = "dt_follow",
				   .kind = DT_MAPK_HASH,
				   .key_size = 4,
				   .value_size = 4,
				   .max_entries = PROCESSES,
				   .is_lazy = true},
	    [DT_TABLE_OPERANDS] = {.name = "dt_operands",
				   .kind = DT_MAPK_HASH,
				   .key_size = 4,
				   .value_size = sizeof(struct dt_operand_code),
				   .max_entries = OPERANDS,
				   .is_lazy = true},
	    [DT_TABLE_CELLS] = {.name = "dt_cells",
				.kind = DT_MAPK_ARRAY,
				.key_size = 4,
				.max_entries = 1,
				.is_mapped = true,
				.option = "aggsize"},
	    [DT_TABLE_GATE] = {.name = "dt_gate",
			       .kind = DT_MAPK_ARRAY,
			       .key_size = 4,
			       .value_size = sizeof(struct dt_gate),
			       .max_entries = 1,
			       .is_mapped = true},
	    [DT_TABLE_EXEC_GATE] = {.name = "dt_exec_gate",
				    .kind = DT_MAPK_ARRAY,
				    .key_size = 4,
				    .value_size = sizeof(struct dt_gate),
				    .max_entries = 1,
				    .is_mapped = true},
	    [DT_TABLE_GATE_WAKE] = {.name = "dt_gate_wake",
				    .kind = DT_MAPK_WAKE,
				    .max_entries = 4096},
	    [DT_TABLE_TRACE_PLACES] = {.name = "dt_trace_place",
				       .kind = DT_MAPK_HASH,
				       .key_size = 4,
				       .value_size = sizeof(struct dt_trace_place),
				       .max_entries = PROCESSES,
				       .is_lazy = true},
	    [DT_TABLE_UNWIND_COUNTS] = {.name = "dt_unw_counts",
					.kind = DT_MAPK_ARRAY,
					.key_size = 4,
					.value_size = sizeof(struct dt_unwind_counts),
					.elems_per_cpu = 1,
					.is_mapped = true},
	    [DT_TABLE_UNWIND_PROCESSES] = {.name = "dt_unw_procs",
					   .kind = DT_MAPK_HASH,
					   .key_size = 4,
					   .value_size = sizeof(struct dt_unwind_process),
					   .max_entries = DT_UNWIND_PROCESSES,
					   .is_lazy = true},
	    [DT_TABLE_UNWIND_RANGES] =
		UNWIND_ARRAY("dt_unw_ranges", struct dt_unwind_range, DT_UNWIND_RANGES),
	    [DT_TABLE_UNWIND_FILES] =
		UNWIND_ARRAY("dt_unw_files", struct dt_unwind_file, DT_UNWIND_FILES),
	    [DT_TABLE_UNWIND_PAGES] =
		UNWIND_ARRAY("dt_unw_pages", struct dt_unwind_page, DT_UNWIND_PAGES),
	    [DT_TABLE_UNWIND_ROWS] = UNWIND_ARRAY("dt_unw_rows", struct dt_unwind_chunk, 1),
	    [DT_TABLE_UNWIND_RULES] =
		UNWIND_ARRAY("dt_unw_rules", struct dt_unwind_rule, DT_UNWIND_RULES),
	    [DT_TABLE_UNWIND_FOUND] =
		UNWIND_ARRAY("dt_unw_found", dt_u64, 1 << DT_UNWIND_FOUND_BITS),
	    [DT_TABLE_UNWIND_INODES] = {.name = "dt_unw_inodes",
					.kind = DT_MAPK_HASH,
					.key_size = sizeof(struct dt_unwind_inode),
					.value_size = sizeof(struct dt_unwind_mapped),
					.max_entries = DT_UNWIND_INODES,
					.is_lazy = true},
	    [DT_TABLE_UNWIND_LAYOUT] = {.name = "dt_unw_layout",
					.kind = DT_MAPK_ARRAY,
					.key_size = 4,
					.value_size = sizeof(struct dt_unwind_layout),
					.max_entries = 1},
	    [DT_TABLE_UNWIND_REQUESTS] = UNWIND_ARRAY("dt_unw_asked", dt_u32, DT_UNWIND_REQUESTS),
	    // The session sets the sizes of those with one element.
	    [DT_TABLE_OWN_RANGES] = UNWIND_ARRAY("dt_own_ranges", struct dt_unwind_own, 1),
	    [DT_TABLE_OWN_PAGES] = UNWIND_ARRAY("dt_own_pages", struct dt_unwind_page, 1),
	    [DT_TABLE_OWN_ROWS] = UNWIND_ARRAY("dt_own_rows", dt_unwind_row[DT_UNWIND_OWN_ROWS], 1),
	    [DT_TABLE_OWN_RULES] = UNWIND_ARRAY("dt_own_rules", struct dt_unwind_rule, 1),
	    [DT_TABLE_OWN_FOUND] = UNWIND_ARRAY("dt_own_found", dt_u64, 1 << DT_UNWIND_FOUND_BITS),
	};
	struct dt_map_desc desc = tables[table];

	if (table == DT_TABLE_UNWIND_ROWS)
		desc.max_entries = (uint32_t)((uint64_t)l->setup.options->v[DT_OPT_unwindsize] /
					      sizeof(struct dt_unwind_chunk));
	if (table == DT_TABLE_UNWIND_LAYOUT && !l->desc.tables[table])
		desc.init = dt_lower_unwind_layout(l);
	if (table == DT_TABLE_CELLS)
		desc.value_size = l->aggs.cells_size;
	return dt_lower_map_once(l, &l->desc.tables[table], &desc);
}

void dt_lower_maps_finish(struct dt_lower *l)
{
	if (l->maps.rodata) {
		uint32_t size = dt_lower_round(l->rodata.len + l->strsize, 8);
		char *whole = dt_arena_alloc(l->arena, size);

		memcpy(whole, l->rodata.data, l->rodata.len);
		l->maps.list[l->maps.rodata].value_size = size;
		l->maps.list[l->maps.rodata].init = whole;
	}
	if (l->maps.zero)
		l->maps.list[l->maps.zero].value_size = l->maps.zero_size;
	l->desc.maps = l->maps.list;
	l->desc.n_maps = l->maps.n;
}
