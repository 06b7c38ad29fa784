/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reads offsets of struct members from BTF records, without creating types.
 *
 * Not supported: members of nested structs, and bit-fields.
 */
#include "types/btf/offsets.h"

#include "types/btf/btf.h"
#include "types/btf/members.h"

#include <string.h>

const struct dt_kernel_member_info dt_kernel_member_table[DT_N_KERNEL_MEMBERS] = {
#define DT_MEMBER(id, of, name) [DT_KERNEL_##id] = {.type = of, .names = {name}},
#define DT_PATH(id, of, ...) \
	[DT_KERNEL_##id] = {.type = of, .names = {__VA_ARGS__}, .is_path = true},
#include "types/btf/members.def"
#undef DT_PATH
#undef DT_MEMBER
};

bool dt_btf_member_offset(const char *struct_name, const char *member, uint32_t *ret)
{
	struct dt_rawbtf *b = dt_rawbtf_peek("vmlinux", NULL);
	const struct btf_type *t;
	bool found = b && dt_rawbtf_first(b, 1 << BTF_KIND_STRUCT, struct_name, &t) &&
		     dt_rawbtf_member(b, t, member, ret);

	dt_rawbtf_destroy(b);
	return found;
}

static bool found_in(const struct dt_rawbtf *b, const struct btf_type *t,
		     const struct dt_btf_member_query *w)
{
	if (strcmp(dt_rawbtf_string(b, t->name_off), w->type) != 0)
		return false;
	if (w->member)
		return dt_rawbtf_member(b, t, w->member, w->ret);
	*w->ret = t->size;
	return true;
}

bool dt_btf_find_members(const char *module, const struct dt_btf_member_query *wanted, size_t n)
{
	struct dt_rawbtf *kernel = dt_rawbtf_peek("vmlinux", NULL);
	bool is_module = strcmp(module, "vmlinux") != 0;
	struct dt_rawbtf *own = is_module && kernel ? dt_rawbtf_peek(module, kernel) : NULL;
	const struct dt_rawbtf *b = is_module ? own : kernel;
	const struct btf_type *t = NULL;
	size_t found = 0;

	while (b && found < n && (t = dt_rawbtf_next(b, t)))
		for (size_t i = 0; BTF_INFO_KIND(t->info) == BTF_KIND_STRUCT && i < n; i++)
			found += found_in(b, t, &wanted[i]);
	dt_rawbtf_destroy(own);
	dt_rawbtf_destroy(kernel);
	return found == n;
}

static uint32_t type_id(uint32_t kind, const char *name)
{
	struct dt_rawbtf *b = dt_rawbtf_peek("vmlinux", NULL);
	const struct btf_type *t;
	uint32_t id = b ? dt_rawbtf_first(b, 1U << kind, name, &t) : 0;

	dt_rawbtf_destroy(b);
	return id;
}

uint32_t dt_btf_function(const char *name)
{
	return type_id(BTF_KIND_FUNC, name);
}

uint32_t dt_btf_struct(const char *name)
{
	return type_id(BTF_KIND_STRUCT, name);
}

uint32_t dt_btf_typedef(const char *name)
{
	return type_id(BTF_KIND_TYPEDEF, name);
}
