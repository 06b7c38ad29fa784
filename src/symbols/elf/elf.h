/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * An ELF file: what its headers say of its parts.
 *
 * Headers are copied when the file is opened, everything else when it is asked for. Nothing in them
 * is believed: a part that is not wholly in the file does not exist.
 */
#ifndef DT_SYMBOLS_ELF_ELF_H
#define DT_SYMBOLS_ELF_ELF_H

#include "arch/arch.h"
#include "base/read/file.h"
#include "base/vec.h"

/** Of a program header; those that are loaded, and notes. */
struct dt_elf_segment {
	uint32_t type;	       // PT_…
	uint64_t offset, size; // in the file
	uint64_t addr, loaded; // in memory; what exceeds `size` is zeros
	bool is_executable;
};

struct dt_elf_section {
	const char *name; // lives as the file
	uint32_t type, link;
	uint64_t flags, addr, offset, size, entry_size;
};

struct dt_elf {
	struct dt_file *file; // owned
	int root;   // the directory where `path` begins, which it does not lead out of; -1: ours
	char *path; // where the file was found; NULL: nowhere
	char *debug_path; // of its debug file, if that came from a server; NULL: none did
	bool is_32bit;
	const struct dt_machine *machine; // NULL: another one than ours
	dt_vec(struct dt_elf_segment) segments;
	dt_vec(struct dt_elf_section) sections; // [0] is none
	bool has_more_sections;			// it says so; they are not read
	char *section_names;
};

/** Takes the file over in any case; NULL: it is NULL, or no ELF file of this byte order. `root` and
 *  `path` are copied; they say where else to look for what was stripped from it. */
struct dt_elf *dt_elf_create(struct dt_file *f, int root, const char *path);
void dt_elf_destroy(struct dt_elf *e); // NULL is fine

/** The first section of that name, or of that type; NULL: none. */
const struct dt_elf_section *dt_elf_section(const struct dt_elf *e, const char *name);
const struct dt_elf_section *dt_elf_section_of_type(const struct dt_elf *e, uint32_t type);
/** The section of that number, or NULL. */
const struct dt_elf_section *dt_elf_section_at(const struct dt_elf *e, uint32_t index);
/** Its bytes, as they are in the file; none of NULL, and of what takes no room there. */
struct dt_span dt_elf_span(const struct dt_elf *e, const struct dt_elf_section *s);

/** The file's own address of a byte in it; false: it is not loaded. A segment is loaded in whole
 *  pages, also what lies before it in the first one. */
bool dt_elf_address(const struct dt_elf *e, uint64_t offset, uint64_t *ret);
/** The same of what is mapped as code: lld puts the end of one segment and the beginning of the
 * next into one page of the file, which is mapped twice. */
bool dt_elf_code_address(const struct dt_elf *e, uint64_t offset, uint64_t *ret);
/** Is there memory of the file's at an address, code or data? */
bool dt_elf_is_loaded(const struct dt_elf *e, uint64_t addr);
/** Where the byte of an address lies in the file, and how many follow in the same segment. */
bool dt_elf_offset(const struct dt_elf *e, uint64_t addr, uint64_t *ret, uint64_t *left);

enum { DT_BUILD_ID_MAX = 64 };
/** The number by which the linker marked the file: bytes in `ret`; 0: none. */
size_t dt_elf_build_id(const struct dt_elf *e, uint8_t ret[DT_BUILD_ID_MAX]);

/** A symbol as the file's table has it. */
struct dt_elf_symbol {
	uint64_t value, size;
	uint32_t name;	    // offset in the table's strings
	uint8_t type, bind; // STT_…, STB_…
	uint16_t section;   // SHN_…
};
/**
 * Of several names of one address the one with the lowest rank, then the smallest size, is what
 * probes and stacks call it: global or weak before local, the fewest underscores in front. `name`
 * may be cut off behind three letters.
 */
enum { DT_ELF_NAME_RANKS = 8 };
unsigned dt_elf_name_rank(const struct dt_elf_symbol *s, const char *name);
/** Call for each symbol of a table, in its order. */
void dt_elf_symbols(const struct dt_elf *e, const struct dt_elf_section *table,
		    void (*fn)(void *self, const struct dt_elf_symbol *s), void *self);
/** The strings that belong to a table. */
struct dt_span dt_elf_strings(const struct dt_elf *e, const struct dt_elf_section *table);

#endif
