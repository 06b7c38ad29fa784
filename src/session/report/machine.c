/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the machine's data for a bug report, for -V -v: the distribution, the kernel, the
 * processor, lockdown and privileges. Each line is "name: value"; missing values are "unknown".
 */
#include "session/report/machine.h"

#include "base/host/cpus.h"
#include "base/mem.h"
#include "base/str.h"

#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

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
	return found ? found : dt_strdup("unknown");
}

/** Prints the mode of lockdown: the kernel puts the current one in brackets. */
static void print_lockdown(FILE *out)
{
	const char *path = "/sys/kernel/security/lockdown";
	dt_cleanup(dt_free_p) char *modes = value_of(path, "", '\n');
	const char *begin = strchr(modes, '[');

	if (begin)
		fprintf(out, "lockdown: %.*s\n", (int)strcspn(begin + 1, "]"), begin + 1);
	else
		fprintf(out, "lockdown: %s\n", access(path, F_OK) ? "not in this kernel" : modes);
}

void dt_print_machine(FILE *out)
{
	dt_cleanup(dt_free_p) char *system = value_of("/etc/os-release", "PRETTY_NAME=\"", '"');
	dt_cleanup(dt_free_p) char *cpu = value_of("/proc/cpuinfo", "model name\t: ", '\n');
	dt_cleanup(dt_free_p) char *capabilities = value_of("/proc/self/status", "CapEff:\t", '\n');
	dt_cleanup(dt_cpus_deinit) struct dt_cpus online = {};
	struct utsname kernel;

	dt_cpus_read(&online, "online");
	if (!uname(&kernel))
		fprintf(out, "kernel: %s %s %s\n", kernel.sysname, kernel.release, kernel.machine);
	fprintf(out, "system: %s\ncpu: %s, %zu online\n", system, cpu, online.v.len);
	print_lockdown(out);
	fprintf(out, "privileges: user %u, capabilities %s\n", (unsigned)geteuid(), capabilities);
}
