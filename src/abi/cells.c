/* SPDX-License-Identifier: BSD-2-Clause */
#include "abi/cells.h"

#include <stddef.h>
#include <stdint.h>

enum {
	FEWEST = 8, // cells
	LOAD = 4, // cells per bucket of eight entries; with that, one key in 50 finds a full bucket
	LINE = 64,
};

static uint32_t round_up(uint32_t n, uint32_t to)
{
	return (n + to - 1) / to * to;
}

uint32_t dt_cell_room(uint32_t key_size)
{
	static const uint32_t rooms[] = {
	    sizeof(struct dt_cell_key_16), sizeof(struct dt_cell_key_64),
	    sizeof(struct dt_cell_key_512), sizeof(struct dt_cell_key_1024),
	    sizeof(struct dt_cell_key_4096)};

	for (size_t i = 0; i < sizeof(rooms) / sizeof(*rooms); i++)
		if (key_size <= rooms[i])
			return rooms[i];
	return 0;
}

struct dt_cells dt_cells_layout(uint32_t begin, uint32_t key_size, uint32_t tail, int is_stack,
				uint32_t value_size, dt_u64 memory, uint32_t *end)
{
	uint32_t key = key_size <= DT_CELL_PIECE ? key_size : round_up(key_size, DT_CELL_PIECE);
	struct dt_cells c = {.n = FEWEST,
			     .head = begin,
			     .key = key,
			     .tail = tail < key_size ? tail : key,
			     .is_stack = is_stack != 0,
			     .stride = DT_CELL_OWNER_SIZE + key + value_size};
	uint64_t each = c.stride + sizeof(uint32_t) + sizeof(struct dt_cell_bucket) / LOAD;

	*end = begin;
	if (!dt_cell_room(key_size) || each * FEWEST + sizeof(struct dt_cells_head) > memory)
		return (struct dt_cells){0};
	while (2 * each * c.n + sizeof(struct dt_cells_head) <= memory)
		c.n *= 2;
	c.n_buckets = c.n / LOAD;
	c.buckets = begin + sizeof(struct dt_cells_head);
	c.numbers = c.buckets + c.n_buckets * (uint32_t)sizeof(struct dt_cell_bucket);
	c.cells = c.numbers + c.n * (uint32_t)sizeof(uint32_t);
	*end = round_up(c.cells + c.n * c.stride, LINE);
	return c;
}
