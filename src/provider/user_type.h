/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Types of a process's values, by their spelling in C.
 */
#ifndef DT_PROVIDER_USER_TYPE_H
#define DT_PROVIDER_USER_TYPE_H

#include "provider/provider.h"

/**
 * "int", "const char **", "struct conn *": what is pointed to is the process's memory. A struct
 * that is not defined stays a name; a pointer to any other unknown type is a void *. NULL: unknown.
 */
const struct dt_type *dt_user_type(struct dt_registry *r, const char *text);

#endif
