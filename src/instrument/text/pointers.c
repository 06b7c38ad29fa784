/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds landing points in data: symbols, relocations, landing pads of exceptions, and in a program
 * with fixed addresses all words that could be an address of code.
 *
 * A restartable sequence has a descriptor of four words: version, start, length, and the address of
 * the handler. The kernel sends an interrupted thread to the handler. The signature is in front of
 * it.
 */
#include "instrument/text/internal.h"

#include <elf.h>
#include <string.h>

#ifndef SHT_RELR
#define SHT_RELR 19
#endif

enum {
	WORD = 8,
	RELR_WORDS = 16 << 20, // most words of packed relocations
	ABORT_TO_START = 2 * WORD,
};

static const uint32_t signature = 0x53053053;

static uint64_t word_at(const struct dt_text *t, uint64_t addr)
{
	size_t n;
	const uint8_t *bytes = dt_text_data(t, addr, &n);
	uint64_t word = 0;

	if (bytes && n >= WORD)
		memcpy(&word, bytes, WORD);
	return word;
}

/** Takes a word in memory that holds, or will hold, a value. */
static void take_word(struct dt_text_reader *r, uint64_t at, uint64_t value)
{
	struct dt_text_part *p = dt_text_part(r->t, value);
	uint64_t offset;

	if (!p)
		return;
	offset = value - p->addr;
	p->marks[offset] |= DT_MARK_POINTED;
	if (offset >= sizeof(signature) &&
	    !memcmp(p->bytes + offset - sizeof(signature), &signature, sizeof(signature))) {
		dt_vec_push(&r->words, at - ABORT_TO_START);
		dt_text_refuse(r->t, value, DT_REFUSE_RSEQ);
	}
}

/** Relocations of a section. */
struct relocated {
	struct dt_text_reader *r;
	struct dt_span symbols; // to which they refer
	bool is_again;		// only for starts of restartable sequences
};

static uint64_t value_of(const struct relocated *x, const struct dt_elf_relocation *rel)
{
	Elf64_Sym symbol;

	if (rel->symbol &&
	    dt_span_read(&x->symbols, rel->symbol * sizeof(symbol), &symbol, sizeof(symbol)))
		return symbol.st_value + (uint64_t)rel->addend;
	return (uint64_t)rel->addend;
}

static void refuse_start(struct dt_text_reader *r, uint64_t at, uint64_t value)
{
	dt_vec_foreach (&r->words, w)
		if (*w == at)
			dt_text_refuse(r->t, value, DT_REFUSE_RSEQ);
}

static void take_relocation(void *self, const struct dt_elf_relocation *rel)
{
	struct relocated *x = self;
	uint64_t value;

	// A reference to a symbol itself is known from the table of symbols.
	if (rel->symbol && !rel->addend)
		return;
	value = value_of(x, rel);
	if (x->is_again)
		refuse_start(x->r, rel->addr, value);
	else
		take_word(x->r, rel->addr, value);
}

static void read_relocations(struct dt_text_reader *r, bool is_again)
{
	size_t left = DT_ELF_RELOCATIONS;

	dt_vec_foreach (&r->f.elf->sections, s) {
		const struct dt_elf_section *table = dt_elf_section_at(r->f.elf, s->link);
		struct relocated x = {r, dt_elf_span(r->f.elf, table), is_again};

		if (dt_elf_is_relocation(s))
			dt_elf_relocations(r->f.elf, s, &left, take_relocation, &x);
	}
}

/** Reads packed relocations: an address, then words whose upper 63 bits each stand for one of the
 *  following words of memory. */
static void read_packed(struct dt_text_reader *r, const struct dt_elf_section *s)
{
	struct dt_span span = dt_elf_span(r->f.elf, s);
	dt_cleanup(dt_free_p) uint8_t *data =
	    span.file ? dt_span_load(&span, RELR_WORDS * WORD) : NULL;
	uint64_t at = 0;

	for (uint64_t i = 0; data && i + WORD <= span.size; i += WORD) {
		uint64_t word;

		memcpy(&word, data + i, WORD);
		if (!(word & 1)) {
			take_word(r, word, word_at(r->t, word));
			at = word + WORD;
			continue;
		}
		for (unsigned bit = 0; bit < 63; bit++)
			if (word >> (bit + 1) & 1)
				take_word(r, at + bit * WORD, word_at(r->t, at + bit * WORD));
		at += 63 * WORD;
	}
}

/** Takes all words of a program with fixed addresses, which has no relocations. */
static void read_words(struct dt_text_reader *r)
{
	dt_vec_foreach (&r->t->segments, s)
		for (uint64_t i = -s->addr % WORD; i + WORD <= s->size; i += WORD) {
			uint64_t word;

			memcpy(&word, s->bytes + i, WORD);
			take_word(r, s->addr + i, word);
		}
}

static void take_symbol(void *self, const struct dt_elf_symbol *s)
{
	struct dt_text_reader *r = self;

	if (s->section != SHN_UNDEF && s->type != STT_SECTION && s->type != STT_TLS)
		dt_text_mark(r->t, s->value, DT_MARK_POINTED);
}

static void read_symbols(struct dt_text_reader *r)
{
	const struct dt_elf *files[] = {r->f.elf, r->f.separate};

	for (size_t i = 0; i < dt_array_len(files) && files[i]; i++)
		dt_vec_foreach (&files[i]->sections, s)
			if (s->type == SHT_SYMTAB || s->type == SHT_DYNSYM)
				dt_elf_symbols(files[i], s, take_symbol, r);
	dt_vec_foreach (&r->t->functions, fn)
		dt_text_mark(r->t, fn->addr, DT_MARK_POINTED);
}

static void take_pad(void *self, uint64_t addr)
{
	struct dt_text_reader *r = self;

	dt_text_mark(r->t, addr, DT_MARK_POINTED);
}

void dt_text_read_pointers(struct dt_text_reader *r)
{
	dt_text_mark(r->t, r->entry, DT_MARK_POINTED);
	read_symbols(r);
	read_relocations(r, false);
	dt_vec_foreach (&r->f.elf->sections, s)
		if (s->type == SHT_RELR)
			read_packed(r, s);
	if (r->is_fixed)
		read_words(r);
	dt_eh_frame_pads(dt_frames_table(&r->f.frames), r->f.elf, take_pad, r);
	if (r->words.len)
		read_relocations(r, true);
	dt_vec_foreach (&r->words, w)
		refuse_start(r, *w, word_at(r->t, *w));
}
