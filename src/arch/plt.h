/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The stubs through which programs call functions of libraries, where linkers do not describe them
 * in .eh_frame.
 */
#ifndef DT_ARCH_PLT_H
#define DT_ARCH_PLT_H

#include <stdint.h>

/** The section begins with a head, in which one instruction pushes two words: the upper one is
 *  dt_machine.link. The stubs behind it change neither the stack nor that register. */
struct dt_plt {
	uint32_t push; // the instruction
	uint32_t head; // bytes; 0: .eh_frame describes the stubs
};

extern const struct dt_plt dt_plt;

#endif
