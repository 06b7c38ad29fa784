/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * C++ and Rust names as their programmers wrote them.
 */
#ifndef DT_SYMBOLS_DEMANGLE_H
#define DT_SYMBOLS_DEMANGLE_H

#include <stdbool.h>

/** "ns::type::function" of a mangled name, without parameters: on the heap; NULL if it is none. */
char *dt_demangle(const char *name);
/** Could dt_demangle() of the name give "ns::type::function"? Quick; may err to true. */
bool dt_demangle_may_be(const char *name, const char *plain);
/** Does the name, or a pattern of names, begin as those do that are not plain? */
bool dt_demangle_is_mangled(const char *name);

#endif
