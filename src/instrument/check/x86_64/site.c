/* SPDX-License-Identifier: BSD-2-Clause */
#include "instrument/check/check.h"

#include "instrument/check/x86_64/effect.h"

#include <string.h>

/** Proves that a patch is a jump to `target` and changes the bytes that it says. */
static struct dt_error *check_patch(const struct dt_patch *p, uint64_t at, unsigned size,
				    uint64_t target)
{
	struct dt_decoded d;

	if (p->at != at || p->size != size || !dt_decode(p->new, p->size, at, &d) ||
	    d.insn.mnemonic != ZYDIS_MNEMONIC_JMP || d.insn.length != size ||
	    !d.insn.raw.imm[0].is_relative || dt_decoded_target(&d) != target)
		return dt_error_new(DT_ERR_OTHER, "a patch does not lead to its stub");
	return NULL;
}

/** Reports whether control never continues behind the block. */
static bool ends_control(const struct dt_check_site *s)
{
	size_t n = s->block->plan->end - s->block->plan->at;
	struct dt_decoded d = {0};

	for (size_t at = 0; at < n; at += d.insn.length)
		if (!dt_decode(s->block->bytes + at, n - at, s->block->plan->at + at, &d))
			return false;
	return dt_effect_ends(&d);
}

static struct dt_error *check_patches(const struct dt_check_site *s)
{
	const struct dt_plan *plan = s->block->plan;
	const struct dt_stub *stub = s->stub;
	uint64_t at = plan->at + s->block->bias, hop = plan->hop + s->block->bias;
	const struct dt_patch *site = &stub->patches[plan->hop ? 1 : 0];
	unsigned size = plan->hop ? DT_HOP : DT_JUMP;

	if (stub->n_patches != (plan->hop ? 2 : 1))
		return dt_error_new(DT_ERR_OTHER, "the site has another number of patches");
	if (plan->hop)
		DT_TRY(check_patch(&stub->patches[0], hop, DT_JUMP, stub->begin));
	DT_TRY(check_patch(site, at, size, plan->hop ? hop : stub->begin));
	size_t replaced = size < plan->end - plan->at ? size : plan->end - plan->at;

	// The rest of a longer patch lies in padding.
	if (memcmp(site->old, s->block->bytes, replaced) != 0 ||
	    (replaced < size && !ends_control(s)))
		return dt_error_new(DT_ERR_OTHER, "a patch replaces other bytes");
	return NULL;
}

struct dt_error *dt_check_site(const struct dt_check_site *s)
{
	const struct dt_stub *stub = s->stub;
	const struct dt_stub_block *b = s->block;

	DT_TRY(check_patches(s));
	if (stub->begin < s->area->base || stub->end < stub->begin ||
	    stub->end - s->area->base > s->area->bytes.len)
		return dt_error_new(DT_ERR_OTHER, "the stub is not in its area");
	DT_TRY(dt_check_points(s));
	struct dt_check c = {.original = b->bytes,
			     .original_at = b->plan->at + b->bias,
			     .original_size = b->plan->end - b->plan->at,
			     .copy = s->area->bytes.data + (stub->begin - s->area->base),
			     .copy_at = stub->begin,
			     .copy_size = stub->end - stub->begin,
			     .moved = &stub->moved,
			     .firings = stub->firings.data,
			     .n_firings = stub->firings.len};

	return dt_check_copy(&c);
}
