/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libiberty knows the Itanium mangling of C++ and both manglings of Rust.
 */
#include "symbols/demangle.h"

#include <ctype.h>
#include <libiberty/demangle.h>
#include <string.h>

bool dt_demangle_is_mangled(const char *name)
{
	return name[0] == '_' && (name[1] == 'Z' || name[1] == 'R');
}

char *dt_demangle(const char *name)
{
	return dt_demangle_is_mangled(name) ? cplus_demangle(name, DMGL_AUTO) : NULL;
}

/** The last identifier is in the mangled name, too, but an operator's is an abbreviation there. */
bool dt_demangle_may_be(const char *name, const char *plain)
{
	static const char operators[] = "operator";
	const char *last = plain, *scope;
	size_t n = 0;

	if (!dt_demangle_is_mangled(name))
		return false;
	while ((scope = strstr(last, "::")))
		last = scope + 2;
	last += *last == '~';
	while (isalnum((unsigned char)last[n]) || last[n] == '_')
		n++;
	return !strncmp(last, operators, strlen(operators)) || memmem(name, strlen(name), last, n);
}
