/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Computes the stability attributes of a program, for -v, -lv and -x amin.
 */
#ifndef DT_SESSION_STABILITY_H
#define DT_SESSION_STABILITY_H

#include "dialect/attributes.h"
#include "provider/provider.h"
#include "session/core/api.h"

struct dtrace;
struct dt_clause;
struct dt_match;

/** Index into dt_provider.attributes. */
enum dt_attribute_part {
	DT_ATTR_PROVIDER,
	DT_ATTR_MODULE,
	DT_ATTR_FUNCTION,
	DT_ATTR_NAME,
	DT_ATTR_ARGS,
};

/** Returns the attributes of one part of the probe: from the program's pragmas, else from the
 * provider. */
struct dt_attributes dt_stability_of_part(const struct dtrace *d, const struct dt_probe *p,
					  enum dt_attribute_part part);
/** Returns the weakest attributes of the name parts that the probe has. BEGIN has neither module
 * nor function. */
struct dt_attributes dt_stability_of_probe(const struct dtrace *d, const struct dt_probe *p);
/** Returns the weakest attributes of the matched probes; NULL matches none. */
struct dt_attributes dt_stability_of_match(const struct dtrace *d, const struct dt_match *m);
/** Returns the weakest attributes of the names in a clause. */
struct dt_attributes dt_stability_of_statements(const struct dt_clause *c);
struct dtrace_stability dt_stability_words(struct dt_attributes a);
/** -x amin: Reports everything less stable (D_ATTR_MIN). */
void dt_stability_check(struct dtrace *d);

#endif
