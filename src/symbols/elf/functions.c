/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions come from the best available symbol table: .symtab, .symtab of a separate debug file,
 * or .dynsym with the compressed table of .gnu_debugdata (symbols/elf/separate.h) and the runtime's
 * table of a Go program. Functions that are only in .eh_frame get their address as name ("0x1a30"):
 * those of stripped programs, and those that a library does not export.
 *
 * Symbols without a size, _init, _fini and the stubs of the PLT are omitted.
 *
 * Decision: docs/dev/decisions/0064-debug-information-bounded.md
 */
#include "symbols/elf/functions.h"

#include "symbols/elf/gopclntab.h"
#include "symbols/symbol.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum {
	STRINGS_MAX = 256 << 20,       // bytes of names, of all tables
	CODE_MAX = 16 << 20,	       // bytes of a function
	NO_SYMBOL = DT_ELF_NAME_RANKS, // rank of a function without a symbol, after all others
};

void dt_functions_deinit(struct dt_functions *f)
{
	dt_debug_info_deinit(&f->debug);
	dt_frames_deinit(&f->frames);
	dt_elf_destroy(f->separate);
	dt_elf_destroy(f->elf);
	dt_vec_foreach (&f->strings, s)
		free(*s);
	dt_vec_deinit(&f->strings);
	if (f->names)
		dt_arena_destroy(f->names);
	dt_vec_deinit(&f->v);
	dt_vec_deinit(&f->slots);
	free(f->code);
	*f = (struct dt_functions){0};
}

static struct dt_arena *names_of(struct dt_functions *f)
{
	if (!f->names)
		f->names = dt_arena_create();
	return f->names;
}

static int compare_functions(const void *a, const void *b)
{
	const struct dt_function *x = a, *y = b;

	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (x->size != y->size)
		return x->size < y->size ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static void sort_functions(struct dt_functions *f)
{
	if (f->v.len)
		qsort(f->v.data, f->v.len, sizeof(*f->v.data), compare_functions);
}

// ---- code

static bool is_code(const struct dt_elf_segment *s)
{
	return s->type == PT_LOAD && s->is_executable;
}

bool dt_functions_code(const struct dt_functions *f, uint64_t addr, struct dt_function *ret)
{
	uint64_t file_size = dt_file_id(f->elf->file)->size;

	dt_vec_foreach (&f->elf->segments, s) {
		uint64_t at = addr - s->addr, offset = s->offset + at, size;

		if (!is_code(s) || at >= s->size || offset < at)
			continue;
		if (offset >= file_size)
			return false;
		size = s->size - at < file_size - offset ? s->size - at : file_size - offset;
		*ret = (struct dt_function){
		    .name = "",
		    .addr = addr,
		    .offset = offset,
		    .size = size < CODE_MAX ? size : CODE_MAX,
		};
		return true;
	}
	return false;
}

const uint8_t *dt_functions_bytes(struct dt_functions *f, const struct dt_function *fn)
{
	struct dt_span span = {f->elf->file, fn->offset, fn->size};

	free(f->code);
	f->code = dt_span_load(&span, CODE_MAX);
	return f->code;
}

// ---- symbols

/** Adds a function if the file contains its code. */
static void add_function(struct dt_functions *f, struct dt_function fn)
{
	struct dt_function code;

	if (!fn.size || !dt_functions_code(f, fn.addr, &code) || fn.size > code.size)
		return;
	fn.offset = code.offset;
	dt_vec_push(&f->v, fn);
}

/** All names of a table. */
struct strings {
	struct dt_functions *f;
	const char *text; // NULL: none
	uint64_t size;
};

static struct strings load_strings(struct dt_functions *f, const struct dt_span *span)
{
	char *text = dt_span_load(span, STRINGS_MAX - f->strings_size);

	if (text) {
		dt_vec_push(&f->strings, text);
		f->strings_size += span->size;
	}
	return (struct strings){f, text, span->size};
}

/** Returns a name without the version that the linker appends ("fopen@@GLIBC_2.2.5"), or NULL if it
 *  is empty or too long. */
static const char *name_at(const struct strings *s, uint32_t offset)
{
	const char *name;
	size_t len;

	if (!s->text || offset >= s->size)
		return NULL;
	name = s->text + offset;
	len = strnlen(name, DT_SYMBOL_NAME_MAX);
	if (!len || len == DT_SYMBOL_NAME_MAX)
		return NULL;
	return memchr(name, '@', len) ? dt_arena_strndup(names_of(s->f), name, strcspn(name, "@"))
				      : name;
}

static void add_symbol_function(void *self, const struct dt_elf_symbol *s)
{
	const struct strings *strings = self;
	const char *name;

	if ((s->type != STT_FUNC && s->type != STT_GNU_IFUNC) || s->section == SHN_UNDEF ||
	    !s->size)
		return;
	name = name_at(strings, s->name);
	if (!name || !strcmp(name, "_init") || !strcmp(name, "_fini"))
		return;
	add_function(strings->f, (struct dt_function){
				     .name = name,
				     .addr = s->value,
				     .size = s->size,
				     .rank = dt_elf_name_rank(s, name),
				     .order = s->name,
				     .is_ifunc = s->type == STT_GNU_IFUNC,
				 });
}

static void read_table(struct dt_functions *f, const struct dt_elf *e, uint32_t type)
{
	const struct dt_elf_section *table = dt_elf_section_of_type(e, type);
	struct dt_span names;
	struct strings strings;

	if (!table)
		return;
	names = dt_elf_strings(e, table);
	strings = load_strings(f, &names);
	dt_elf_symbols(e, table, add_symbol_function, &strings);
}

static void read_go_table(struct dt_functions *f)
{
	struct dt_gopclntab go;
	struct strings strings;

	if (!dt_gopclntab_read(&go, f->elf))
		return;
	strings = load_strings(f, &go.names);
	dt_gopclntab_functions(&go, add_symbol_function, &strings);
}

static void read_symbols(struct dt_functions *f)
{
	struct dt_elf *embedded;

	if (dt_elf_section_of_type(f->elf, SHT_SYMTAB)) {
		read_table(f, f->elf, SHT_SYMTAB);
		return;
	}
	f->separate = dt_separate_find(f->elf, ".symtab");
	if (f->separate) {
		read_table(f, f->separate, SHT_SYMTAB);
		return;
	}
	read_table(f, f->elf, SHT_DYNSYM);
	embedded = dt_separate_embedded(f->elf);
	if (embedded)
		read_table(f, embedded, SHT_SYMTAB);
	dt_elf_destroy(embedded);
	read_go_table(f);
}

// ---- functions without symbols

/** Sections of stubs, and those that only start-up code executes. */
struct stubs {
	const struct dt_elf_section *v[16];
	size_t n;
};

static void find_stubs(const struct dt_elf *e, struct stubs *ret)
{
	dt_vec_foreach (&e->sections, s)
		if (ret->n < dt_array_len(ret->v) && s->flags & SHF_EXECINSTR &&
		    (!strncmp(s->name, ".plt", 4) || !strcmp(s->name, ".init") ||
		     !strcmp(s->name, ".fini")))
			ret->v[ret->n++] = s;
}

static bool is_stub(const struct stubs *stubs, uint64_t addr)
{
	for (size_t i = 0; i < stubs->n; i++)
		if (addr - stubs->v[i]->addr < stubs->v[i]->size)
			return true;
	return false;
}

/** Adds the functions that are in .eh_frame and have no symbol. */
static void read_frames(struct dt_functions *f)
{
	struct dt_functions symbols = {.elf = f->elf};
	struct stubs stubs = {0};

	symbols.v.data = f->v.data;
	symbols.v.len = f->v.len;
	find_stubs(f->elf, &stubs);
	dt_vec_foreach (&dt_frames_table(&f->frames)->functions, fn) {
		symbols.v.data = f->v.data; // it may have moved
		if (!fn->is_signal && !dt_functions_at(&symbols, fn->addr) &&
		    !is_stub(&stubs, fn->addr))
			add_function(f, (struct dt_function){
					    .name = dt_arena_printf(names_of(f), "0x%llx",
								    (unsigned long long)fn->addr),
					    .addr = fn->addr,
					    .size = fn->size,
					    .rank = NO_SYMBOL,
					});
	}
	sort_functions(f);
}

/** Finds the entry of the dynamic section with that tag. Returns false if there is none. */
static bool find_dynamic(const struct dt_functions *f, const struct dt_span *span, int64_t tag,
			 uint64_t *ret)
{
	Elf64_Dyn wide;
	Elf32_Dyn narrow;
	size_t size = f->is_32bit ? sizeof(narrow) : sizeof(wide);

	for (uint64_t at = 0; at < span->size; at += size) {
		if (f->is_32bit) {
			if (!dt_span_read(span, at, &narrow, sizeof(narrow)))
				return false;
			wide = (Elf64_Dyn){narrow.d_tag, {narrow.d_un.d_val}};
		} else if (!dt_span_read(span, at, &wide, sizeof(wide))) {
			return false;
		}
		if (wide.d_tag == tag) {
			*ret = wide.d_un.d_val;
			return true;
		}
		if (wide.d_tag == DT_NULL)
			return false;
	}
	return false;
}

static void read_soname(struct dt_functions *f)
{
	const struct dt_elf_section *dynamic = dt_elf_section_of_type(f->elf, SHT_DYNAMIC);
	struct dt_span span = {0}, strings;
	struct dt_str text = {0};
	uint64_t at;

	if (!dynamic)
		return;
	span = dt_elf_span(f->elf, dynamic);
	strings = dt_elf_strings(f->elf, dynamic);
	if (strings.file && find_dynamic(f, &span, DT_SONAME, &at) && at < strings.size &&
	    dt_file_text(strings.file, strings.offset + at, strings.offset + strings.size,
			 DT_SYMBOL_NAME_MAX, &text))
		f->soname = dt_arena_strdup(names_of(f), dt_str_text(&text));
	dt_str_deinit(&text);
}

bool dt_functions_read(struct dt_functions *f, struct dt_elf *e)
{
	f->elf = e;
	if (!e || !e->machine)
		return false;
	f->is_32bit = e->is_32bit;
	dt_frames_init(&f->frames, e);
	read_soname(f);
	read_symbols(f);
	sort_functions(f);
	read_frames(f);
	dt_file_rest(e->file);
	return true;
}

/** Returns the number of functions that begin before an offset in the file. */
static size_t count_before(const struct dt_functions *f, uint64_t offset)
{
	return dt_leading(f->v.data, f->v.len, e, e->offset < offset);
}

const struct dt_function *dt_functions_at(const struct dt_functions *f, uint64_t addr)
{
	struct dt_function code;
	size_t n;

	if (!dt_functions_code(f, addr, &code))
		return NULL;
	n = count_before(f, code.offset + 1);
	if (!n || code.offset - f->v.data[n - 1].offset >= f->v.data[n - 1].size)
		return NULL;
	// The usual name of the function comes first.
	return &f->v.data[count_before(f, f->v.data[n - 1].offset)];
}

// ---- slots

/** The tables that relocations refer to. */
struct relocated {
	struct dt_functions *f;
	struct dt_span symbols;
	struct strings strings;
};

static const char *symbol_name(const struct relocated *r, uint64_t index)
{
	Elf64_Sym wide;
	Elf32_Sym narrow;

	if (r->f->is_32bit)
		return dt_span_read(&r->symbols, index * sizeof(narrow), &narrow, sizeof(narrow))
			   ? name_at(&r->strings, narrow.st_name)
			   : NULL;
	return dt_span_read(&r->symbols, index * sizeof(wide), &wide, sizeof(wide))
		   ? name_at(&r->strings, wide.st_name)
		   : NULL;
}

static void add_slot(const struct relocated *r, uint64_t addr, uint32_t type, uint64_t symbol,
		     uint64_t addend)
{
	struct dt_functions *f = r->f;
	const struct dt_machine *m = f->elf->machine;

	if (type == m->reloc_choice && addend)
		dt_vec_push(&f->slots, (struct dt_slot){addr, addend, NULL});
	else if (type == m->reloc_names[0] || type == m->reloc_names[1])
		dt_vec_push(&f->slots, (struct dt_slot){addr, 0, symbol_name(r, symbol)});
}

static void take_relocation(void *self, const struct dt_elf_relocation *r)
{
	add_slot(self, r->addr, r->type, r->symbol, (uint64_t)r->addend);
}

/** Reads the relocations of a section. *left is the number that may still be read. */
static void read_relocations(struct dt_functions *f, const struct dt_elf_section *section,
			     size_t *left)
{
	const struct dt_elf_section *linked = dt_elf_section_at(f->elf, section->link);
	struct relocated r = {.f = f, .symbols = dt_elf_span(f->elf, linked)};

	if (r.symbols.file) {
		struct dt_span names = dt_elf_strings(f->elf, linked);

		r.strings = load_strings(f, &names);
	}
	dt_elf_relocations(f->elf, section, left, take_relocation, &r);
}

void dt_functions_read_slots(struct dt_functions *f)
{
	size_t left = DT_ELF_RELOCATIONS;

	if (f->has_slots || !f->elf)
		return;
	f->has_slots = true;
	dt_vec_foreach (&f->elf->sections, s)
		if (dt_elf_is_relocation(s))
			read_relocations(f, s, &left);
}

/** Opens the debug information. libdw reads parts of the file into memory and maps nothing. */
void *dt_functions_dwarf(struct dt_functions *f)
{
	return f->elf ? dt_debug_info_open(&f->debug, f->elf) : NULL;
}

bool dt_functions_go_parameters(struct dt_functions *f, uint64_t addr, unsigned *ret)
{
	struct dt_gopclntab go;

	if (!dt_gopclntab_read(&go, f->elf))
		return false;
	if (!f->has_go_data)
		f->go_data = dt_gopclntab_data(f->separate ? f->separate : f->elf);
	f->has_go_data = true;
	return dt_gopclntab_parameters(&go, f->elf, f->go_data, addr, ret);
}
