/* SPDX-License-Identifier: BSD-2-Clause */
#include "dialect/attributes.h"

#include "base/mem.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const stabilities[] = {"Internal", "Private",  "Obsolete", "External",
					  "Unstable", "Evolving", "Stable",   "Standard"};
static const char *const dependencies[] = {"Unknown", "CPU", "Platform", "Group", "ISA", "Common"};

const struct dt_attributes dt_attributes_default = {DT_STAB_STABLE, DT_STAB_STABLE, DT_DEP_COMMON};

/** Returns the index in `names` of the word at *text, which ends at `end` or at the end of the
 * text. Advances *text past the word. */
static int take_stability(const char **text, const char *const *names, size_t n, char end)
{
	size_t len = strcspn(*text, "/");
	const char *word = *text;

	if (word[len] != end)
		return -1;
	*text += len + (end != '\0');
	for (size_t i = 0; i < n; i++)
		if (strlen(names[i]) == len && !strncasecmp(names[i], word, len))
			return (int)i;
	return -1;
}

bool dt_attributes_parse(const char *text, struct dt_attributes *ret)
{
	int name = take_stability(&text, stabilities, dt_array_len(stabilities), '/');
	int data =
	    name < 0 ? -1 : take_stability(&text, stabilities, dt_array_len(stabilities), '/');
	int dependency =
	    data < 0 ? -1 : take_stability(&text, dependencies, dt_array_len(dependencies), '\0');

	if (dependency < 0)
		return false;
	*ret = (struct dt_attributes){(enum dt_stability)name, (enum dt_stability)data,
				      (enum dt_dependency)dependency};
	return true;
}

struct dt_attributes dt_attributes_of(const char *text)
{
	struct dt_attributes a = dt_attributes_default;
	bool ok = !text || dt_attributes_parse(text, &a);

	assert(ok && "attributes in a table are well-formed");
	(void)ok;
	return a;
}

struct dt_attributes dt_attributes_min(struct dt_attributes a, struct dt_attributes b)
{
	return (struct dt_attributes){a.name < b.name ? a.name : b.name,
				      a.data < b.data ? a.data : b.data,
				      a.dependency < b.dependency ? a.dependency : b.dependency};
}

bool dt_attributes_less(struct dt_attributes a, struct dt_attributes least)
{
	return a.name < least.name || a.data < least.data || a.dependency < least.dependency;
}

const char dt_version_latest[] = "1.13";

bool dt_version_parse(const char *text, int64_t *ret)
{
	static const struct {
		unsigned shift, max;
	} parts[] = {{24, 0xff}, {12, 0xfff}, {0, 0xfff}};
	size_t n = 0;

	for (*ret = 0; n < dt_array_len(parts); n++) {
		char *end;

		if (!isdigit((unsigned char)*text))
			return false;
		unsigned long value = strtoul(text, &end, 10);
		if (value > parts[n].max)
			return false;
		*ret |= (int64_t)(value << parts[n].shift);
		text = end + (*end == '.');
		if (*end != '.')
			return !*end && n > 0;
	}
	return false;
}

const char *dt_attributes_text(struct dt_attributes a, char *buf)
{
	snprintf(buf, DT_ATTRIBUTES_LEN, "%s/%s/%s", stabilities[a.name], stabilities[a.data],
		 dependencies[a.dependency]);
	return buf;
}

const char *dt_stability_name(enum dt_stability s)
{
	return stabilities[s];
}

const char *dt_dependency_name(enum dt_dependency d)
{
	return dependencies[d];
}
