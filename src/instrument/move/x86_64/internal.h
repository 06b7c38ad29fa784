/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Parts of stubs: of those of blocks (stub.c) and of whole functions (body.c).
 */
#ifndef DT_INSTRUMENT_MOVE_X86_64_INTERNAL_H
#define DT_INSTRUMENT_MOVE_X86_64_INTERNAL_H

#include "instrument/decode/decode.h"
#include "instrument/move/stub.h"

enum { DT_LINE = 64 }; // stubs begin at multiples

/** Appends bytes. */
void dt_copy_put(struct dt_copy *to, const void *bytes, size_t n);
/** Appends the copy of one instruction, perhaps incomplete after a refusal. A direct branch ends
 *  with its distance. */
enum dt_refusal dt_move_one(struct dt_copy *to, const uint8_t *bytes, const struct dt_decoded *d);
/** Notes the row of a copy for unwinders. */
void dt_move_note(struct dt_copy *to, const struct dt_moved *m);
/** Appends the code of a point in front of an instruction, and adds it to ret->firings. If it is
 * the stub's first code, its detours lie before the stub. At the last one of a block, dead
 * registers are not preserved. */
enum dt_refusal dt_stub_add_point(struct dt_copy *area, const struct dt_stub_target *t,
				  const struct dt_stub_routines *routines,
				  const struct dt_stub_point *point, uint64_t bias, bool is_first,
				  bool is_last, struct dt_stub *ret);
/** Appends the code of a point that calls the finder, in front of the instruction `from`, and adds
 *  it to ret->firings. */
void dt_finder_add_point(struct dt_copy *area, uint64_t finder, uint64_t from, bool is_first,
			 struct dt_stub *ret);
/** Appends a jump. */
enum dt_refusal dt_stub_add_jump(struct dt_copy *area, uint64_t to);
/** Makes a patch that jumps by `size` bytes of code to `target`. */
enum dt_refusal dt_patch_make(struct dt_patch *p, uint64_t at, unsigned size, const uint8_t *old,
			      uint64_t target);
/** Appends bytes, so that the address of what follows `n` further bytes is that of a line. */
void dt_stub_align(struct dt_copy *area, size_t n);

#endif
