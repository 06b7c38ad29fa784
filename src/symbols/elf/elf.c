/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Headers of 32-bit files are converted to 64-bit headers while reading. Only little-endian files
 * are supported. Files whose section headers were stripped have segments only.
 *
 * Decision: docs/dev/decisions/0045-files-read-by-copies.md
 */
#include "symbols/elf/elf.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum {
	MAX_SECTIONS = 65536,
	MAX_SEGMENTS = 128,
	MAX_SECTION_NAMES = 1 << 20, // bytes
	MAX_NOTES = 4096,	     // notes to search for the build id
	MAX_TABLE = 128 << 20,	     // bytes of a symbol table: five million symbols
	SYMBOL_STEP = 2048,	     // number of symbols copied at once
	RELOCATION_STEP = 2048,
};

static bool read_elf_header(struct dt_elf *e, Elf64_Ehdr *ret)
{
	Elf32_Ehdr h;

	if (!dt_file_read(e->file, 0, ret->e_ident, EI_NIDENT) ||
	    memcmp(ret->e_ident, ELFMAG, SELFMAG) != 0 || ret->e_ident[EI_DATA] != ELFDATA2LSB)
		return false;
	e->is_32bit = ret->e_ident[EI_CLASS] == ELFCLASS32;
	if (!e->is_32bit)
		return ret->e_ident[EI_CLASS] == ELFCLASS64 &&
		       dt_file_read(e->file, 0, ret, sizeof(*ret));
	if (!dt_file_read(e->file, 0, &h, sizeof(h)))
		return false;
	*ret = (Elf64_Ehdr){
	    .e_machine = h.e_machine,
	    .e_phoff = h.e_phoff,
	    .e_shoff = h.e_shoff,
	    .e_phentsize = h.e_phentsize,
	    .e_phnum = h.e_phnum,
	    .e_shentsize = h.e_shentsize,
	    .e_shnum = h.e_shnum,
	    .e_shstrndx = h.e_shstrndx,
	};
	return true;
}

static bool read_segment(const struct dt_elf *e, uint64_t at, Elf64_Phdr *ret)
{
	Elf32_Phdr p;

	if (!e->is_32bit)
		return dt_file_read(e->file, at, ret, sizeof(*ret));
	if (!dt_file_read(e->file, at, &p, sizeof(p)))
		return false;
	*ret = (Elf64_Phdr){.p_type = p.p_type,
			    .p_flags = p.p_flags,
			    .p_offset = p.p_offset,
			    .p_vaddr = p.p_vaddr,
			    .p_filesz = p.p_filesz,
			    .p_memsz = p.p_memsz,
			    .p_align = p.p_align};
	return true;
}

static void read_segments(struct dt_elf *e, const Elf64_Ehdr *h)
{
	for (size_t i = 0; i < h->e_phnum && e->segments.len < MAX_SEGMENTS; i++) {
		Elf64_Phdr p;

		if (!read_segment(e, h->e_phoff + i * h->e_phentsize, &p))
			return;
		if (p.p_type != PT_LOAD && p.p_type != PT_NOTE && p.p_type != PT_TLS)
			continue;
		// In a truncated file, a segment may reach beyond the end.
		dt_vec_push(&e->segments,
			    (struct dt_elf_segment){p.p_type, p.p_offset, p.p_filesz, p.p_vaddr,
						    p.p_memsz, p.p_align, p.p_flags & PF_X,
						    p.p_flags & PF_W});
	}
}

static bool read_section(const struct dt_elf *e, uint64_t at, Elf64_Shdr *ret)
{
	Elf32_Shdr s;

	if (!e->is_32bit)
		return dt_file_read(e->file, at, ret, sizeof(*ret));
	if (!dt_file_read(e->file, at, &s, sizeof(s)))
		return false;
	*ret = (Elf64_Shdr){
	    .sh_name = s.sh_name,
	    .sh_type = s.sh_type,
	    .sh_flags = s.sh_flags,
	    .sh_addr = s.sh_addr,
	    .sh_offset = s.sh_offset,
	    .sh_size = s.sh_size,
	    .sh_link = s.sh_link,
	    .sh_entsize = s.sh_entsize,
	};
	return true;
}

/** Sets the names of all sections, which have been offsets into the section of names until now. */
static void name_sections(struct dt_elf *e, uint32_t index)
{
	const struct dt_elf_section *names = dt_elf_section_at(e, index);
	struct dt_span span = dt_elf_span(e, names);

	e->section_names = dt_span_load(&span, MAX_SECTION_NAMES);
	dt_vec_foreach (&e->sections, s) {
		uintptr_t at = (uintptr_t)s->name;

		s->name = e->section_names && at < span.size ? e->section_names + at : "";
	}
}

static void read_sections(struct dt_elf *e, const Elf64_Ehdr *h)
{
	uint64_t n = h->e_shnum;
	uint32_t names = h->e_shstrndx;
	Elf64_Shdr s;

	if (!h->e_shoff || !read_section(e, h->e_shoff, &s))
		return;
	// Numbers that do not fit into the header are in the first section.
	n = n ? n : s.sh_size;
	names = names == SHN_XINDEX ? s.sh_link : names;
	for (size_t i = 0; i < n && i < MAX_SECTIONS; i++) {
		if (!read_section(e, h->e_shoff + i * h->e_shentsize, &s))
			break;
		dt_vec_push(&e->sections,
			    (struct dt_elf_section){(const char *)(uintptr_t)s.sh_name, s.sh_type,
						    s.sh_link, s.sh_flags, s.sh_addr, s.sh_offset,
						    s.sh_size, s.sh_entsize});
	}
	e->has_more_sections = e->sections.len < n;
	name_sections(e, names);
}

struct dt_elf *dt_elf_create(struct dt_file *f, int root, const char *path)
{
	struct dt_elf *e;
	Elf64_Ehdr h;

	if (!f)
		return NULL;
	e = dt_zalloc(sizeof(*e));
	e->file = f;
	e->root = root < 0 ? -1 : fcntl(root, F_DUPFD_CLOEXEC, 0);
	e->path = path ? dt_strdup(path) : NULL;
	if (!read_elf_header(e, &h)) {
		dt_elf_destroy(e);
		return NULL;
	}
	if (h.e_machine && h.e_machine == dt_machine_of(e->is_32bit)->elf)
		e->machine = dt_machine_of(e->is_32bit);
	read_segments(e, &h);
	read_sections(e, &h);
	return e;
}

void dt_elf_destroy(struct dt_elf *e)
{
	if (!e)
		return;
	dt_vec_deinit(&e->segments);
	dt_vec_deinit(&e->sections);
	free(e->section_names);
	free(e->path);
	free(e->debug_path);
	dt_close_p(&e->root);
	dt_file_destroy(e->file);
	free(e);
}

// ---- sections

const struct dt_elf_section *dt_elf_section(const struct dt_elf *e, const char *name)
{
	dt_vec_foreach (&e->sections, s)
		if (!strcmp(s->name, name))
			return s;
	return NULL;
}

const struct dt_elf_section *dt_elf_section_of_type(const struct dt_elf *e, uint32_t type)
{
	dt_vec_foreach (&e->sections, s)
		if (s->type == type)
			return s;
	return NULL;
}

const struct dt_elf_section *dt_elf_section_at(const struct dt_elf *e, uint32_t index)
{
	return index < e->sections.len ? &e->sections.data[index] : NULL;
}

struct dt_span dt_elf_span(const struct dt_elf *e, const struct dt_elf_section *s)
{
	uint64_t end = dt_file_id(e->file)->size;

	if (!s || s->type == SHT_NOBITS || s->type == SHT_NULL || s->offset > end ||
	    s->size > end - s->offset)
		return (struct dt_span){0};
	return (struct dt_span){e->file, s->offset, s->size};
}

// ---- addresses

static bool find_address(const struct dt_elf *e, uint64_t offset, bool as_code, uint64_t *ret)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

	dt_vec_foreach (&e->segments, s) {
		uint64_t begin = s->offset & ~(page - 1);

		if (s->type == PT_LOAD && (s->is_executable || !as_code) && offset >= begin &&
		    offset - begin < s->size + (s->offset - begin)) {
			*ret = s->addr + (offset - s->offset);
			return true;
		}
	}
	return false;
}

bool dt_elf_address(const struct dt_elf *e, uint64_t offset, uint64_t *ret)
{
	return find_address(e, offset, false, ret);
}

bool dt_elf_code_address(const struct dt_elf *e, uint64_t offset, uint64_t *ret)
{
	return find_address(e, offset, true, ret);
}

bool dt_elf_is_loaded(const struct dt_elf *e, uint64_t addr)
{
	dt_vec_foreach (&e->segments, s)
		if (s->type == PT_LOAD && addr >= s->addr && addr - s->addr < s->loaded)
			return true;
	return false;
}

bool dt_elf_offset(const struct dt_elf *e, uint64_t addr, uint64_t *ret, uint64_t *left)
{
	dt_vec_foreach (&e->segments, s) {
		uint64_t at = addr - s->addr;

		if (s->type == PT_LOAD && addr >= s->addr && at < s->size) {
			*ret = s->offset + at;
			*left = s->size - at;
			return true;
		}
	}
	return false;
}

// ---- the build id

/** Finds the build id among notes. `left` is the number of notes that may still be examined. */
static size_t find_build_id(const struct dt_span *notes, unsigned *left,
			    uint8_t ret[DT_BUILD_ID_MAX])
{
	uint64_t at = 0;
	Elf64_Nhdr n;
	char name[4];

	while (*left && dt_span_read(notes, at, &n, sizeof(n))) {
		uint64_t name_at = at + sizeof(n);
		uint64_t desc_at = name_at + ((n.n_namesz + UINT64_C(3)) & ~UINT64_C(3));

		if (n.n_type == NT_GNU_BUILD_ID && n.n_namesz == sizeof(name) &&
		    n.n_descsz <= DT_BUILD_ID_MAX &&
		    dt_span_read(notes, name_at, name, sizeof(name)) && !memcmp(name, "GNU", 4) &&
		    dt_span_read(notes, desc_at, ret, n.n_descsz))
			return n.n_descsz;
		at = desc_at + ((n.n_descsz + UINT64_C(3)) & ~UINT64_C(3));
		--*left;
	}
	return 0;
}

size_t dt_notes_build_id(const struct dt_span *notes, uint8_t ret[DT_BUILD_ID_MAX])
{
	unsigned left = MAX_NOTES;

	return find_build_id(notes, &left, ret);
}

size_t dt_elf_build_id(const struct dt_elf *e, uint8_t ret[DT_BUILD_ID_MAX])
{
	unsigned left = MAX_NOTES;
	size_t n = 0;

	// Separate debug files have only the section, some programs only the segment.
	for (size_t i = 0; i < e->sections.len && !n; i++) {
		const struct dt_elf_section *s = &e->sections.data[i];
		struct dt_span span = dt_elf_span(e, s);

		n = s->type == SHT_NOTE ? find_build_id(&span, &left, ret) : 0;
	}
	for (size_t i = 0; i < e->segments.len && !n; i++) {
		const struct dt_elf_segment *s = &e->segments.data[i];
		struct dt_span span = {e->file, s->offset, s->size};

		n = s->type == PT_NOTE ? find_build_id(&span, &left, ret) : 0;
	}
	return n;
}

// ---- symbols

struct dt_span dt_elf_strings(const struct dt_elf *e, const struct dt_elf_section *table)
{
	return dt_elf_span(e, dt_elf_section_at(e, table->link));
}

static struct dt_elf_symbol widen_symbol(const struct dt_elf *e, const void *entry)
{
	const Elf32_Sym *narrow = entry;
	const Elf64_Sym *wide = entry;

	if (e->is_32bit)
		return (struct dt_elf_symbol){narrow->st_value,
					      narrow->st_size,
					      narrow->st_name,
					      ELF32_ST_TYPE(narrow->st_info),
					      ELF32_ST_BIND(narrow->st_info),
					      narrow->st_shndx};
	return (struct dt_elf_symbol){wide->st_value,
				      wide->st_size,
				      wide->st_name,
				      ELF64_ST_TYPE(wide->st_info),
				      ELF64_ST_BIND(wide->st_info),
				      wide->st_shndx};
}

unsigned dt_elf_name_rank(const struct dt_elf_symbol *s, const char *name)
{
	size_t underscores = strspn(name, "_");

	return (s->bind == STB_LOCAL ? DT_ELF_NAME_RANKS / 2 : 0) +
	       (unsigned)(underscores < DT_ELF_NAME_RANKS / 2 ? underscores
							      : DT_ELF_NAME_RANKS / 2 - 1);
}

void dt_elf_symbols(const struct dt_elf *e, const struct dt_elf_section *table,
		    void (*fn)(void *self, const struct dt_elf_symbol *s), void *self)
{
	size_t size = e->is_32bit ? sizeof(Elf32_Sym) : sizeof(Elf64_Sym);
	struct dt_span span = dt_elf_span(e, table);
	uint64_t n = span.size <= MAX_TABLE ? span.size / size : 0;
	dt_cleanup(dt_free_p) uint8_t *copy = n ? dt_malloc(SYMBOL_STEP * size) : NULL;

	for (uint64_t done = 0; done < n;) {
		size_t step = n - done < SYMBOL_STEP ? n - done : SYMBOL_STEP;

		if (!dt_span_read(&span, done * size, copy, step * size))
			return;
		for (size_t i = 0; i < step; i++) {
			struct dt_elf_symbol s = widen_symbol(e, copy + i * size);

			fn(self, &s);
		}
		done += step;
	}
}

// ---- relocations

bool dt_elf_is_relocation(const struct dt_elf_section *s)
{
	return s->flags & SHF_ALLOC && (s->type == SHT_RELA || s->type == SHT_REL);
}

static struct dt_elf_relocation widen_relocation(const struct dt_elf *e, const void *entry,
						 bool has_addend)
{
	const Elf32_Rela *narrow = entry;
	const Elf64_Rela *wide = entry;

	if (e->is_32bit)
		return (struct dt_elf_relocation){
		    narrow->r_offset, ELF32_R_TYPE(narrow->r_info), ELF32_R_SYM(narrow->r_info),
		    has_addend ? (int64_t)(uint32_t)narrow->r_addend : 0};
	return (struct dt_elf_relocation){wide->r_offset, ELF64_R_TYPE(wide->r_info),
					  ELF64_R_SYM(wide->r_info),
					  has_addend ? wide->r_addend : 0};
}

static size_t relocation_size(bool is_32bit, bool has_addend)
{
	if (is_32bit)
		return has_addend ? sizeof(Elf32_Rela) : sizeof(Elf32_Rel);
	return has_addend ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
}

void dt_elf_relocations(const struct dt_elf *e, const struct dt_elf_section *section, size_t *left,
			void (*fn)(void *self, const struct dt_elf_relocation *r), void *self)
{
	bool has_addend = section->type == SHT_RELA;
	struct dt_span span = dt_elf_span(e, section);
	size_t size = relocation_size(e->is_32bit, has_addend);
	uint64_t n = span.size / size;
	dt_cleanup(dt_free_p) uint8_t *copy = dt_malloc(RELOCATION_STEP * size);

	n = n < *left ? n : *left;
	*left -= n;
	for (uint64_t done = 0; done < n;) {
		size_t step = n - done < RELOCATION_STEP ? n - done : RELOCATION_STEP;

		if (!dt_span_read(&span, done * size, copy, step * size))
			return;
		for (size_t i = 0; i < step; i++) {
			struct dt_elf_relocation r =
			    widen_relocation(e, copy + i * size, has_addend);

			fn(self, &r);
		}
		done += step;
	}
}
