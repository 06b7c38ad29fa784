/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of src/arch/aarch64 on every machine: the program contains this folder instead of its own.
 */
#include "arch/aarch64/registers.h"
#include "arch/call.h"
#include "arch/insn.h"
#include "arch/operand.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/** Reads words of code. */
static struct dt_insns read_words(const uint32_t *words, size_t n, bool *ok)
{
	struct dt_insns s = {0};
	uint8_t code[256];

	assert_true(4 * n <= sizeof(code));
	for (size_t i = 0; i < 4 * n; i++)
		code[i] = (uint8_t)(words[i / 4] >> i % 4 * 8);
	*ok = dt_insns_read(&s, &dt_arch.native, code, 4 * n);
	return s;
}

static void kinds_and_traits_of_instructions_are_known(void **state)
{
	static const struct {
		uint32_t word;
		enum dt_insn_kind kind;
		enum dt_insn_trait trait;
		bool is_return;
	} table[] = {
	    {0xd503201f, DT_INSN_NOP, DT_INSN_ORDINARY, false},
	    {0xd503245f, DT_INSN_LANDING, DT_INSN_ORDINARY, false}, // bti c
	    {0xd503233f, DT_INSN_LANDING, DT_INSN_ORDINARY, false}, // paciasp
	    {0xd50320ff, DT_INSN_OTHER, DT_INSN_ORDINARY, false},   // xpaclri
	    {0xd50323bf, DT_INSN_OTHER, DT_INSN_REFUSED, false},    // autiasp
	    {0xd503203f, DT_INSN_OTHER, DT_INSN_REFUSED, false},    // yield
	    {0xa9be7bfd, DT_INSN_PUSH_FP, DT_INSN_ORDINARY, false}, // stp x29, x30, [sp, #-32]!
	    {0xa9017bfd, DT_INSN_OTHER, DT_INSN_ORDINARY, false},   // stp x29, x30, [sp, #16]
	    {0xd65f03c0, DT_INSN_RETURN, DT_INSN_ORDINARY, true},
	    {0xd65f0bff, DT_INSN_OTHER, DT_INSN_REFUSED, true},	   // retaa
	    {0xd61f0200, DT_INSN_OTHER, DT_INSN_ORDINARY, false},  // br x16
	    {0xd63f0020, DT_INSN_OTHER, DT_INSN_ORDINARY, false},  // blr x1
	    {0xd71f0a11, DT_INSN_OTHER, DT_INSN_REFUSED, false},   // braa x16, x17
	    {0x94000100, DT_INSN_BRANCH, DT_INSN_ORDINARY, false}, // bl
	    {0x54000040, DT_INSN_BRANCH, DT_INSN_ORDINARY, false}, // b.eq
	    {0xb4000040, DT_INSN_BRANCH, DT_INSN_ORDINARY, false}, // cbz x0
	    {0x37180040, DT_INSN_BRANCH, DT_INSN_ORDINARY, false}, // tbnz w0, #3
	    {0xd4000001, DT_INSN_OTHER, DT_INSN_TRAP, false},	   // svc #0
	    {0xd4200000, DT_INSN_OTHER, DT_INSN_TRAP, false},	   // brk #0
	    {0xd53bd040, DT_INSN_OTHER, DT_INSN_ORDINARY, false},  // mrs x0, tpidr_el0
	    {0xd51bd040, DT_INSN_OTHER, DT_INSN_REFUSED, false},   // msr tpidr_el0, x0
	    {0xd5033bbf, DT_INSN_OTHER, DT_INSN_ORDINARY, false},  // dmb ish
	    {0x58000040, DT_INSN_OTHER, DT_INSN_REFUSED, false},   // ldr x0, .+8
	    {0x1c000040, DT_INSN_OTHER, DT_INSN_REFUSED, false},   // ldr s0, .+8
	    {0x885f7c20, DT_INSN_OTHER, DT_INSN_EXCLUSIVE, false}, // ldxr w0, [x1]
	    {0x88dffc20, DT_INSN_OTHER, DT_INSN_ORDINARY, false},  // ldar w0, [x1]
	    {0x88a07c41, DT_INSN_OTHER, DT_INSN_ORDINARY, false},  // cas w0, w1, [x2]
	    {0xb8200041, DT_INSN_OTHER, DT_INSN_ORDINARY, false},  // ldadd w0, w1, [x2]
	    {0x90000000, DT_INSN_OTHER, DT_INSN_ORDINARY, false},  // adrp x0
	    {0x04a0e3e0, DT_INSN_OTHER, DT_INSN_ORDINARY, false},  // cntw x0, of SVE
	};

	for (size_t i = 0; i < dt_array_len(table); i++) {
		bool ok;
		struct dt_insns s = read_words(&table[i].word, 1, &ok);

		assert_true(ok);
		assert_int_equal(s.v.len, 1);
		if (s.v.data->kind != table[i].kind || s.v.data->trait != table[i].trait ||
		    s.v.data->is_return != table[i].is_return)
			fail_msg("%08x: kind %u, trait %u", table[i].word, s.v.data->kind,
				 s.v.data->trait);
		dt_insns_deinit(&s);
	}
}

static void data_ends_the_reading(void **state)
{
	const uint32_t words[] = {0xd503201f, 0, 0xd65f03c0};
	bool ok;
	struct dt_insns s = read_words(words, 3, &ok);

	assert_false(ok);
	assert_int_equal(s.v.len, 1);
	dt_insns_deinit(&s);
}

/** A function as objdump prints it. */
struct listing {
	size_t n;
	uint8_t code[1 << 20];
	char names[1 << 18][8]; // beginnings of the instructions' names
};

static bool is_named(const char *name, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

static void compare_with_listing(struct listing *l)
{
	static const char *const branches[] = {"b", "bl", "cbz", "cbnz", "tbz", "tbnz"};
	static const char *const returns[] = {"ret", "retaa", "retab"};
	struct dt_insns s = {0};

	if (l->n)
		assert_true(dt_insns_read(&s, &dt_arch.native, l->code, 4 * l->n));
	assert_int_equal(s.v.len, l->n);
	for (size_t i = 0; i < l->n; i++) {
		const char *name = l->names[i];
		bool is_branch = is_named(name, branches, dt_array_len(branches)) ||
				 !strncmp(name, "b.", 2) || !strncmp(name, "bc.", 3);

		if (s.v.data[i].offset != 4 * i ||
		    (s.v.data[i].kind == DT_INSN_BRANCH) != is_branch ||
		    s.v.data[i].is_return != is_named(name, returns, dt_array_len(returns)))
			fail_msg("%s is read as another instruction", name);
	}
	dt_insns_deinit(&s);
	l->n = 0;
}

/** Compares all functions of the file; a word that objdump takes for data ends one. Returns the
 * number of instructions. */
static size_t compare_file(const char *file)
{
	static struct listing l;
	char command[512], line[512], name[sizeof(l.names[0])];
	unsigned word;
	size_t ret = 0;
	FILE *f;

	snprintf(command, sizeof(command),
		 "$(command -v aarch64-linux-gnu-objdump || echo objdump) -d %s", file);
	f = popen(command, "r");
	assert_non_null(f);
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, " %*x:\t%8x \t%7s", &word, name) != 2 || *name == '.' ||
		    !strcmp(name, "udf")) {
			compare_with_listing(&l);
			continue;
		}
		assert_in_range(l.n, 0, dt_array_len(l.names) - 1);
		for (size_t i = 0; i < 4; i++)
			l.code[4 * l.n + i] = (uint8_t)(word >> 8 * i);
		strcpy(l.names[l.n++], name);
		ret++;
	}
	compare_with_listing(&l);
	assert_int_equal(pclose(f), 0);
	return ret;
}

static void instructions_of_libraries_are_read_as_by_objdump(void **state)
{
	static const char *const roots[] = {"", "/var/cache/dtrace-cross/guest-arm64"};
	static const char *const files[] = {"/usr/lib/aarch64-linux-gnu/libc.so.6",
					    "/usr/lib/aarch64-linux-gnu/libcrypto.so.3",
					    "/usr/bin/python3"};
	char path[256];
	size_t n = 0;

	for (size_t i = 0; i < dt_array_len(roots) && !n; i++) {
		snprintf(path, sizeof(path), "%s%s", roots[i], files[0]);
		for (size_t k = 0; !access(path, R_OK) && k < dt_array_len(files); k++) {
			snprintf(path, sizeof(path), "%s%s", roots[i], files[k]);
			n += compare_file(path);
		}
	}
	if (!n)
		skip(); // this machine has no library of this processor
	print_message("%zu instructions\n", n);
	assert_true(n > 1000000);
}

static void instructions_of_an_exclusive_sequence_are_marked(void **state)
{
	// ldxr w0, [x1]; add w0, w0, #1; stxr w2, w0, [x1]; cbnz w2, .-12; ret
	const uint32_t words[] = {0x885f7c20, 0x11000400, 0x88027c20, 0x35ffffa2, 0xd65f03c0};
	bool ok;
	struct dt_insns s = read_words(words, 5, &ok);

	assert_true(ok);
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(s.v.data[i].trait, i < 3 ? DT_INSN_EXCLUSIVE : DT_INSN_ORDINARY);
	assert_true(s.v.data[0].is_target);
	dt_insns_deinit(&s);
}

static void jumps_out_of_a_function_are_known(void **state)
{
	const uint32_t words[] = {
	    0x14000002, // b .+8
	    0x17fffffe, // b .-8
	    0x94000010, // bl .+64
	    0x14000010, // b .+64
	};
	bool ok;
	struct dt_insns s = read_words(words, 4, &ok);

	assert_true(ok);
	assert_false(s.v.data[0].is_tail);
	assert_true(s.v.data[2].is_target);
	assert_true(s.v.data[1].is_tail);
	assert_int_equal(s.v.data[1].target, -4);
	assert_false(s.v.data[2].is_tail);
	assert_true(s.v.data[3].is_tail);
	assert_int_equal(s.v.data[3].target, 12 + 64);
	dt_insns_deinit(&s);
}

static void the_entry_lasts_until_an_argument_changes(void **state)
{
	// bti c; adrp x16; cmp x0, #1; mov x1, x0; nop
	const uint32_t words[] = {0xd503245f, 0x90000010, 0xf100041f, 0xaa0003e1, 0xd503201f};
	bool ok;
	struct dt_insns s = read_words(words, 5, &ok);

	for (size_t i = 0; i < 5; i++)
		assert_int_equal(s.v.data[i].is_early, i < 3);
	dt_insns_deinit(&s);
}

static void operands_of_notes_are_read(void **state)
{
	enum { NONE = DT_NO_REG };
	static const struct {
		const char *text;
		struct dt_operand want;
	} table[] = {
	    {"8@x0", {DT_OPERAND_REG, 8, false, false, DT_X(0), NONE, 0, 1, 0, ""}},
	    {"-4@w19", {DT_OPERAND_REG, 4, true, false, DT_X(19), NONE, 0, 1, 0, ""}},
	    {"-4@5", {DT_OPERAND_CONST, 4, true, false, NONE, NONE, 0, 1, 5, ""}},
	    {"4@#-7", {DT_OPERAND_CONST, 4, false, false, NONE, NONE, 0, 1, -7, ""}},
	    {"8@xzr", {DT_OPERAND_CONST, 8, false, false, NONE, NONE, 0, 1, 0, ""}},
	    {"8@[sp, 24]", {DT_OPERAND_MEM, 8, false, false, DT_SP, NONE, 0, 1, 24, ""}},
	    {"-4@[x29, -20]", {DT_OPERAND_MEM, 4, true, false, DT_X(29), NONE, 0, 1, -20, ""}},
	    {"1@[x2]", {DT_OPERAND_MEM, 1, false, false, DT_X(2), NONE, 0, 1, 0, ""}},
	    {"8@[x1, x2, lsl 3]", {DT_OPERAND_MEM, 8, false, false, DT_X(1), DT_X(2), 0, 8, 0, ""}},
	    {"4@[x21, #:lo12:sum]", {DT_OPERAND_MEM, 4, false, false, DT_PC, NONE, 0, 1, 0, "sum"}},
	    {"8f@d0", {DT_OPERAND_UNREADABLE, 8, false, true, NONE, NONE, 0, 1, 0, ""}},
	    {"8@[x1, w2, sxtw 3]",
	     {DT_OPERAND_UNREADABLE, 8, false, false, DT_X(1), DT_X(2), 0, 1, 0, ""}},
	};

	for (size_t i = 0; i < dt_array_len(table); i++) {
		const char *text = table[i].text;
		struct dt_operand o;

		assert_true(dt_operand_next(&text, &o));
		assert_string_equal(text, "");
		if (o.kind != table[i].want.kind)
			fail_msg("%s: kind %u", table[i].text, o.kind);
		if (o.kind == DT_OPERAND_UNREADABLE)
			continue;
		assert_true(dt_operand_equal(&o, &table[i].want));
		assert_string_equal(o.symbol, table[i].want.symbol);
	}
}

static void calls_become_probes(void **state)
{
	uint8_t call[] = {0, 0, 0, 0x94}, jump[] = {0, 0, 0, 0x14}, load[] = {0, 0, 0, 0xf9};
	static const uint8_t nop[] = {0x1f, 0x20, 0x03, 0xd5}, ret[] = {0xc0, 0x03, 0x5f, 0xd6};
	const struct dt_machine *m = &dt_arch.native;
	struct dt_call c;

	assert_true(dt_call_replace(m, call, 4, 0, R_AARCH64_CALL26, &c));
	assert_false(c.is_tail);
	assert_memory_equal(call, nop, 4);
	assert_true(dt_call_replace(m, jump, 4, 0, R_AARCH64_JUMP26, &c));
	assert_true(c.is_tail);
	assert_memory_equal(jump, ret, 4);
	assert_false(dt_call_replace(m, load, 4, 0, R_AARCH64_CALL26, &c));
	assert_false(dt_call_replace(m, call, 4, 1, R_AARCH64_CALL26, &c));
}

static void signatures_are_above_the_addresses_of_programs(void **state)
{
	unsigned bits = dt_arch_signature_bits();

	assert_in_range(bits, 8, 28);
	assert_int_equal((uintptr_t)&bits >> (64 - bits), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(kinds_and_traits_of_instructions_are_known),
	    cmocka_unit_test(data_ends_the_reading),
	    cmocka_unit_test(instructions_of_libraries_are_read_as_by_objdump),
	    cmocka_unit_test(instructions_of_an_exclusive_sequence_are_marked),
	    cmocka_unit_test(jumps_out_of_a_function_are_known),
	    cmocka_unit_test(the_entry_lasts_until_an_argument_changes),
	    cmocka_unit_test(operands_of_notes_are_read),
	    cmocka_unit_test(calls_become_probes),
	    cmocka_unit_test(signatures_are_above_the_addresses_of_programs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
