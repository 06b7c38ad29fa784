/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Decides which instructions a uprobe may replace, and which one serves as a function's entry.
 */
#ifndef DT_PROVIDER_UPROBE_PLACE_H
#define DT_PROVIDER_UPROBE_PLACE_H

#include "arch/insn.h"

/** Returns the reason why the instruction cannot be probed, such as "a repeated string
 *  instruction", or NULL if it can. */
const char *dt_uprobe_hazard(const struct dt_insn *in);
/** Reports whether the kernel emulates the instruction instead of single-stepping it. */
bool dt_uprobe_is_quick(const struct dt_insn *in);
/**
 * Returns the instruction to probe for the function's entry, or NULL if none is safe; the hazard of
 * the first instruction is then the reason. This is the first instruction, or a later one below
 * `limit` that the kernel emulates. A later one is used only if no instruction before it changes
 * anything that a probe can see of the caller, and no jump leads behind the first instruction. No
 * other function may begin before `limit`.
 */
const struct dt_insn *dt_uprobe_entry(const struct dt_insns *s, uint64_t limit);

#endif
