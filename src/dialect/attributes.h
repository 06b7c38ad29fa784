/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Stability attributes of names, and the version of D that introduced them.
 *
 * Attributes state how long a name and its meaning will last, and on which systems it exists. The
 * enums are ordered by strength; the minimum of several is taken field by field. Names: the
 * illumos DTrace guide, "Stability".
 */
#ifndef DT_DIALECT_ATTRIBUTES_H
#define DT_DIALECT_ATTRIBUTES_H

#include <stdbool.h>
#include <stdint.h>

enum dt_stability {
	DT_STAB_INTERNAL,
	DT_STAB_PRIVATE,
	DT_STAB_OBSOLETE,
	DT_STAB_EXTERNAL,
	DT_STAB_UNSTABLE,
	DT_STAB_EVOLVING,
	DT_STAB_STABLE,
	DT_STAB_STANDARD,
};
enum dt_dependency {
	DT_DEP_UNKNOWN,
	DT_DEP_CPU,
	DT_DEP_PLATFORM,
	DT_DEP_GROUP,
	DT_DEP_ISA,
	DT_DEP_COMMON,
};

struct dt_attributes {
	enum dt_stability name, data;
	enum dt_dependency dependency;
};

/** Stable/Stable/Common, the default. */
extern const struct dt_attributes dt_attributes_default;

/** Parses "Evolving/Evolving/Common", in any case. Returns false if the text is malformed. */
bool dt_attributes_parse(const char *text, struct dt_attributes *ret);
/** Parses a valid text of dtrace's tables; NULL is the default. */
struct dt_attributes dt_attributes_of(const char *text);
struct dt_attributes dt_attributes_min(struct dt_attributes a, struct dt_attributes b);
/** Reports whether one of the three is weaker than in `least`. */
bool dt_attributes_less(struct dt_attributes a, struct dt_attributes least);
/** Writes "Evolving/Evolving/Common" to `buf`, which has DT_ATTRIBUTES_LEN bytes, and returns it.
 */
const char *dt_attributes_text(struct dt_attributes a, char *buf);
/** Return "Evolving", "Common" … */
const char *dt_stability_name(enum dt_stability s);
const char *dt_dependency_name(enum dt_dependency d);

enum { DT_ATTRIBUTES_LEN = 32 };

/** Parses a version "1.2" or "1.2.3" to major << 24 | minor << 12 | micro. Returns false if it is
 *  malformed. */
bool dt_version_parse(const char *text, int64_t *ret);
/** The latest version of the D language, "1.13". */
extern const char dt_version_latest[];

#endif
