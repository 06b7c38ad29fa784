/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of unwinding tables for aarch64 on every machine: the program contains src/arch/aarch64
 * instead of its own folder.
 */
#include "unwind_find.h"

#include "arch/aarch64/registers.h"
#include "symbols/unwind/frames.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(return_addresses_are_in_the_link_register_or_the_frame),
	    cmocka_unit_test(instructions_know_whether_a_frame_is_set_up),
	    cmocka_unit_test(signals_lead_to_the_interrupted_code),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
