/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The version, and features that depend on the machine. To add one: a line in features[], and its
 * name in the header.
 */
#include "session/core/api.h"

#include "arch/arch.h"
#include "ebpf/feature.h"
#include "provider/provider.h"

#include <string.h>
#include <unistd.h>

static bool has_kernel_functions(void)
{
	dt_cleanup(dt_arena_destroy_p) struct dt_arena *arena = dt_arena_create();
	const struct dt_probe_query functions = {.provider = "fbt"};
	struct dt_registry r;
	bool has;

	dt_registry_init(&r, arena, dt_intern_create(arena), NULL);
	has = !dt_registry_why_none(&r, &functions);
	dt_registry_deinit(&r);
	return has;
}

static bool has_kernel_types(void)
{
	return !access("/sys/kernel/btf/vmlinux", R_OK);
}

static bool has_compat(void)
{
	return dt_arch.compat.elf != 0;
}

static bool has_copyout(void)
{
	return dt_feature(DT_FEAT_WRITE_USER);
}

static const struct {
	const char *name;
	bool (*exists)(void);
} features[] = {
    {"32-bit", has_compat},
    {"copyout", has_copyout},
    {"kernel-functions", has_kernel_functions},
    {"kernel-types", has_kernel_types},
};

bool dtrace_has(const char *feature)
{
	for (size_t i = 0; feature && i < dt_array_len(features); i++)
		if (!strcmp(features[i].name, feature))
			return features[i].exists();
	return false;
}

const char *dtrace_version(void)
{
	return DT_VERSION;
}

unsigned dtrace_version_number(void)
{
	return DTRACE_VERSION_NUMBER;
}
