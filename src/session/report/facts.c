/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Facts about the machine for a bug report: the distribution, the kernel, the processor, lockdown,
 * privileges, the kernel's tracing features and the mechanisms of the providers.
 */
#include "session/core/api.h"

#include "base/host/cpus.h"
#include "base/mem.h"
#include "base/str.h"
#include "dialect/attributes.h"
#include "ebpf/ebpf.h"
#include "ebpf/feature.h"
#include "provider/provider.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static const char unknown[] = "unknown";

/** Receives the facts. */
struct visit {
	void (*fn)(void *arg, const char *name, const char *value);
	void *arg;
};

dt_printf_like(3, 4) static void pass_fact(const struct visit *v, const char *name, const char *fmt,
					   ...)
{
	dt_cleanup(dt_free_p) char *value = NULL;
	va_list ap;

	va_start(ap, fmt);
	value = dt_vasprintf(fmt, ap);
	va_end(ap);
	v->fn(v->arg, name, value);
}

/** Returns the text after `key`, up to `end`, in the first line that begins with `key`. */
static char *value_of(const char *path, const char *key, char end)
{
	FILE *f = fopen(path, "re");
	char line[512], *found = NULL;
	size_t n = strlen(key);

	while (f && !found && fgets(line, sizeof(line), f))
		if (!strncmp(line, key, n))
			found = dt_asprintf(
			    "%.*s", (int)strcspn(line + n, (char[]){end, '\n', '\0'}), line + n);
	if (f)
		fclose(f);
	return found ? found : dt_strdup(unknown);
}

/** Returns the model of the processor or, where the kernel has no name for it, its numbers. */
static char *cpu_of(void)
{
	dt_cleanup(dt_free_p) char *implementer = NULL, *part = NULL;
	char *model = value_of("/proc/cpuinfo", "model name\t: ", '\n');

	if (strcmp(model, unknown) != 0)
		return model;
	free(model);
	implementer = value_of("/proc/cpuinfo", "CPU implementer\t: ", '\n');
	part = value_of("/proc/cpuinfo", "CPU part\t: ", '\n');
	return dt_asprintf("part %s of implementer %s", part, implementer);
}

/** Passes the mode of lockdown: the kernel puts the current one in brackets. */
static void pass_lockdown(const struct visit *v)
{
	const char *path = "/sys/kernel/security/lockdown";
	dt_cleanup(dt_free_p) char *modes = value_of(path, "", '\n');
	const char *begin = strchr(modes, '[');

	if (begin)
		pass_fact(v, "lockdown", "%.*s", (int)strcspn(begin + 1, "]"), begin + 1);
	else
		pass_fact(v, "lockdown", "%s", access(path, F_OK) ? "not in this kernel" : modes);
}

static void pass_machine(const struct visit *v)
{
	dt_cleanup(dt_free_p) char *system = value_of("/etc/os-release", "PRETTY_NAME=\"", '"');
	dt_cleanup(dt_free_p) char *cpu = cpu_of();
	dt_cleanup(dt_free_p) char *capabilities = value_of("/proc/self/status", "CapEff:\t", '\n');
	dt_cleanup(dt_cpus_deinit) struct dt_cpus online = {};
	struct utsname kernel;

	dt_cpus_read(&online, "online");
	if (!uname(&kernel))
		pass_fact(v, "kernel", "%s %s %s", kernel.sysname, kernel.release, kernel.machine);
	pass_fact(v, "system", "%s", system);
	pass_fact(v, "cpu", "%s, %zu online", cpu, online.v.len);
	pass_lockdown(v);
	pass_fact(v, "privileges", "user %u, capabilities %s", (unsigned)geteuid(), capabilities);
}

/** Passes the mechanism of each provider on this machine, or why it is unavailable. */
static void pass_providers(const struct visit *v)
{
	dt_cleanup(dt_arena_destroy_p) struct dt_arena *arena = dt_arena_create();
	struct dt_registry r;

	dt_registry_init(&r, arena, dt_intern_create(arena), NULL);
	for (size_t i = 0; i < dt_provider_count; i++) {
		const struct dt_provider *p = dt_provider_table[i];
		const struct dt_probe_query all = {.provider = p->name};
		const char *why = p->why_none ? p->why_none(&r, &all) : NULL;
		dt_cleanup(dt_free_p) char *name = dt_asprintf("probes of %s", p->name);

		pass_fact(v, name, "%s", why ? why : p->mechanism);
	}
	dt_registry_deinit(&r);
}

void dtrace_each_fact(void (*fn)(void *arg, const char *name, const char *value), void *arg)
{
	const struct visit v = {fn, arg};

	if (!fn)
		return;
	pass_machine(&v);
	pass_fact(&v, "language", "D %s", dt_version_latest);
	pass_fact(&v, "libbpf", "%s", dt_bpf_library());
	for (int i = 0; i < DT_N_FEATURES; i++)
		pass_fact(&v, dt_feature_name((enum dt_feature)i), "%s",
			  dt_feature((enum dt_feature)i) ? "yes" : "no");
	pass_providers(&v);
}
