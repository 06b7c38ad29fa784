/* SPDX-License-Identifier: BSD-2-Clause */
/** Overlay file systems. */
#ifndef DT_SESSION_LAYERS_H
#define DT_SESSION_LAYERS_H

/** From the first call on, the process does not read a file of an overlay if another user's program
 * serves one of its layers (base/host/fuse.h). Requires the privilege to read kernel memory. */
void dt_layers_watch(void);

#endif
