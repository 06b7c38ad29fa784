/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Sections of ELF files of both word sizes, as -G writes them.
 */
#ifndef DT_SESSION_USDT_SECTIONS_H
#define DT_SESSION_USDT_SECTIONS_H

#include "arch/arch.h"
#include "base/vec.h"

#include <gelf.h>

/** The address of a symbol goes to byte `at`, plus `addend`. */
struct dt_reloc {
	uint64_t at, symbol;
	uint32_t type;
	int64_t addend;
};
typedef dt_vec(struct dt_reloc) dt_relocs;

/** Append a section; `data` lives until the file is written. NULL: a failure of libelf, as below.
 */
Elf_Scn *dt_section_add(Elf *elf, const GElf_Shdr *h, Elf_Type type, const void *data, size_t size);
/** Append the relocations of section `of`, whose bytes are `text`: they take the addends if the
 *  machine's relocations have no room for them. `*memory` is the caller's to free after writing. */
Elf_Scn *dt_section_add_relocs(Elf *elf, const struct dt_machine *m, GElf_Shdr h, size_t of,
			       const dt_relocs *relocs, char *text, void **memory);
/** The prefix of such a section's name: ".rela" or ".rel". */
const char *dt_section_reloc_prefix(const struct dt_machine *m);

#endif
