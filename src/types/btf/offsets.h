/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Offsets of single struct members in the running kernel, read from BTF on demand.
 *
 * Builtins that need a member or two (ppid) use this: one scan over the types without creating any.
 * Programs that name kernel types use the type source instead.
 */
#ifndef DT_TYPES_BTF_OFFSETS_H
#define DT_TYPES_BTF_OFFSETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Writes the byte offset of a direct member of a kernel struct to *ret. Returns false, with *ret
 *  unchanged, if the kernel has no BTF or no such member, or if the member is a bit-field. */
bool dt_btf_member_offset(const char *struct_name, const char *member, uint32_t *ret);

/** An offset to be found. */
struct dt_btf_member_query {
	const char *type, *member; // without a member: the size of the struct in bytes
	uint32_t *ret;
};
/** Finds several offsets in one walk over the BTF of "vmlinux" or a module. Returns false if one
 * does not exist. */
bool dt_btf_find_members(const char *module, const struct dt_btf_member_query *wanted, size_t n);

/** These return the id of a function, struct or typedef in vmlinux' BTF, or 0 if it does not exist.
 */
uint32_t dt_btf_function(const char *name);
uint32_t dt_btf_struct(const char *name);
uint32_t dt_btf_typedef(const char *name);

#endif
