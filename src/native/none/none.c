/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A processor without machine code: no program compiles.
 */
#include "native/unit.h"

const uint32_t dt_arch_level_reg = 0;
const unsigned dt_arch_runtime_frame = 0;

void dt_arch_emit_entry(struct dt_unit *u)
{
	if (!u->err)
		u->err = dt_error_new(DT_ERR_UNSUPPORTED,
				      "on this processor only the kernel runs programs: %s",
				      dt_native_executor.way_out);
}

void dt_arch_emit_func(struct dt_unit *u, size_t index)
{
}

void dt_arch_emit_runtime(struct dt_unit *u, size_t index)
{
}

uint64_t dt_arch_counter(void)
{
	return 0;
}
