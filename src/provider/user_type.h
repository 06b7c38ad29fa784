/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Returns types of a process's values from their C spelling.
 */
#ifndef DT_PROVIDER_USER_TYPE_H
#define DT_PROVIDER_USER_TYPE_H

#include "provider/provider.h"

/**
 * Returns the type spelled "int", "const char **" or "struct conn *", or NULL if it is unknown.
 * Pointers point to the process's memory. An undefined struct stays a name; a pointer to any other
 * unknown type becomes void *.
 */
const struct dt_type *dt_user_type(struct dt_registry *r, const char *text);

#endif
