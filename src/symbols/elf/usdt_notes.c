/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reading both kinds of notes.
 *
 * A note of .note.stapsdt (owner "stapsdt", type 3) has three addresses of the size of the file's
 * pointers: of the probe, of the section .stapsdt.base and of the semaphore or 0; then provider,
 * name and arguments, each ended by a NUL. They are what the linker wrote: a tool that moved the
 * file afterwards changed the section's address but not the note, so that the difference is added.
 *
 * A note of .note.dtrace (owner "dtrace", type 1; session/usdt/object.c writes it) is a list of
 * texts, each ended by a NUL: the provider, its five attributes, then for each probe its name, the
 * native types, "", the types that D shows, each as MAP:TYPE, "".
 */
#include "symbols/elf/usdt_notes.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NOTE_STAPSDT = 3, NOTE_TYPES = 1 };

void dt_usdt_deinit(struct dt_usdt_file *f)
{
	dt_vec_deinit(&f->sites);
	dt_vec_deinit(&f->types);
	dt_elf_deinit(&f->symbols);
	if (f->elf) {
		elf_end(f->elf);
		close(f->fd);
	}
	*f = (struct dt_usdt_file){0};
}

/** Where a byte that the file wants at `addr` lies in it. */
static bool file_offset(Elf *elf, uint64_t addr, uint64_t *ret)
{
	size_t n;

	if (elf_getphdrnum(elf, &n))
		return false;
	for (size_t i = 0; i < n && i <= INT32_MAX; i++) {
		GElf_Phdr p;

		if (gelf_getphdr(elf, (int)i, &p) && p.p_type == PT_LOAD && addr >= p.p_vaddr &&
		    addr - p.p_vaddr < p.p_filesz) {
			*ret = p.p_offset + (addr - p.p_vaddr);
			return true;
		}
	}
	return false;
}

/** The next text of a note, or NULL if it does not end. */
static const char *take_text(const char **p, const char *end)
{
	const char *text = *p, *nul = memchr(text, '\0', (size_t)(end - text));

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

static void add_site(struct dt_usdt_file *f, uint64_t base, const char *p, const char *end)
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
	// What the linker dropped has address 0.
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

static void read_notes(struct dt_usdt_file *f, Elf_Scn *section, uint64_t base)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t at = 0, next, name, desc;
	GElf_Nhdr n;

	if (!data || !data->d_buf)
		return;
	for (; at < data->d_size && (next = gelf_getnote(data, at, &n, &name, &desc)); at = next) {
		const char *owner = (const char *)data->d_buf + name;
		const char *p = (const char *)data->d_buf + desc;

		if (n.n_type == NOTE_STAPSDT && n.n_namesz == 8 && !memcmp(owner, "stapsdt", 8))
			add_site(f, base, p, p + n.n_descsz);
		else if (n.n_type == NOTE_TYPES && n.n_namesz == 7 && !memcmp(owner, "dtrace", 7))
			add_types(f, p, p + n.n_descsz);
	}
}

static int compare_sites(const void *a, const void *b)
{
	const struct dt_usdt_site *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static bool is_x86(Elf *elf, bool *is_32)
{
	GElf_Ehdr e;

	if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &e))
		return false;
	*is_32 = e.e_machine == EM_386;
	return *is_32 ? e.e_ident[EI_CLASS] == ELFCLASS32
		      : e.e_machine == EM_X86_64 && e.e_ident[EI_CLASS] == ELFCLASS64;
}

/** The sections with notes; objects have several of a kind. */
static void read_sections(struct dt_usdt_file *f)
{
	Elf_Scn *section = NULL;
	uint64_t base = 0;
	size_t names;

	if (elf_getshdrstrndx(f->elf, &names))
		return;
	for (int pass = 0; pass < 2; pass++) {
		while ((section = elf_nextscn(f->elf, section))) {
			GElf_Shdr h;
			const char *name =
			    gelf_getshdr(section, &h) ? elf_strptr(f->elf, names, h.sh_name) : NULL;

			if (name && !pass && !strcmp(name, ".stapsdt.base"))
				base = h.sh_addr;
			if (name && pass &&
			    (!strcmp(name, ".note.stapsdt") || !strcmp(name, ".note.dtrace")))
				read_notes(f, section, base);
		}
	}
}

static bool read_file(struct dt_usdt_file *f, int fd)
{
	bool ok;

	elf_version(EV_CURRENT);
	f->fd = fd;
	f->elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	ok = is_x86(f->elf, &f->is_32);
	if (ok)
		read_sections(f);
	if (!ok || (!f->sites.len && !f->is_object)) {
		dt_vec_deinit(&f->types);
		elf_end(f->elf);
		f->elf = NULL;
		return false;
	}
	if (f->sites.len)
		qsort(f->sites.data, f->sites.len, sizeof(*f->sites.data), compare_sites);
	return true;
}

bool dt_usdt_read(struct dt_usdt_file *f, int fd)
{
	return read_file(f, fd);
}

bool dt_usdt_read_object(struct dt_usdt_file *f, int fd)
{
	f->is_object = true;
	return read_file(f, fd);
}

static struct dt_symtab *symbols(struct dt_usdt_file *f)
{
	if (!f->has_symbols)
		dt_elf_read(&f->symbols, f->fd);
	f->has_symbols = true;
	return &f->symbols.table;
}

const char *dt_usdt_function(struct dt_usdt_file *f, const struct dt_usdt_site *s)
{
	const struct dt_symtab *t = symbols(f);
	const struct dt_symtab_entry *e = dt_symtab_find(t, s->addr);

	return e ? dt_symtab_name(t, e) : "";
}

static bool symbol_address(struct dt_usdt_file *f, const char *name, uint64_t *ret)
{
	const struct dt_symtab *t = symbols(f);

	dt_vec_foreach (&t->v, e) {
		if (!strcmp(dt_symtab_name(t, e), name)) {
			*ret = e->addr;
			return true;
		}
	}
	return false;
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
		if (symbol_address(f, o->symbol, &addr))
			dt_operand_resolve(o, addr, s->addr);
		else
			o->kind = DT_OPERAND_UNREADABLE;
	}
	return n;
}

const struct dt_usdt_types *dt_usdt_types_of(const struct dt_usdt_file *f,
					     const struct dt_usdt_site *s)
{
	dt_vec_foreach (&f->types, t)
		if (!strcmp(t->provider, s->provider) && !strcmp(t->name, s->name))
			return t;
	return NULL;
}
