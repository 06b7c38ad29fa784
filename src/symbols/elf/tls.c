/* SPDX-License-Identifier: BSD-2-Clause */
#include "symbols/elf/tls.h"

#include <elf.h>
#include <string.h>

enum { NAME_BYTES = 64 }; // of the longest name

/** A search for the variable in the dynamic symbols, then for its words in the relocations. */
struct search {
	const struct dt_elf *e;
	const char *name;
	struct dt_span strings;
	uint64_t n;	// symbols so far
	uint64_t index; // of the variable; 0: not found
	struct dt_tls_variable *found;
};

static bool has_name(const struct search *s, uint32_t at)
{
	char name[NAME_BYTES];
	size_t size = strlen(s->name) + 1;

	return size <= sizeof(name) && dt_span_read(&s->strings, at, name, size) &&
	       !memcmp(name, s->name, size);
}

static void take_symbol(void *self, const struct dt_elf_symbol *symbol)
{
	struct search *s = self;
	uint64_t index = s->n++;

	if (symbol->type != STT_TLS || symbol->section == SHN_UNDEF || s->index ||
	    !has_name(s, symbol->name))
		return;
	s->index = index;
	s->found->offset = symbol->value;
}

/** Takes a word from which the address of the variable can be computed, the simplest kind first. A
 * word without a symbol belongs to the file itself. */
static void take_relocation(void *self, const struct dt_elf_relocation *r)
{
	struct search *s = self;
	const struct dt_machine *m = s->e->machine;
	struct dt_tls_variable *v = s->found;
	bool is_own = !r->symbol, is_exact = r->symbol == s->index;
	enum dt_tls_kind kind = r->type == m->reloc_tls_descriptor ? DT_TLS_DESCRIPTOR
				: r->type == m->reloc_tls_offset   ? DT_TLS_OFFSET
				: r->type == m->reloc_tls_module   ? DT_TLS_MODULE
								   : DT_TLS_THREAD;

	if (kind == DT_TLS_THREAD || (v->kind != DT_TLS_THREAD && v->kind <= kind))
		return;
	if (!is_exact && !(is_own && (kind == DT_TLS_MODULE || (uint64_t)r->addend == v->offset)))
		return;
	v->kind = kind;
	v->at = r->addr;
}

static const struct dt_elf_segment *find_block(const struct dt_elf *e)
{
	dt_vec_foreach (&e->segments, s)
		if (s->type == PT_TLS)
			return s;
	return NULL;
}

/** Returns the distance of a variable of the program from the thread pointer. */
static int64_t distance_of(const struct dt_elf_segment *block, uint64_t offset)
{
	uint64_t align = block->align ? block->align : 1;
	uint64_t size = (block->loaded + align - 1) / align * align;

	if (dt_arch.tls_head)
		return (int64_t)(offset + (dt_arch.tls_head + align - 1) / align * align);
	return (int64_t)(offset - size);
}

bool dt_tls_find(const struct dt_elf *e, const char *name, struct dt_tls_variable *ret)
{
	const struct dt_elf_section *symbols = dt_elf_section_of_type(e, SHT_DYNSYM);
	const struct dt_elf_segment *block = find_block(e);
	struct search s = {.e = e, .name = name, .found = ret};
	size_t left = DT_ELF_RELOCATIONS;

	*ret = (struct dt_tls_variable){0};
	if (!symbols || !block || !e->machine || !e->machine->reloc_tls_descriptor)
		return false;
	s.strings = dt_elf_strings(e, symbols);
	dt_elf_symbols(e, symbols, take_symbol, &s);
	if (!s.index)
		return false;
	ret->distance = distance_of(block, ret->offset);
	dt_vec_foreach (&e->sections, section)
		if (dt_elf_is_relocation(section))
			dt_elf_relocations(e, section, &left, take_relocation, &s);
	return true;
}
