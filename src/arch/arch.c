/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/arch.h"

const struct dt_machine *dt_machine_of(bool is_32bit)
{
	return is_32bit ? &dt_arch.compat : &dt_arch.native;
}
