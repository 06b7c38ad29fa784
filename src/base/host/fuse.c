/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel lists all FUSE connections in the fusectl file system: one directory for each, named
 * by the number of the device and owned by the user. If fusectl is not mounted, root reads it
 * through a detached mount. Other users then treat no connection as foreign.
 *
 * Decision: docs/dev/decisions/0056-overlay-layers-from-kernel-memory.md
 */
#include "base/host/fuse.h"

#include "base/mem.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <linux/mount.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#ifndef FUSE_CTL_SUPER_MAGIC
#define FUSE_CTL_SUPER_MAGIC 0x65735543 // not in the kernel's UAPI headers
#endif

/** Opens the directory of connections. Returns -1 if there is none or it is inaccessible. */
static int open_connections(void)
{
	int found = open("/sys/fs/fuse/connections", O_PATH | O_DIRECTORY | O_CLOEXEC);
	dt_cleanup(dt_close_p) int fs = -1;
	struct statfs at;

	if (found < 0 || (!fstatfs(found, &at) && at.f_type == FUSE_CTL_SUPER_MAGIC))
		return found;
	dt_close_p(&found);
	fs = (int)syscall(SYS_fsopen, "fusectl", FSOPEN_CLOEXEC);
	if (fs < 0 || syscall(SYS_fsconfig, fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
		return -1;
	return (int)syscall(SYS_fsmount, fs, FSMOUNT_CLOEXEC, 0);
}

static dt_fuse_layers *find_layers;

void dt_fuse_set_layers(dt_fuse_layers *layers)
{
	find_layers = layers;
}

/** Reports whether another user's program serves the device. */
static bool is_served(uint32_t minor)
{
	dt_cleanup(dt_close_p) int connections = open_connections();
	char name[16];
	struct stat st;

	snprintf(name, sizeof(name), "%u", minor);
	return connections >= 0 && !fstatat(connections, name, &st, AT_SYMLINK_NOFOLLOW) &&
	       st.st_uid && st.st_uid != geteuid();
}

bool dt_fuse_is_foreign(int fd)
{
	struct statx at;

	// This requests only data that the kernel has, so the kernel does not call the program.
	if (statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, 0, &at) || at.stx_dev_major)
		return false;
	return is_served(at.stx_dev_minor) || (find_layers && find_layers(fd, is_served));
}
