/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzzes the checker. The input is the plan of a site, its bytes, and errors. The checker must
 * accept the stub that the relocator makes of any bytes, and judge any other code within bounds.
 */
#include "instrument/check/check.h"

#include "instrument/decode/decode.h"
#include "native/native.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	AREA = 0x10000000,
	FUNCTION = 0x11000000,
	HEAD = 8,
	BLOCK_MIN = DT_JUMP,
	BLOCK_MAX = 32,
	POINTS = 3
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct dt_stub_target facts = {
    .directory = 0x7f0012345000,
    .slots = 0x7f1000001000,
    .levels = 0x7f1000010000,
    .level_size = 512,
    .n_slots = 4,
    .thread_id = 0x2d0,
};

static const struct dt_stub_call calls[] = {
    {0x20000000, 1, 0x0fc7, 1 << 14 | DT_NATIVE_READS_COOKIE, false, true},
    {0x7f2000000000, UINT64_MAX, 0xffcf,
     DT_NATIVE_READS_REGS | DT_NATIVE_READS_COOKIE | DT_NATIVE_READS_TIME, false, false},
};

struct site {
	struct dt_copy area;
	struct dt_stub_routines routines;
	struct dt_plan plan, plans[POINTS];
	uint8_t bytes[BLOCK_MAX];
	struct dt_stub_point points[POINTS];
	struct dt_stub_block block;
	struct dt_stub stub;
	struct dt_check_site check;
};

/** Makes points with the calls, up to three instructions behind each other; a skip of 0 ends them.
 *  Returns their number. */
static size_t make_points(struct site *s, const uint8_t *skips, const struct dt_stub_call *list,
			  size_t n_calls)
{
	uint64_t at = s->plan.at;
	struct dt_decoded d;

	for (size_t k = 0;; k++) {
		s->plans[k] = s->plan;
		s->plans[k].fires = at;
		s->points[k] = (struct dt_stub_point){&s->plans[k], list, n_calls};
		if (k + 1 == POINTS || !skips[k])
			return k + 1;
		for (unsigned i = 0; i < skips[k] % 4; i++) {
			if (!dt_decode(s->bytes + (at - s->plan.at), s->plan.end - at, at, &d))
				return k + 1;
			at += d.insn.length;
		}
		if (at >= s->plan.end)
			return k + 1;
	}
}

/** Makes a stub of the input. Returns false if the relocator refuses the bytes. */
static bool make_site(struct site *s, const uint8_t *data, size_t size)
{
	static const uint8_t padding[DT_JUMP] = {0x90, 0x90, 0x90, 0x90, 0x90};
	size_t n = BLOCK_MIN + data[0] % (BLOCK_MAX - BLOCK_MIN), first = data[1] & 1;

	*s = (struct site){.area.base = AREA};
	memset(s->bytes, 0x90, sizeof(s->bytes));
	memcpy(s->bytes, data + HEAD, size - HEAD < n ? size - HEAD : n);
	s->plan = (struct dt_plan){
	    .probed = FUNCTION,
	    .at = FUNCTION + (data[3] & 15),
	    .hop = data[1] & 2 ? FUNCTION - 16 : 0,
	    .pushed = data[3] & 0xf8u,
	    .uses_red_zone = data[1] & 4,
	    .flags_are_dead = data[1] & 8,
	    .dead = (uint16_t)((data[4] | data[5] << 8) & ~(1 << 4)), // not rsp
	};
	s->plan.fires = s->plan.at;
	s->plan.end = s->plan.at + n;
	s->block = (struct dt_stub_block){
	    .plan = &s->plan,
	    .bytes = s->bytes,
	    .padding = padding,
	    .points = s->points,
	    .n_points = make_points(s, data + 6, calls + first, 1 + (data[1] >> 4) % (2 - first))};
	dt_stub_routines(&s->area, &facts, &s->routines);
	s->check = (struct dt_check_site){.area = &s->area,
					  .target = &facts,
					  .routines = &s->routines,
					  .block = &s->block,
					  .stub = &s->stub};
	return dt_stub_add(&s->area, &facts, &s->routines, &s->block, &s->stub) == DT_REFUSE_NONE;
}

/** Makes errors: pairs of an offset in the stub and a change of the byte there. */
static void make_errors(struct site *s, const uint8_t *data, size_t n)
{
	size_t begin = s->stub.begin - AREA, size = s->stub.end - s->stub.begin;

	for (size_t i = 0; i + 1 < n; i += 2)
		s->area.bytes.data[begin + data[i] * 3u % size] ^= data[i + 1];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct site s;
	struct dt_error *err;

	if (size < HEAD)
		return 0;
	if (make_site(&s, data, size)) {
		err = dt_check_site(&s.check);
		if (err) {
			fprintf(stderr, "%s\n", err->message);
			abort();
		}
		if (size > HEAD + BLOCK_MAX) {
			make_errors(&s, data + HEAD + BLOCK_MAX, size - HEAD - BLOCK_MAX);
			dt_error_destroy(dt_check_site(&s.check));
		}
		dt_stub_deinit(&s.stub);
	}
	dt_vec_deinit(&s.area.bytes);
	return 0;
}
