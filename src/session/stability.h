/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Stability attributes: how long a name and its meaning will last, and where it exists. The order
 * of the enums is the order of strength; the minimum of several is taken field by field.
 */
#ifndef DT_SESSION_STABILITY_H
#define DT_SESSION_STABILITY_H

#include "provider/provider.h"

#include <stdio.h>

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

/** Index into dt_provider.attributes. */
enum dt_attribute_part {
	DT_ATTR_PROVIDER,
	DT_ATTR_MODULE,
	DT_ATTR_FUNCTION,
	DT_ATTR_NAME,
	DT_ATTR_ARGS,
};

/** "Evolving/Evolving/Common"; NULL is Stable/Stable/Common. */
struct dt_attributes dt_attributes_parse(const char *text);
struct dt_attributes dt_attributes_min(struct dt_attributes a, struct dt_attributes b);
/** The weakest of the names that the probe has: BEGIN has neither module nor function. */
struct dt_attributes dt_attributes_of_probe(const struct dt_probe *p);
/** A titled block of three lines, indented by tabs. */
void dt_attributes_print(FILE *out, const char *title, const struct dt_attributes *a);

#endif
