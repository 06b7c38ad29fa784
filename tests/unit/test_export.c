/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Other formats of results. Expected bytes of protobuf are from its documentation, "Encoding".
 */
#include "export/protobuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/** Compares the message with bytes, and frees it. */
static void expect(struct dt_pb *p, const char *bytes, size_t len)
{
	assert_int_equal(p->depth, 0);
	assert_int_equal(p->bytes.len, len);
	assert_memory_equal(p->bytes.data, bytes, len);
	dt_pb_deinit(p);
}

#define expect_bytes(p, text) expect(p, text, sizeof(text) - 1)

static void varints_have_seven_bits_a_byte(void **state)
{
	struct dt_pb p = {0};

	dt_pb_varint(&p, 1, 150);
	dt_pb_varint(&p, 2, 127);
	dt_pb_varint(&p, 16, UINT64_MAX); // the number of the field has two bytes
	expect_bytes(&p, "\x08\x96\x01"
			 "\x10\x7f"
			 "\x80\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
}

static void zero_is_written_only_on_request(void **state)
{
	struct dt_pb p = {0};

	dt_pb_varint(&p, 1, 0);
	dt_pb_varint_always(&p, 2, 0);
	dt_pb_fixed64(&p, 3, 0);
	dt_pb_bytes(&p, 4, "", 0);
	expect_bytes(&p, "\x10\0"
			 "\x19\0\0\0\0\0\0\0\0"
			 "\x22\0");
}

static void fixed_numbers_are_little_endian(void **state)
{
	struct dt_pb p = {0};

	dt_pb_fixed64(&p, 1, UINT64_C(0x0102030405060708));
	dt_pb_double(&p, 2, 1.0);
	expect_bytes(&p, "\x09\x08\x07\x06\x05\x04\x03\x02\x01"
			 "\x11\0\0\0\0\0\0\xf0\x3f");
}

static void messages_nest(void **state)
{
	struct dt_pb p = {0};

	dt_pb_begin(&p, 3);
	dt_pb_varint(&p, 1, 150);
	dt_pb_begin(&p, 2);
	dt_pb_string(&p, 1, "testing");
	dt_pb_end(&p);
	dt_pb_begin(&p, 4);
	dt_pb_end(&p);
	dt_pb_end(&p);
	expect_bytes(&p, "\x1a\x10\x08\x96\x01"
			 "\x12\x09\x0a\x07testing"
			 "\x22\0");
}

static void a_long_message_has_a_long_length(void **state)
{
	enum { LENGTH = 300 };
	char text[LENGTH], whole[LENGTH + 6] = "\x0a\xaf\x02\x12\xac\x02";
	struct dt_pb p = {0};

	memset(text, 'x', sizeof(text));
	memset(whole + 6, 'x', sizeof(text));
	dt_pb_begin(&p, 1);
	dt_pb_bytes(&p, 2, text, sizeof(text));
	dt_pb_end(&p);
	expect(&p, whole, sizeof(whole));
}

static void packed_numbers_have_no_tags(void **state)
{
	struct dt_pb p = {0};

	dt_pb_begin(&p, 6);
	dt_pb_element(&p, 3);
	dt_pb_element(&p, 270);
	dt_pb_element(&p, 86942);
	dt_pb_end(&p);
	dt_pb_begin(&p, 7);
	dt_pb_element_double(&p, 1.0);
	dt_pb_element_fixed64(&p, 1);
	dt_pb_end(&p);
	expect_bytes(&p, "\x32\x06\x03\x8e\x02\x9e\xa7\x05"
			 "\x3a\x10\0\0\0\0\0\0\xf0\x3f\x01\0\0\0\0\0\0\0");
}

/** Checks that the text becomes `good`. */
static void expect_text(const char *text, size_t len, const char *good)
{
	struct dt_pb p = {0};

	dt_pb_string_n(&p, 1, text, len);
	assert_int_equal(p.bytes.data[1], strlen(good));
	assert_memory_equal(p.bytes.data + 2, good, strlen(good));
	dt_pb_deinit(&p);
}

static void strings_are_utf8(void **state)
{
	static const char replacement[] = "\xef\xbf\xbd";

	expect_text("a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", 10,
		    "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
	expect_text("\xff", 1, replacement);
	expect_text("\xc3", 1, replacement);					// cut
	expect_text("\xc0\x80", 2, "\xef\xbf\xbd\xef\xbf\xbd");			// too long
	expect_text("\xed\xa0\x80", 3, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"); // surrogate
	expect_text("\xf5\x80\x80\x80", 4,
		    "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"); // beyond
	expect_text("a\xe2\x82z", 4, "a\xef\xbf\xbd\xef\xbf\xbdz");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(varints_have_seven_bits_a_byte),
	    cmocka_unit_test(zero_is_written_only_on_request),
	    cmocka_unit_test(fixed_numbers_are_little_endian),
	    cmocka_unit_test(messages_nest),
	    cmocka_unit_test(a_long_message_has_a_long_length),
	    cmocka_unit_test(packed_numbers_have_no_tags),
	    cmocka_unit_test(strings_are_utf8),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
