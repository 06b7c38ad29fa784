/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reading ELF symbols with libelf. Of several names of one address, functions come before untyped
 * labels and data, global names before local and weak ones.
 */
#include "symbols/elf/elf.h"

#include "symbols/elf/separate.h"

#include <gelf.h>
#include <string.h>

void dt_elf_deinit(struct dt_elf *e)
{
	dt_symtab_deinit(&e->table);
	dt_vec_deinit(&e->segments);
	dt_cfi_deinit(&e->cfi);
	elf_end(e->elf);
}

static uint16_t rank_of(const GElf_Sym *s)
{
	unsigned type = GELF_ST_TYPE(s->st_info), bind = GELF_ST_BIND(s->st_info);
	uint16_t rank = type == STT_FUNC || type == STT_GNU_IFUNC ? 0 : type == STT_OBJECT ? 4 : 8;

	return rank + (bind == STB_GLOBAL ? 0 : bind == STB_WEAK ? 1 : 2);
}

static bool is_wanted(const GElf_Sym *s)
{
	unsigned type = GELF_ST_TYPE(s->st_info);

	if (s->st_shndx == SHN_UNDEF || s->st_shndx == SHN_ABS || !s->st_value)
		return false;
	return type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_OBJECT ||
	       type == STT_NOTYPE;
}

static void add_symbol(void *self, const GElf_Sym *s, const char *name)
{
	struct dt_elf *e = self;

	// "$x" and ".L1" are marks of the assembler. Behind a @ is the version of the symbol.
	if (is_wanted(s) && name && *name && !strchr("$.@", *name))
		dt_symtab_add(&e->table, s->st_value, s->st_size, name, strcspn(name, "@"), 0,
			      rank_of(s));
}

static void add_symbols(struct dt_elf *e, Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t n = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;

	for (size_t i = 0; i < n && i <= INT32_MAX; i++) {
		GElf_Sym s;

		if (gelf_getsym(data, (int)i, &s))
			add_symbol(e, &s, elf_strptr(elf, header->sh_link, s.st_name));
	}
}

/** The whole table; in a stripped file the one of another file, or of what is exported. */
static void read_symbols(struct dt_elf *e, Elf *elf, int fd)
{
	Elf_Scn *section = NULL, *found = NULL;
	GElf_Shdr header, best = {0};
	void *separate;

	while ((section = elf_nextscn(elf, section))) {
		if (!gelf_getshdr(section, &header))
			continue;
		if (header.sh_type == SHT_SYMTAB || (header.sh_type == SHT_DYNSYM && !found)) {
			found = section;
			best = header;
		}
	}
	if (fd >= 0 && (!found || best.sh_type == SHT_DYNSYM)) {
		separate = dt_separate_open(fd);
		dt_separate_symbols(separate, add_symbol, e);
		dt_separate_close(separate);
	}
	if (found && !e->table.v.len)
		add_symbols(e, elf, found, &best);
	dt_symtab_finish(&e->table);
}

static void read_segments(struct dt_elf *e, Elf *elf)
{
	size_t n;

	if (elf_getphdrnum(elf, &n))
		return;
	for (size_t i = 0; i < n && i <= INT32_MAX; i++) {
		GElf_Phdr p;

		if (gelf_getphdr(elf, (int)i, &p) && p.p_type == PT_LOAD)
			dt_vec_push(&e->segments,
				    (struct dt_elf_segment){p.p_offset, p.p_filesz, p.p_vaddr});
	}
}

/** `fd` is -1 if it is no file. */
static bool read_elf(struct dt_elf *e, Elf *elf, int fd)
{
	bool ok = elf && elf_kind(elf) == ELF_K_ELF;

	if (ok) {
		read_segments(e, elf);
		read_symbols(e, elf, fd);
	}
	return ok;
}

bool dt_elf_read(struct dt_elf *e, int fd)
{
	bool ok;

	elf_version(EV_CURRENT);
	e->elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	ok = read_elf(e, e->elf, fd);
	if (ok)
		dt_cfi_init(&e->cfi, e->elf, gelf_getclass(e->elf) == ELFCLASS32);
	return ok;
}

bool dt_elf_read_memory(struct dt_elf *e, void *image, size_t size)
{
	Elf *elf;
	bool ok;

	elf_version(EV_CURRENT);
	elf = elf_memory(image, size);
	ok = read_elf(e, elf, -1);
	elf_end(elf);
	return ok;
}

bool dt_elf_hides_caller(struct dt_elf *e, uint64_t addr)
{
	struct dt_frame_rule rule;

	return dt_cfi_rule(&e->cfi, addr, &rule) && !rule.from_bp;
}

bool dt_elf_address(const struct dt_elf *e, uint64_t offset, uint64_t *ret)
{
	dt_vec_foreach (&e->segments, s) {
		// A segment is mapped in whole pages, also what lies before it in the first one.
		uint64_t begin = s->offset & ~UINT64_C(4095);

		if (offset >= begin && offset - begin < s->size + (s->offset - begin)) {
			*ret = s->addr + (offset - s->offset);
			return true;
		}
	}
	return false;
}
