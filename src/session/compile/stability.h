/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Computes the stability attributes of a program, for -v, -lv and -x amin.
 */
#ifndef DT_SESSION_STABILITY_H
#define DT_SESSION_STABILITY_H

#include "dialect/attributes.h"
#include "provider/provider.h"

struct dtrace;

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
/** -x amin: Reports everything less stable (D_ATTR_MIN). */
void dt_stability_check(struct dtrace *d);

#endif
