/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * --serve: the address, and the files of its options.
 */
#ifndef DT_CLI_EXPORT_LISTEN_H
#define DT_CLI_EXPORT_LISTEN_H

#include "base/str.h"

struct dt_cli;

/** The socket and the texts that dtrace-export needs to serve. A zeroed struct is empty. */
struct dt_listen {
	int fd; // listens; valid if `is_open`
	bool is_open, is_loopback;
	struct dt_str cert, key, client_ca, token;
};

/** Reads the files and opens the socket, if option serve is set. Returns E_SUCCESS, or E_ERROR
 * after a message. */
int dt_listen_open(struct dt_cli *c, struct dt_listen *ret);
void dt_listen_deinit(struct dt_listen *l);

#endif
