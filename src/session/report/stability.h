/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What the stability attributes of a program come to: -v, -lv and -x amin.
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

/** Those of one part of the probe: what the program's pragmas say, else the provider. */
struct dt_attributes dt_stability_of_part(const struct dtrace *d, const struct dt_probe *p,
					  enum dt_attribute_part part);
/** The weakest of the names that the probe has: BEGIN has neither module nor function. */
struct dt_attributes dt_stability_of_probe(const struct dtrace *d, const struct dt_probe *p);
/** -x amin: report what is less stable (D_ATTR_MIN). */
void dt_stability_check(struct dtrace *d);

#endif
