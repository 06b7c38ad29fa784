/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The bpf() system call, and an error message for each way in which a kernel denies it.
 */
#include "ebpf/kernel/sys.h"

#include "ebpf/ebpf.h"

#include <ctype.h>
#include <errno.h>
#include <linux/capability.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int dt_sys_bpf(int cmd, union bpf_attr *attr)
{
	return (int)syscall(SYS_bpf, cmd, attr, sizeof(*attr));
}

void dt_sys_name(char dst[DT_BPF_NAME_MAX], const char *name)
{
	size_t n = 0;

	for (; name[n] && n < DT_BPF_NAME_MAX - 1; n++)
		dst[n] = isalnum((unsigned char)name[n]) || name[n] == '.' ? name[n] : '_';
	dst[n] = '\0';
}

/** Reports whether this process's capabilities are the machine's, not those of a user namespace of
 * a container. The first namespace has a fixed number (PROC_USER_INIT_INO in the kernel). */
static bool is_of_machine(void)
{
	const ino_t first = 0xeffffffd;
	struct stat st;

	return stat("/proc/self/ns/user", &st) || st.st_ino == first;
}

bool dt_bpf_may_trace(void)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct data[2] = {0};

	if (syscall(SYS_capget, &header, data) < 0 || !is_of_machine())
		return false;

	uint64_t has = (uint64_t)data[1].effective << 32 | data[0].effective;
	uint64_t needed = 1ULL << CAP_BPF | 1ULL << CAP_PERFMON;

	return has >> CAP_SYS_ADMIN & 1 || (has & needed) == needed;
}

/** Reports whether lockdown prevents BPF programs from reading kernel memory. */
static bool is_locked_down(void)
{
	char text[128] = "";
	FILE *file = fopen("/sys/kernel/security/lockdown", "re");

	if (!file)
		return false;
	if (!fgets(text, sizeof(text), file))
		text[0] = '\0';
	fclose(file);
	return strstr(text, "[confidentiality]") != NULL;
}

static const char *denial_reason(void)
{
	if (is_locked_down())
		return "this kernel is locked down (confidentiality) and forbids tracing";
	if (geteuid() != 0)
		return "run it as root, or with the capabilities CAP_BPF and CAP_PERFMON";
	return "this root lacks CAP_BPF or CAP_PERFMON (a container?), or a security module "
	       "forbids bpf()";
}

/** Names the request only if the lack of capabilities does not explain its failure. */
static struct dt_error *privilege_error(const char *what, int os_errno)
{
	if (geteuid() != 0 && !dt_bpf_may_trace())
		return dt_error_new(DT_ERR_PRIVILEGE, "DTrace requires additional privileges: %s",
				    denial_reason());
	return dt_error_new(DT_ERR_PRIVILEGE, "DTrace requires additional privileges: %s (%s: %s)",
			    denial_reason(), what, dt_error_text(os_errno));
}

struct dt_error *dt_sys_error(int os_errno, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	dt_cleanup(dt_free_p) char *what = dt_vasprintf(fmt, ap);
	va_end(ap);
	struct dt_error *err =
	    os_errno == EPERM || os_errno == EACCES ? privilege_error(what, os_errno)
	    : os_errno == ENOSYS
		? dt_error_new(DT_ERR_UNSUPPORTED,
			       "this kernel is built without the bpf() system call")
		: dt_error_os(os_errno, "%s", what);
	err->os_errno = os_errno;
	return err;
}
