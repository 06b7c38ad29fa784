/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/arch.h"

#include <sys/auxv.h>

const struct dt_machine *dt_machine_of(bool is_32bit)
{
	return is_32bit ? &dt_arch.compat : &dt_arch.native;
}

/** The stack begins at the upper end of the memory that programs use, so its address has all their
 *  bits. Programs can ask for mappings above; their code is not expected there. */
unsigned dt_arch_signature_bits(void)
{
	unsigned long top = getauxval(AT_EXECFN);

	return dt_arch.signs_returns && top ? (unsigned)__builtin_clzl(top) : 0;
}
