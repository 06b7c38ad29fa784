/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sources are nearly always in the order of addresses, so the table is sorted only if they are not:
 * 120,000 kernel symbols are added as fast as they can be read.
 */
#include "symbols/symtab.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_UNSIZED = 1 << 20 }; // how far behind its start a symbol without size still counts

void dt_symtab_deinit(struct dt_symtab *t)
{
	dt_vec_deinit(&t->v);
	dt_str_deinit(&t->names);
}

void dt_symtab_add_number(struct dt_symtab *t, uint64_t addr, uint64_t size, uint32_t name,
			  uint16_t group, uint16_t rank)
{
	dt_vec_push(&t->v, (struct dt_symtab_entry){addr, size, name, group, rank});
}

void dt_symtab_add(struct dt_symtab *t, uint64_t addr, uint64_t size, const char *name,
		   size_t name_len, uint16_t group, uint16_t rank)
{
	if (t->names.len + name_len >= UINT32_MAX)
		return;
	dt_symtab_add_number(t, addr, size, (uint32_t)t->names.len, group, rank);
	dt_str_append_n(&t->names, name, name_len);
	dt_str_append_n(&t->names, "", 1);
}

static int compare_entries(const void *pa, const void *pb)
{
	const struct dt_symtab_entry *a = pa, *b = pb;

	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	if (a->size != b->size)
		return a->size < b->size ? -1 : 1;
	return a->name < b->name ? -1 : a->name > b->name;
}

void dt_symtab_finish(struct dt_symtab *t)
{
	size_t kept = 0;
	bool sorted = true;

	for (size_t i = 1; i < t->v.len && sorted; i++)
		sorted = compare_entries(&t->v.data[i - 1], &t->v.data[i]) <= 0;
	if (!sorted)
		qsort(t->v.data, t->v.len, sizeof(*t->v.data), compare_entries);
	for (size_t i = 0; i < t->v.len; i++)
		if (!kept || t->v.data[kept - 1].addr != t->v.data[i].addr)
			t->v.data[kept++] = t->v.data[i];
	t->v.len = kept;
}

const struct dt_symtab_entry *dt_symtab_find(const struct dt_symtab *t, uint64_t addr)
{
	size_t low = 0, high = t->v.len; // the last symbol at or below is before `low` at the end

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (t->v.data[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return NULL;
	const struct dt_symtab_entry *e = &t->v.data[low - 1];
	uint64_t size = e->size ? e->size : LONGEST_UNSIZED;

	return addr - e->addr < size ? e : NULL;
}

const char *dt_symtab_name(const struct dt_symtab *t, const struct dt_symtab_entry *e)
{
	return t->names.data + e->name;
}
