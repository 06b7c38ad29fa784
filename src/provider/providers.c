/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The list of providers.def as an array, and a registry of all of them.
 */
#include "provider/provider.h"

#define PROVIDER(name) extern const struct dt_provider dt_provider_##name;
#include "provider/providers.def"
#undef PROVIDER

const struct dt_provider *const dt_provider_table[] = {
#define PROVIDER(name) &dt_provider_##name,
#include "provider/providers.def"
#undef PROVIDER
};
const size_t dt_provider_count = dt_array_len(dt_provider_table);

void dt_registry_init(struct dt_registry *r, struct dt_arena *a, struct dt_intern *names,
		      struct dt_universe *types)
{
	*r = (struct dt_registry){.arena = a,
				  .names = names,
				  .types = types,
				  .providers = dt_provider_table,
				  .n_providers = dt_provider_count};
}
