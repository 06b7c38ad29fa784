/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reads the headers of ELF files.
 *
 * Headers are copied when the file is opened, all other parts on demand. Headers are not trusted: a
 * part that is not completely in the file counts as missing.
 */
#ifndef DT_SYMBOLS_ELF_ELF_H
#define DT_SYMBOLS_ELF_ELF_H

#include "arch/arch.h"
#include "base/read/file.h"
#include "base/vec.h"

/** A segment from a program header: PT_LOAD, PT_NOTE or PT_TLS. */
struct dt_elf_segment {
	uint32_t type;	       // PT_…
	uint64_t offset, size; // in the file
	uint64_t addr, loaded; // address and size in memory; bytes beyond `size` are zero
	uint64_t align;	       // in memory
	bool is_executable, is_writable;
};

struct dt_elf_section {
	const char *name; // lives as long as the file
	uint32_t type, link;
	uint64_t flags, addr, offset, size, entry_size;
};

struct dt_elf {
	struct dt_file *file; // owned
	int root;	      // directory that is / for `path`; -1: our root directory
	char *path;	      // path of the file, or NULL
	char *debug_path;     // path of its debug file, if that came from a server; else NULL
	bool is_32bit;
	const struct dt_machine *machine; // NULL: not a machine of ours
	dt_vec(struct dt_elf_segment) segments;
	dt_vec(struct dt_elf_section) sections; // [0] is unused
	bool has_more_sections;			// the file claims more sections than were read
	char *section_names;
};

/** Opens an ELF file. Always takes over `f`. Returns NULL if `f` is NULL or is not an ELF file of
 * our byte order. `root` and `path`, which are copied, locate its separate debug file. */
struct dt_elf *dt_elf_create(struct dt_file *f, int root, const char *path);
void dt_elf_destroy(struct dt_elf *e); // NULL is fine

/** These return the first section with a name or a type, or NULL. */
const struct dt_elf_section *dt_elf_section(const struct dt_elf *e, const char *name);
const struct dt_elf_section *dt_elf_section_of_type(const struct dt_elf *e, uint32_t type);
/** Returns the section with this index, or NULL. */
const struct dt_elf_section *dt_elf_section_at(const struct dt_elf *e, uint32_t index);
/** Returns the section's bytes in the file. Empty for NULL and for sections without bytes (.bss).
 */
struct dt_span dt_elf_span(const struct dt_elf *e, const struct dt_elf_section *s);

/** Converts an offset in the file to its virtual address. Returns false if the byte is not loaded.
 *  A segment is loaded in whole pages, including the bytes before it in its first page. */
bool dt_elf_address(const struct dt_elf *e, uint64_t offset, uint64_t *ret);
/** The same in executable segments only. lld may put the end of a segment and the start of the next
 *  into one page of the file, which is then mapped twice. */
bool dt_elf_code_address(const struct dt_elf *e, uint64_t offset, uint64_t *ret);
/** Reports whether a virtual address is in a loaded segment, code or data. */
bool dt_elf_is_loaded(const struct dt_elf *e, uint64_t addr);
/** Converts a virtual address to an offset in the file, and writes the number of bytes from there
 * to the end of the segment to *left. */
bool dt_elf_offset(const struct dt_elf *e, uint64_t addr, uint64_t *ret, uint64_t *left);

enum { DT_BUILD_ID_MAX = 64 };
/** Writes the build id to `ret` and returns its size, or 0 if there is none. */
size_t dt_notes_build_id(const struct dt_span *notes, uint8_t ret[DT_BUILD_ID_MAX]);
size_t dt_elf_build_id(const struct dt_elf *e, uint8_t ret[DT_BUILD_ID_MAX]);

/** A symbol of the file. */
struct dt_elf_symbol {
	uint64_t value, size;
	uint32_t name;	    // offset in the table's strings
	uint8_t type, bind; // STT_…, STB_…
	uint16_t section;   // SHN_…
};
/**
 * Returns the rank of a name. If an address has several names, probes and stacks use the one with
 * the lowest rank and, among these, the smallest size: global or weak names before local ones,
 * names with fewer leading underscores first. `name` may be truncated after three letters.
 */
enum { DT_ELF_NAME_RANKS = 8 };
unsigned dt_elf_name_rank(const struct dt_elf_symbol *s, const char *name);
/** Calls `fn` for each symbol of a table, in order. */
void dt_elf_symbols(const struct dt_elf *e, const struct dt_elf_section *table,
		    void (*fn)(void *self, const struct dt_elf_symbol *s), void *self);
/** A relocation of a word that the dynamic linker fills. */
struct dt_elf_relocation {
	uint64_t addr; // virtual address of the word
	uint32_t type;
	uint64_t symbol; // index in the section's symbol table; 0: none
	int64_t addend;	 // 0 if the section has no addends
};
enum { DT_ELF_RELOCATIONS = 16 << 20 }; // most relocations to read from a file
/** Reports whether the section has relocations of the dynamic linker. */
bool dt_elf_is_relocation(const struct dt_elf_section *s);
/** Calls `fn` for each relocation of a section, at most *left, from which their number is
 * subtracted. */
void dt_elf_relocations(const struct dt_elf *e, const struct dt_elf_section *section, size_t *left,
			void (*fn)(void *self, const struct dt_elf_relocation *r), void *self);
/** Returns the strings of a symbol table. */
struct dt_span dt_elf_strings(const struct dt_elf *e, const struct dt_elf_section *table);

#endif
