/* SPDX-License-Identifier: BSD-2-Clause */
#include "provider/process/scope.h"

static void scope_deinit(void *state)
{
	struct dt_process_scope *s = state;

	dt_vec_deinit(&s->targets);
}

struct dt_process_scope *dt_process_scope(struct dt_registry *r)
{
	static const struct dt_state scope = {.size = sizeof(struct dt_process_scope),
					      .deinit = scope_deinit};

	return dt_registry_state(r, &scope);
}
