/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads /proc/kallsyms line by line and keeps nothing. Used for single variables of a program, and
 * for data that is needed once; symbols/kernel/symbols.h names addresses.
 */
#include "symbols/kernel/address.h"

#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
	uint64_t address;
	char type;
	const char *name, *module;
};

/** Splits a line "ffffffff81000000 T name\t[module]" at its blanks. Returns false if it is
 * malformed. */
static bool split_line(char *text, struct line *ret)
{
	char *end, *name, *module;

	ret->address = strtoull(text, &end, 16);
	if (end == text || end[0] != ' ' || !end[1] || end[2] != ' ')
		return false;
	ret->type = end[1];
	name = end + 3;
	end = name + strcspn(name, "\t\n");
	ret->name = name;
	ret->module = "vmlinux";
	if (end[0] == '\t' && end[1] == '[') {
		module = end + 2;
		module[strcspn(module, "]\n")] = '\0';
		ret->module = module;
	}
	*end = '\0';
	return true;
}

/** Reports whether the address is visible: kernel.kptr_restrict sets all to 0. The address of an
 *  absolute symbol may really be 0. */
static bool is_shown(const struct line *l)
{
	return l->address || l->type == 'A' || l->type == 'a';
}

bool dt_kernel_address_in(FILE *f, const char *module, const char *name, uint64_t *ret)
{
	char *text = NULL;
	size_t cap = 0;
	bool found = false;

	while (!found && getline(&text, &cap, f) > 0) {
		struct line l;

		if (!split_line(text, &l) || !is_shown(&l) || strcmp(l.name, name) != 0 ||
		    (*module && strcmp(l.module, module) != 0))
			continue;
		*ret = l.address;
		found = true;
	}
	free(text);
	return found;
}

bool dt_kernel_address(const char *module, const char *name, uint64_t *ret)
{
	FILE *f = fopen("/proc/kallsyms", "re");
	bool found;

	if (!f)
		return false;
	found = dt_kernel_address_in(f, module, name, ret);
	fclose(f);
	return found;
}

bool dt_kernel_text_each_in(FILE *f, const struct dt_kernel_text *to)
{
	char *text = NULL;
	size_t cap = 0;
	bool found = false;

	while (getline(&text, &cap, f) > 0) {
		struct line l;

		if (!split_line(text, &l) || !l.address || !strchr("tTwW", l.type))
			continue;
		to->each(to->self, l.module, l.name, l.address);
		found = true;
	}
	free(text);
	return found;
}

bool dt_kernel_text_each(const struct dt_kernel_text *to)
{
	FILE *f = fopen("/proc/kallsyms", "re");
	bool found;

	if (!f)
		return false;
	found = dt_kernel_text_each_in(f, to);
	fclose(f);
	return found;
}
