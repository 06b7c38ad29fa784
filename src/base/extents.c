/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/extents.h"

#include <string.h>

void dt_extents_init(struct dt_extents *e, uint32_t n)
{
	*e = (struct dt_extents){0};
	if (n)
		dt_vec_push(&e->free, (struct dt_extent){0, n});
}

void dt_extents_deinit(struct dt_extents *e)
{
	dt_vec_deinit(&e->free);
}

static void insert_extent(struct dt_extents *e, size_t at, struct dt_extent x)
{
	dt_vec_reserve(&e->free, e->free.len + 1);
	memmove(&e->free.data[at + 1], &e->free.data[at], (e->free.len - at) * sizeof(x));
	e->free.data[at] = x;
	e->free.len++;
}

static void remove_extent(struct dt_extents *e, size_t at)
{
	e->free.len--;
	memmove(&e->free.data[at], &e->free.data[at + 1],
		(e->free.len - at) * sizeof(*e->free.data));
}

/** Returns the first position in a free extent at which `n` units fit. */
static uint64_t fitting_start(const struct dt_extent *x, uint32_t n, uint32_t boundary)
{
	uint64_t begin = x->begin;

	if (boundary && n && begin / boundary != (begin + n - 1) / boundary)
		begin = (begin / boundary + 1) * boundary;
	return begin;
}

uint32_t dt_extents_allocate(struct dt_extents *e, uint32_t n, uint32_t boundary)
{
	if (boundary && n > boundary)
		return DT_EXTENT_NONE;
	for (size_t i = 0; i < e->free.len; i++) {
		struct dt_extent *x = &e->free.data[i], behind;
		uint64_t begin = fitting_start(x, n, boundary);

		if (begin + n > (uint64_t)x->begin + x->n)
			continue;
		behind =
		    (struct dt_extent){(uint32_t)begin + n, x->begin + x->n - (uint32_t)begin - n};
		x->n = (uint32_t)begin - x->begin;
		if (behind.n)
			insert_extent(e, i + 1, behind);
		if (!e->free.data[i].n)
			remove_extent(e, i);
		return (uint32_t)begin;
	}
	return DT_EXTENT_NONE;
}

void dt_extents_free(struct dt_extents *e, uint32_t begin, uint32_t n)
{
	struct dt_extent *x;
	size_t i = 0;

	if (!n)
		return;
	while (i < e->free.len && e->free.data[i].begin < begin)
		i++;
	insert_extent(e, i, (struct dt_extent){begin, n});
	x = &e->free.data[i];
	if (i + 1 < e->free.len && x->begin + x->n == x[1].begin) {
		x->n += x[1].n;
		remove_extent(e, i + 1);
	}
	if (i && x[-1].begin + x[-1].n == x->begin) {
		x[-1].n += x->n;
		remove_extent(e, i);
	}
}
