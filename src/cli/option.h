/* SPDX-License-Identifier: BSD-2-Clause */
/** Options that the command itself reads. */
#ifndef DT_CLI_OPTION_H
#define DT_CLI_OPTION_H

#include "dtrace/dtrace.h"

/** Values of option oformat. */
enum { OFORMAT_TEXT, OFORMAT_JSON, OFORMAT_FOLDED };

/** Returns the value of a numeric or boolean option. The option must exist. */
int64_t dt_option(const struct dtrace *d, const char *name);

#endif
