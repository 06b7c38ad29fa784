/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzzes the reader of text: any bytes as an ELF file, of which the test plans each entry, and any
 * bytes as instructions. Plans lie in their functions, and no two use the same padding.
 */
#include "instrument/text/internal.h"

#include <assert.h>
#include <string.h>

enum { FUNCTIONS_MAX = 2000, DECODE_MAX = 512, INSNS_MAX = 500, BLOCKS_MAX = 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_plan(const struct dt_text *t, const struct dt_text_function *fn,
		       const struct dt_plan *p)
{
	uint64_t jump = p->hop ? p->hop : p->at;
	size_t n;

	assert(p->probed >= fn->addr && p->at >= fn->addr);
	assert(p->end > p->at && p->end <= fn->end);
	assert(dt_text_bytes(t, p->at, &n) && n >= p->end - p->at);
	assert(dt_text_bytes(t, jump, &n) && n >= DT_JUMP);
	assert(jump % 4096 + DT_JUMP <= 4096);
	for (uint64_t at = p->at + 1; at < p->end; at++)
		assert(!(dt_text_marks(t, at) & DT_MARK_LANDING));
}

static void plan_insns(struct dt_text *t, const struct dt_text_function *fn)
{
	for (uint64_t at = fn->addr; at < fn->end && at - fn->addr < INSNS_MAX; at++) {
		const struct dt_text_function *inner = dt_text_function(t, at);
		struct dt_plan p;

		if (dt_text_plan_insn(t, at, &p) || (p.at == at && p.end == at))
			continue;
		// A function that begins within another one has an entry there.
		assert(inner->addr == at || (p.fires == at && p.at <= at && p.end > at));
		check_plan(t, inner, &p);
	}
}

static void plan_all(struct dt_text *t)
{
	for (size_t i = 0; i < t->functions.len && i < FUNCTIONS_MAX; i++) {
		const struct dt_text_function *fn = &t->functions.data[i];
		const struct dt_text_part *part = dt_text_part(t, fn->addr);
		struct dt_plan p, again;

		assert(part);
		if (dt_text_plan_function(t, fn->addr, &p))
			continue;
		check_plan(t, fn, &p);
		assert(!dt_text_plan_function(t, fn->addr, &again));
		assert(again.at == p.at && again.end == p.end && again.hop == p.hop);
	}
	for (size_t i = 0; i < t->functions.len && i < BLOCKS_MAX; i++)
		plan_insns(t, &t->functions.data[i]);
	dt_vec_foreach (&t->claims, a)
		dt_vec_foreach (&t->claims, b)
			assert(a == b || (a->at != b->at && a->padding != b->padding));
}

static void read_file(const uint8_t *data, size_t size)
{
	uint8_t *copy = dt_malloc(size + 1);
	struct dt_text *t;
	struct dt_error *err;

	memcpy(copy, data, size);
	err = dt_text_read(dt_elf_create(dt_file_create_memory(copy, size), -1, NULL), &t);
	dt_error_destroy(err);
	if (err)
		return;
	plan_all(t);
	dt_text_close(t);
}

static void decode(const uint8_t *data, size_t size)
{
	struct dt_decoded d, brief;
	struct dt_effects e;

	for (size_t at = 0; at < size && at < DECODE_MAX; at++) {
		dt_cleanup(dt_free_p) uint8_t *end = NULL;
		size_t n = size - at < 15 ? size - at : 15;
		bool ok;

		end = dt_malloc(n); // a read beyond it is found
		memcpy(end, data + at, n);
		ok = dt_decode(end, n, at, &d);
		assert(dt_decode_brief(end, n, at, &brief) == ok);
		if (!ok)
			continue;
		assert(d.insn.length <= n && d.insn.length == brief.insn.length);
		assert(dt_decoded_target(&d) == dt_decoded_target(&brief));
		dt_effects_of(&d, &e);
		assert((e.kills & ~e.writes) == 0);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	read_file(data, size);
	decode(data, size);
	return 0;
}
