/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Plans of entries in small files. A file has one executable section at TEXT, read-only data at
 * DATA, a relocation, and a symbol for each function.
 */
#include "instrument/text/internal.h"

#include <elf.h>
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum {
	TEXT = 0x1000,
	DATA = 0x3000,
	RELA = 0x4000,
	SYMBOLS = 0x4100,
	STRINGS = 0x5000,
	SECTIONS = 0x6000,
	SIZE = 0x7000,
	PIECE = 0x1000, // bytes of the text and of the data
	SYMBOLS_MAX = 32,
};

struct file {
	uint8_t *image;
	uint16_t type;
	unsigned n_symbols, flags;
	uint32_t strings;
	bool has_linker, is_32bit;
};

static struct dt_text *text;

static struct file new_file(void)
{
	struct file f = {dt_zalloc(SIZE), ET_DYN, 1, PF_R | PF_X, 1, true, false};

	memset(f.image + TEXT, 0xcc, PIECE);
	return f;
}

static void put(struct file *f, uint64_t at, const char *bytes, size_t n)
{
	memcpy(f->image + at, bytes, n);
}

static void add_symbol(struct file *f, const char *name, unsigned type, uint64_t at, uint64_t size)
{
	Elf64_Sym s = {.st_name = f->strings,
		       .st_info = ELF64_ST_INFO(STB_GLOBAL, type),
		       .st_shndx = 1,
		       .st_value = at,
		       .st_size = size};

	assert_true(f->n_symbols < SYMBOLS_MAX);
	memcpy(f->image + SYMBOLS + f->n_symbols++ * sizeof(s), &s, sizeof(s));
	strcpy((char *)f->image + STRINGS + f->strings, name);
	f->strings += (uint32_t)strlen(name) + 1;
}

static void add_function(struct file *f, uint64_t at, const char *code, size_t n)
{
	char name[16];

	snprintf(name, sizeof(name), "f%lx", (unsigned long)at);
	put(f, at, code, n);
	add_symbol(f, name, STT_FUNC, at, n);
}

#define FUNCTION(f, at, code) add_function((f), (at), (code), sizeof(code) - 1)

static void add_relocation(struct file *f, uint64_t at, uint64_t value, unsigned index)
{
	Elf64_Rela r = {at, ELF64_R_INFO(0, R_X86_64_RELATIVE), (int64_t)value};

	memcpy(f->image + RELA + index * sizeof(r), &r, sizeof(r));
}

/** Writes the headers and reads the file. */
static void read_file(struct file *f)
{
	static const char names[] = "\0.text\0.rodata\0.interp";
	Elf64_Ehdr h = {.e_type = f->type,
			.e_machine = EM_X86_64,
			.e_version = EV_CURRENT,
			.e_entry = TEXT,
			.e_phoff = sizeof(h),
			.e_shoff = SECTIONS,
			.e_ehsize = sizeof(h),
			.e_phentsize = sizeof(Elf64_Phdr),
			.e_phnum = 2,
			.e_shentsize = sizeof(Elf64_Shdr),
			.e_shnum = f->has_linker ? 8 : 7,
			.e_shstrndx = 6};
	Elf64_Phdr p[2] = {{PT_LOAD, f->flags, TEXT, TEXT, TEXT, PIECE, PIECE, 4096},
			   {PT_LOAD, PF_R, DATA, DATA, DATA, PIECE, PIECE, 4096}};
	Elf64_Shdr s[8] = {
	    [1] = {1, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, TEXT, TEXT, PIECE, 0, 0, 16, 0},
	    [2] = {7, SHT_PROGBITS, SHF_ALLOC, DATA, DATA, PIECE, 0, 0, 16, 0},
	    [3] = {0, SHT_RELA, SHF_ALLOC, 0, RELA, 4 * sizeof(Elf64_Rela), 4, 0, 8,
		   sizeof(Elf64_Rela)},
	    [4] = {0, SHT_SYMTAB, 0, 0, SYMBOLS, f->n_symbols * sizeof(Elf64_Sym), 5, 1, 8,
		   sizeof(Elf64_Sym)},
	    [5] = {0, SHT_STRTAB, 0, 0, STRINGS, f->strings, 0, 0, 1, 0},
	    [6] = {0, SHT_STRTAB, 0, 0, SECTIONS + sizeof(s), sizeof(names), 0, 0, 1, 0},
	    [7] = {15, SHT_PROGBITS, SHF_ALLOC, DATA, DATA, 1, 0, 0, 1, 0},
	};

	memcpy(h.e_ident, ELFMAG, SELFMAG);
	h.e_ident[EI_CLASS] = ELFCLASS64;
	h.e_ident[EI_DATA] = ELFDATA2LSB;
	h.e_ident[EI_VERSION] = EV_CURRENT;
	memcpy(f->image, &h, sizeof(h));
	memcpy(f->image + sizeof(h), p, sizeof(p));
	memcpy(f->image + SECTIONS, s, sizeof(s));
	memcpy(f->image + SECTIONS + sizeof(s), names, sizeof(names));
	assert_null(
	    dt_text_read(dt_elf_create(dt_file_create_memory(f->image, SIZE), -1, NULL), &text));
}

static int teardown(void **state)
{
	(void)state;
	dt_text_close(text);
	text = NULL;
	return 0;
}

static void refused(uint64_t at, enum dt_refusal why)
{
	struct dt_plan p;

	assert_string_equal(dt_refusal_texts[dt_text_plan_entry(text, at, &p)],
			    dt_refusal_texts[why]);
}

static struct dt_plan planned(uint64_t at)
{
	struct dt_plan p = {0};

	assert_string_equal(dt_refusal_texts[dt_text_plan_entry(text, at, &p)],
			    dt_refusal_texts[DT_REFUSE_NONE]);
	assert_int_equal(p.probed, at);
	return p;
}

#define NOP8 "\x0f\x1f\x84\x00\x00\x00\x00\x00"

static void first_instructions_stay(void **state)
{
	struct file f = new_file();
	struct dt_plan p;

	(void)state;
	FUNCTION(&f, 0x1000, "\x55\x48\x89\xe5\x48\x83\xec\x10\xc3");	      // push %rbp; mov; sub
	FUNCTION(&f, 0x1020, "\xf3\x0f\x1e\xfa\x53\x48\x89\xfb\x31\xc0\xc3"); // endbr64; push
	FUNCTION(&f, 0x1040, "\x48\x83\xec\x18\x48\x89\x7c\x24\x08\xc3");     // sub $24,%rsp
	FUNCTION(&f, 0x1060, "\x48\x89\x7c\x24\xf8\x48\x89\xd8\x31\xc9\xc3"); // mov %rdi,-8(%rsp)
	FUNCTION(&f, 0x1080, "\x48\x81\xec\x00\x20\x00\x00\x48\x89\xd8\x31\xc9\xc3");
	FUNCTION(&f, 0x10a0, "\x48\x83\xc4\x80\x48\x89\xd8\x31\xc9\xc3"); // add $-128,%rsp
	read_file(&f);
	p = planned(0x1000);
	assert_int_equal(p.at, 0x1001);
	assert_int_equal(p.end, 0x1008);
	assert_int_equal(p.pushed, 8);
	assert_int_equal(p.hop, 0);
	assert_false(p.uses_red_zone);
	p = planned(0x1020);
	assert_int_equal(p.at, 0x1024);
	assert_int_equal(p.end, 0x102a);
	assert_int_equal(p.pushed, 0);
	p = planned(0x1040);
	assert_int_equal(p.at, 0x1044);
	assert_int_equal(p.pushed, 24);
	p = planned(0x1060);
	assert_int_equal(p.at, 0x1065);
	assert_true(p.uses_red_zone);
	p = planned(0x1080); // a large frame moves
	assert_int_equal(p.at, 0x1080);
	p = planned(0x10a0);
	assert_int_equal(p.at, 0x10a4);
	assert_int_equal(p.pushed, 128);
}

static void instructions_that_write_registers_move(void **state)
{
	static const char *const writers[] = {
	    "\x48\x89\xd7\x90", // mov %rdx,%rdi; nop
	    "\x31\xc0\x90\x90", // xor %eax,%eax
	    "\x4c\x8d\x54\x24", // lea 8(%rsp),%r10 with the next byte
	    "\x66\x0f\xef\xc0", // pxor %xmm0,%xmm0
	    "\x74\x10\x90\x90", // je
	    "\x48\x83\xe4\xf0", // and $-16,%rsp
	    "\x66\x50\x90\x90", // push %ax
	    "\x5b\x90\x90\x90", // pop %rbx
	    "\xf3\x48\xab\x90", // rep stos
	};
	struct file f = new_file();

	(void)state;
	for (size_t i = 0; i < dt_array_len(writers); i++) {
		uint64_t at = TEXT + i * 32;

		FUNCTION(&f, at, "????\x08\x90\x90\x90\x90\x90\xc3");
		put(&f, at, writers[i], 4);
		if (i != 2)
			put(&f, at + 4, "\x90", 1);
	}
	read_file(&f);
	for (size_t i = 0; i < dt_array_len(writers); i++) {
		struct dt_plan p = planned(TEXT + i * 32);

		assert_int_equal(p.at, p.probed);
		assert_true(p.end >= p.at + DT_JUMP);
		assert_int_equal(p.pushed, 0);
	}
}

static void short_functions_use_padding(void **state)
{
	struct file f = new_file();
	struct dt_plan p;

	(void)state;
	FUNCTION(&f, 0x1000, "\x31\xc0\xc3");		  // xor %eax,%eax; ret, then int3
	FUNCTION(&f, 0x1020, "\x48\x89\xf8\xc3");	  // mov %rdi,%rax; ret
	FUNCTION(&f, 0x1024, "\x31\xc0\x90\x90\x90\xc3"); // directly behind it
	FUNCTION(&f, 0x1040, "\xc3");
	FUNCTION(&f, 0x1041, "\xc3");
	read_file(&f);
	p = planned(0x1000);
	assert_int_equal(p.at, 0x1000);
	assert_int_equal(p.end, 0x1003);
	assert_int_equal(p.hop, 0);
	p = planned(0x1020); // a hop to the padding behind another function
	assert_int_equal(p.at, 0x1020);
	assert_int_equal(p.end, 0x1023);
	assert_int_equal(p.hop, 0x1005);
	assert_int_equal(planned(0x1020).hop, p.hop);
	refused(0x1040, DT_REFUSE_SHORT);
	assert_int_equal(planned(0x1041).end, 0x1042);
}

static void padding_has_one_user(void **state)
{
	struct file f = new_file();
	struct dt_plan a, b;

	(void)state;
	// mov; call: two bytes for a hop. Six bytes of padding behind the first.
	FUNCTION(&f, 0x1000, "\x89\xf8\xe8\x00\x00\x00\x00\x89\xc2\xc3");
	FUNCTION(&f, 0x1010, "\x89\xf8\xe8\x00\x00\x00\x00" NOP8 "\xc3");
	FUNCTION(&f, 0x1020, "\x89\xf8\xe8\x00\x00\x00\x00" NOP8 "\xc3");
	read_file(&f);
	a = planned(0x1000);
	assert_int_equal(a.hop, 0x100a);
	b = planned(0x1020); // the next padding is at 0x1030
	assert_int_equal(b.hop, 0x1030);
	assert_int_equal(planned(0x1000).hop, a.hop);
	assert_int_equal(planned(0x1010).hop, 0x1035);
}

static void padding_behind_a_landing_point_is_code(void **state)
{
	struct file f = new_file();

	(void)state;
	FUNCTION(&f, 0x1000, "\x89\xf8\xe8\x00\x00\x00\x00\x89\xc2\xc3");
	put(&f, 0x100a, "\x90\x90\x90\x90\x90\x90\x90\x90\xeb\xfe", 10);
	add_symbol(&f, "label", STT_NOTYPE, 0x100b, 0);
	FUNCTION(&f, 0x1014, "\xeb\xfe"); // no padding behind: the section goes on with code
	memset(f.image + 0x1016, 0x90, PIECE - 0x16);
	add_symbol(&f, "rest", STT_FUNC, 0x1016, PIECE - 0x16);
	read_file(&f);
	refused(0x1000, DT_REFUSE_CALL);
}

static void landing_points_are_kept(void **state)
{
	struct file f = new_file();

	(void)state;
	// push %rbx; xor %eax,%eax; inc %eax; cmp; jb back to the inc; pop; ret
	FUNCTION(&f, 0x1000, "\x53\x31\xc0\xff\xc0\x39\xf8\x72\xfa\x5b\xc3");
	// push %rbx; dec %edi; jne back to the dec, behind the first instruction; pop; ret
	FUNCTION(&f, 0x1100, "\x53\xff\xcf\x75\xfc\x5b\xc3");
	// lea to the third byte; a relocation; a symbol
	FUNCTION(&f, 0x1200, "\x89\xf8\x89\xf9\x89\xfa\x48\x8d\x05\xf5\xff\xff\xff\xc3");
	FUNCTION(&f, 0x1300, "\x89\xf8\x89\xf9\x89\xfa\xc3");
	add_relocation(&f, DATA + 8, 0x1304, 0);
	FUNCTION(&f, 0x1400, "\x89\xf8\x89\xf9\x89\xfa\xc3");
	add_symbol(&f, "inside", STT_NOTYPE, 0x1402, 0);
	// endbr64; a loop to the instruction behind it
	FUNCTION(&f, 0x1500, "\xf3\x0f\x1e\xfa\x48\x01\xf8\x48\xff\xcf\x75\xf8\xc3");
	read_file(&f);
	assert_int_equal(planned(0x1000).end, 0x1003); // by a hop at its start
	assert_true(planned(0x1000).hop != 0);
	refused(0x1100, DT_REFUSE_LANDING);
	assert_int_equal(planned(0x1200).end, 0x1202);
	assert_int_equal(planned(0x1300).end, 0x1302);
	assert_int_equal(planned(0x1400).end, 0x1402);
	refused(0x1500, DT_REFUSE_LANDING);
}

static void tables_are_followed(void **state)
{
	// lea table(%rip),%rdx; movslq (%rdx,%rdi,4),%rax; add %rdx,%rax; jmp *%rax
	static const char code[] = "\x48\x8d\x15????\x48\x63\x04\xba\x48\x01\xd0\xff\xe0";
	struct file f = new_file();
	int32_t distances[3];

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		uint64_t at = TEXT + i * 0x100, table = DATA + i * 0x100;
		int32_t to = (int32_t)(table - (at + 7));

		add_function(&f, at, code, sizeof(code) - 1);
		put(&f, at + 3, (char *)&to, sizeof(to));
	}
	FUNCTION(&f, 0x1040, "\x31\xc0\x90\x90\x90\x90\x90\xc3"); // a part: the third byte lands
	for (unsigned i = 0; i < 3; i++)
		distances[i] = (int32_t)((i < 2 ? 0x100eu : 0x1042u) - DATA);
	put(&f, DATA, (char *)distances, sizeof(distances));
	put(&f, DATA + 0x100, "\x11\x22\x33\x44", 4); // no table
	read_file(&f);
	assert_int_equal(planned(0x1000).at, 0x1000);
	assert_int_equal(planned(0x1040).end, 0x1042);
	refused(0x1100, DT_REFUSE_INDIRECT);
}

/** Asserts that call `i` is seen from an address of the text. */
static void called_behind(const dt_text_calls *list, size_t i, uint64_t addr)
{
	assert_true(i < list->len);
	assert_int_equal(dt_text_address(text, list->data[i].offset), addr);
}

static void calls_with_other_numbers_are_left_out(void **state)
{
	static const uint32_t numbers[] = {157, 317};
	struct file f = new_file();
	dt_text_calls list = {0};
	const struct dt_text_operand *o;

	(void)state;
	// mov $0x27,%eax; syscall
	FUNCTION(&f, 0x1000, "\xb8\x27\x00\x00\x00\x0f\x05\xc3");
	// mov $0x9d,%eax; syscall
	FUNCTION(&f, 0x1010, "\xb8\x9d\x00\x00\x00\x0f\x05\xc3");
	// mov %rdi,%rax; mov %rsi,%rdi; mov 8(%rsp),%r9; syscall
	FUNCTION(&f, 0x1020, "\x48\x89\xf8\x48\x89\xf7\x4c\x8b\x4c\x24\x08\x0f\x05\xc3");
	// mov $0x27,%r8d; mov %r8d,%eax; syscall
	FUNCTION(&f, 0x1030, "\x41\xb8\x27\x00\x00\x00\x44\x89\xc0\x0f\x05\xc3");
	// mov $0x27,%r8d; je to the next; mov %r8d,%eax; syscall
	FUNCTION(&f, 0x1040, "\x41\xb8\x27\x00\x00\x00\x74\x00\x44\x89\xc0\x0f\x05\xc3");
	// mov $0x27,%eax; call; syscall
	FUNCTION(&f, 0x1060, "\xb8\x27\x00\x00\x00\xe8\x00\x00\x00\x00\x0f\x05\xc3");
	// mov (%rax),%eax; syscall
	FUNCTION(&f, 0x1080, "\x8b\x00\x0f\x05\xc3");
	// xor %edi,%edi; syscall
	FUNCTION(&f, 0x10a0, "\x90\x31\xff\x0f\x05\xc3");
	read_file(&f);
	dt_text_find_calls(text, numbers, dt_array_len(numbers), &list);
	called_behind(&list, 0, 0x1010);
	o = list.data[0].operands;
	assert_true(o[0].is_constant && o[0].constant == 157);
	assert_true(!o[1].is_constant && o[1].reg == 7 && o[2].reg == 6 && o[3].reg == 2);
	called_behind(&list, 1, 0x1026);
	assert_true(!list.data[1].operands[0].is_constant && !list.data[1].operands[0].reg);
	called_behind(&list, 2, 0x1048);
	assert_true(!list.data[2].operands[0].is_constant && list.data[2].operands[0].reg == 8);
	called_behind(&list, 3, 0x10a1);
	assert_true(list.data[3].operands[1].is_constant && !list.data[3].operands[1].constant);
	assert_int_equal(list.len, 4);
	dt_vec_deinit(&list);
}

static void what_stays_in_place_is_refused(void **state)
{
	struct file f = new_file();

	(void)state;
	FUNCTION(&f, 0x1000, "\xe8\x00\x00\x00\x00\x90\xc3");			  // call
	FUNCTION(&f, 0x1020, "\x0f\x05\x90\x90\x90\xc3");			  // syscall
	FUNCTION(&f, 0x1040, "\x0f\x0b\x90\x90\x90\xc3");			  // ud2
	FUNCTION(&f, 0x1060, "\x31\xc0\x06\x90\x90\xc3");			  // no instruction
	FUNCTION(&f, 0x1080, "\xba\x53\x30\x05\x53\x31\xc0\xc3");		  // mov $…,%edx
	FUNCTION(&f, 0x10a0, "\x66\xe9\x00\x00\x00\x00\x90\xc3");		  // data16 jmp
	FUNCTION(&f, 0x10c0, "\x8b\x07\x85\xc0\x75\x04\x89\xf0\x0f\x05\xc3\xc3"); // cancellation
	read_file(&f);
	refused(0x1000, DT_REFUSE_CALL);
	refused(0x1020, DT_REFUSE_CALL);
	refused(0x1040, DT_REFUSE_INSTRUCTION);
	refused(0x1060, DT_REFUSE_BYTES);
	refused(0x1080, DT_REFUSE_RSEQ);
	refused(0x10a0, DT_REFUSE_INSTRUCTION);
	refused(0x10c0, DT_REFUSE_CANCEL);
	refused(0x1001, DT_REFUSE_NO_FUNCTION);
	refused(0x1800, DT_REFUSE_NO_FUNCTION);
	refused(DATA, DT_REFUSE_NO_FUNCTION);
	refused(UINT64_MAX, DT_REFUSE_NO_FUNCTION);
}

/** The descriptor of a restartable sequence: version, start, length, address of the abort. */
static void restartable_sequences_are_refused(void **state)
{
	struct file f = new_file();

	(void)state;
	FUNCTION(&f, 0x1000, "\x31\xc0\x90\x90\x90\x90\x90\xc3");
	FUNCTION(&f, 0x1020, "\x31\xc0\x90\x90\x90\x90\x90\xc3");
	put(&f, 0x1100, "\x53\x30\x05\x53\xeb\xfe", 6);
	add_relocation(&f, DATA + 0x48, 0x1002, 0);
	add_relocation(&f, DATA + 0x58, 0x1104, 1);
	read_file(&f);
	refused(0x1000, DT_REFUSE_RSEQ);
	planned(0x1020);
}

static void fixed_addresses_are_found_in_data(void **state)
{
	struct file f = new_file();
	uint64_t inside = 0x1002;

	(void)state;
	f.type = ET_EXEC;
	FUNCTION(&f, 0x1000, "\x31\xc0\x31\xc9\x90\x90\x90\xc3");
	FUNCTION(&f, 0x1020, "\x31\xc0\x31\xc9\x90\xbf\x22\x10\x00\x00\xc3"); // mov $0x1022,%edi
	put(&f, DATA + 0x10, (char *)&inside, sizeof(inside));
	read_file(&f);
	assert_int_equal(planned(0x1000).end, 0x1002);
	assert_int_equal(planned(0x1020).end, 0x1022);
}

static void code_before_the_thread_pointer_is_refused(void **state)
{
	struct file f = new_file();

	(void)state;
	f.has_linker = false;
	FUNCTION(&f, 0x1000, "\x31\xc0\x31\xc9\x90\x90\x90\xc3"); // the entry
	FUNCTION(&f, 0x1020, "\x31\xc0\x31\xc9\x90\x90\x90\xc3");
	put(&f, 0x1040, "\x31\xc0\x31\xc9\x90\x90\x90\xc3", 8);
	add_symbol(&f, "chooses", STT_GNU_IFUNC, 0x1040, 8);
	read_file(&f);
	refused(0x1000, DT_REFUSE_START);
	planned(0x1020);
	refused(0x1040, DT_REFUSE_START);
}

static void programs_that_write_their_text_are_refused(void **state)
{
	struct file f = new_file();

	(void)state;
	f.flags |= PF_W;
	FUNCTION(&f, 0x1020, "\x31\xc0\x31\xc9\x90\x90\x90\xc3");
	read_file(&f);
	refused(0x1020, DT_REFUSE_GENERATED);
}

static void code_with_a_checksum_is_refused(void **state)
{
	struct file f = new_file();

	(void)state;
	FUNCTION(&f, 0x1020, "\x31\xc0\x31\xc9\x90\x90\x90\xc3");
	FUNCTION(&f, 0x1040, "\x31\xc0\x31\xc9\x90\x90\x90\xc3");
	add_symbol(&f, "BORINGSSL_bcm_text_start", STT_NOTYPE, 0x1010, 0);
	add_symbol(&f, "BORINGSSL_bcm_text_end", STT_NOTYPE, 0x1030, 0);
	read_file(&f);
	refused(0x1020, DT_REFUSE_SELF_CHECK);
	planned(0x1040);
}

static void code_that_is_copied_is_refused(void **state)
{
	struct file f = new_file();

	(void)state;
	FUNCTION(&f, 0x1020, "\x31\xc0\x31\xc9\x90\x90\x90\xc3");
	put(&f, 0x1040, "\x31\xc0\x31\xc9\x90\x90\x90\xc3", 8);
	add_symbol(&f, "Builtins_Call", STT_FUNC, 0x1040, 8);
	add_symbol(&f, "v8_Default_embedded_blob_code_", STT_OBJECT, DATA, 8);
	read_file(&f);
	planned(0x1020);
	refused(0x1040, DT_REFUSE_COPIED);
}

static void jumps_do_not_cross_pages(void **state)
{
	struct file f = new_file();
	struct dt_plan p;

	(void)state;
	// One more segment would be needed for a second page: the first ends here, too.
	FUNCTION(&f, 0x1ff9, "\x53\x53\x31\xc0\x31\xd2\xc3");
	read_file(&f);
	p = planned(0x1ff9); // at 0x1ffa a jump of five bytes ends with the page
	assert_int_equal(p.at, 0x1ffa);
	assert_int_equal(p.at % 4096 + DT_JUMP <= 4096, true);
}

static void blocks_overwrite_registers(void **state)
{
	enum { RAX = 1, RCX = 2, RDX = 4, RSI = 64, R11 = 1 << 11 };
	static const struct {
		char code[14];
		uint16_t dead;
		bool flags;
	} cases[] = {
	    // behind push %rbx
	    {"\x31\xc0\x89\xd1\x89\xfa\xc3", RAX | RCX, true},	       // xor eax; mov edx,ecx; …
	    {"\xb0\x01\x89\xd1\x90\x90\xc3", RCX, false},	       // mov $1,%al reads rax
	    {"\x0f\x44\xc1\x90\x90\x90\xc3", 0, false},		       // cmove reads rax, flags
	    {"\x85\xc0\x74\x01\x90\xb8\x00\x00\x00\x00\xc3", 0, true}, // test; je ends the block
	    {"\xd3\xe0\x90\x90\x90\x90\xc3", 0, false},		       // shl %cl,%eax
	    {"\x9c\x85\xff\x58\x90\x90\xc3", RAX, false},	       // pushf; test; pop %rax
	    {"\xff\xc0\x83\xf8\x01\x90\xc3", 0, true},		       // inc; cmp
	    {"\x0f\xbc\xc7\x90\x90\x90\xc3", 0, false},		       // bsf %edi,%eax
	    {"\x4c\x8b\x1f\x90\x90\x90\xc3", R11, false},	       // mov (%rdi),%r11
	    {"\x90\x90\x90\x90\x90\xe8\x00\x00\x00\x00\x31\xc0\xc3", 0, false}, // behind a call
	    {"\xbe\x01\x00\x00\x00\xc3", RSI, false},
	};
	struct file f = new_file();

	(void)state;
	for (size_t i = 0; i < dt_array_len(cases); i++) {
		char code[32] = "\x53";

		memset(code + 1, 0xc3, sizeof(code) - 1);
		memcpy(code + 1, cases[i].code, 13);
		add_function(&f, TEXT + i * 64, code, 14);
	}
	read_file(&f);
	for (size_t i = 0; i < dt_array_len(cases); i++) {
		struct dt_plan p = planned(TEXT + i * 64);

		assert_int_equal(p.dead, cases[i].dead);
		assert_int_equal(p.flags_are_dead, cases[i].flags);
	}
}

static struct dt_plan planned_at(uint64_t at)
{
	struct dt_plan p = {0};

	assert_string_equal(dt_refusal_texts[dt_text_plan_offset(text, at, &p)],
			    dt_refusal_texts[DT_REFUSE_NONE]);
	assert_int_equal(p.fires, at);
	assert_true(p.at <= at && p.end > at);
	assert_int_equal(p.pushed, 0);
	return p;
}

static void padding_needs_no_patch(void **state)
{
	struct file f = new_file();
	struct dt_plan p = {0};

	(void)state;
	// mov; call; mov; ret; four nops that nothing reaches; two that a jump of the next reaches
	FUNCTION(&f, 0x1000, "\x89\xf8\xe8\x00\x00\x00\x00\x89\xc2\xc3\x90\x90\x90\x90");
	FUNCTION(&f, 0x1020, "\xeb\x06\x90\x90\x90\x90\x90\x90" NOP8 "\xc3");
	read_file(&f);
	assert_int_equal(dt_text_plan_offset(text, 0x100b, &p), DT_REFUSE_NONE);
	assert_true(p.at == 0x100b && p.end == p.at);
	assert_int_equal(dt_text_plan_offset(text, 0x1022, &p), DT_REFUSE_NONE);
	assert_true(p.end == p.at);
	assert_true(planned_at(0x1028).end > 0x1028);
}

static void other_instructions_are_planned(void **state)
{
	struct file f = new_file();
	struct dt_plan p;

	(void)state;
	// push %rbx; mov %rdi,%rbx; call; add %rbx,%rax; xor %edx,%edx; pop %rbx; ret
	FUNCTION(&f, 0x1000, "\x53\x48\x89\xfb\xe8\x00\x00\x00\x00\x48\x01\xd8\x31\xd2\x5b\xc3");
	FUNCTION(&f, 0x1010, "\x90\xc3"); // no padding behind the return
	// xor %eax,%eax; inc %eax; cmp %edi,%eax; jb back to the inc; ret
	FUNCTION(&f, 0x1100, "\x31\xc0\xff\xc0\x39\xf8\x72\xfa\xc3");
	read_file(&f);
	p = planned_at(0x1009); // behind the call
	assert_int_equal(p.at, 0x1009);
	assert_int_equal(p.end, 0x100e);
	assert_true(p.uses_red_zone && p.flags_are_dead);
	p = planned_at(0x100f); // the return: what is in front of it moves, too
	assert_int_equal(p.at, 0x1009);
	assert_int_equal(p.end, 0x1010);
	assert_false(p.flags_are_dead);
	assert_true(p.uses_red_zone); // unwinders look there for the register that was popped
	p = planned_at(0x1108);	      // the return: padding behind it
	assert_int_equal(p.at, 0x1108);
	assert_int_equal(p.end, 0x1109);
	assert_false(p.uses_red_zone);
	p = planned_at(0x1102); // the loop's first instruction: each round fires
	assert_int_equal(p.at, 0x1102);
	p = planned_at(0x1104); // may not move with the loop's first, but it can begin there
	assert_true(p.at == 0x1102 || p.at == 0x1104);
	assert_int_equal(dt_text_plan_offset(text, 0x1004, &p), DT_REFUSE_CALL);
	assert_int_equal(dt_text_plan_offset(text, 0x1002, &p), DT_REFUSE_BYTES);
	assert_int_equal(dt_text_plan_offset(text, 0x1800, &p), DT_REFUSE_NO_FUNCTION);
	assert_int_equal(dt_text_plan_offset(text, 0x1000, &p), DT_REFUSE_NONE);
	assert_int_equal(p.at, planned(0x1000).at);
}

/** A jump to another function is planned like a return. Refusals name their reason. */
static void returns_and_refusals_are_named(void **state)
{
	static const struct {
		uint64_t at;
		enum dt_refusal why;
	} refusals[] = {
	    {0x1043, DT_REFUSE_CALL},	 // the call
	    {0x1062, DT_REFUSE_CALL},	 // a system call
	    {0x10c5, DT_REFUSE_CALL},	 // a nop between two calls
	    {0x1105, DT_REFUSE_LANDING}, // a nop between a call and a loop
	    {0x10a2, DT_REFUSE_INSTRUCTION},
	};
	struct file f = new_file();
	struct dt_plan p;

	(void)state;
	// xor %eax,%eax; pop %rbx; jmp to 0x1020
	FUNCTION(&f, 0x1000, "\x31\xc0\x5b\xeb\x1b");
	// endbr64; pop %rbx; jmp *%rax
	FUNCTION(&f, 0x1020, "\xf3\x0f\x1e\xfa\x5b\xff\xe0");
	// push %rbx; push %rbx; nop; call; pop %rbx; pop %rbx; nop; nop; ret
	FUNCTION(&f, 0x1040, "\x53\x53\x90\xe8\x00\x00\x00\x00\x5b\x5b\x90\x90\xc3");
	// mov %eax,%edx; syscall; rep movsb; ret
	FUNCTION(&f, 0x1060, "\x89\xc2\x0f\x05\xf3\xa4\xc3");
	// nop; nop; dec %eax; jne to the latter; add $1,%edi; jmp to the function
	FUNCTION(&f, 0x1080, "\x90\x90\xff\xc8\x75\xfc\x83\xc7\x01\xeb\xf5");
	// call; nop; call; ret
	FUNCTION(&f, 0x10c0, "\xe8\x00\x00\x00\x00\x90\xe8\x00\x00\x00\x00\xc3");
	// je to the return; nop; dec %eax; jne to the latter; ret
	FUNCTION(&f, 0x10e0, "\x74\x05\x90\xff\xc8\x75\xfc\xc3");
	// call; nop; dec %eax; jne to the latter; ret
	FUNCTION(&f, 0x1100, "\xe8\x00\x00\x00\x00\x90\xff\xc8\x75\xfc\xc3");
	// cmp $0,%eax; je behind; ret; xor %eax,%eax; ret
	FUNCTION(&f, 0x1120, "\x83\xf8\x00\x74\x01\xc3\x31\xc0\xc3");
	// xor %eax,%eax; ud2
	FUNCTION(&f, 0x10a0, "\x31\xc0\x0f\x0b\xc3");
	read_file(&f);
	for (size_t i = 0; i < dt_array_len(refusals); i++)
		assert_string_equal(dt_refusal_texts[dt_text_plan_offset(text, refusals[i].at, &p)],
				    dt_refusal_texts[refusals[i].why]);
	p = planned_at(0x1042); // no room in front of the call, but for a hop
	assert_true(p.hop && p.at == 0x1041 && p.end == 0x1043);
	p = planned_at(0x1081); // nor in front of a loop
	assert_true(p.hop && p.at == 0x1080 && p.end == 0x1082);
	p = planned_at(0x10e2); // a branch may move to make room
	assert_true(p.hop && p.at == 0x10e0 && p.end == 0x10e3);
	p = planned_at(0x1125);
	assert_true(!p.hop && p.at == 0x1120 && p.end == 0x1126);
	p = planned_at(0x1003); // the jump to another function
	assert_true(p.uses_red_zone && !p.flags_are_dead);
	assert_int_equal(p.end, 0x1005);
	p = planned_at(0x1025); // nothing moves endbr64, even to make room
	assert_true(p.at >= 0x1024);
	p = planned_at(0x1064); // behind the system call; each round of a string instruction is one
	assert_int_equal(p.at, 0x1064);
	p = planned_at(0x1086); // behind the loop, and in front of the branch to the function
	assert_int_equal(p.at, 0x1086);
	assert_int_equal(p.end, 0x108b);
}

/** Sites whose plans overlap become one block, patched where it begins. */
static void overlapping_plans_are_joined(void **state)
{
	struct file f = new_file();
	struct dt_plan entry, first, second, end, block;

	(void)state;
	// push %rbx; mov %rdi,%rbx; xor %eax,%eax; nop; mov $1,%ecx; pop %rbx; ret
	FUNCTION(&f, 0x1000, "\x53\x48\x89\xfb\x31\xc0\x90\xb9\x01\x00\x00\x00\x5b\xc3");
	FUNCTION(&f, 0x100e, "\x90\xc3"); // no padding behind the return
	read_file(&f);
	entry = planned(0x1000);
	assert_int_equal(entry.at, 0x1001);
	assert_int_equal(entry.end, 0x1006);
	first = planned_at(0x1004);
	assert_int_equal(first.at, 0x1004);
	assert_int_equal(first.end, 0x100c);
	second = planned_at(0x1006);
	end = planned_at(0x100d);
	assert_int_equal(end.at, 0x1007);
	block = end;
	assert_false(dt_plan_join(&block, &entry));
	assert_true(dt_plan_join(&block, &second));
	assert_true(dt_plan_join(&block, &first));
	assert_true(dt_plan_join(&block, &entry));
	assert_int_equal(block.at, 0x1001);
	assert_int_equal(block.end, 0x100e);
	assert_int_equal(block.hop, 0);
	// Two patches at one place: that without padding.
	first.hop = 0x2000;
	block = first;
	assert_true(dt_plan_join(&block, &first));
	assert_int_equal(block.hop, 0x2000);
	first.hop = 0;
	assert_true(dt_plan_join(&block, &first));
	assert_int_equal(block.hop, 0);
}

/** Probes of a later site may read a register that is dead at an earlier one. */
static void later_sites_keep_registers_alive(void **state)
{
	enum { RAX = 1, RCX = 2, RDX = 4, RBX = 8 };
	struct file f = new_file();
	struct dt_plan entry, offset;

	(void)state;
	// push %rbx; mov $1,%ecx; mov $2,%edx; xor %eax,%eax; pop %rbx; ret
	FUNCTION(&f, 0x1000, "\x53\xb9\x01\x00\x00\x00\xba\x02\x00\x00\x00\x31\xc0\x5b\xc3");
	read_file(&f);
	entry = planned(0x1000);
	assert_true(entry.flags_are_dead);
	assert_int_equal(entry.dead, RAX | RCX | RDX | RBX);
	offset = planned_at(0x100b);
	dt_text_settle(text, &entry);
	dt_text_settle(text, &offset);
	assert_false(entry.flags_are_dead);
	assert_int_equal(entry.dead, RCX | RDX);
	assert_true(offset.flags_are_dead);
	assert_int_equal(offset.dead, RAX | RBX);
}

/** Go's check of the stack: cmp 16(%r14),%rsp or with the lowered pointer; jbe. Behind it, a single
 *  instruction moves: one of five bytes, or a shorter one if there is padding. */
static void go_functions_are_planned_behind_their_check(void **state)
{
	static const char check[] = "\x49\x3b\x66\x10\x76\x10\x55\x48\x89\xe5";
	char crowded[0x180];
	struct file f = new_file();
	struct dt_plan p;

	(void)state;
	FUNCTION(&f, 0x1000, "\x49\x3b\x66\x10\x76\x10\x55\x48\x89\xe5\x48\x83\xec\x18\xc3");
	FUNCTION(&f, 0x1040,
		 "\x4c\x8d\xa4\x24\x00\xff\xff\xff\x4d\x3b\x66\x10\x0f\x86\x10\x00"
		 "\x00\x00\x55\x48\x89\xe5\x48\x83\xec\x18\xc3");
	FUNCTION(&f, 0x1080, "\x55\x48\x89\xe5\x48\x83\xec\x18\xc3");
	FUNCTION(&f, 0x10c0, "\x49\x3b\x66\x10\x76\x10\x48\x8b\x00\x48\x8b\x40\x08\xc3");
	FUNCTION(&f, 0x1100, "\x49\x3b\x66\x10\x74\x10\x55\x48\x89\xe5\x48\x83\xec\x18\xc3");
	FUNCTION(&f, 0x1140,
		 "\x49\x3b\x66\x10\x76\x10\x48\x83\xec\x30\x48\x89\x6c\x24\x28\x48\x8d\x6c\x24"
		 "\x28\xc3");
	FUNCTION(&f, 0x1180,
		 "\x49\x3b\x66\x10\x76\x10\x48\x81\xec\x28\x02\x00\x00\x48\x8b\x00\xc3");
	memset(crowded, 0x50, sizeof(crowded)); // push %rax
	add_function(&f, 0x1200, crowded, sizeof(crowded));
	memcpy(crowded, check, sizeof(check) - 1);
	add_function(&f, 0x1200 + sizeof(crowded), crowded, sizeof(crowded));
	read_file(&f);
	dt_vec_foreach (&text->functions, fn)
		fn->is_go = true;
	p = planned(0x1000);
	assert_int_equal(p.at, 0x1007);
	assert_int_equal(p.end, 0x100a);
	assert_int_equal(p.pushed, 8);
	assert_true(p.hop && !p.is_split);
	p = planned(0x1040);
	assert_int_equal(p.at, 0x1053);
	p = planned(0x1140);
	assert_int_equal(p.at, 0x114a);
	assert_int_equal(p.end, 0x114f);
	assert_int_equal(p.pushed, 0x30);
	assert_true(!p.hop && !p.is_split);
	p = planned(0x1180);
	assert_int_equal(p.at, 0x1186);
	assert_int_equal(p.end, 0x118d);
	assert_false(p.hop);
	p = planned(0x1200 + sizeof(crowded));
	assert_int_equal(p.at, 0x1206 + sizeof(crowded));
	assert_true(p.is_split);
	refused(0x1080, DT_REFUSE_GO);
	refused(0x10c0, DT_REFUSE_INSTRUCTION); // a load may fault
	refused(0x1100, DT_REFUSE_GO);
}

/** Files of compilers, with symbols: packed relocations of labels, a switch, a program with
 *  fixed addresses, and landing pads. The addresses are those that objdump and readelf print. */
static void pointers_of_compilers_are_found(void **state)
{
	static const struct {
		const char *name;
		uint64_t labels[4], jumps[4];
	} files[] = {
	    {"library", {0x420, 0x438, 0x448}, {0x360, 0x370, 0x378, 0x390}},
	    {"exceptions", {0x50b, 0x582, 0x58d}, {0}},
	    {"fixed", {0x400128, 0x400130, 0x400150, 0x400170}, {0}},
	};

	(void)state;
	for (size_t i = 0; i < dt_array_len(files); i++) {
		dt_cleanup(dt_free_p) char *path =
		    dt_asprintf("%s/fuzz/seeds/text/%s", TESTS, files[i].name);

		assert_null(dt_text_open(path, &text));
		for (size_t k = 0; k < 4 && files[i].labels[k]; k++)
			assert_true(dt_text_marks(text, files[i].labels[k]) & DT_MARK_LANDING);
		for (size_t k = 0; k < 4 && files[i].jumps[k]; k++)
			assert_true(dt_text_marks(text, files[i].jumps[k]) & DT_MARK_JUMPED);
		dt_text_close(text);
	}
	text = NULL;
}

/** Plans all entries of a file. Returns the share that can be patched, in percent, and counts the
 *  functions without their rare parts. */
static size_t coverage(const char *path, size_t *n)
{
	size_t planned = 0;

	*n = 0;
	assert_null(dt_text_open(path, &text));
	dt_vec_foreach (&text->functions, fn) {
		const struct dt_text_part *part = dt_text_part(text, fn->addr);
		struct dt_plan p;

		if (fn->is_part)
			continue;
		++*n;
		if (dt_text_plan_entry(text, fn->addr - part->addr + part->offset, &p))
			continue;
		planned++;
		assert_true(p.at >= fn->addr && p.end > p.at && p.end <= fn->end);
		assert_true(p.at % 4096 + (p.hop ? DT_HOP : DT_JUMP) <= 4096);
		assert_true(!p.hop || p.hop % 4096 + DT_JUMP <= 4096);
	}
	dt_text_close(text);
	text = NULL;
	return *n ? planned * 100 / *n : 100;
}

/** Programs and libraries of Debian, as far as they are installed; Go's programs have functions
 *  that do not check their stack. */
static void real_files_are_covered(void **state)
{
	static const struct {
		const char *pattern;
		size_t percent;
	} files[] = {
	    {"/lib/x86_64-linux-gnu/libc.so.6", 92},
	    {"/lib/x86_64-linux-gnu/libcrypto.so.3", 92},
	    {"/usr/bin/python3", 92},
	    {"/usr/bin/node", 92},
	    {"/usr/bin/sqlite3", 92},
	    {"/usr/lib/x86_64-linux-gnu/libsqlite3.so.0", 92},
	    {"/usr/lib/postgresql/*/bin/postgres", 92},
	    {"/usr/bin/redis-server", 92},
	    {"/usr/sbin/nginx", 92},
	    {"/usr/lib/gcc/x86_64-linux-gnu/*/cc1", 92},
	    {"/usr/lib/gcc/x86_64-linux-gnu/*/cc1plus", 92}, // C++
	    {"/usr/lib/x86_64-linux-gnu/librustc_driver*.so", 92},
	    {"/usr/lib/go-*/bin/gofmt", 70},
	};

	(void)state;
	for (size_t i = 0; i < dt_array_len(files); i++) {
		glob_t found;
		size_t n, percent;

		if (glob(files[i].pattern, 0, NULL, &found) == 0) {
			percent = coverage(found.gl_pathv[0], &n);
			printf("%s: %zu%% of %zu\n", found.gl_pathv[0], percent, n);
			assert_true(n && percent >= files[i].percent);
		}
		globfree(&found);
	}
}

static void the_dynamic_linker_is_refused_but_for_its_hook(void **state)
{
	struct dt_error *err = dt_text_open("/lib64/ld-linux-x86-64.so.2", &text);
	size_t n = 0, n_hooks = 0;

	(void)state;
	if (err) {
		dt_error_destroy(err);
		skip();
	}
	dt_vec_foreach (&text->functions, fn) {
		struct dt_plan p;
		enum dt_refusal why = dt_text_plan_function(text, fn->addr, &p);

		n += why == DT_REFUSE_START;
		n_hooks += why == DT_REFUSE_NONE; // _dl_debug_state()
	}
	assert_int_equal(n_hooks, 1);
	assert_int_equal(n, text->functions.len - 1);
	assert_true(n > 10);
}

static void an_open_file_is_read_once(void **state)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("%s/fuzz/seeds/text/library", TESTS);
	struct dt_text *again;
	struct dt_error *err;

	(void)state;
	assert_null(dt_text_open(path, &text));
	assert_null(dt_text_open(path, &again));
	assert_ptr_equal(text, again);
	dt_text_close(again);
	planned(0x300);
	err = dt_text_open("/nonexistent", &again);
	assert_non_null(err);
	dt_error_destroy(err);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_teardown(f, teardown)
	const struct CMUnitTest tests[] = {
	    TEST(first_instructions_stay),
	    TEST(instructions_that_write_registers_move),
	    TEST(short_functions_use_padding),
	    TEST(padding_has_one_user),
	    TEST(padding_behind_a_landing_point_is_code),
	    TEST(landing_points_are_kept),
	    TEST(tables_are_followed),
	    TEST(what_stays_in_place_is_refused),
	    TEST(calls_with_other_numbers_are_left_out),
	    TEST(restartable_sequences_are_refused),
	    TEST(fixed_addresses_are_found_in_data),
	    TEST(code_before_the_thread_pointer_is_refused),
	    TEST(programs_that_write_their_text_are_refused),
	    TEST(code_with_a_checksum_is_refused),
	    TEST(code_that_is_copied_is_refused),
	    TEST(jumps_do_not_cross_pages),
	    TEST(blocks_overwrite_registers),
	    TEST(padding_needs_no_patch),
	    TEST(other_instructions_are_planned),
	    TEST(returns_and_refusals_are_named),
	    TEST(overlapping_plans_are_joined),
	    TEST(later_sites_keep_registers_alive),
	    TEST(go_functions_are_planned_behind_their_check),
	    TEST(pointers_of_compilers_are_found),
	    TEST(the_dynamic_linker_is_refused_but_for_its_hook),
	    TEST(an_open_file_is_read_once),
	    TEST(real_files_are_covered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
