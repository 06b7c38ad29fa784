/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions come from the best table of symbols there is: .symtab, the same table of a separate
 * debug file, .dynsym with the compressed table of .gnu_debugdata (symbols/elf/separate.h). What
 * .eh_frame tells of besides gets its address as name
 * ("0x1a30"): functions of stripped programs, and those that a library does not export.
 *
 * Left out are symbols without a size, _init and _fini, and the stubs of the PLT.
 */
#include "symbols/elf/functions.h"

#include "symbols/elf/eh_frame.h"
#include "symbols/elf/separate.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void dt_functions_deinit(struct dt_functions *f)
{
	dt_cfi_deinit(&f->cfi);
	dt_separate_close(f->separate);
	elf_end(f->elf);
	if (f->fd)
		close(f->fd - 1);
	if (f->names)
		dt_arena_destroy(f->names);
	dt_vec_deinit(&f->v);
	dt_vec_deinit(&f->slots);
	*f = (struct dt_functions){0};
}

static int compare(const void *a, const void *b)
{
	const struct dt_function *x = a, *y = b;

	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return strcmp(x->name, y->name);
}

static void sort(struct dt_functions *f)
{
	if (f->v.len)
		qsort(f->v.data, f->v.len, sizeof(*f->v.data), compare);
}

static bool segment(const struct dt_functions *f, int i, GElf_Phdr *ret)
{
	return gelf_getphdr(f->elf, i, ret) && ret->p_type == PT_LOAD && ret->p_flags & PF_X;
}

bool dt_functions_code(const struct dt_functions *f, uint64_t addr, struct dt_function *ret)
{
	size_t n, file_size;
	const char *file = elf_rawfile(f->elf, &file_size);

	if (!file || elf_getphdrnum(f->elf, &n))
		return false;
	for (size_t i = 0; i < n && i <= INT32_MAX; i++) {
		GElf_Phdr p;

		if (!segment(f, (int)i, &p) || addr - p.p_vaddr >= p.p_filesz)
			continue;
		uint64_t at = addr - p.p_vaddr, offset = p.p_offset + at;
		if (offset >= file_size)
			return false;
		*ret = (struct dt_function){.name = "",
					    .addr = addr,
					    .offset = offset,
					    .size = p.p_filesz - at < file_size - offset
							? p.p_filesz - at
							: file_size - offset,
					    .code = (const uint8_t *)file + offset};
		return true;
	}
	return false;
}

bool dt_functions_address(const struct dt_functions *f, uint64_t offset, uint64_t *ret)
{
	size_t n;

	if (elf_getphdrnum(f->elf, &n))
		return false;
	for (size_t i = 0; i < n && i <= INT32_MAX; i++) {
		GElf_Phdr p;

		if (!segment(f, (int)i, &p))
			continue;
		// A segment is mapped in whole pages.
		uint64_t begin = p.p_offset & ~UINT64_C(4095);
		if (offset < begin || offset - begin >= p.p_filesz + (p.p_offset - begin))
			continue;
		*ret = p.p_vaddr + (offset - p.p_offset);
		return true;
	}
	return false;
}

static void add(struct dt_functions *f, uint64_t addr, uint64_t size, const char *name,
		unsigned rank, bool is_ifunc)
{
	struct dt_function fn;

	if (!size || size > UINT32_MAX || !dt_functions_code(f, addr, &fn) || size > fn.size)
		return;
	fn.name = name;
	fn.size = size;
	fn.rank = rank;
	fn.is_ifunc = is_ifunc;
	dt_vec_push(&f->v, fn);
}

/** The linker writes "fopen@@GLIBC_2.2.5" into a file's own table. */
static const char *without_version(struct dt_functions *f, const char *name)
{
	size_t len = strcspn(name, "@");

	if (!name[len] || !len)
		return name;
	if (!f->names)
		f->names = dt_arena_create();
	return dt_arena_printf(f->names, "%.*s", (int)len, name);
}

static void add_symbol(struct dt_functions *f, const GElf_Sym *s, const char *name)
{
	unsigned type = GELF_ST_TYPE(s->st_info);

	if ((type != STT_FUNC && type != STT_GNU_IFUNC) || s->st_shndx == SHN_UNDEF || !name ||
	    !*name || !strcmp(name, "_init") || !strcmp(name, "_fini"))
		return;
	add(f, s->st_value, s->st_size, without_version(f, name),
	    (GELF_ST_BIND(s->st_info) == STB_GLOBAL ? 0 : 4) + (*name == '_'),
	    type == STT_GNU_IFUNC);
}

static void read_table(struct dt_functions *f, Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Shdr header;

	if (!data || !gelf_getshdr(section, &header) || !header.sh_entsize)
		return;
	for (size_t i = 0; i < header.sh_size / header.sh_entsize && i <= INT32_MAX; i++) {
		GElf_Sym s;

		if (gelf_getsym(data, (int)i, &s))
			add_symbol(f, &s, elf_strptr(f->elf, header.sh_link, s.st_name));
	}
}

static void add_separate(void *self, const GElf_Sym *s, const char *name)
{
	add_symbol(self, s, name);
}

static Elf_Scn *find_section(const struct dt_functions *f, GElf_Word type, const char *name,
			     GElf_Shdr *header)
{
	Elf_Scn *section = NULL;
	size_t names;

	if (elf_getshdrstrndx(f->elf, &names))
		return NULL;
	while ((section = elf_nextscn(f->elf, section))) {
		const char *own;

		if (!gelf_getshdr(section, header) || (type && header->sh_type != type))
			continue;
		own = name ? elf_strptr(f->elf, names, header->sh_name) : NULL;
		if (!name || (own && !strcmp(own, name)))
			return section;
	}
	return NULL;
}

/** Is it in a section of stubs, or one that only start-up code runs through? */
static bool is_stub(const struct dt_functions *f, uint64_t addr)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	if (elf_getshdrstrndx(f->elf, &names))
		return false;
	while ((section = elf_nextscn(f->elf, section))) {
		const char *name;

		if (!gelf_getshdr(section, &header) || addr - header.sh_addr >= header.sh_size ||
		    !(header.sh_flags & SHF_EXECINSTR))
			continue;
		name = elf_strptr(f->elf, names, header.sh_name);
		return name && (!strncmp(name, ".plt", 4) || !strcmp(name, ".init") ||
				!strcmp(name, ".fini"));
	}
	return false;
}

/** Add what .eh_frame has and no symbol. */
static void read_frames(struct dt_functions *f)
{
	GElf_Shdr header;
	Elf_Scn *section = find_section(f, 0, ".eh_frame", &header);
	Elf_Data *data = section ? elf_rawdata(section, NULL) : NULL;
	struct dt_ranges ranges = {0};

	if (!data || !data->d_buf || header.sh_type == SHT_NOBITS)
		return;
	dt_eh_frame_ranges(&ranges, data->d_buf, data->d_size, header.sh_addr, f->is_32bit ? 4 : 8);
	if (!f->names)
		f->names = dt_arena_create();
	for (size_t i = 0, known = f->v.len; i < ranges.v.len; i++) {
		const struct dt_range *r = &ranges.v.data[i];
		struct dt_functions symbols = {.v = {f->v.data, known, known}, .elf = f->elf};

		if (!dt_functions_at(&symbols, r->addr) && !is_stub(f, r->addr))
			add(f, r->addr, r->size,
			    dt_arena_printf(f->names, "0x%llx", (unsigned long long)r->addr), 8,
			    false);
	}
	dt_vec_deinit(&ranges.v);
	sort(f);
}

bool dt_functions_read(struct dt_functions *f, int fd)
{
	GElf_Shdr header;
	Elf_Scn *symbols;
	GElf_Ehdr e;

	elf_version(EV_CURRENT);
	f->fd = fd + 1;
	f->elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (!f->elf || elf_kind(f->elf) != ELF_K_ELF || !gelf_getehdr(f->elf, &e) ||
	    (e.e_machine != EM_X86_64 && e.e_machine != EM_386))
		return false;
	f->is_32bit = e.e_ident[EI_CLASS] == ELFCLASS32;
	dt_cfi_init(&f->cfi, f->elf, f->is_32bit);
	symbols = find_section(f, SHT_SYMTAB, NULL, &header);
	if (symbols)
		read_table(f, symbols);
	else
		dt_separate_symbols(f->separate = dt_separate_open(fd), add_separate, f);
	sort(f);
	read_frames(f);
	return true;
}

static void add_slot(struct dt_functions *f, const GElf_Rela *r, Elf_Data *symbols,
		     GElf_Word strings)
{
	unsigned type = GELF_R_TYPE(r->r_info);
	bool is_choice = type == (f->is_32bit ? R_386_IRELATIVE : R_X86_64_IRELATIVE);
	bool is_bound = f->is_32bit ? type == R_386_JMP_SLOT || type == R_386_GLOB_DAT
				    : type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT;
	GElf_Sym s;

	if (is_choice && r->r_addend)
		dt_vec_push(&f->slots, (struct dt_slot){r->r_offset, (uint64_t)r->r_addend, NULL});
	else if (is_bound && symbols && gelf_getsym(symbols, (int)GELF_R_SYM(r->r_info), &s))
		dt_vec_push(&f->slots, (struct dt_slot){r->r_offset, 0,
							elf_strptr(f->elf, strings, s.st_name)});
}

/** The i-th relocation of a section of either kind; without an addend it is 0. */
static bool get_relocation(Elf_Data *data, GElf_Word type, int i, GElf_Rela *ret)
{
	GElf_Rel r;

	if (type == SHT_RELA)
		return gelf_getrela(data, i, ret);
	if (!gelf_getrel(data, i, &r))
		return false;
	*ret = (GElf_Rela){.r_offset = r.r_offset, .r_info = r.r_info};
	return true;
}

static void read_relocations(struct dt_functions *f, Elf_Scn *section, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL), *symbols = NULL;
	Elf_Scn *linked = header->sh_link ? elf_getscn(f->elf, header->sh_link) : NULL;
	GElf_Shdr of_symbols = {0};

	if (linked && gelf_getshdr(linked, &of_symbols))
		symbols = elf_getdata(linked, NULL);
	for (size_t i = 0; data && i < header->sh_size / header->sh_entsize && i <= INT32_MAX;
	     i++) {
		GElf_Rela r;

		if (get_relocation(data, header->sh_type, (int)i, &r))
			add_slot(f, &r, symbols, of_symbols.sh_link);
	}
}

void dt_functions_read_slots(struct dt_functions *f)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	if (f->has_slots)
		return;
	f->has_slots = true;
	while ((section = elf_nextscn(f->elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_entsize &&
		    header.sh_flags & SHF_ALLOC &&
		    (header.sh_type == SHT_RELA || header.sh_type == SHT_REL))
			read_relocations(f, section, &header);
}

const char *dt_functions_soname(const struct dt_functions *f)
{
	GElf_Shdr header;
	Elf_Scn *section = find_section(f, SHT_DYNAMIC, NULL, &header);
	Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;
	GElf_Dyn d;

	for (int i = 0; data && gelf_getdyn(data, i, &d) && d.d_tag != DT_NULL; i++)
		if (d.d_tag == DT_SONAME)
			return elf_strptr(f->elf, header.sh_link, d.d_un.d_val);
	return NULL;
}

const struct dt_function *dt_functions_at(const struct dt_functions *f, uint64_t addr)
{
	struct dt_function code;
	size_t low = 0, high = f->v.len; // the last one that begins at or before is before `low`

	if (!dt_functions_code(f, addr, &code))
		return NULL;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (f->v.data[middle].offset <= code.offset)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || code.offset - f->v.data[low - 1].offset >= f->v.data[low - 1].size)
		return NULL;
	for (low--; low && f->v.data[low - 1].offset == f->v.data[low].offset; low--)
		; // its most usual name comes first
	return &f->v.data[low];
}

void *dt_functions_dwarf(struct dt_functions *f)
{
	if (!f->separate && f->fd)
		f->separate = dt_separate_open(f->fd - 1);
	return dt_separate_dwarf(f->separate);
}
