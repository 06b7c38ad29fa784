/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * If an address has several names, functions precede data and untyped labels, and global names
 * precede weak and local ones.
 */
#include "symbols/elf/names.h"

#include "symbols/elf/gopclntab.h"
#include "symbols/unwind/eh_frame.h"
#include "symbols/symbol.h"

#include <elf.h>
#include <string.h>

enum {
	NAMELESS = DT_ELF_TABLES, // a group
	NAMELESS_RANK = 3 * DT_ELF_NAME_RANKS,
	INDEX_MAX = 1 << 20,  // maximum number of names in the index
	INDEXED_LENGTH = 256, // bytes of a name; longer names are not in the index
};

void dt_elf_names_deinit(struct dt_elf_names *n)
{
	struct dt_map_entry *e;

	for (size_t at = 0; (e = dt_map_next(&n->known, &at));)
		free(e->value);
	dt_map_deinit(&n->known);
	dt_map_deinit(&n->by_name);
	dt_symtab_deinit(&n->table);
	for (size_t i = 0; i < DT_ELF_TABLES; i++)
		dt_elf_destroy(n->elsewhere[i]);
	*n = (struct dt_elf_names){0};
}

/** Returns the rank of a symbol: functions before objects before untyped symbols, then by name. */
static uint16_t name_rank(const struct dt_elf_names *n, const struct dt_elf_symbol *s)
{
	unsigned kind = s->type == STT_FUNC || s->type == STT_GNU_IFUNC ? 0
			: s->type == STT_OBJECT				? 1
									: 2;
	char begin[4] = "";

	dt_span_read(&n->strings[n->n_tables], s->name, begin, sizeof(begin) - 1);
	return (uint16_t)(kind * DT_ELF_NAME_RANKS + dt_elf_name_rank(s, begin));
}

/** Reports whether the symbol is a mark of the assembler, such as "$x" or ".L1". */
static bool is_mark(const struct dt_elf_names *n, const struct dt_elf_symbol *s)
{
	char first = '\0';

	return s->type == STT_NOTYPE &&
	       (!dt_span_read(&n->strings[n->n_tables], s->name, &first, 1) ||
		strchr("$.@", first));
}

static void add_name(void *self, const struct dt_elf_symbol *s)
{
	struct dt_elf_names *n = self;
	bool is_typed = s->type == STT_FUNC || s->type == STT_GNU_IFUNC || s->type == STT_OBJECT;

	if (s->section != SHN_UNDEF && s->section != SHN_ABS && s->value && s->name &&
	    (is_typed || s->type == STT_NOTYPE) && !is_mark(n, s))
		dt_symtab_add_number(&n->table, s->value, s->size, s->name, (uint16_t)n->n_tables,
				     name_rank(n, s));
}

/** Adds the symbols of a table. If it is in another file, `elsewhere`, takes that over. */
static void add_table(struct dt_elf_names *n, const struct dt_elf *e, uint32_t type,
		      struct dt_elf *elsewhere)
{
	const struct dt_elf_section *table = dt_elf_section_of_type(e, type);

	n->elsewhere[n->n_tables] = elsewhere;
	if (table) {
		n->strings[n->n_tables] = dt_elf_strings(e, table);
		dt_elf_symbols(e, table, add_name, n);
	}
	n->n_tables++;
}

static void add_go_table(struct dt_elf_names *n, const struct dt_elf *e)
{
	struct dt_gopclntab go;

	if (!dt_gopclntab_read(&go, e))
		return;
	n->strings[n->n_tables] = go.names;
	dt_gopclntab_functions(&go, add_name, n);
	n->n_tables++;
}

/** Adds functions of .eh_frame that have no symbol. */
static void add_functions(struct dt_elf_names *n, const struct dt_elf *e)
{
	struct dt_eh_frame frames = {0};
	size_t known;

	dt_symtab_finish(&n->table);
	known = n->table.v.len;
	dt_eh_frame_read(&frames, e);
	dt_vec_foreach (&frames.functions, f) {
		struct dt_symtab symbols = {.v = {n->table.v.data, known, known}};

		if (!f->is_signal && !dt_symtab_find(&symbols, f->addr))
			dt_symtab_add_number(&n->table, f->addr, f->size, 0, NAMELESS,
					     NAMELESS_RANK);
	}
	dt_eh_frame_deinit(&frames);
}

void dt_elf_names_read(struct dt_elf_names *n, const struct dt_elf *e)
{
	bool is_whole = dt_elf_section_of_type(e, SHT_SYMTAB);
	struct dt_elf *separate = is_whole ? NULL : dt_separate_find(e, ".symtab");
	struct dt_elf *embedded = is_whole || separate ? NULL : dt_separate_embedded(e);

	if (separate)
		add_table(n, separate, SHT_SYMTAB, separate);
	else
		add_table(n, e, is_whole ? SHT_SYMTAB : SHT_DYNSYM, NULL);
	if (embedded)
		add_table(n, embedded, SHT_SYMTAB, embedded);
	if (!is_whole && !separate) {
		add_go_table(n, e);
		add_functions(n, e);
	}
	dt_symtab_finish(&n->table);
}

/** Appends the name of an entry. Returns false if it cannot be read. */
static bool read_symbol_name(const struct dt_elf_names *n, const struct dt_symtab_entry *e,
			     struct dt_str *ret)
{
	const struct dt_span *strings = &n->strings[e->group < DT_ELF_TABLES ? e->group : 0];
	size_t before = ret->len;

	if (e->group == NAMELESS) {
		dt_str_printf(ret, "0x%llx", (unsigned long long)e->addr);
		return true;
	}
	if (!strings->file || e->name >= strings->size ||
	    !dt_file_text(strings->file, strings->offset + e->name, strings->offset + strings->size,
			  DT_SYMBOL_NAME_MAX, ret) ||
	    ret->len == before)
		return false;
	// The version of the symbol follows a @.
	ret->len = before + strcspn(ret->data + before, "@");
	ret->data[ret->len] = '\0';
	return true;
}

const char *dt_elf_name(struct dt_elf_names *n, const struct dt_symtab_entry *e)
{
	char *known = dt_map_get(&n->known, &e->addr, sizeof(e->addr));
	struct dt_str text = {0};

	if (!known && read_symbol_name(n, e, &text)) {
		known = dt_str_take(&text);
		dt_map_put(&n->known, &e->addr, sizeof(e->addr), known);
	}
	dt_str_deinit(&text);
	return known;
}

/** Builds the index by name. If several symbols have a name, the first one in the table counts. */
static void index_names(struct dt_elf_names *n)
{
	struct dt_str text = {0};

	n->has_index = true;
	for (size_t i = n->table.v.len < INDEX_MAX ? n->table.v.len : INDEX_MAX; i--;) {
		dt_str_clear(&text);
		if (read_symbol_name(n, &n->table.v.data[i], &text) && text.len < INDEXED_LENGTH)
			dt_map_put(&n->by_name, text.data, text.len, (void *)(i + 1));
	}
	dt_str_deinit(&text);
}

bool dt_elf_name_address(struct dt_elf_names *n, const char *name, uint64_t *ret)
{
	uintptr_t at;

	if (!n->has_index)
		index_names(n);
	at = (uintptr_t)dt_map_get_str(&n->by_name, name);
	if (at)
		*ret = n->table.v.data[at - 1].addr;
	return at;
}
