/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * /proc/kallsyms: "address type name [module]" a line, the kernel's own in the order of addresses,
 * then those of each module. Where several names stand for one address, global ones are preferred,
 * weak ones come last. Absolute symbols (offsets of per-CPU variables) are no addresses.
 */
#include "symbols/kernel.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 1 << 20 };
static const uint64_t kernel_half = UINT64_C(1) << 63;

void dt_kernel_symbols_deinit(struct dt_kernel_symbols *k)
{
	dt_symtab_deinit(&k->table);
	dt_vec_foreach (&k->modules, m)
		free(*m);
	dt_vec_deinit(&k->modules);
	dt_vec_deinit(&k->starts);
	*k = (struct dt_kernel_symbols){0};
}

static uint16_t module_number(struct dt_kernel_symbols *k, const char *name, size_t len)
{
	for (size_t i = k->modules.len; i--;) // symbols of one module stand together
		if (!strncmp(k->modules.data[i], name, len) && !k->modules.data[i][len])
			return (uint16_t)i;
	dt_vec_push(&k->modules, dt_asprintf("%.*s", (int)len, name));
	dt_vec_push(&k->starts, UINT64_MAX);
	return (uint16_t)(k->modules.len - 1);
}

static uint16_t rank_of(char type)
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
		      rank_of(type));
}

void dt_kernel_symbols_parse(struct dt_kernel_symbols *k, const char *text, size_t len)
{
	const char *end = text + len, *line_end;

	k->read = true;
	module_number(k, "vmlinux", strlen("vmlinux"));
	for (const char *p = text; p < end; p = line_end + 1) {
		line_end = memchr(p, '\n', (size_t)(end - p));
		if (!line_end)
			line_end = end;
		parse_line(k, p, line_end);
	}
	dt_symtab_finish(&k->table);
}

static void read_all(struct dt_kernel_symbols *k)
{
	dt_cleanup(dt_close_p) int fd = open("/proc/kallsyms", O_RDONLY | O_CLOEXEC);
	dt_vec(char) text = {0};
	ssize_t n;

	k->read = true;
	if (fd < 0)
		return;
	do {
		dt_vec_reserve(&text, text.len + CHUNK);
		n = read(fd, text.data + text.len, CHUNK);
		text.len += n > 0 ? (size_t)n : 0;
	} while (n > 0);
	dt_kernel_symbols_parse(k, text.data, text.len);
	dt_vec_deinit(&text);
}

bool dt_kernel_function(struct dt_kernel_symbols *k, const char *name, uint64_t ret[2])
{
	if (!k->read)
		read_all(k);
	for (size_t i = 0; i + 1 < k->table.v.len; i++) {
		const struct dt_symtab_entry *e = &k->table.v.data[i];

		if (strcmp(dt_symtab_name(&k->table, e), name))
			continue;
		ret[0] = e[0].addr;
		ret[1] = e[1].addr;
		return true;
	}
	return false;
}

bool dt_kernel_symbol(struct dt_kernel_symbols *k, uint64_t addr, struct dt_symbol *ret)
{
	const struct dt_symtab_entry *e;

	if (!k->read)
		read_all(k);
	e = dt_symtab_find(&k->table, addr);
	if (!e)
		return false;
	*ret = (struct dt_symbol){.object = k->modules.data[e->group],
				  .object_start = k->starts.data[e->group],
				  .name = dt_symtab_name(&k->table, e),
				  .start = e->addr};
	return true;
}
