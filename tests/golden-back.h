/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The golden modes that need a whole session.
 */
#ifndef GOLDEN_BACK_H
#define GOLDEN_BACK_H

#include "base/str.h"

/**
 * Appends the mode's view of the script to `out`; returns false if the back end has no such mode.
 */
bool golden_back(const char *mode, const char *path, struct dt_str *out);

#endif
