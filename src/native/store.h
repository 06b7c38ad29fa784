/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The maps of a region as a store (abi/store.h).
 */
#ifndef DT_NATIVE_STORE_H
#define DT_NATIVE_STORE_H

#include "native/region.h"

/** Fills in r->store. The region is mapped, and stays where it is. */
void dt_native_store_init(struct dt_native_region *r, const struct dt_map_desc *desc);
void dt_native_store_deinit(struct dt_native_region *r);

#endif
