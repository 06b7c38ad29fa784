/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/top/keys.h"

#include "base/mem.h"

#include <string.h>

static const struct {
	const char *sequence; // behind the escape
	enum dt_key key;
} sequences[] = {
    {"[A", DT_KEY_UP},	       {"[B", DT_KEY_DOWN},	{"[C", DT_KEY_RIGHT},
    {"[D", DT_KEY_LEFT},       {"OA", DT_KEY_UP},	{"OB", DT_KEY_DOWN},
    {"OC", DT_KEY_RIGHT},      {"OD", DT_KEY_LEFT},	{"[H", DT_KEY_HOME},
    {"[F", DT_KEY_END},	       {"OH", DT_KEY_HOME},	{"OF", DT_KEY_END},
    {"[1~", DT_KEY_HOME},      {"[4~", DT_KEY_END},	{"[5~", DT_KEY_PAGE_UP},
    {"[6~", DT_KEY_PAGE_DOWN}, {"[Z", DT_KEY_BACK_TAB},
};

/** Returns the length of a sequence behind an escape (ECMA-48), or 0 if there is none. */
static size_t sequence_length(const char *s, size_t n)
{
	size_t i = 1;

	if (!n || (s[0] != '[' && s[0] != 'O'))
		return 0;
	while (i < n && s[i] >= ' ' && s[i] < '@')
		i++;
	return i < n ? i + 1 : i;
}

size_t dt_key_read(const char *bytes, size_t n, int *key)
{
	size_t len = *bytes == DT_KEY_ESCAPE ? sequence_length(bytes + 1, n - 1) : 0;

	*key = *bytes == '\b' ? DT_KEY_ERASE : (unsigned char)*bytes;
	if (!len)
		return 1;
	*key = DT_KEY_UNKNOWN;
	for (size_t i = 0; i < dt_array_len(sequences); i++)
		if (strlen(sequences[i].sequence) == len &&
		    !strncmp(sequences[i].sequence, bytes + 1, len))
			*key = (int)sequences[i].key;
	return 1 + len;
}
