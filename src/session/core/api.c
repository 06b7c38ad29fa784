/* SPDX-License-Identifier: BSD-2-Clause */
#include "session/core/api.h"

#include <string.h>

void dt_api_copy(void *to, const void *from, size_t own)
{
	size_t known;

	memcpy(&known, to, sizeof(known));
	known = known < own ? known : own;
	if (known > sizeof(known))
		memcpy((char *)to + sizeof(known), (const char *)from + sizeof(known),
		       known - sizeof(known));
}

enum dtrace_kind dt_api_kind(enum dt_datum_kind kind)
{
	static const enum dtrace_kind kinds[] = {
	    [DT_DATUM_INTEGER] = DTRACE_INTEGER, [DT_DATUM_FLOAT] = DTRACE_FLOAT,
	    [DT_DATUM_STRING] = DTRACE_STRING,	 [DT_DATUM_BYTES] = DTRACE_BYTES,
	    [DT_DATUM_STACK] = DTRACE_STACK,	 [DT_DATUM_SYMBOL] = DTRACE_SYMBOL,
	};

	return kinds[kind];
}
