/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Demangles names of C++ and Rust.
 */
#ifndef DT_SYMBOLS_DEMANGLE_H
#define DT_SYMBOLS_DEMANGLE_H

#include <stdbool.h>

/** Returns "ns::type::function" for a mangled name, without parameters, on the heap. Returns NULL
 *  if the name is not mangled. */
char *dt_demangle(const char *name);
/** Reports whether dt_demangle() of the name may give `plain`, e.g. "ns::type::function". This is a
 *  fast check with false positives. */
bool dt_demangle_may_be(const char *name, const char *plain);
/** Reports whether the name or pattern begins like a mangled name. */
bool dt_demangle_is_mangled(const char *name);

#endif
