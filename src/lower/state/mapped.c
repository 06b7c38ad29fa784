/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The layout of the kernel's record of a process's mappings, for unwinding user stacks: a tree of
 * ranges (since Linux 6.1) leads from an address to the file. If any member is missing, the layout
 * is not used, and stacks can only be unwound once the session knows the process.
 *
 * Decision: docs/dev/decisions/0067-ranges-checked-by-change-count.md
 */
#include "lower/state/state.h"

#include "abi/unwind.h"

#include <stddef.h>
#include <unistd.h>

static const struct {
	size_t at; // in struct dt_unwind_layout
	enum dt_kernel_member member;
	bool is_optional;
} members[] = {
#define FIELD(field, member, optional)                                                 \
	{                                                                              \
		offsetof(struct dt_unwind_layout, field), DT_KERNEL_##member, optional \
	}
#define MEMBER(field, member)	FIELD(field, member, false)
#define OPTIONAL(field, member) FIELD(field, member, true)
    MEMBER(mm, TASK_MM),
    MEMBER(root, MM_ROOT),
    MEMBER(task_size, MM_TASK_SIZE),
    MEMBER(pivots, NODE_PIVOTS),
    MEMBER(slots, NODE_SLOTS),
    MEMBER(last, NODE_LAST),
    MEMBER(wide_pivots, WIDE_NODE_PIVOTS),
    MEMBER(wide_slots, WIDE_NODE_SLOTS),
    MEMBER(wide_last, WIDE_NODE_LAST),
    MEMBER(start, VMA_START),
    MEMBER(end, VMA_END),
    MEMBER(pgoff, VMA_OFFSET),
    MEMBER(file, VMA_FILE),
    MEMBER(inode, FILE_INODE),
    MEMBER(number, INODE_NUMBER),
    MEMBER(device_of, INODE_SB),
    MEMBER(seconds, INODE_SECONDS),
    MEMBER(ns, INODE_NS),
    MEMBER(device, SB_DEVICE),
    OPTIONAL(vdso, MM_VDSO),
    OPTIONAL(changes, MM_CHANGES),
    OPTIONAL(flags, VMA_FLAGS),
#undef OPTIONAL
#undef MEMBER
#undef FIELD
};

const struct dt_unwind_layout *dt_lower_unwind_layout(struct dt_lower *l)
{
	struct dt_unwind_layout *ret = dt_arena_new(l->arena, struct dt_unwind_layout);

	for (size_t i = 0; i < dt_array_len(members); i++) {
		uint32_t offset = UINT32_MAX;

		if (dt_lower_member(l, members[i].member, &offset) && offset <= UINT16_MAX)
			*(dt_u16 *)((char *)ret + members[i].at) = (dt_u16)offset;
		else if (!members[i].is_optional)
			return ret;
	}
	ret->page_shift = (dt_u16)__builtin_ctzl((unsigned long)sysconf(_SC_PAGESIZE));
	ret->is_known = 1;
	return ret;
}
