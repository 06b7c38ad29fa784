/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The list of maps that the programs of one compilation share, and their read-only data: string
 * literals and lookup tables. To the verifier these are ordinary memory, with strsize bytes behind
 * the last literal, so that a runtime function may be handed any of them; nobody writes there.
 *
 * Maps are numbered in order of their first use. Everything lives in the compilation's arena. Sizes
 * that grow while groups are lowered (scratch, read-only data) are final after
 * dt_lower_maps_finish(); generated code only knows addresses below them.
 */
#include "lower/internal.h"

#include <linux/bpf.h>
#include <string.h>

enum { OPERANDS = 65536 };

/** Make room for one more element of an arena array. */
static void *grow(struct dt_arena *a, void *old, size_t len, size_t *cap, size_t size)
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
	for (size_t i = 0; i < l->n_maps; i++)
		if (!strcmp(l->maps[i].name, desc->name))
			return i;
	l->maps = grow(l->arena, l->maps, l->n_maps, &l->cap_maps, sizeof(*l->maps));
	l->maps[l->n_maps] = *desc;
	return l->n_maps++;
}

static bool overwrites(const struct dt_lower *l)
{
	return l->options->v[DT_OPT_bufpolicy] == DT_BUFPOLICY_RING;
}

uint32_t dt_lower_ring_size(const struct dt_lower *l)
{
	uint32_t size = overwrites(l) ? DT_RING_MIN_OVERWRITE : 4096;

	while (size < l->options->v[DT_OPT_bufsize])
		size *= 2;
	return size;
}

uint32_t dt_lower_ring_chunk(const struct dt_lower *l)
{
	uint32_t size = dt_lower_ring_size(l);

	// The chunk that is being overwritten is lost for the reader: it shall be a small part.
	if (overwrites(l))
		size = size / 16 < 4096 ? 4096 : size / 16;
	return size < DT_RING_CHUNK_MAX ? size : DT_RING_CHUNK_MAX;
}

void dt_lower_std_maps(struct dt_lower *l)
{
	static const struct dt_map_desc std[DT_N_STD_MAPS] = {
	    [DT_MAP_CTL] = {.name = "dt_ctl",
			    .type = BPF_MAP_TYPE_ARRAY,
			    .key_size = 4,
			    .value_size = sizeof(struct dt_ctl),
			    .max_entries = 1,
			    .flags = BPF_F_MMAPABLE},
	    [DT_MAP_CPUS] = {.name = "dt_cpus",
			     .type = BPF_MAP_TYPE_ARRAY,
			     .key_size = 4,
			     .value_size = sizeof(struct dt_cpu),
			     .elems_per_cpu = 1,
			     .flags = BPF_F_MMAPABLE},
	    [DT_MAP_RINGS] = {.name = "dt_rings",
			      .type = BPF_MAP_TYPE_ARRAY,
			      .key_size = 4,
			      .online_only = true,
			      .option = "bufsize",
			      .flags = BPF_F_MMAPABLE},
	    [DT_MAP_WAKE] = {.name = "dt_wake", .type = BPF_MAP_TYPE_RINGBUF, .max_entries = 4096},
	};

	for (unsigned i = 0; i < DT_N_STD_MAPS; i++)
		dt_lower_map(l, &std[i]);
	l->maps[DT_MAP_RINGS].value_size = dt_lower_ring_chunk(l);
	l->maps[DT_MAP_RINGS].elems_per_cpu = dt_lower_ring_size(l) / dt_lower_ring_chunk(l);
}

uint32_t dt_lower_rodata(struct dt_lower *l, const void *data, uint32_t size, bool share)
{
	uint32_t at = l->rodata_len, end;

	for (uint32_t i = 0; share && i + size <= l->rodata_len; i += 8)
		if (!memcmp(l->rodata + i, data, size))
			return i;
	if (!l->rodata_map)
		l->rodata_map = dt_lower_map(l, &(struct dt_map_desc){.name = "dt_rodata",
								      .type = BPF_MAP_TYPE_ARRAY,
								      .key_size = 4,
								      .max_entries = 1,
								      .frozen = true});
	end = dt_lower_round(at + size, 8);
	if (end > l->rodata_cap) {
		char *old = l->rodata;

		l->rodata_cap = end > 2 * l->rodata_cap ? 2 * end : 2 * l->rodata_cap;
		l->rodata = dt_arena_alloc(l->arena, l->rodata_cap);
		if (at)
			memcpy(l->rodata, old, at);
	}
	memcpy(l->rodata + at, data, size);
	l->rodata_len = end;
	return at;
}

unsigned dt_lower_zero_map(struct dt_lower *l, uint32_t size)
{
	if (!l->zero_map)
		l->zero_map = dt_lower_map(l, &(struct dt_map_desc){.name = "dt_zero",
								    .type = BPF_MAP_TYPE_ARRAY,
								    .key_size = 4,
								    .max_entries = 1});
	if (size > l->zero_size)
		l->zero_size = size;
	return l->zero_map;
}

unsigned dt_lower_scratch_map(struct dt_lower *l, uint32_t size)
{
	struct dt_map_desc *m;

	if (!l->scratch_map)
		l->scratch_map = dt_lower_map(
		    l, &(struct dt_map_desc){.name = "dt_scratch",
					     .type = BPF_MAP_TYPE_ARRAY,
					     .key_size = 4,
					     .elems_per_cpu = DT_LOWER_SCRATCH_LEVELS});
	m = &l->maps[l->scratch_map];
	if (size > m->value_size)
		m->value_size = dt_lower_round(size, 8);
	return l->scratch_map;
}

unsigned dt_lower_spec_map(struct dt_lower *l)
{
	uint32_t n = l->options->v[DT_OPT_nspec];
	struct dt_specs *init;

	if (l->desc.spec_map)
		return l->desc.spec_map;
	init = dt_arena_new(l->arena, struct dt_specs);
	init->free = 1;
	for (uint32_t i = 1; i < n; i++)
		init->v[i].next = i + 1;
	l->desc.spec_map = dt_lower_map(l, &(struct dt_map_desc){.name = "dt_specs",
								 .type = BPF_MAP_TYPE_ARRAY,
								 .key_size = 4,
								 .value_size = sizeof(*init),
								 .max_entries = 1,
								 .flags = BPF_F_MMAPABLE,
								 .init = init});
	return l->desc.spec_map;
}

unsigned dt_lower_operand_map(struct dt_lower *l)
{
	return dt_lower_map(l, &(struct dt_map_desc){.name = "dt_operands",
						     .type = BPF_MAP_TYPE_HASH,
						     .key_size = 4,
						     .value_size = sizeof(struct dt_operand_code),
						     .max_entries = OPERANDS,
						     .flags = BPF_F_NO_PREALLOC});
}

void dt_lower_maps_finish(struct dt_lower *l)
{
	if (l->rodata_map) {
		uint32_t size = dt_lower_round(l->rodata_len + l->strsize, 8);
		char *whole = dt_arena_alloc(l->arena, size);

		memcpy(whole, l->rodata, l->rodata_len);
		l->maps[l->rodata_map].value_size = size;
		l->maps[l->rodata_map].init = whole;
	}
	if (l->zero_map)
		l->maps[l->zero_map].value_size = l->zero_size;
	l->desc.maps = l->maps;
	l->desc.n_maps = l->n_maps;
}
