/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions of .symtab, or of .dynsym if the file was stripped, with all their names. What has no
 * size is left out, its end is unknown; so are functions that the dynamic linker only calls to
 * choose another (IFUNC). Separate debug files are not looked for.
 */
#include "symbols/functions.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void dt_functions_deinit(struct dt_functions *f)
{
	elf_end(f->elf);
	if (f->fd)
		close(f->fd - 1);
	dt_vec_deinit(&f->v);
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

static void add(struct dt_functions *f, const GElf_Sym *s, const char *name)
{
	size_t n, file_size;
	const char *file = elf_rawfile(f->elf, &file_size);
	unsigned bind = GELF_ST_BIND(s->st_info);

	if (!name || !*name || !file || elf_getphdrnum(f->elf, &n))
		return;
	for (size_t i = 0; i < n && i <= INT32_MAX; i++) {
		GElf_Phdr p;

		if (!gelf_getphdr(f->elf, (int)i, &p) || p.p_type != PT_LOAD ||
		    !(p.p_flags & PF_X) || s->st_value < p.p_vaddr ||
		    s->st_value - p.p_vaddr >= p.p_filesz ||
		    s->st_size > p.p_filesz - (s->st_value - p.p_vaddr))
			continue;
		uint64_t offset = p.p_offset + (s->st_value - p.p_vaddr);
		if (offset > file_size || s->st_size > file_size - offset)
			return;
		dt_vec_push(&f->v, (struct dt_function){
				       name, offset, s->st_size, (const uint8_t *)file + offset,
				       (bind == STB_GLOBAL ? 0 : 4) + (*name == '_')});
		return;
	}
}

static void read_table(struct dt_functions *f, Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Shdr header;

	if (!data || !gelf_getshdr(section, &header) || !header.sh_entsize)
		return;
	for (size_t i = 0; i < header.sh_size / header.sh_entsize && i <= INT32_MAX; i++) {
		GElf_Sym s;

		if (gelf_getsym(data, (int)i, &s) && GELF_ST_TYPE(s.st_info) == STT_FUNC &&
		    s.st_shndx != SHN_UNDEF && s.st_size && s.st_size <= UINT32_MAX)
			add(f, &s, elf_strptr(f->elf, header.sh_link, s.st_name));
	}
}

bool dt_functions_read(struct dt_functions *f, const char *path)
{
	Elf_Scn *section = NULL, *found = NULL;
	GElf_Shdr header;
	GElf_Ehdr e;

	elf_version(EV_CURRENT);
	f->fd = open(path, O_RDONLY | O_CLOEXEC) + 1;
	if (!f->fd)
		return false;
	f->elf = elf_begin(f->fd - 1, ELF_C_READ_MMAP, NULL);
	if (!f->elf || elf_kind(f->elf) != ELF_K_ELF || !gelf_getehdr(f->elf, &e) ||
	    e.e_machine != EM_X86_64 || e.e_ident[EI_CLASS] != ELFCLASS64)
		return false;
	while ((section = elf_nextscn(f->elf, section)))
		if (gelf_getshdr(section, &header) &&
		    (header.sh_type == SHT_SYMTAB || (header.sh_type == SHT_DYNSYM && !found)))
			found = section;
	if (found)
		read_table(f, found);
	if (f->v.len)
		qsort(f->v.data, f->v.len, sizeof(*f->v.data), compare);
	return true;
}
