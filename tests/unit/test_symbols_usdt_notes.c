/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of USDT: operands as compilers write them, and the notes of this program.
 */
#include "symbols/elf/usdt_notes.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/user.h>
#include <unistd.h>

#include <cmocka.h>

#define AT(field) offsetof(struct user_regs_struct, field)

static struct dt_operand parse_operand(const char *text)
{
	struct dt_operand o, behind;
	const char *p = text;

	assert_true(dt_operand_next(&p, &o));
	assert_false(dt_operand_next(&p, &behind));
	return o;
}

static void operands_agree_with_the_assembler(void **state)
{
	static const struct {
		const char *text;
		struct dt_operand o;
	} cases[] = {
	    {"-4@%eax", {DT_OPERAND_REG, 4, true, .base = AT(rax), .index = -1}},
	    {"8@%r15", {DT_OPERAND_REG, 8, .base = AT(r15), .index = -1}},
	    {"1@%r10b", {DT_OPERAND_REG, 1, .base = AT(r10), .index = -1}},
	    {"2@%r8w", {DT_OPERAND_REG, 2, .base = AT(r8), .index = -1}},
	    {"-1@%ah", {DT_OPERAND_REG, 1, true, .base = AT(rax), .index = -1, .shift = 8}},
	    {"1@%sil", {DT_OPERAND_REG, 1, .base = AT(rsi), .index = -1}},
	    {"-2@%bp", {DT_OPERAND_REG, 2, true, .base = AT(rbp), .index = -1}},
	    {"%rdi", {DT_OPERAND_REG, 8, .base = AT(rdi), .index = -1}},
	    {"4@$7", {DT_OPERAND_CONST, 4, .base = -1, .index = -1, .disp = 7}},
	    {"-8@$-9", {DT_OPERAND_CONST, 8, true, .base = -1, .index = -1, .disp = -9}},
	    {"8@$0x10", {DT_OPERAND_CONST, 8, .base = -1, .index = -1, .disp = 16}},
	    {"8@5", {DT_OPERAND_CONST, 8, .base = -1, .index = -1, .disp = 5}},
	    {"8@-16(%rbp)",
	     {DT_OPERAND_MEM, 8, .base = AT(rbp), .index = -1, .scale = 1, .disp = -16}},
	    {"-4@(%rax)", {DT_OPERAND_MEM, 4, true, .base = AT(rax), .index = -1}},
	    {"8@8(%rax,%rbx,4)",
	     {DT_OPERAND_MEM, 8, .base = AT(rax), .index = AT(rbx), .scale = 4, .disp = 8}},
	    {"8@8(%rax, %rbx, 4)",
	     {DT_OPERAND_MEM, 8, .base = AT(rax), .index = AT(rbx), .scale = 4, .disp = 8}},
	    {"4@(,%r9,8)", {DT_OPERAND_MEM, 4, .base = -1, .index = AT(r9), .scale = 8}},
	    {"-4@8+4(%esp)", {DT_OPERAND_MEM, 4, true, .base = AT(rsp), .index = -1, .disp = 12}},
	    {"8f@-8(%rbp)",
	     {DT_OPERAND_MEM, 8, .is_float = true, .base = AT(rbp), .index = -1, .disp = -8}},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct dt_operand o = parse_operand(cases[i].text), want = cases[i].o;

		if (!want.scale)
			want.scale = 1;
		if (!dt_operand_equal(&o, &want) || o.is_float != want.is_float || *o.symbol)
			fail_msg("%s: kind %d size %d base %d index %d disp %lld", cases[i].text,
				 o.kind, o.size, o.base, o.index, (long long)o.disp);
	}
}

static void what_a_tracer_cannot_reach_is_unreadable(void **state)
{
	static const char *const texts[] = {
	    "8f@%xmm0",
	    "8@%xmm0",
	    "8@%fs:16",
	    "4@%fs:x@tpoff",
	    "16@%rax",
	    "8@(%rax",
	    "8@8(%rax)x",
	    "8@",
	    "@",
	    "-",
	    "8@%",
	    "8@%r16",
	    "8@%r7",
	    "8@$",
	    "8@a-b",
	    "8@a+b(%rip)",
	    "8@12(%rip)",
	    "8@(%rax,%rbx,3)",
	    "8@(%al)",
	    "8@(%rax,)",
	    "8@99999999999999999999",
	    "8@x@GOTOFF(%ebx)",
	    "9@%rax",
	    "-f",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (parse_operand(texts[i]).kind != DT_OPERAND_UNREADABLE)
			fail_msg("%s was taken", texts[i]);
}

static void operands_are_separated_by_blanks(void **state)
{
	static const char text[] = "  -4@%edi 8@%xmm0 8@-8(%rax, %rbx) 4@$1 ";
	const enum dt_operand_kind kinds[] = {DT_OPERAND_REG, DT_OPERAND_UNREADABLE, DT_OPERAND_MEM,
					      DT_OPERAND_CONST};
	const char *p = text;
	struct dt_operand o;

	for (size_t i = 0; i < 4; i++) {
		assert_true(dt_operand_next(&p, &o));
		assert_int_equal(o.kind, kinds[i]);
	}
	assert_false(dt_operand_next(&p, &o));
}

static void symbols_become_distances_from_the_probe(void **state)
{
	static const char *const memory[] = {"4@counter(%rip)", "4@counter+8(%rip)",
					     "4@8+counter(%rip)", "4@counter"};

	for (size_t i = 0; i < 4; i++) {
		struct dt_operand o = parse_operand(memory[i]);

		assert_string_equal(o.symbol, "counter");
		dt_operand_resolve(&o, 0x5000, 0x1000);
		assert_int_equal(o.kind, DT_OPERAND_MEM);
		assert_int_equal(o.base, AT(rip));
		assert_int_equal(o.disp, i == 1 || i == 2 ? 0x4008 : 0x4000);
	}
	struct dt_operand o = parse_operand("8@$counter");
	dt_operand_resolve(&o, 0x1000, 0x5000);
	assert_int_equal(o.kind, DT_OPERAND_ADDR);
	assert_int_equal(o.disp, -0x4000);
	o = parse_operand("8@table(,%rax,8)");
	dt_operand_resolve(&o, 0x1000, 0x5000);
	assert_int_equal(o.kind, DT_OPERAND_MEM);
	o = parse_operand("8@table(%rax)");
	dt_operand_resolve(&o, 0x1000, 0x5000);
	assert_int_equal(o.kind, DT_OPERAND_UNREADABLE);
}

// ---- notes

static long global_value __attribute__((used)) = 5;
static unsigned short demo_semaphore __attribute__((used, section(".probes"))) = 0;

/** A probe as programs declare it; the linker fills in the note's addresses. */
__attribute__((noinline)) static void function_with_probe(void)
{
	__asm__ volatile("990: nop\n"
			 ".pushsection .note.stapsdt,\"?\",\"note\"\n"
			 ".balign 4\n.4byte 992f-991f, 994f-993f, 3\n"
			 "991: .asciz \"stapsdt\"\n992: .balign 4\n"
			 "993: .8byte 990b, 0, demo_semaphore\n"
			 ".asciz \"demo\"\n.asciz \"one__two\"\n"
			 ".asciz \"-4@$3 8@global_value(%%rip) 8@missing(%%rip)\"\n"
			 "994: .balign 4\n.popsection\n" ::
			     : "memory");
}

static void the_notes_of_a_file_are_found(void **state)
{
	struct dt_usdt_file f = {0};
	struct dt_operand o[3];
	struct dt_elf *e = dt_elf_create(dt_file_open("/proc/self/exe"), -1, NULL);
	int fd = e ? dt_file_fd(e->file) : -1;

	function_with_probe();
	assert_true(dt_usdt_read(&f, e));
	assert_int_equal(f.sites.len, 1);
	const struct dt_usdt_site *s = f.sites.data;
	assert_string_equal(s->provider, "demo");
	assert_string_equal(s->name, "one__two");
	assert_string_equal(dt_usdt_function(&f, s), "function_with_probe");
	assert_true(s->semaphore);
	assert_int_equal(dt_usdt_operands(&f, s, o, 3), 3);
	assert_int_equal(o[0].disp, 3);
	assert_int_equal(o[1].kind, DT_OPERAND_MEM);
	assert_int_equal(o[2].kind, DT_OPERAND_UNREADABLE);
	unsigned char nop = 0;
	assert_int_equal(pread(fd, &nop, 1, (off_t)s->offset), 1);
	assert_int_equal(nop, 0x90);
	dt_usdt_deinit(&f);
	assert_true(fcntl(fd, F_GETFD) < 0); // the struct owned and closed it
}

static void other_files_have_none(void **state)
{
	struct dt_usdt_file f = {0};

	assert_false(dt_usdt_read(&f, dt_elf_create(dt_file_open("/etc/passwd"), -1, NULL)));
	dt_usdt_deinit(&f);
	assert_false(dt_usdt_read(&f, dt_elf_create(dt_file_open("/bin/true"), -1, NULL)));
	dt_usdt_deinit(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(operands_agree_with_the_assembler),
	    cmocka_unit_test(what_a_tracer_cannot_reach_is_unreadable),
	    cmocka_unit_test(operands_are_separated_by_blanks),
	    cmocka_unit_test(symbols_become_distances_from_the_probe),
	    cmocka_unit_test(the_notes_of_a_file_are_found),
	    cmocka_unit_test(other_files_have_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
