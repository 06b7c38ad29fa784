/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Writes the sections of ELF files of both word sizes, for -G.
 */
#ifndef DT_SESSION_USDT_SECTIONS_H
#define DT_SESSION_USDT_SECTIONS_H

#include "arch/arch.h"
#include "base/vec.h"

#include <gelf.h>

/** Byte `at` receives the address of a symbol, plus `addend`. */
struct dt_reloc {
	uint64_t at, symbol;
	uint32_t type;
	int64_t addend;
};
typedef dt_vec(struct dt_reloc) dt_relocs;

/** Appends a section. `data` must live until the file is written. Returns NULL if libelf fails, as
 * does the next function. */
Elf_Scn *dt_section_add(Elf *elf, const GElf_Shdr *h, Elf_Type type, const void *data, size_t size);
/** Appends the relocations of section `of`, whose bytes are `text`. If the machine's relocations
 * have no addends, writes the addends to `text`. The caller frees `*memory` after writing the file.
 */
Elf_Scn *dt_section_add_relocs(Elf *elf, const struct dt_machine *m, GElf_Shdr h, size_t of,
			       const dt_relocs *relocs, char *text, void **memory);
/** Returns the prefix of a relocation section's name: ".rela" or ".rel". */
const char *dt_section_reloc_prefix(const struct dt_machine *m);

#endif
