/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Which instructions a uprobe may replace, and which one stands for a function's entry.
 */
#ifndef DT_PROVIDER_UPROBE_PLACE_H
#define DT_PROVIDER_UPROBE_PLACE_H

#include "arch/insn.h"

/** Why a uprobe must not be placed on the instruction, "a repeated string instruction"; NULL: it
 *  may. */
const char *dt_uprobe_hazard(const struct dt_insn *in);
/** Does the kernel emulate it, so that nothing is single-stepped? */
bool dt_uprobe_is_quick(const struct dt_insn *in);
/**
 * Where to place the probe of the function's entry: its first instruction, or a later one that the
 * kernel need not single-step, if nothing up to there changes what a probe can see of the caller
 * and no jump leads to behind the first. `limit` bounds the offset: no other name begins before it.
 * NULL: none of these is safe; the first one says why.
 */
const struct dt_insn *dt_uprobe_entry(const struct dt_insns *s, uint64_t limit);

#endif
