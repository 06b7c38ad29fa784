/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of unwinding tables for aarch64 on every machine: the program contains src/arch/aarch64
 * instead of its own folder.
 */
#include "unwind_find.h"

#include "arch/aarch64/registers.h"
#include "symbols/unwind/frames.h"
#include "symbols/unwind/internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <string.h>

enum { ADDR = 0x10000, SIZE = 32, ROWS_MAX = 1000 };

/** Makes the section of one function, which signs its return address and sets up a frame. */
static void make_section(struct dt_eh_frame *f)
{
	// Factors 4 and -8, return address x30, augmentation B; the CFA is sp.
	static const uint8_t cie[] = {20, 0, 0,	   0,  0, 0, 0,	   0,  1, 'z', 'R', 'B',
				      0,  4, 0x78, 30, 1, 0, 0x0c, 31, 0, 0,   0,   0};
	static const uint8_t fde[] = {
	    44,	  0,	0,  0,	  28,	0,    0,    0, // its length; the distance to the CIE
	    0,	  0,	1,  0,	  0,	0,    0,    0, // ADDR
	    SIZE, 0,	0,  0,	  0,	0,    0,    0, // its size
	    0,					       // no augmentation
	    0x41, 0x2d,				       // after paciasp: the address is signed
	    0x41, 0x0e, 32, 0x9d, 4,	0x9e, 3,       // after stp x29, x30, [sp, #-32]!
	    0x44, 0x0e, 0,  0xdd, 0xde, 0x41, 0x2d,    // after ldp, then after autiasp
	    0,	  0,	0,  0,	  0,	0,    0};
	uint8_t *data = dt_malloc(sizeof(cie) + sizeof(fde));

	_Static_assert(sizeof(cie) == 24 && sizeof(fde) == 48, "lengths");
	memcpy(data, cie, sizeof(cie));
	memcpy(data + sizeof(cie), fde, sizeof(fde));
	dt_eh_frame_parse(f, data, sizeof(cie) + sizeof(fde), sizeof(cie) + sizeof(fde), 0, false);
	assert_int_equal(f->functions.len, 1);
}

static void return_addresses_are_in_the_link_register_or_the_frame(void **state)
{
	struct dt_unwind_rules rules = {0};
	struct dt_unwind_table t;
	struct dt_eh_frame f;

	make_section(&f);
	dt_unwind_table_build(&t, &f, &rules, ROWS_MAX);
	for (uint64_t at = 0; at < SIZE; at += 4) {
		const struct dt_unwind_rule *r = &rules.v.data[unwind_table_find(&t, ADDR + at)];
		bool framed = at >= 8 && at < 24;

		assert_int_equal(r->cfa, DT_UNWIND_SP);
		assert_int_equal(r->cfa_offset, framed ? 32 : 0);
		assert_int_equal(r->ra, framed ? DT_UNWIND_CFA : DT_UNWIND_EXTRA);
		assert_int_equal(r->ra_offset, framed ? -24 : 0);
		assert_int_equal(r->bp, framed ? DT_UNWIND_CFA : DT_UNWIND_SAME);
		assert_int_equal(r->extra, DT_UNWIND_UNKNOWN); // of the caller
	}
	dt_unwind_table_deinit(&t);
	dt_unwind_rules_deinit(&rules);
	dt_eh_frame_deinit(&f);
}

static void instructions_know_whether_a_frame_is_set_up(void **state)
{
	struct dt_frames frames = {.is_read = true};

	make_section(&frames.table);
	for (uint64_t at = 0; at < SIZE; at += 4) {
		bool framed = at >= 8 && at < 24;
		struct dt_frame_rule rule;

		assert_true(dt_frames_rule(&frames, ADDR + at, &rule));
		assert_int_equal(rule.in_link, !framed);
		assert_int_equal(rule.return_at, framed ? 8 : 0);
		assert_int_equal(rule.has_record, framed);
		assert_false(rule.from_bp);
	}
	dt_frames_deinit(&frames);
}

/** The kernel's frame of a signal has all registers; a handler returns to an instruction of the
 *  vDSO. */
static void signals_lead_to_the_interrupted_code(void **state)
{
	struct dt_unwind_rules rules = {0};
	const struct dt_unwind_rule *r;
	struct dt_unwind_table t;
	struct dt_eh_frame f;

	make_section(&f);
	dt_eh_frame_add_signal(&f, ADDR + 4); // known already
	assert_int_equal(f.functions.len, 1);
	dt_eh_frame_add_signal(&f, ADDR + SIZE + 16);
	dt_unwind_table_build(&t, &f, &rules, ROWS_MAX);
	r = &rules.v.data[unwind_table_find(&t, ADDR + SIZE + 15)];
	assert_true(r->is_signal && r->is_indirect);
	assert_int_equal(r->cfa, DT_UNWIND_SP);
	assert_int_equal(r->cfa_offset - r->extra_offset, 8);
	assert_int_equal(r->ra_offset - r->cfa_offset, 8);
	assert_int_equal(r->extra_offset - r->bp_offset, 8);
	assert_int_equal(r->ra_offset - DT_PC, 312); // the saved registers in the frame
	assert_int_equal(unwind_table_find(&t, ADDR + SIZE + 17), 0);
	dt_unwind_table_deinit(&t);
	dt_unwind_rules_deinit(&rules);
	dt_eh_frame_deinit(&f);
}

// ---- code without tables

static const uint32_t code[] = {
    // a leaf
    0xb4000081, // 0: cbz x1, 16
    0xf8408403, // 4: ldr x3, [x0], #8
    0xf1000421, // 8: subs x1, x1, #1
    0x54ffffc1, // 12: b.ne 4
    0xd65f03c0, // 16: ret
    // data
    0x6a09e667, 0xd10043ff, 0x00000001, 0x00000001,
    // a signed return address, a frame and a call
    0xd503233f, // 36: paciasp
    0xa9be7bfd, // 40: stp x29, x30, [sp, #-32]!
    0x910003fd, // 44: mov x29, sp
    0xa90153f3, // 48: stp x19, x20, [sp, #16]
    0x97fffff6, // 52: bl 12
    0xa94153f3, // 56: ldp x19, x20, [sp, #16]
    0xa8c27bfd, // 60: ldp x29, x30, [sp], #32
    0xd50323bf, // 64: autiasp
    0xd65f03c0, // 68: ret
    // a frame of unknown size; x30 is not loaded again
    0xa9bf7bfd, // 72: stp x29, x30, [sp, #-16]!
    0x910003fd, // 76: mov x29, sp
    0xcb226fe9, // 80: sub x9, sp, x2, lsl #3
    0x9100013f, // 84: mov sp, x9
    0xf90003e3, // 88: str x3, [sp]
    0x910003bf, // 92: mov sp, x29
    0xf84107fd, // 96: ldr x29, [sp], #16
    0xd65f03c0, // 100: ret
    // two paths, of which one calls
    0xf81f0ffe, // 104: str x30, [sp, #-16]!
    0xb4000060, // 108: cbz x0, 120
    0x97ffffe7, // 112: bl 12
    0x14000002, // 116: b 124
    0x4ea11c3e, // 120: mov v30.16b, v1.16b
    0xf84107fe, // 124: ldr x30, [sp], #16
    0xd65f03c0, // 128: ret
    // functions that do not return as they were called
    0xd10043ff, // 132: sub sp, sp, #16
    0xd65f03c0, // 136: ret
    0x97ffffe0, // 140: bl 12
    0xd65f03c0, // 144: ret
    0xa9bf7bfd, // 148: stp x29, x30, [sp, #-16]!
    0xd61f0060, // 152: br x3
    0xa8c17bfd, // 156: ldp x29, x30, [sp], #16
    0xd65f03c0, // 160: ret
};

/** The rules from instructions on. A frame pointer at 0 is still in its register. */
static const struct expected {
	unsigned from;
	enum dt_unwind_base cfa;
	int cfa_offset;
	enum dt_unwind_base ra;
	int ra_offset, bp_offset;
} expected[] = {
    {0, DT_UNWIND_SP, 0, DT_UNWIND_EXTRA, 0, 0},
    {20, DT_UNWIND_UNKNOWN, 0, DT_UNWIND_UNKNOWN, 0, 0},
    {36, DT_UNWIND_SP, 0, DT_UNWIND_EXTRA, 0, 0},
    {44, DT_UNWIND_SP, 32, DT_UNWIND_CFA, -24, 0},
    {48, DT_UNWIND_SP, 32, DT_UNWIND_CFA, -24, -32},
    {64, DT_UNWIND_SP, 0, DT_UNWIND_EXTRA, 0, 0},
    {76, DT_UNWIND_SP, 16, DT_UNWIND_CFA, -8, 0},
    {80, DT_UNWIND_SP, 16, DT_UNWIND_CFA, -8, -16},
    {88, DT_UNWIND_BP, 16, DT_UNWIND_CFA, -8, -16},
    {96, DT_UNWIND_SP, 16, DT_UNWIND_CFA, -8, -16},
    {100, DT_UNWIND_SP, 0, DT_UNWIND_EXTRA, 0, 0},
    {108, DT_UNWIND_SP, 16, DT_UNWIND_CFA, -16, 0},
    {128, DT_UNWIND_SP, 0, DT_UNWIND_EXTRA, 0, 0},
    {132, DT_UNWIND_UNKNOWN, 0, DT_UNWIND_UNKNOWN, 0, 0},
    {sizeof(code), DT_UNWIND_UNKNOWN, 0, DT_UNWIND_UNKNOWN, 0, 0},
};

static void assert_expected(const struct dt_unwind_rule *r, const struct expected *e)
{
	assert_int_equal(r->cfa, e->cfa);
	if (!e->cfa)
		return;
	assert_int_equal(r->cfa_offset, e->cfa_offset);
	assert_int_equal(r->ra, e->ra);
	assert_int_equal(r->ra_offset, e->ra_offset);
	assert_int_equal(r->bp, e->bp_offset ? DT_UNWIND_CFA : DT_UNWIND_SAME);
	assert_int_equal(r->bp_offset, e->bp_offset);
}

static void code_without_tables_is_followed(void **state)
{
	struct dt_unwind_rules rules = {0};
	struct dt_eh_frame f = {0};
	struct dt_unwind_table t;
	size_t work = 1000;

	dt_eh_frame_follow(&f, code, dt_array_len(code), ADDR, &work);
	assert_true(work > 0 && work < 1000);
	dt_unwind_table_build(&t, &f, &rules, ROWS_MAX);
	for (const struct expected *e = expected; e->from < sizeof(code); e++)
		for (unsigned at = e->from; at < e[1].from; at += 4)
			assert_expected(&rules.v.data[unwind_table_find(&t, ADDR + at)], e);
	dt_unwind_table_deinit(&t);
	dt_unwind_rules_deinit(&rules);
	dt_eh_frame_deinit(&f);
}

static void the_work_of_following_is_bounded(void **state)
{
	struct dt_eh_frame f = {0};
	size_t work = 3;

	dt_eh_frame_follow(&f, code, dt_array_len(code), ADDR, &work);
	assert_int_equal(work, 0);
	assert_int_equal(f.functions.len, 0);
	dt_eh_frame_deinit(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(return_addresses_are_in_the_link_register_or_the_frame),
	    cmocka_unit_test(instructions_know_whether_a_frame_is_set_up),
	    cmocka_unit_test(signals_lead_to_the_interrupted_code),
	    cmocka_unit_test(code_without_tables_is_followed),
	    cmocka_unit_test(the_work_of_following_is_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
