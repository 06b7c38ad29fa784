/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Exports results beside the output or instead of it: -O pprof, -O otlp, --serve.
 */
#ifndef DT_CLI_EXPORT_EXPORT_H
#define DT_CLI_EXPORT_EXPORT_H

#include "base/map.h"
#include "export/file.h"
#include "export/link.h"
#include "export/protobuf.h"

#include <stdint.h>

struct dt_cli;

struct dt_export {
	uint64_t start, wall;	 // ns of CLOCK_MONOTONIC; the wall clock minus that
	struct dt_new_file file; // of -O pprof=FILE
	struct dt_link link;
	bool has_link;
	bool pushes_pprof, pushes_profiles; // to a URL; by OTLP
	struct dt_map past;		    // of dt_profile_add(), if profiles are pushed
	uint64_t profiled, logged;	    // times of the last messages
	struct dt_pb logs;		    // records that were not sent yet
	uint64_t n_logs;
};

/** Opens files and starts dtrace-export. Called before tracing. Returns E_SUCCESS, or E_ERROR after
 * a message. */
int dt_export_open(struct dt_cli *c);
/** Sends what is due. Called while tracing. */
void dt_export_work(struct dt_cli *c);
/** Exports the rest of a session that has stopped. Returns E_SUCCESS, or E_ERROR after a message.
 */
int dt_export_finish(struct dt_cli *c);
/** Discards results that were not written. */
void dt_export_close(struct dt_cli *c);

#endif
