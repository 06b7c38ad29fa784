/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Paths of files, for every builtin whose value is one (runtime/dpath.bpf.c).
 */
#ifndef DT_BUILTIN_FILES_H
#define DT_BUILTIN_FILES_H

#include "lower/builtin.h"

/** What the builtin's lowering must have as its `state`. */
uint32_t dt_path_state(const struct dt_gen *g);

/** The address of a struct path that is a member of the current process's struct fs_struct: "pwd"
 *  or "root". 0 at run time if it has none. */
dt_reg dt_path_of_process(struct dt_gen *g, const struct dt_node *n, const char *member);

/**
 * Write the path of the struct path at `path` to `dst`, as a lowering's `string` does. `runtime` is
 * dt_d_path, or dt_d_mount for the place where its file system is mounted. The path begins at
 * the root directory that the struct path at `root` names; 0: that of the mount namespace.
 * Returns 0 at run time if there is no path, and then writes "".
 */
dt_reg dt_path_string(struct dt_gen *g, const struct dt_node *n, const char *runtime, dt_reg path,
		      dt_reg root, dt_reg dst, uint32_t cap);

#endif
