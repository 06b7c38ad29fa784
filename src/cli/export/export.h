/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Exports results beside the output: -O pprof.
 */
#ifndef DT_CLI_EXPORT_EXPORT_H
#define DT_CLI_EXPORT_EXPORT_H

#include "export/file.h"

#include <stdint.h>

struct dt_cli;

struct dt_export {
	uint64_t start, start_wall; // ns: CLOCK_MONOTONIC, and since 1970
	struct dt_new_file profile; // of -O pprof=FILE
};

/** Opens files. Called before tracing. Returns E_SUCCESS, or E_ERROR after a message. */
int dt_export_open(struct dt_cli *c);
/** Writes the results of a session that has stopped. Returns E_SUCCESS, or E_ERROR after a message.
 */
int dt_export_finish(struct dt_cli *c);
/** Discards results that were not written. */
void dt_export_close(struct dt_cli *c);

#endif
