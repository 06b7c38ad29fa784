/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads /proc/kallsyms: lines "address type name [module]", first the kernel's symbols ordered by
 * address, then those of each module. If an address has several names, global ones are preferred
 * and weak ones come last. Absolute symbols (offsets of per-CPU variables) are ignored.
 *
 * The kernel takes half a microsecond per line; functions are in the first quarter.
 */
#include "symbols/kernel/symbols.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 1 << 16 };
static const uint64_t kernel_half = UINT64_C(1) << 63;

void dt_kernel_symbols_deinit(struct dt_kernel_symbols *k)
{
	dt_symtab_deinit(&k->table);
	dt_vec_foreach (&k->modules, m)
		free(*m);
	dt_vec_deinit(&k->modules);
	dt_vec_deinit(&k->starts);
	dt_vec_deinit(&k->unparsed);
	if (k->fd)
		close(k->fd - 1);
	*k = (struct dt_kernel_symbols){0};
}

static uint16_t module_number(struct dt_kernel_symbols *k, const char *name, size_t len)
{
	for (size_t i = k->modules.len; i--;) // symbols of a module are adjacent
		if (!strncmp(k->modules.data[i], name, len) && !k->modules.data[i][len])
			return (uint16_t)i;
	dt_vec_push(&k->modules, dt_asprintf("%.*s", (int)len, name));
	dt_vec_push(&k->starts, UINT64_MAX);
	return (uint16_t)(k->modules.len - 1);
}

static uint16_t type_rank(char type)
{
	if (type == 'w' || type == 'W' || type == 'v' || type == 'V')
		return 2;
	return type >= 'a'; // local
}

static const char *parse_hex(const char *p, const char *end, uint64_t *ret)
{
	uint64_t v = 0;

	for (; p < end && *p != ' '; p++)
		v = v << 4 | (uint64_t)(*p <= '9' ? *p - '0' : *p - 'a' + 10);
	*ret = v;
	return p;
}

static void parse_line(struct dt_kernel_symbols *k, const char *p, const char *end)
{
	const char *name, *tab, *module = "vmlinux";
	size_t module_len = strlen(module);
	uint64_t addr;
	uint16_t group;
	char type;

	p = parse_hex(p, end, &addr);
	if (end - p < 4 || addr < kernel_half)
		return;
	type = p[1];
	name = p + 3;
	tab = memchr(name, '\t', (size_t)(end - name));
	if (tab && end - tab > 3 && tab[1] == '[') {
		module = tab + 2;
		module_len = (size_t)(end - module) - 1;
	}
	group = module_number(k, module, module_len);
	if (addr < k->starts.data[group])
		k->starts.data[group] = addr;
	dt_symtab_add(&k->table, addr, 0, name, (size_t)((tab ? tab : end) - name), group,
		      type_rank(type));
}

/** Parses complete lines. Returns a pointer to the incomplete line at the end. */
static const char *parse_lines(struct dt_kernel_symbols *k, const char *p, const char *end)
{
	const char *line_end;

	for (; p < end && (line_end = memchr(p, '\n', (size_t)(end - p))); p = line_end + 1)
		parse_line(k, p, line_end);
	return p;
}

void dt_kernel_symbols_parse(struct dt_kernel_symbols *k, const char *text, size_t len)
{
	const char *rest = parse_lines(k, text, text + len);

	k->read = true;
	if (rest < text + len)
		parse_line(k, rest, text + len);
	dt_symtab_finish(&k->table);
}

/** Reads more symbols. Returns false at the end, when the table is complete. */
static bool read_more(struct dt_kernel_symbols *k)
{
	const char *rest;
	ssize_t n = 0;

	if (k->read)
		return false;
	if (!k->fd)
		k->fd = open("/proc/kallsyms", O_RDONLY | O_CLOEXEC) + 1;
	if (k->fd) {
		dt_vec_reserve(&k->unparsed, k->unparsed.len + CHUNK);
		n = read(k->fd - 1, k->unparsed.data + k->unparsed.len, CHUNK);
	}
	if (n <= 0) {
		dt_kernel_symbols_parse(k, k->unparsed.data, k->unparsed.len);
		return false;
	}
	k->unparsed.len += (size_t)n;
	rest = parse_lines(k, k->unparsed.data, k->unparsed.data + k->unparsed.len);
	k->unparsed.len -= (size_t)(rest - k->unparsed.data);
	memmove(k->unparsed.data, rest, k->unparsed.len);
	return true;
}

void dt_kernel_symbols_read(struct dt_kernel_symbols *k)
{
	while (read_more(k))
		;
}

/** Returns the first entry with this name, from index i on, that is followed by an entry with
 * another address, or NULL. */
static const struct dt_symtab_entry *find_name(const struct dt_kernel_symbols *k, const char *name,
					       size_t i, uint64_t *end)
{
	for (; i < k->table.v.len; i++) {
		const struct dt_symtab_entry *e = &k->table.v.data[i];

		if (strcmp(dt_symtab_name(&k->table, e), name) != 0)
			continue;
		for (size_t next = i + 1; next < k->table.v.len; next++) {
			*end = k->table.v.data[next].addr;
			if (*end != e->addr)
				return e;
		}
	}
	return NULL;
}

bool dt_kernel_function(struct dt_kernel_symbols *k, const char *name, uint64_t ret[2])
{
	const struct dt_symtab_entry *e;
	size_t searched = 0;

	// Start with the last entry searched before: its successor was missing then.
	while (!(e = find_name(k, name, searched ? searched - 1 : 0, &ret[1]))) {
		searched = k->table.v.len;
		if (!read_more(k))
			break;
	}
	if (!e) // search again: the table is sorted now
		e = find_name(k, name, 0, &ret[1]);
	if (e)
		ret[0] = e->addr;
	return e;
}

bool dt_kernel_symbols_are_hidden(const struct dt_kernel_symbols *k)
{
	return k->read && !k->table.v.len;
}

bool dt_kernel_symbol(struct dt_kernel_symbols *k, uint64_t addr, struct dt_symbol *ret)
{
	const struct dt_symtab_entry *e;

	dt_kernel_symbols_read(k);
	e = dt_symtab_find(&k->table, addr);
	if (!e)
		return false;
	*ret = (struct dt_symbol){.object = k->modules.data[e->group],
				  .object_start = k->starts.data[e->group],
				  .name = dt_symtab_name(&k->table, e),
				  .start = e->addr};
	return true;
}
