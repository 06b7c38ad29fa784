/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Paths of files, for all builtins that return one (runtime/dpath.bpf.c).
 */
#ifndef DT_BUILTIN_FILES_H
#define DT_BUILTIN_FILES_H

#include "lower/builtin.h"

/** The `state` of the builtin's lowering. */
uint32_t dt_path_state(const struct dt_gen *g);

/** Returns the address of a struct path in the current process's struct fs_struct (FS_ROOT or
 * FS_PWD). At run time, it is 0 if the process has none. */
dt_reg dt_path_of_process(struct dt_gen *g, enum dt_kernel_member member);

/** Writes the path of the struct path at `path` to `dst`, like `string` of a lowering. `runtime` is
 * dt_d_path, or dt_d_mount for the mount point of its file system. The path begins at the root
 * directory in the struct path at `root`; 0: the root of the mount namespace. If there is no path,
 * writes "" and returns 0 at run time. */
dt_reg dt_path_string(struct dt_gen *g, const struct dt_node *n, const char *runtime, dt_reg path,
		      dt_reg root, dt_reg dst, uint32_t cap);

#endif
