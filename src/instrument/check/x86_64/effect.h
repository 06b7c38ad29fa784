/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The effect of one instruction, compared with another one's.
 */
#ifndef DT_INSTRUMENT_CHECK_X86_64_EFFECT_H
#define DT_INSTRUMENT_CHECK_X86_64_EFFECT_H

#include "instrument/decode/decode.h"

/** Reports whether an instruction does nothing, wherever it is. */
bool dt_effect_is_nop(const struct dt_decoded *d);
/** Reports whether an instruction jumps if a condition holds: jcc, jrcxz, loop and their kin. */
bool dt_effect_is_conditional(const struct dt_decoded *d);
/** Reports whether an instruction stores its own address, or hands it to the system. */
bool dt_effect_shows_place(const struct dt_decoded *d);
/** Reports whether the next instruction never follows. */
bool dt_effect_ends(const struct dt_decoded *d);
/** Reports whether two instructions have the same effect, each at its address. Branches by a fixed
 *  distance have none but their condition, which is not compared. */
bool dt_effect_is_same(const struct dt_decoded *a, const struct dt_decoded *b);
/** Compares the conditions of two conditional branches: 1 if they are equal, -1 if one is the
 *  opposite of the other and reads flags alone, else 0. */
int dt_effect_compare_conditions(const struct dt_decoded *a, const struct dt_decoded *b);
/** Reports whether the instruction at `d` jumps through memory at a fixed address, which it writes
 *  to *at. */
bool dt_effect_jumps_through(const struct dt_decoded *d, uint64_t *at);

#endif
