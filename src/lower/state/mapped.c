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

static const struct {
	size_t at; // in struct dt_unwind_layout
	const char *type;
	const char *members[3]; // names in different versions, newest first
} members[] = {
#define MEMBER(field, type, ...)                                \
	{                                                       \
		offsetof(struct dt_unwind_layout, field), type, \
		{                                               \
			__VA_ARGS__                             \
		}                                               \
	}
    MEMBER(mm, "task_struct", "mm"),
    MEMBER(root, "mm_struct", "mm_mt.ma_root"),
    MEMBER(task_size, "mm_struct", "task_size"),
    MEMBER(pivots, "maple_range_64", "pivot"),
    MEMBER(slots, "maple_range_64", "slot"),
    MEMBER(last, "maple_range_64", "meta.end"),
    MEMBER(wide_pivots, "maple_arange_64", "pivot"),
    MEMBER(wide_slots, "maple_arange_64", "slot"),
    MEMBER(wide_last, "maple_arange_64", "meta.end"),
    MEMBER(start, "vm_area_struct", "vm_start"),
    MEMBER(end, "vm_area_struct", "vm_end"),
    MEMBER(pgoff, "vm_area_struct", "vm_pgoff"),
    MEMBER(file, "vm_area_struct", "vm_file"),
    MEMBER(inode, "file", "f_inode"),
    MEMBER(number, "inode", "i_ino"),
    MEMBER(device_of, "inode", "i_sb"),
    MEMBER(seconds, "inode", "i_ctime_sec", "__i_ctime.tv_sec", "i_ctime.tv_sec"),
    MEMBER(ns, "inode", "i_ctime_nsec", "__i_ctime.tv_nsec", "i_ctime.tv_nsec"),
    MEMBER(device, "super_block", "s_dev"),
#undef MEMBER
};

static bool find_member(struct dt_lower *l, const char *type, const char *const *names, dt_u16 *ret)
{
	uint32_t offset;

	for (size_t i = 0; i < dt_array_len(members->members) && names[i]; i++) {
		if (!dt_lower_offset(l, type, names[i], &offset) || offset > UINT16_MAX)
			continue;
		*ret = (dt_u16)offset;
		return true;
	}
	return false;
}

const struct dt_unwind_layout *dt_lower_unwind_layout(struct dt_lower *l)
{
	struct dt_unwind_layout *ret = dt_arena_new(l->arena, struct dt_unwind_layout);
	const char *const vdso[dt_array_len(members->members)] = {"context.vdso"};
	// counts released locks for changes (Linux 6.4), or removals of pages
	const char *const changes[dt_array_len(members->members)] = {"mm_lock_seq",
								     "context.tlb_gen"};
	const char *const flags[dt_array_len(members->members)] = {"vm_flags", "__vm_flags"};

	for (size_t i = 0; i < dt_array_len(members); i++)
		if (!find_member(l, members[i].type, members[i].members,
				 (dt_u16 *)((char *)ret + members[i].at)))
			return ret;
	find_member(l, "mm_struct", vdso, &ret->vdso);
	find_member(l, "mm_struct", changes, &ret->changes);
	find_member(l, "vm_area_struct", flags, &ret->flags);
	ret->is_known = 1;
	return ret;
}
