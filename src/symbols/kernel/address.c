/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The address of one kernel symbol: /proc/kallsyms is read line by line up to the symbol, and not
 * kept. For a program that names a variable or two; for many names there is
 * symbols/kernel/symbols.h.
 */
#include "symbols/kernel/address.h"

#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool dt_kernel_address_in(FILE *f, const char *module, const char *name, uint64_t *ret)
{
	size_t cap = 0, len = strlen(name);
	char *line = NULL;
	bool found = false;

	// "ffffffff81000000 T name\t[module]"
	while (!found && getline(&line, &cap, f) > 0) {
		char *end, *at;
		uint64_t address = strtoull(line, &end, 16);

		if (end == line || end[0] != ' ' || !end[1] || end[2] != ' ')
			continue;
		// With kernel.kptr_restrict all are 0; of absolute symbols one may be.
		if (!address && end[1] != 'A' && end[1] != 'a')
			continue;
		at = end + 3;
		if (strncmp(at, name, len) != 0 || !strchr("\t\n", at[len]))
			continue;
		at = strchr(at, '[');
		if (*module) {
			const char *in = at ? at + 1 : "vmlinux";
			size_t n = strcspn(in, "]");

			if (strlen(module) != n || strncmp(in, module, n) != 0)
				continue;
		}
		*ret = address;
		found = true;
	}
	free(line);
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
