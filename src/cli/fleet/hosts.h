/* SPDX-License-Identifier: BSD-2-Clause */
/** The argument of --hosts. */
#ifndef DT_CLI_FLEET_HOSTS_H
#define DT_CLI_FLEET_HOSTS_H

#include "base/vec.h"

enum { DT_MOST_HOSTS = 1000 };

struct dt_hosts {
	char *text; // contains the names
	dt_vec(const char *) v;
};

/** Reads the names: separated by commas, or from a file if the argument has a slash. Returns
 * E_SUCCESS, or E_ERROR after a message, for example about a name that ssh(1) would take for an
 * option. */
int dt_hosts_read(struct dt_hosts *h, const char *argument);
void dt_hosts_deinit(struct dt_hosts *h);

/** Reads a whole file as text; "-" is the standard input. Returns NULL after a message. The caller
 * frees it. */
char *dt_read_text(const char *path);

#endif
