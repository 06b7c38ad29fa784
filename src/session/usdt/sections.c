/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libelf handles both ELF classes, but not the two forms of relocations, of which each machine uses
 * one.
 */
#include "session/usdt/sections.h"

#include <string.h>

Elf_Scn *dt_section_add(Elf *elf, const GElf_Shdr *h, Elf_Type type, const void *bytes, size_t size)
{
	Elf_Scn *section = elf_newscn(elf);
	Elf_Data *data = section ? elf_newdata(section) : NULL;
	GElf_Shdr header = *h;

	if (!data || !gelf_update_shdr(section, &header))
		return NULL;
	data->d_buf = (void *)bytes;
	data->d_size = size;
	data->d_align = h->sh_addralign;
	data->d_type = type;
	return section;
}

/** Reports whether relocations have an addend. Otherwise the addend is stored where the address
 * goes. */
static bool has_addends(const struct dt_machine *m)
{
	return m->calls.word == 8;
}

const char *dt_section_reloc_prefix(const struct dt_machine *m)
{
	return has_addends(m) ? ".rela" : ".rel";
}

static bool set_reloc(Elf_Data *data, int i, const struct dt_reloc *r, char *text)
{
	GElf_Rela rela = {r->at, GELF_R_INFO(r->symbol, r->type), r->addend};
	GElf_Rel rel = {rela.r_offset, rela.r_info};
	int32_t addend = (int32_t)r->addend;

	if (data->d_type == ELF_T_RELA)
		return gelf_update_rela(data, i, &rela);
	memcpy(text + r->at, &addend, sizeof(addend));
	return gelf_update_rel(data, i, &rel);
}

Elf_Scn *dt_section_add_relocs(Elf *elf, const struct dt_machine *m, GElf_Shdr h, size_t of,
			       const dt_relocs *relocs, char *text, void **memory)
{
	Elf_Type type = has_addends(m) ? ELF_T_RELA : ELF_T_REL;
	size_t size = gelf_fsize(elf, type, relocs->len, EV_CURRENT);
	Elf_Scn *section;
	Elf_Data *data;

	*memory = dt_zalloc(size + 1);
	h.sh_type = has_addends(m) ? SHT_RELA : SHT_REL;
	h.sh_flags |= SHF_INFO_LINK;
	h.sh_info = (GElf_Word)of;
	h.sh_addralign = m->calls.word;
	h.sh_entsize = gelf_fsize(elf, type, 1, EV_CURRENT);
	section = dt_section_add(elf, &h, type, *memory, size);
	data = section ? elf_getdata(section, NULL) : NULL;
	for (size_t i = 0; data && i < relocs->len; i++)
		if (!set_reloc(data, (int)i, &relocs->data[i], text))
			return NULL;
	return section;
}
