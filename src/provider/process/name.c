/* SPDX-License-Identifier: BSD-2-Clause */
#include "provider/process/name.h"

#include "base/str.h"
#include "provider/provider.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char pid_name[] = "pid";
enum { PID_LEN = sizeof(pid_name) - 1 };

static bool is_digit(char c)
{
	return isdigit((unsigned char)c);
}

/** Returns the length of the name without the digits at its end. */
static size_t stem_of(const char *name)
{
	size_t len = strlen(name);

	while (len && is_digit(name[len - 1]))
		len--;
	return len;
}

pid_t dt_process_of_pattern(const char *provider)
{
	unsigned long pid = strtoul(provider + stem_of(provider), NULL, 10);

	return dt_glob_is(provider) && strncmp(provider, pid_name, PID_LEN) != 0 &&
		       pid <= INT32_MAX && dt_process_fits(provider, pid_name, (pid_t)pid)
		   ? (pid_t)pid
		   : 0;
}

bool dt_process_is_pid(const char *provider)
{
	if (!provider || strncmp(provider, pid_name, PID_LEN) != 0)
		return provider && dt_process_of_pattern(provider);
	return dt_glob_is(provider) || stem_of(provider) == PID_LEN;
}

enum dt_process_owner dt_process_owner(const char *provider)
{
	if (!provider || !provider[strspn(provider, "*")] || !strcmp(provider, pid_name))
		return DT_OWNER_NONE;
	if (!strcmp(provider, "pid*"))
		return DT_OWNER_ALL;
	if (dt_glob_is(provider))
		return DT_OWNER_MATCHING;
	return provider[stem_of(provider)] ? DT_OWNER_ONE : DT_OWNER_ALL;
}

uint64_t dt_process_number(const char *provider)
{
	return strtoull(provider + PID_LEN, NULL, 10);
}

bool dt_process_next(const char *provider, size_t *at, pid_t *ret)
{
	size_t i = *at ? *at : stem_of(provider);

	for (i = i ? i : 1; provider[i]; i++) {
		unsigned long number = strtoul(provider + i, NULL, 10);

		if (provider[i] == '0' || number > INT32_MAX)
			continue;
		*at = i + 1;
		*ret = (pid_t)number;
		return true;
	}
	return false;
}

const char *dt_process_rename(struct dt_intern *names, const char *provider, pid_t from, pid_t to)
{
	dt_cleanup(dt_free_p) char *old = dt_asprintf("%d", (int)from), *name = NULL;
	size_t len = strlen(provider), n = strlen(old);

	if (len <= n || strcmp(provider + len - n, old) != 0)
		return NULL;
	if (dt_process_is_pid(provider) && len - n != PID_LEN)
		return NULL;
	name = dt_asprintf("%.*s%d", (int)(len - n), provider, (int)to);
	return dt_intern(names, name);
}

bool dt_process_fits(const char *pattern, const char *declared, pid_t pid)
{
	dt_cleanup(dt_free_p) char *name = dt_asprintf("%s%d", declared, (int)pid);

	return dt_query_field(pattern, name);
}

bool dt_process_fits_all(const char *pattern, const char *declared)
{
	// A pattern that matches all of these is taken to match every pid.
	static const pid_t samples[] = {1, 23, 456, 7890, 32109, 4194304};

	if (!strcmp(pattern, declared))
		return true;
	for (size_t i = 0; i < dt_array_len(samples); i++)
		if (!dt_process_fits(pattern, declared, samples[i]))
			return false;
	return true;
}

/** Reports whether the word before the $ is a pattern such as "p*d" that matches pid and a number.
 */
static bool is_pattern_of_pid(const char *text, const char *dollar)
{
	dt_cleanup(dt_free_p) char *pattern = NULL;
	const char *begin = dollar;

	while (begin > text && (isalnum((unsigned char)begin[-1]) || strchr("*?[]!_", begin[-1])))
		begin--;
	pattern = dt_asprintf("%.*s1", (int)(dollar - begin), begin);
	return dt_process_of_pattern(pattern);
}

bool dt_process_in_text(const char *text)
{
	static const char target[] = "$target";

	for (const char *s = text; (s = strstr(s, target)); s++)
		if (is_pattern_of_pid(text, s))
			return true;
	for (; (text = strstr(text, pid_name)); text += PID_LEN)
		if (text[PID_LEN] == '$' || is_digit(text[PID_LEN]))
			return true;
	return false;
}
