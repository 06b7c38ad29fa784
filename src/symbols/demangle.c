/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libiberty knows the Itanium mangling of C++ and both manglings of Rust.
 */
#include "symbols/demangle.h"

#include <libiberty/demangle.h>
#include <string.h>

static bool is_mangled(const char *name)
{
	return name[0] == '_' && (name[1] == 'Z' || name[1] == 'R');
}

char *dt_demangle(const char *name)
{
	return is_mangled(name) ? cplus_demangle(name, DMGL_AUTO) : NULL;
}

bool dt_demangle_may_be(const char *name, const char *identifier)
{
	return is_mangled(name) && strstr(name, identifier);
}
