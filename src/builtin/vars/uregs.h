/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Names of registers, as enumerators of the language.
 */
#ifndef DT_BUILTIN_UREGS_H
#define DT_BUILTIN_UREGS_H

#include "types/types.h"

/** R_PC, R_RAX, …, for dt_universe_add_source(). */
extern const struct dt_type_source dt_register_names;

#endif
