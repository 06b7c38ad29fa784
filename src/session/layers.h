/* SPDX-License-Identifier: BSD-2-Clause */
/** File systems that lie over others. */
#ifndef DT_SESSION_LAYERS_H
#define DT_SESSION_LAYERS_H

/** From now on a file of an overlay, one of whose layers another user's program serves, is not read
 *  either (base/host/fuse.h). It takes the privilege to read the kernel's memory. */
void dt_layers_watch(void);

#endif
