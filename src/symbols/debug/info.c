/* SPDX-License-Identifier: BSD-2-Clause */
#include "symbols/debug/info.h"

#include "symbols/elf/separate.h"

#include <elfutils/libdw.h>

void *dt_debug_info_open(struct dt_debug_info *i, const struct dt_elf *e)
{
	if (i->is_open)
		return i->dwarf;
	i->is_open = true;
	if (!dt_elf_section(e, ".debug_info"))
		e = i->separate = dt_separate_find(e, ".debug_info");
	if (!e || dt_file_fd(e->file) < 0)
		return NULL;
	elf_version(EV_CURRENT);
	i->elf = elf_begin(dt_file_fd(e->file), ELF_C_READ, NULL);
	i->dwarf = i->elf ? dwarf_begin_elf(i->elf, DWARF_C_READ, NULL) : NULL;
	return i->dwarf;
}

void dt_debug_info_deinit(struct dt_debug_info *i)
{
	dwarf_end(i->dwarf);
	elf_end(i->elf);
	dt_elf_destroy(i->separate);
	*i = (struct dt_debug_info){0};
}
