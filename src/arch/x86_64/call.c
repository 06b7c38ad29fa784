/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls as compilers generate them: direct, possibly through a PLT that the linker creates, or
 * through the GOT (-fno-plt).
 */
#include "arch/call.h"

#include "base/vec.h"

#include <elf.h>
#include <string.h>

static const uint8_t read_64[] = {
    0x0f, 0xb7, 0x05, 0, 0, 0, 0, // movzwl semaphore(%rip),%eax
    0xc3,			  // ret
};

static const uint8_t read_32[] = {
    0xe8, 0,	0,    0, 0,	  // call the next
    0x58,			  // pop %eax
    0x0f, 0xb7, 0x80, 0, 0, 0, 0, // movzwl semaphore(%eax),%eax, which is relative to the pop
    0xc3,			  // ret
};

/** Differences between 64-bit and 32-bit code. */
static const struct calls {
	uint16_t elf;
	uint32_t direct[2], indirect[2], word; // relocations
	const char *stack;
	struct dt_call_reader reader;
} kinds[] = {
    {.elf = EM_X86_64,
     .direct = {R_X86_64_PC32, R_X86_64_PLT32},
     .indirect = {R_X86_64_GOTPCREL, R_X86_64_GOTPCRELX},
     .word = R_X86_64_64,
     .stack = "rsp",
     .reader = {read_64, sizeof(read_64), 3, R_X86_64_PC32, -4}},
    {.elf = EM_386,
     .direct = {R_386_PC32, R_386_PLT32},
     .indirect = {R_386_GOT32, R_386_GOT32X},
     .word = R_386_32,
     .stack = "esp",
     .reader = {read_32, sizeof(read_32), 9, R_386_PC32, 4}},
};

static const struct calls *calls_of(const struct dt_machine *m)
{
	return &kinds[m->elf == EM_386];
}

/** Call instructions: the bytes before the relocated ones, and their replacement. */
static const struct shape {
	bool is_direct;
	uint8_t n, mask[2], code[2];
	bool is_tail;
	uint8_t becomes[6]; // the probe is at the first nop, which every kernel emulates
} shapes[] = {
    {true, 1, {0xff}, {0xe8}, false, {0x90, 0x0f, 0x1f, 0x40, 0x00}},
    {true, 1, {0xff}, {0xe9}, true, {0x90, 0xc3, 0x90, 0x90, 0x90}},
    // ff /2 and ff /4 with any addressing mode
    {false, 2, {0xff, 0x38}, {0xff, 0x10}, false, {0x90, 0x0f, 0x1f, 0x44, 0x00, 0x00}},
    {false, 2, {0xff, 0x38}, {0xff, 0x20}, true, {0x90, 0xc3, 0x90, 0x90, 0x90, 0x90}},
};

static bool has_shape(const struct shape *s, const uint8_t *code, uint64_t at, size_t size)
{
	if (at < s->n || size < 4 || at > size - 4)
		return false;
	for (unsigned i = 0; i < s->n; i++)
		if ((code[at - s->n + i] & s->mask[i]) != s->code[i])
			return false;
	return true;
}

bool dt_call_replace(const struct dt_machine *m, uint8_t *code, size_t size, uint64_t at,
		     uint32_t reloc, struct dt_call *ret)
{
	const struct calls *c = calls_of(m);

	for (size_t i = 0; i < dt_array_len(shapes); i++) {
		const struct shape *s = &shapes[i];
		const uint32_t *relocs = s->is_direct ? c->direct : c->indirect;

		if ((reloc != relocs[0] && reloc != relocs[1]) || !has_shape(s, code, at, size))
			continue;
		*ret = (struct dt_call){.probe = at - s->n, .is_tail = s->is_tail};
		memcpy(code + ret->probe, s->becomes, s->n + 4U);
		return true;
	}
	return false;
}

/** Names of register parts, by the logarithm of their size. */
static const char *const parts[][4] = {
    {"dil", "di", "edi", "rdi"}, {"sil", "si", "esi", "rsi"}, {"dl", "dx", "edx", "rdx"},
    {"cl", "cx", "ecx", "rcx"},	 {"r8b", "r8w", "r8d", "r8"}, {"r9b", "r9w", "r9d", "r9"},
};

void dt_call_append_operand(struct dt_str *out, const struct dt_machine *m, bool is_tail,
			    unsigned word, unsigned size, bool is_signed)
{
	unsigned n = m->calls.n_args;

	dt_str_printf(out, "%s%u@", is_signed ? "-" : "", size);
	if (word < n)
		dt_str_printf(out, "%%%s", parts[word][__builtin_ctz(size)]);
	else
		dt_str_printf(out, "%u(%%%s)",
			      (word - n) * m->calls.word + (is_tail ? m->stack_args : 0),
			      calls_of(m)->stack);
}

const struct dt_call_reader *dt_call_reader(const struct dt_machine *m)
{
	return &calls_of(m)->reader;
}

uint32_t dt_call_reloc_word(const struct dt_machine *m)
{
	return calls_of(m)->word;
}
