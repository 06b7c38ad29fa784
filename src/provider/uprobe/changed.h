/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Jumps that processes have in their memory instead of instructions of a file, for probes of a
 * dtrace inside them.
 *
 * The kernel takes the instruction of a uprobe from the file. If a process has a jump there, the
 * process would continue in the middle of the jump, and at the end the kernel would write the
 * file's first byte over it. Such an address must not be probed.
 */
#ifndef DT_PROVIDER_UPROBE_CHANGED_H
#define DT_PROVIDER_UPROBE_CHANGED_H

#include "base/vec.h"

#include <stdint.h>
#include <sys/types.h>

/** The bytes of a jump: offsets in the file. */
struct dt_changed_bytes {
	uint64_t offset, end;
	pid_t pid;
};

struct dt_changed {
	dt_vec(struct dt_changed_bytes) v; // sorted by offset
};

/** Finds such jumps in the file that `path` opens, in one process or, if `pid` is 0, in all that
 * this user may examine. The caller calls dt_changed_deinit(). */
void dt_changed_find(const char *path, pid_t pid, struct dt_changed *ret);
void dt_changed_deinit(struct dt_changed *c);
/** Returns a process with a jump over this offset, or 0. */
pid_t dt_changed_at(const struct dt_changed *c, uint64_t offset);

#endif
