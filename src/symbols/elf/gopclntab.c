/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table begins with a magic number, which identifies its version; two zeros; the processor's
 * instruction quantum; the bytes of an address; then words of that size. The list of functions
 * follows, or a word holds its offset. It is sorted by address. Each element is an address and an
 * offset; the list ends with the end address of the last function. The offset leads to the
 * function's description: its address again, and the offset of its name. Until Go 1.17, addresses
 * are complete; since 1.18 they have 32 bits and are relative to the start of the text.
 * Since 1.18 the description ends with offsets of data about the function. One of these is the
 * shape of its parameters, which tracebacks use to print them.
 *
 * Source: the comments of Go's packages debug/gosym, runtime/symtab.go and
 * cmd/compile/internal/ssagen.
 */
#include "symbols/elf/gopclntab.h"

#include "base/vec.h"

#include <elf.h>
#include <string.h>

enum {
	HEADER = 8, // bytes before the words of the header
	FUNCTIONS_MAX = 5000000,
};

/** Layout of a version. The numbers are words of the header; ABSENT: the version has no such word.
 */
struct layout {
	uint32_t magic;
	int text, names, functions;
	bool is_relative;   // addresses have 32 bits
	unsigned described; // bytes of a function's description without its tables; 0: unknown
};

enum { ABSENT = -1, N_FUNCTIONS = 0 };

static const struct layout layouts[] = {
    {0xfffffff1, 2, 3, 7, true, 44},		    // Go 1.20
    {0xfffffff0, 2, 3, 7, true, 40},		    // Go 1.18
    {0xfffffffa, ABSENT, 2, 6, false, 0},	    // Go 1.16
    {0xfffffffb, ABSENT, ABSENT, ABSENT, false, 0}, // Go 1.2
};

static bool read_number(const struct dt_span *s, uint64_t at, unsigned size, uint64_t *ret)
{
	*ret = 0;
	return dt_span_read(s, at, ret, size); // in our byte order, low bytes first
}

static bool read_header_word(const struct dt_gopclntab *t, int word, uint64_t *ret)
{
	return read_number(&t->table, HEADER + (uint64_t)word * t->pointer, t->pointer, ret);
}

static const struct dt_elf_section *find_table(const struct dt_elf *e)
{
	const struct dt_elf_section *s = dt_elf_section(e, ".gopclntab");

	return s ? s : dt_elf_section(e, ".data.rel.ro.gopclntab"); // if the program is relocated
}

/** Returns the address of the text. A relocated program fills the word only when it starts; then
 *  the section's address is used. */
static uint64_t find_text(const struct dt_elf *e, uint64_t stated)
{
	const struct dt_elf_section *text = stated ? NULL : dt_elf_section(e, ".text");

	return text ? text->addr : stated;
}

/** Finds the part of the table that holds the names. The next word of the header is its end. */
static bool find_names(struct dt_gopclntab *t, const struct layout *l)
{
	uint64_t begin = 0, end = t->table.size;

	if (l->names != ABSENT &&
	    (!read_header_word(t, l->names, &begin) || !read_header_word(t, l->names + 1, &end)))
		return false;
	if (begin > end || end > t->table.size)
		return false;
	t->names = (struct dt_span){t->table.file, t->table.offset + begin, end - begin};
	return true;
}

static bool read_layout(struct dt_gopclntab *t, const struct dt_elf *e, const struct layout *l)
{
	uint64_t text = 0;

	t->functions = HEADER + t->pointer;
	if ((l->functions != ABSENT && !read_header_word(t, l->functions, &t->functions)) ||
	    (l->text != ABSENT && !read_header_word(t, l->text, &text)) ||
	    !read_header_word(t, N_FUNCTIONS, &t->n) || !find_names(t, l))
		return false;
	t->functions_at = l->functions == ABSENT ? 0 : t->functions;
	t->text = l->is_relative ? find_text(e, text) : 0;
	t->word = l->is_relative ? sizeof(uint32_t) : t->pointer;
	t->described = l->described;
	return t->n && t->n <= FUNCTIONS_MAX && t->functions <= t->table.size;
}

bool dt_gopclntab_read(struct dt_gopclntab *ret, const struct dt_elf *e)
{
	struct {
		uint32_t magic;
		uint8_t zeros[2], quantum, pointer;
	} head;

	*ret = (struct dt_gopclntab){.table = dt_elf_span(e, find_table(e))};
	if (!ret->table.file || !dt_span_read(&ret->table, 0, &head, sizeof(head)) ||
	    head.zeros[0] || head.zeros[1] || head.pointer != (e->is_32bit ? 4 : 8))
		return false;
	ret->pointer = head.pointer;
	for (size_t i = 0; i < dt_array_len(layouts); i++)
		if (layouts[i].magic == head.magic)
			return read_layout(ret, e, &layouts[i]);
	return false;
}

/** Reads the offset of a function's name from its description. */
static bool read_name_offset(const struct dt_gopclntab *t, uint64_t offset, uint32_t *ret)
{
	uint64_t at = t->functions_at + offset + t->word, name;

	if (offset > t->table.size || !read_number(&t->table, at, sizeof(*ret), &name))
		return false;
	*ret = (uint32_t)name;
	return name < t->names.size;
}

void dt_gopclntab_functions(const struct dt_gopclntab *t,
			    void (*fn)(void *self, const struct dt_elf_symbol *s), void *self)
{
	struct dt_elf_symbol s = {.type = STT_FUNC, .bind = STB_GLOBAL, .section = 1}; // any
	uint64_t at = t->functions, addr, offset, next;

	if (!read_number(&t->table, at, t->word, &addr))
		return;
	for (uint64_t i = 0; i < t->n; i++, addr = next) {
		at += t->word;
		if (!read_number(&t->table, at, t->word, &offset) ||
		    !read_number(&t->table, at += t->word, t->word, &next))
			return;
		s.value = t->text + addr;
		s.size = next - addr;
		if (next > addr && read_name_offset(t, offset, &s.name))
			fn(self, &s);
	}
}

// ---- parameters

struct data_search {
	struct dt_span names;
	uint64_t addr;
};

static void find_data(void *self, const struct dt_elf_symbol *symbol)
{
	static const char *const names[] = {"go.func.*", "go:func.*"}; // before Go 1.20, since
	struct data_search *s = self;
	char name[sizeof("go.func.*")];

	if (s->addr || !dt_span_read(&s->names, symbol->name, name, sizeof(name)))
		return;
	for (size_t i = 0; i < dt_array_len(names); i++)
		if (!memcmp(name, names[i], sizeof(name)))
			s->addr = symbol->value;
}

uint64_t dt_gopclntab_data(const struct dt_elf *symbols)
{
	struct data_search search = {0};
	const struct dt_elf_section *table = dt_elf_section_of_type(symbols, SHT_SYMTAB);

	if (table) {
		search.names = dt_elf_strings(symbols, table);
		dt_elf_symbols(symbols, table, find_data, &search);
	}
	return search.addr;
}

/** Finds the description of the function that begins at the address. Returns false if there is
 *  none. */
static bool find_described(const struct dt_gopclntab *t, uint64_t addr, uint64_t *ret)
{
	uint64_t low = 0, high = t->n, begin;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2, at = t->functions + 2 * middle * t->word;

		if (!read_number(&t->table, at, t->word, &begin) ||
		    !read_number(&t->table, at + t->word, t->word, ret))
			return false;
		if (t->text + begin == addr) {
			*ret += t->functions_at;
			return true;
		}
		if (t->text + begin < addr)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

/** Finds the address of the shape of a described function's parameters. */
static bool find_shape(const struct dt_gopclntab *t, uint64_t described, uint64_t *ret)
{
	enum { N_TABLES = 28, SHAPE = 5, NONE = UINT32_MAX }; // FUNCDATA_ArgInfo
	uint64_t n_other, n, at = described + t->described;

	return read_number(&t->table, described + N_TABLES, 4, &n_other) &&
	       read_number(&t->table, at - 1, 1, &n) && n > SHAPE &&
	       read_number(&t->table, at + 4 * (n_other + SHAPE), 4, ret) && *ret != NONE;
}

bool dt_gopclntab_parameters(const struct dt_gopclntab *t, const struct dt_elf *e, uint64_t data,
			     uint64_t addr, unsigned *ret)
{
	enum { END = 0xff, OPEN = 0xfe, CLOSE = 0xfd, MORE = 0xfc, FAR = 0xfb, LENGTH_MAX = 171 };
	uint64_t described, shape, offset, left;
	unsigned depth = 0;
	uint8_t code;

	*ret = 0;
	if (!data || !t->described || !find_described(t, addr, &described) ||
	    !find_shape(t, described, &shape) || !dt_elf_offset(e, data + shape, &offset, &left))
		return false;
	struct dt_span bytes = {e->file, offset, left < LENGTH_MAX ? left : LENGTH_MAX};
	for (uint64_t at = 0; dt_span_read(&bytes, at, &code, 1) && code != END; at++) {
		if (code == MORE && !depth)
			return false;
		if (code == CLOSE)
			depth -= depth > 0;
		else if (!depth && code != MORE)
			++*ret;
		if (code == OPEN)
			depth++;
		else if (code < FAR)
			at++; // an offset; a size follows
	}
	return code == END;
}
