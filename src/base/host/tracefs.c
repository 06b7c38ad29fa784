/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/host/tracefs.h"

#include "base/mem.h"

#include <fcntl.h>
#include <linux/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

/** Opens a file of tracefs through a detached mount. */
static int open_detached(const char *path, int flags)
{
	dt_cleanup(dt_close_p) int fs = syscall(SYS_fsopen, "tracefs", FSOPEN_CLOEXEC);
	dt_cleanup(dt_close_p) int mount = -1;

	if (fs < 0 || syscall(SYS_fsconfig, fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
		return -1;
	mount = syscall(SYS_fsmount, fs, FSMOUNT_CLOEXEC, 0);
	return mount < 0 ? -1 : openat(mount, path, flags);
}

int dt_tracefs_open(const char *path, int flags)
{
	static const char *const roots[] = {"/sys/kernel/tracing", "/sys/kernel/debug/tracing"};

	flags |= O_RDONLY | O_CLOEXEC;
	for (size_t i = 0; i < dt_array_len(roots); i++) {
		dt_cleanup(dt_free_p) char *whole = dt_asprintf("%s/%s", roots[i], path);
		int fd = open(whole, flags);

		if (fd >= 0)
			return fd;
	}
	return open_detached(path, flags);
}
