/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The golden modes that need a whole session.
 */
#ifndef GOLDEN_BACK_H
#define GOLDEN_BACK_H

#include "base/str.h"

/** Append what the mode shows of the script to `out`; false if it is no mode of the back end. */
bool golden_back(const char *mode, const char *path, struct dt_str *out);

#endif
