/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Decides which instructions a uprobe may replace, and which one serves as a function's entry.
 */
#ifndef DT_PROVIDER_UPROBE_INSN_H
#define DT_PROVIDER_UPROBE_INSN_H

#include "arch/insn.h"

/** Returns the reason why the instruction cannot be probed, such as "a repeated string
 *  instruction", or NULL if it can. */
const char *dt_uprobe_hazard(const struct dt_insn *in);
/** Reports whether the kernel emulates the instruction instead of single-stepping it. */
bool dt_uprobe_is_quick(const struct dt_insn *in);
/**
 * Returns the instruction to probe for the function's entry: the first one, or a later one below
 * `limit` that the kernel emulates. A later one requires that the instructions before it change
 * nothing that a probe sees of the caller, and that no jump leads to it or between. No other symbol
 * may begin before `limit`. Returns NULL if none is safe; the hazard of the first instruction is
 * then the reason.
 */
const struct dt_insn *dt_uprobe_entry(const struct dt_insns *s, uint64_t limit);

#endif
