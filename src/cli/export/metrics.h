/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Aggregations as metrics, while tracing: -O prom, -O otlp, --serve. All get the same snapshots.
 */
#ifndef DT_CLI_EXPORT_METRICS_H
#define DT_CLI_EXPORT_METRICS_H

#include "export/metric/encode.h"
#include "export/metric/model.h"

struct dt_cli;

/** A zeroed struct is closed. */
struct dt_metrics {
	bool is_open;
	bool replaces; // the file is renamed into place; see dt_new_file_replaces()
	struct dt_encoder encoder;
	struct dt_wire frame; // scratch
	struct dt_model model;
	uint64_t file_due, push_due; // times of the next file and message; UINT64_MAX: none
	uint64_t push_each;	     // ns
	bool is_asked;		     // dtrace-export has asked for a snapshot
	bool failed;		     // a failure was reported
};

/** Checks that the file can be written. Called before tracing. Returns E_SUCCESS, or E_ERROR after
 * a message. */
int dt_metrics_check(struct dt_cli *c);
/** Begins after dtrace_go(). Returns E_SUCCESS, or E_ERROR after a message. */
int dt_metrics_open(struct dt_cli *c);
/** Does the same as dtrace_work(), and exports what is due. */
enum dtrace_work dt_metrics_work(struct dt_cli *c, struct dtrace_error **err);
/** Exports what is due, for a caller that works by itself. */
void dt_metrics_export(struct dt_cli *c);
/** Sends the last snapshot of a session that has stopped. */
void dt_metrics_finish(struct dt_cli *c);
/** Removes the file. */
void dt_metrics_close(struct dt_cli *c);

#endif
