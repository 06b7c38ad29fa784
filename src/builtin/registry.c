/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The registry: the list of builtins.def as an array. The language only knows builtins in the list.
 */
#include "builtin/builtin.h"

static const struct dt_builtin *const list[] = {
#define DT_BUILTIN(name) &dt_builtin_##name,
#include "builtin/builtins.def"
#undef DT_BUILTIN
};

const struct dt_builtins dt_builtin_registry = {.list = list, .n = dt_array_len(list)};
