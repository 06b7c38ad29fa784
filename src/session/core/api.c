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
