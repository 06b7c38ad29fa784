/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Offsets of single struct members in the running kernel, read from its type data on demand.
 *
 * For builtins that need a member or two (ppid): one scan over the type section without building
 * any type. Programs that name kernel types use the type source, not this.
 */
#ifndef DT_TYPES_BTF_OFFSETS_H
#define DT_TYPES_BTF_OFFSETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Byte offset of a direct member of a kernel struct. False, and *ret untouched, if the kernel
 *  offers no type data or has no such member, or if it is a bit-field. */
bool dt_btf_member_offset(const char *struct_name, const char *member, uint32_t *ret);

/** One of several to be found in one walk. */
struct dt_btf_wanted {
	const char *type, *member; // no member: the size of the struct, in bytes
	uint32_t *ret;
};
/** The same of all of them, in the type data "vmlinux" or those of a module; false: one is not
 *  there. */
bool dt_btf_find_members(const char *module, const struct dt_btf_wanted *wanted, size_t n);

/** The number of a function, struct or typedef in the type data of the kernel itself, 0 if it has
 *  none of that name. */
uint32_t dt_btf_function(const char *name);
uint32_t dt_btf_struct(const char *name);
uint32_t dt_btf_typedef(const char *name);

#endif
