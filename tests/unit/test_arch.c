/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of src/arch: decoding of machine code, here of x86-64.
 */
#include "arch/call.h"
#include "arch/insn.h"
#include "arch/uprobe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <elf.h>
#include <string.h>

/** Instructions and their traits. */
static const struct {
	enum dt_insn_trait trait;
	bool is_32bit;
	uint8_t n, code[12];
} instructions[] = {
    {DT_INSN_ORDINARY, false, 1, {0x55}},			    // push %rbp
    {DT_INSN_ORDINARY, false, 4, {0xf3, 0x0f, 0x1e, 0xfa}},	    // endbr64
    {DT_INSN_ORDINARY, false, 3, {0xff, 0x14, 0xc4}},		    // call *(%rsp,%rax,8)
    {DT_INSN_ORDINARY, false, 4, {0x41, 0xff, 0x24, 0xf4}},	    // jmp *(%r12,%rsi,8)
    {DT_INSN_ORDINARY, false, 2, {0xf3, 0xc3}},			    // rep ret
    {DT_INSN_ORDINARY, false, 2, {0xf3, 0x90}},			    // pause
    {DT_INSN_ORDINARY, false, 7, {0x48, 0x8d, 0x05, 1, 2, 3, 0}},   // lea 0x30201(%rip),%rax
    {DT_INSN_ORDINARY, false, 4, {0xc5, 0xf8, 0x28, 0xc1}},	    // vmovaps
    {DT_INSN_ORDINARY, false, 5, {0x66, 0x0f, 0x38, 0x00, 0xc1}},   // pshufb
    {DT_INSN_ORDINARY, false, 3, {0x64, 0x8b, 0x00}},		    // mov %fs:(%rax),%eax
    {DT_INSN_PREFIX, false, 3, {0xf0, 0xff, 0x00}},		    // lock incl
    {DT_INSN_PREFIX, false, 5, {0x2e, 0x0f, 0x1f, 0x40, 0}},	    // cs nopl
    {DT_INSN_PREFIX, false, 3, {0x3e, 0xff, 0xe0}},		    // notrack jmp *%rax
    {DT_INSN_PREFIX, false, 3, {0x26, 0x8b, 0x00}},		    // mov %es:(%rax),%eax
    {DT_INSN_PREFIX, false, 3, {0x36, 0x8b, 0x00}},		    // mov %ss:(%rax),%eax
    {DT_INSN_SIZE, false, 8, {0x66, 0x66, 0x48, 0xe8, 0, 0, 0, 0}}, // of thread-local storage
    {DT_INSN_SIZE, false, 6, {0x66, 0xe9, 0, 0, 0, 0}},		    // data16 jmp
    {DT_INSN_REPEAT, false, 2, {0xf3, 0xa4}},			    // rep movsb
    {DT_INSN_REPEAT, false, 2, {0xf2, 0xae}},			    // repne scasb
    {DT_INSN_LIKE_BRANCH, false, 4, {0xc5, 0xf1, 0xeb, 0xd0}},	    // vpor
    {DT_INSN_LIKE_BRANCH, false, 4, {0xc5, 0xfa, 0x7e, 0xc0}},	    // vmovq
    {DT_INSN_LIKE_BRANCH, false, 3, {0xc5, 0xf8, 0x77}},	    // vzeroupper
    {DT_INSN_LIKE_BRANCH, false, 4, {0xc5, 0xf8, 0x90, 0xc1}},	    // kmovw
    {DT_INSN_LIKE_BRANCH, false, 6, {0x62, 0xf1, 0x7d, 0x48, 0x7f, 0x07}}, // vmovdqa32
    {DT_INSN_LIKE_BRANCH, false, 2, {0x49, 0x90}},			   // xchg %r8,%rax
    {DT_INSN_LIKE_BAD, false, 4, {0xc5, 0xf9, 0x6f, 0xc1}},		   // vmovdqa
    {DT_INSN_LIKE_BAD, false, 4, {0xc5, 0xf1, 0xef, 0xc2}},		   // vpxor
    {DT_INSN_OBSOLETE, false, 6, {0xc4, 0xe3, 0xf9, 0x6b, 0xc2, 0x10}},	   // vfmaddsd of four
    {DT_INSN_OBSOLETE, false, 6, {0x8f, 0xe8, 0x78, 0xc2, 0xc0, 0x07}},	   // vprotd
    {DT_INSN_TRAP, false, 1, {0xcc}},					   // int3
    {DT_INSN_TRAP, false, 2, {0xcd, 0x80}},				   // int $0x80
    {DT_INSN_TRAP, false, 2, {0x0f, 0x05}},				   // syscall
    {DT_INSN_TRAP, false, 2, {0x0f, 0x0b}},				   // ud2
    {DT_INSN_PRIVILEGED, false, 1, {0xf4}},				   // hlt
    {DT_INSN_PRIVILEGED, false, 1, {0xfa}},				   // cli
    {DT_INSN_PRIVILEGED, false, 2, {0xe4, 0x10}},			   // in
    {DT_INSN_PRIVILEGED, false, 2, {0x48, 0xcf}},			   // iretq
    {DT_INSN_PRIVILEGED, false, 2, {0x8e, 0xd0}},			   // mov %eax,%ss
    {DT_INSN_PRIVILEGED, false, 2, {0xff, 0x28}},			   // ljmp *(%rax)
    {DT_INSN_FLAGS, false, 1, {0x9c}},					   // pushfq
    {DT_INSN_FLAGS, false, 1, {0x9d}},					   // popfq
    {DT_INSN_TRANSACTION, false, 6, {0xc7, 0xf8, 0, 0, 0, 0}},		   // xbegin
    {DT_INSN_ORDINARY, true, 1, {0x40}},				   // inc %eax
    {DT_INSN_PRIVILEGED, true, 1, {0x17}},				   // pop %ss
    {DT_INSN_TRAP, true, 1, {0xce}},					   // into
    {DT_INSN_FLAGS, true, 1, {0x9c}},					   // pushfl
};

static struct dt_insn read_one(const uint8_t *code, size_t n, const struct dt_machine *m)
{
	struct dt_insns s = {0};
	struct dt_insn in;

	dt_insns_read(&s, m, code, n);
	assert_int_equal(s.v.len, 1);
	in = *s.v.data;
	dt_insns_deinit(&s);
	return in;
}

static void hazards_of_instructions_are_known(void **state)
{
	for (size_t i = 0; i < dt_array_len(instructions); i++) {
		struct dt_insn in = read_one(instructions[i].code, instructions[i].n,
					     dt_machine_of(instructions[i].is_32bit));

		if (in.trait != instructions[i].trait)
			fail_msg("instruction %zu: trait %u", i, in.trait);
	}
}

static const struct {
	enum dt_insn_kind kind;
	uint8_t n, code[8];
} kinds[] = {
    {DT_INSN_NOP, 1, {0x90}},
    {DT_INSN_NOP, 2, {0xf3, 0x90}}, // pause
    {DT_INSN_PUSH_FP, 1, {0x55}},
    {DT_INSN_PUSH, 1, {0x53}},
    {DT_INSN_PUSH, 2, {0x41, 0x55}},  // push %r13
    {DT_INSN_OTHER, 2, {0x6a, 0x01}}, // push $1
    {DT_INSN_OTHER, 2, {0xff, 0x30}}, // push (%rax)
    {DT_INSN_BRANCH, 2, {0x75, 0x10}},
    {DT_INSN_BRANCH, 5, {0xe8, 0, 0, 0, 1}},
    {DT_INSN_BRANCH, 5, {0xe9, 0, 0, 0, 1}},
    {DT_INSN_OTHER, 2, {0xe2, 0x10}}, // loop
    {DT_INSN_OTHER, 2, {0xff, 0xe0}}, // jmp *%rax
    {DT_INSN_RETURN, 1, {0xc3}},
    {DT_INSN_RETURN, 2, {0xf3, 0xc3}},
    {DT_INSN_OTHER, 3, {0xc2, 8, 0}}, // ret $8
    {DT_INSN_LANDING, 4, {0xf3, 0x0f, 0x1e, 0xfa}},
    {DT_INSN_OTHER, 4, {0xf3, 0x0f, 0x1e, 0xfb}}, // endbr32
};

static void kinds_of_instructions_are_distinguished(void **state)
{
	for (size_t i = 0; i < dt_array_len(kinds); i++) {
		struct dt_insn in = read_one(kinds[i].code, kinds[i].n, &dt_arch.native);

		if (in.kind != kinds[i].kind)
			fail_msg("instruction %zu: kind %u", i, in.kind);
		assert_int_equal(in.is_return,
				 kinds[i].code[kinds[i].n - 1] == 0xc3 || kinds[i].code[0] == 0xc2);
	}
}

static void jumps_out_of_a_function_are_distinguished(void **state)
{
	static const uint8_t code[] = {0x74, 0x02, 0xeb, 0x0e, 0xff, 0x25, 0, 0, 0, 0, 0xff, 0xe0};
	struct dt_insns s = {0};

	assert_true(dt_insns_read(&s, &dt_arch.native, code, sizeof(code)));
	assert_int_equal(s.v.len, 4);
	assert_false(s.v.data[0].is_tail);
	assert_true(s.v.data[1].is_tail); // jmp .+16
	assert_int_equal(s.v.data[1].target, 18);
	assert_true(s.v.data[2].is_tail && s.v.data[2].is_target); // jmp *0(%rip)
	assert_int_equal(s.v.data[2].target, INT64_MIN);
	assert_false(s.v.data[3].is_tail); // jmp *%rax
	dt_insns_deinit(&s);
	// A jump into the middle of an instruction: the bytes are not code.
	assert_false(dt_insns_read(&s, &dt_arch.native, (const uint8_t[]){0xeb, 0xff, 0xc0}, 3));
	dt_insns_deinit(&s);
}

/** The bytes before a relocation, and whether it is a call or a jump. */
static const struct {
	bool is_32bit;
	uint32_t reloc;
	uint8_t n, code[3];
	bool is_call, is_tail;
} calls[] = {
    {false, R_X86_64_PLT32, 1, {0xe8}, true, false},	       // call
    {false, R_X86_64_PC32, 1, {0xe9}, true, true},	       // jmp
    {false, R_X86_64_GOTPCRELX, 2, {0xff, 0x15}, true, false}, // call *(%rip)
    {false, R_X86_64_GOTPCREL, 2, {0xff, 0x25}, true, true},   // jmp *(%rip)
    {true, R_386_PC32, 1, {0xe8}, true, false},
    {true, R_386_PLT32, 1, {0xe9}, true, true},
    {true, R_386_GOT32X, 2, {0xff, 0x96}, true, false},		 // call *(%esi)
    {true, R_386_GOT32, 2, {0xff, 0xa0}, true, true},		 // jmp *(%eax)
    {false, R_X86_64_32S, 3, {0xc7, 0x45, 0xe8}, false, false},	 // mov $…,-24(%rbp)
    {false, R_X86_64_PLT32, 2, {0x0f, 0x84}, false, false},	 // je
    {false, R_X86_64_PC32, 3, {0x48, 0x8d, 0x05}, false, false}, // lea (%rip),%rax
    {false, R_X86_64_GOTPCRELX, 2, {0xff, 0x35}, false, false},	 // push (%rip)
    {true, R_386_32, 1, {0xe8}, false, false},
    {false, R_X86_64_PLT32, 0, {0}, false, false},
};

static void calls_are_replaced_and_nothing_else_is(void **state)
{
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		const struct dt_machine *m = dt_machine_of(calls[i].is_32bit);
		struct dt_insns insns = {0};
		struct dt_call call;
		uint8_t code[8] = {0};
		size_t n = calls[i].n, size = n + 4;

		memcpy(code, calls[i].code, n);
		assert_false(dt_call_replace(m, code, size - 1, n, calls[i].reloc, &call));
		assert_int_equal(dt_call_replace(m, code, size, n, calls[i].reloc, &call),
				 calls[i].is_call);
		if (!calls[i].is_call) {
			assert_memory_equal(code, calls[i].code, n);
			continue;
		}
		assert_int_equal(call.probe, 0);
		assert_int_equal(call.is_tail, calls[i].is_tail);
		assert_true(dt_insns_read(&insns, m, code, size));
		assert_int_equal(insns.v.data[0].kind, DT_INSN_NOP);
		assert_int_equal(insns.v.data[1].is_return, calls[i].is_tail);
		dt_insns_deinit(&insns);
	}
}

/** Bytes of a process and of its file, and the size of a jump that only the process has. */
static const struct {
	uint8_t size, n, now[8], file[8];
} jumps[] = {
    {5, 6, {0xe9, 1, 2, 3, 4, 0xc3}, {0x48, 0x89, 0xf8, 0x31, 0xc0, 0xc3}},
    {5, 6, {0xe9, 0xcc, 2, 3, 4, 0xc3}, {0x48, 0x89, 0xf8, 0x31, 0xc0, 0xc3}},
    {5, 5, {0xe9, 1, 2, 3, 4}, {0xe9, 1, 9, 3, 4}},
    {2, 4, {0xeb, 1, 0x90, 0x90}, {0x90, 0x90, 0x90, 0x90}},
    {0, 4, {0xe9, 1, 2, 3}, {0x90, 0x90, 0x90, 0x90}}, // cut
    {0, 5, {0xe9, 1, 2, 3, 4}, {0xe9, 1, 2, 3, 4}},    // the file's
    {0, 5, {0xcc, 1, 2, 3, 4}, {0x55, 1, 2, 3, 4}},    // a uprobe
    {0,
     5,
     {0xe9, 0xcc, 2, 3, 4},
     {0xe9, 0x89, 2, 3, 4}}, // the last byte of an instruction, then a uprobe
    {0, 7, {0xe9, 0xe9, 1, 2, 3, 4, 0xc3}, {0xe9, 0x89, 0xf8, 0x31, 0xc0, 0x90, 0xc3}},
    {0, 7, {0xeb, 0xe9, 1, 2, 3, 4, 0xc3}, {0xeb, 0x89, 0xf8, 0x31, 0xc0, 0x90, 0xc3}},
    {0, 7, {0xe9, 1, 0xe9, 2, 3, 4, 5}, {0xe9, 1, 0x89, 0xf8, 3, 4, 0x90}}, // the same
    {5, 7, {0xe9, 0xeb, 1, 2, 3, 0x90, 0xc3}, {0xe9, 0x89, 0xf8, 0x31, 0xc0, 0x90, 0xc3}},
    {6, 7, {0xe9, 0xe9, 1, 2, 3, 0, 0xc3}, {0xe9, 0x89, 0xf8, 0x31, 0xc0, 0, 0xc3}}, // either
};

static void jumps_of_dtrace_are_told_from_breakpoints(void **state)
{
	for (size_t i = 0; i < sizeof(jumps) / sizeof(jumps[0]); i++)
		assert_int_equal(dt_uprobe_jump(jumps[i].now, jumps[i].file, jumps[i].n),
				 jumps[i].size);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(hazards_of_instructions_are_known),
	    cmocka_unit_test(kinds_of_instructions_are_distinguished),
	    cmocka_unit_test(jumps_out_of_a_function_are_distinguished),
	    cmocka_unit_test(calls_are_replaced_and_nothing_else_is),
	    cmocka_unit_test(jumps_of_dtrace_are_told_from_breakpoints),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
