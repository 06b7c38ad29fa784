/* SPDX-License-Identifier: BSD-2-Clause */
#include "instrument/decode/decode.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

/** Bytes at 0x1000, their length as one instruction (0: none), and the target of a branch. */
static const struct {
	const char *bytes;
	size_t n, length;
	uint64_t target;
} cases[] = {
    {"\x55\x90", 2, 1, 0},
    {"\xeb\xfe", 2, 2, 0x1000},
    {"\x74\x10", 2, 2, 0x1012},
    {"\xe8\x00\x00\x00\x00", 5, 5, 0x1005},
    {"\xe9\xfb\xff\xff\xff", 5, 5, 0x1000},
    {"\x0f\x85\x00\x01\x00\x00", 6, 6, 0x1106},
    {"\xe2\x02", 2, 2, 0x1004},			// loop
    {"\xc7\xf8\x10\x00\x00\x00", 6, 6, 0x1016}, // xbegin
    {"\xff\xe0", 2, 2, 0},			// jmp *%rax
    {"\x48\x8d\x05\x10\x00\x00\x00", 7, 7, 0},	// lea 0x10(%rip),%rax
    {"\xe8\x00\x00", 3, 0, 0},
    {"\x06", 1, 0, 0},
    {"", 0, 0, 0},
};

static void decodes(void **state)
{
	(void)state;
	for (size_t i = 0; i < dt_array_len(cases); i++) {
		struct dt_decoded d;
		bool ok = dt_decode((const uint8_t *)cases[i].bytes, cases[i].n, 0x1000, &d);

		assert_int_equal(ok ? d.insn.length : 0, cases[i].length);
		if (ok) {
			assert_int_equal(d.at, 0x1000);
			assert_int_equal(dt_decoded_target(&d), cases[i].target);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(decodes)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
