/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Members of the kernel's structs, by names of ours. types/btf/members.def lists them.
 */
#ifndef DT_TYPES_BTF_MEMBERS_H
#define DT_TYPES_BTF_MEMBERS_H

#include <stdbool.h>

enum dt_kernel_member {
#define DT_MEMBER(id, ...) DT_KERNEL_##id,
#define DT_PATH(id, ...)   DT_KERNEL_##id,
#include "types/btf/members.def"
#undef DT_PATH
#undef DT_MEMBER
	DT_N_KERNEL_MEMBERS
};

enum { DT_KERNEL_NAMES = 3 };

/** A line of types/btf/members.def. */
struct dt_kernel_member_info {
	const char *type;
	const char *names[DT_KERNEL_NAMES]; // the last ones may be NULL
	bool is_path;
};
extern const struct dt_kernel_member_info dt_kernel_member_table[DT_N_KERNEL_MEMBERS];

#endif
