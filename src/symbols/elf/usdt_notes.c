/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads both kinds of notes.
 *
 * A note of .note.stapsdt (owner "stapsdt", type 3) has three addresses of the file's pointer size:
 * the probe, the section .stapsdt.base, and the semaphore or 0. Provider, name and arguments
 * follow, each terminated by a NUL. The addresses are those of link time. A tool that moves the
 * file later changes the address of .stapsdt.base but not the note, so the difference must be
 * added.
 *
 * A note of .note.dtrace (owner "dtrace", type 1; session/usdt/object.c writes it) is a list of
 * NUL-terminated texts: the provider, its five attributes, then for each probe its name, the native
 * types, "", the translated types as MAP:TYPE, "".
 *
 * Decision: docs/dev/decisions/0064-debug-information-bounded.md
 */
#include "symbols/elf/usdt_notes.h"

#include "base/read/cursor.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum {
	NOTE_STAPSDT = 3,
	NOTE_TYPES = 1,
	NOTES_MAX = 4 << 20, // bytes of all sections; libjvm.so of OpenJDK 25 has 55 KB
	TEXT_MAX = 4096,     // bytes
};

void dt_usdt_deinit(struct dt_usdt_file *f)
{
	dt_vec_deinit(&f->sites);
	dt_vec_deinit(&f->types);
	dt_map_deinit(&f->types_by_name);
	dt_vec_foreach (&f->notes, n)
		free(*n);
	dt_vec_deinit(&f->notes);
	dt_elf_names_deinit(&f->symbols);
	dt_elf_destroy(f->elf);
	*f = (struct dt_usdt_file){0};
}

/** Converts a virtual address to an offset in the file. */
static bool file_offset(const struct dt_elf *e, uint64_t addr, uint64_t *ret)
{
	uint64_t left;

	return dt_elf_offset(e, addr, ret, &left);
}

/** Returns the next text of a note, or NULL if it is not terminated or too long. */
static const char *take_text(const char **p, const char *end)
{
	size_t left = (size_t)(end - *p);
	const char *text = *p, *nul = memchr(text, '\0', left < TEXT_MAX ? left : TEXT_MAX);

	if (nul)
		*p = nul + 1;
	return nul ? text : NULL;
}

static uint64_t take_address(const char **p, size_t size)
{
	uint64_t v = 0;

	memcpy(&v, *p, size);
	*p += size;
	return v;
}

static void add_probe_site(struct dt_usdt_file *f, uint64_t base, const char *p, const char *end)
{
	struct dt_usdt_site s = {0};
	size_t size = f->is_32 ? 4 : 8;

	if ((size_t)(end - p) < 3 * size)
		return;
	s.addr = take_address(&p, size);
	uint64_t noted = take_address(&p, size), semaphore = take_address(&p, size);
	s.provider = take_text(&p, end);
	s.name = s.provider ? take_text(&p, end) : NULL;
	s.args = s.name ? take_text(&p, end) : NULL;
	if (!s.args || !*s.provider || !*s.name)
		return;
	if (f->is_object) {
		dt_vec_push(&f->sites, s);
		return;
	}
	if (base && noted) {
		s.addr += base - noted;
		semaphore += semaphore ? base - noted : 0;
	}
	// Probes in sections that the linker dropped have address 0.
	if (!s.addr || !file_offset(f->elf, s.addr, &s.offset))
		return;
	if (semaphore && !file_offset(f->elf, semaphore, &s.semaphore))
		return;
	dt_vec_push(&f->sites, s);
}

// ---- types

static bool take_types(struct dt_usdt_types *t, const char **p, const char *end)
{
	const char *text;

	while ((text = take_text(p, end)) && *text) {
		if (t->n_native == DT_USDT_ARGS_MAX)
			return false;
		t->native[t->n_native++] = text;
	}
	while (text && (text = take_text(p, end)) && *text) {
		char *colon;
		unsigned long from = strtoul(text, &colon, 10);

		if (*colon != ':' || from >= t->n_native || t->n_args == DT_USDT_ARGS_MAX)
			return false;
		t->map[t->n_args] = (uint8_t)from;
		t->args[t->n_args++] = colon + 1;
	}
	return text;
}

static void add_types(struct dt_usdt_file *f, const char *p, const char *end)
{
	struct dt_usdt_types head = {.provider = take_text(&p, end)};
	bool ok = head.provider;

	for (size_t i = 0; i < dt_array_len(head.attributes) && ok; i++)
		ok = (head.attributes[i] = take_text(&p, end));
	while (ok && p < end) {
		struct dt_usdt_types t = head;

		t.name = take_text(&p, end);
		ok = t.name && take_types(&t, &p, end);
		if (ok)
			dt_vec_push(&f->types, t);
	}
}

// ---- the file

static void read_note(struct dt_usdt_file *f, uint64_t base, const Elf64_Nhdr *n, const char *owner,
		      const char *p)
{
	if (n->n_type == NOTE_STAPSDT && n->n_namesz == 8 && !memcmp(owner, "stapsdt", 8))
		add_probe_site(f, base, p, p + n->n_descsz);
	else if (n->n_type == NOTE_TYPES && n->n_namesz == 7 && !memcmp(owner, "dtrace", 7))
		add_types(f, p, p + n->n_descsz);
}

static uint64_t padded_size(uint32_t size)
{
	return (size + UINT64_C(3)) & ~UINT64_C(3);
}

static void read_notes(struct dt_usdt_file *f, const struct dt_elf_section *section, uint64_t base)
{
	struct dt_span span = dt_elf_span(f->elf, section);
	char *notes = dt_span_load(&span, NOTES_MAX - f->notes_size);
	struct dt_cursor c = {(uint8_t *)notes, (uint8_t *)notes + span.size, false};

	if (!notes)
		return;
	dt_vec_push(&f->notes, notes);
	f->notes_size += span.size;
	while (dt_cursor_left(&c)) {
		const void *header = dt_cursor_skip(&c, sizeof(Elf64_Nhdr));
		const Elf64_Nhdr *n = header;
		const char *owner =
		    n ? (const char *)dt_cursor_skip(&c, padded_size(n->n_namesz)) : NULL;
		const char *text = owner ? (const char *)dt_cursor_skip(&c, n->n_descsz) : NULL;

		if (!text)
			return;
		read_note(f, base, n, owner, text);
		dt_cursor_skip(&c, padded_size(n->n_descsz) - n->n_descsz);
	}
}

static int compare_sites(const void *a, const void *b)
{
	const struct dt_usdt_site *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

/** Reads all sections with notes; object files have several. */
static void read_note_sections(struct dt_usdt_file *f)
{
	const struct dt_elf_section *base = dt_elf_section(f->elf, ".stapsdt.base");

	dt_vec_foreach (&f->elf->sections, s)
		if (!strcmp(s->name, ".note.stapsdt") || !strcmp(s->name, ".note.dtrace"))
			read_notes(f, s, base ? base->addr : 0);
}

/** Returns the key of a probe, made of provider and name; the caller frees it. */
static char *type_key(const char *provider, const char *name)
{
	return dt_asprintf("%s %s", provider, name);
}

/** Indexes the types by probe. If a probe has several declarations, the first one counts. */
static void index_types(struct dt_usdt_file *f)
{
	for (size_t i = f->types.len; i--;) {
		const struct dt_usdt_types *t = &f->types.data[i];
		dt_cleanup(dt_free_p) char *key = type_key(t->provider, t->name);

		dt_map_put_str(&f->types_by_name, key, (void *)(i + 1));
	}
}

bool dt_usdt_read(struct dt_usdt_file *f, struct dt_elf *e)
{
	f->elf = e;
	if (!e || !e->machine)
		return false;
	f->is_32 = e->is_32bit;
	read_note_sections(f);
	index_types(f);
	if (f->sites.len)
		qsort(f->sites.data, f->sites.len, sizeof(*f->sites.data), compare_sites);
	dt_file_rest(e->file);
	return f->sites.len || f->is_object;
}

bool dt_usdt_read_object(struct dt_usdt_file *f, struct dt_elf *e)
{
	f->is_object = true;
	return dt_usdt_read(f, e);
}

static struct dt_elf_names *file_symbols(struct dt_usdt_file *f)
{
	if (!f->has_symbols)
		dt_elf_names_read(&f->symbols, f->elf);
	f->has_symbols = true;
	return &f->symbols;
}

const char *dt_usdt_function(struct dt_usdt_file *f, const struct dt_usdt_site *s)
{
	struct dt_elf_names *names = file_symbols(f);
	const struct dt_symtab_entry *e = dt_symtab_find(&names->table, s->addr);
	const char *name = e ? dt_elf_name(names, e) : NULL;

	return name ? name : "";
}

size_t dt_usdt_operands(struct dt_usdt_file *f, const struct dt_usdt_site *s,
			struct dt_operand *ret, size_t max)
{
	const char *text = s->args;
	size_t n = 0;

	while (n < max && dt_operand_next(&text, &ret[n])) {
		struct dt_operand *o = &ret[n++];
		uint64_t addr;

		if (!*o->symbol)
			continue;
		if (dt_elf_name_address(file_symbols(f), o->symbol, &addr))
			dt_operand_resolve(o, addr, s->addr);
		else
			o->kind = DT_OPERAND_UNREADABLE;
	}
	return n;
}

const struct dt_usdt_types *dt_usdt_types_of(const struct dt_usdt_file *f,
					     const struct dt_usdt_site *s)
{
	if (!f->types.len)
		return NULL; // the common case

	dt_cleanup(dt_free_p) char *key = type_key(s->provider, s->name);
	uintptr_t number = (uintptr_t)dt_map_get_str(&f->types_by_name, key);

	return number ? &f->types.data[number - 1] : NULL;
}
