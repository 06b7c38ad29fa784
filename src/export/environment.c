/* SPDX-License-Identifier: BSD-2-Clause */
#include "export/environment.h"

#include "base/mem.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *dt_environment(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

const char *dt_environment_of(const char *signal, const char *name)
{
	char own[64], general[64];

	snprintf(own, sizeof(own), "OTEL_EXPORTER_OTLP_%s_%s", signal, name);
	snprintf(general, sizeof(general), "OTEL_EXPORTER_OTLP_%s", name);
	return dt_environment(own) ? dt_environment(own) : dt_environment(general);
}

/** Removes the blanks around a text and returns its beginning. */
static char *strip(char *text)
{
	size_t len;

	text += strspn(text, " \t");
	len = strlen(text);
	while (len && strchr(" \t", text[len - 1]))
		text[--len] = '\0';
	return text;
}

/** Replaces %XX. */
static void decode(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++) {
		char hex[3] = {from[0] == '%' ? from[1] : '\0'};

		if (isxdigit((unsigned char)hex[0]) && isxdigit((unsigned char)from[2])) {
			hex[1] = from[2];
			*to++ = (char)strtol(hex, NULL, 16);
			from += 2;
		} else {
			*to++ = *from;
		}
	}
	*to = '\0';
}

void dt_environment_pairs(const char *list,
			  void (*fn)(void *arg, const char *key, const char *value), void *arg)
{
	dt_cleanup(dt_free_p) char *copy = dt_strdup(list ? list : "");
	char *rest = copy, *pair;

	while ((pair = strsep(&rest, ","))) {
		char *value = strchr(pair, '=');

		if (!value)
			continue;
		*value++ = '\0';
		value = strip(value);
		decode(value);
		pair = strip(pair);
		if (*pair)
			fn(arg, pair, value);
	}
}
