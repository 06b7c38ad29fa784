/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The builtin variables, subroutines, actions and aggregating functions of D: one const descriptor
 * each (lang/builtin.h), one file per family, one visible list (builtins.def).
 *
 * Other modules use only the registry. The descriptors are declared here because they are in
 * several files and the list is in one.
 */
#ifndef DT_BUILTIN_BUILTIN_H
#define DT_BUILTIN_BUILTIN_H

#include "lang/builtin.h"

/** All builtins, in the order of builtins.def. */
extern const struct dt_builtins dt_builtin_registry;

#define DT_BUILTIN(name) extern const struct dt_builtin dt_builtin_##name;
#include "builtin/builtins.def"
#undef DT_BUILTIN

#endif
