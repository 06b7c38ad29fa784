/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An inlined function is a DIE within its caller's DIE and has the line of the call. The line table
 * has the line of the address itself. Results are cached, because stacks contain few distinct
 * addresses.
 */
#include "symbols/debug/lines.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 64 }; // nested functions at an address

struct answer {
	size_t n;
	struct dt_line v[DEPTH_MAX];
};

void dt_lines_deinit(struct dt_lines *l)
{
	struct dt_map_entry *e;

	for (size_t at = 0; (e = dt_map_next(&l->known, &at));)
		free(e->value);
	dt_map_deinit(&l->known);
	dt_debug_info_deinit(&l->info);
}

/** Finds the unit of an address. Not every compiler writes the address table that libdw uses first.
 */
static bool find_unit(Dwarf *dwarf, uint64_t addr, Dwarf_Die *ret)
{
	Dwarf_CU *unit = NULL;

	if (dwarf_addrdie(dwarf, addr, ret))
		return true;
	while (!dwarf_get_units(dwarf, unit, &unit, NULL, NULL, ret, NULL))
		if (dwarf_haspc(ret, addr) > 0)
			return true;
	return false;
}

static const char *last_part(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	return slash ? slash + 1 : path;
}

static const char *name_of(Dwarf_Die *die)
{
	Dwarf_Attribute name;

	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &name))
		return dwarf_formstring(&name);
	return dwarf_diename(die);
}

static void set_line(Dwarf_Die *unit, uint64_t addr, struct dt_line *ret)
{
	Dwarf_Line *line = dwarf_getsrc_die(unit, addr);

	if (!line || dwarf_lineno(line, &ret->line) || ret->line <= 0)
		return;
	ret->file = last_part(dwarf_linesrc(line, NULL, NULL));
}

/** Sets the file and line in which an inlined function was called. */
static void set_call(Dwarf_Die *unit, Dwarf_Die *die, struct dt_line *ret)
{
	Dwarf_Word file, line;
	Dwarf_Attribute attribute;
	Dwarf_Files *files;
	size_t n;

	if (dwarf_formudata(dwarf_attr(die, DW_AT_call_file, &attribute), &file) ||
	    dwarf_formudata(dwarf_attr(die, DW_AT_call_line, &attribute), &line) ||
	    dwarf_getsrcfiles(unit, &files, &n) || file >= n)
		return;
	ret->file = last_part(dwarf_filesrc(files, file, NULL, NULL));
	ret->line = (int)line;
}

/** Finds the DIEs that contain an address, the innermost first, and returns their number. */
static int find_scopes(Dwarf_Die *unit, uint64_t addr, Dwarf_Die **ret)
{
	Dwarf_Die *scopes = NULL;
	int n = dwarf_getscopes(unit, addr, &scopes);

	// For an inlined function, these are the scopes of its definition. Get those of its
	// callers.
	if (n > 0)
		n = dwarf_getscopes_die(&scopes[0], ret);
	free(scopes);
	return n;
}

static void find_lines(Dwarf *dwarf, uint64_t addr, struct answer *ret)
{
	Dwarf_Die unit, *scopes = NULL;
	int n;

	if (!find_unit(dwarf, addr, &unit))
		return;
	set_line(&unit, addr, &ret->v[0]);
	ret->n = 1;
	n = find_scopes(&unit, addr, &scopes);
	for (int i = 0; i < n && ret->n < DEPTH_MAX; i++) {
		if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram)
			break;
		if (dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine)
			continue;
		ret->v[ret->n - 1].function = name_of(&scopes[i]);
		set_call(&unit, &scopes[i], &ret->v[ret->n++]);
	}
	free(scopes);
}

size_t dt_lines_find(struct dt_lines *l, const struct dt_elf *e, uint64_t addr,
		     const struct dt_line **ret)
{
	Dwarf *dwarf = dt_debug_info_open(&l->info, e);
	struct answer *answer;

	if (!dwarf)
		return 0;
	answer = dt_map_get(&l->known, &addr, sizeof(addr));
	if (!answer) {
		struct answer found = {0};

		find_lines(dwarf, addr, &found);
		answer = dt_malloc(offsetof(struct answer, v) + found.n * sizeof(found.v[0]));
		memcpy(answer, &found, offsetof(struct answer, v) + found.n * sizeof(found.v[0]));
		dt_map_put(&l->known, &addr, sizeof(addr), answer);
	}
	*ret = answer->v;
	return answer->n;
}
