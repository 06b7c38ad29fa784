/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzzes the names of generated code: any bytes as a perf map that grows. The first byte determines
 * where the map ended before. Reading it in two steps must give the same names as reading it at
 * once, and a lookup must find each name at its address.
 */
#include "symbols/process/perf_map.h"
#include "symbols/symbol.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_bytes(struct dt_perf_map *m, const uint8_t *data, size_t size)
{
	uint8_t *copy = dt_malloc(size + 1);

	memcpy(copy, data, size);
	dt_perf_map_read_file(m, dt_file_create_memory(copy, size));
}

static void check_names(const struct dt_symtab *t)
{
	dt_vec_foreach (&t->v, s) {
		const struct dt_symtab_entry *found = dt_symtab_find(t, s->addr);

		assert(found == s && s->size);
		assert(strlen(dt_symtab_name(t, s)) <= DT_SYMBOL_NAME_MAX);
		dt_symtab_find(t, s->addr + s->size);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dt_perf_map grown = {0}, whole = {0};

	if (!size)
		return 0;
	size--;
	read_bytes(&grown, data + 1, size * *data / UINT8_MAX);
	check_names(&grown.table);
	read_bytes(&grown, data + 1, size);
	read_bytes(&whole, data + 1, size);
	check_names(&grown.table);
	assert(grown.table.v.len == whole.table.v.len);
	for (size_t i = 0; i < whole.table.v.len; i++)
		assert(grown.table.v.data[i].addr == whole.table.v.data[i].addr &&
		       grown.table.v.data[i].size == whole.table.v.data[i].size);
	dt_perf_map_deinit(&grown);
	dt_perf_map_deinit(&whole);
	return 0;
}
