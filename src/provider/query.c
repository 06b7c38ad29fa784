/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fields of descriptions: matching and showing them.
 */
#include "provider/provider.h"

#include "base/str.h"

#include <string.h>

bool dt_query_field(const char *pattern, const char *text)
{
	if (!pattern || !*pattern)
		return true;
	return dt_glob_is(pattern) ? dt_glob_match(pattern, text) : !strcmp(pattern, text);
}

const char *dt_query_shown(const char *pattern)
{
	return pattern && *pattern ? pattern : "*";
}

bool dt_query_is_literal(const char *pattern)
{
	return pattern && *pattern && !dt_glob_is(pattern);
}
