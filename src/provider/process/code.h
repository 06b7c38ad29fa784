/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The files that a process has mapped executable, which may contain probes.
 */
#ifndef DT_PROVIDER_PROCESS_CODE_H
#define DT_PROVIDER_PROCESS_CODE_H

#include "provider/provider.h"
#include "symbols/process/proc.h"

/** An executable mapping of a file. Strings live as long as the registry. */
struct dt_code_mapping {
	struct dt_proc_mapping at;
	const char *module; // the last part of its path
	const char *key;    // device and inode
	bool is_executable; // the file is /proc/PID/exe
};

struct dt_process_code {
	pid_t pid;
	dt_vec(struct dt_code_mapping) maps;
};

/** Reads the mappings of a process. The caller frees `ret` even after an error. The program may be
 *  missing if the process is starting another one. */
struct dt_error *dt_process_code_read(struct dt_registry *r, pid_t pid,
				      struct dt_process_code *ret) dt_must_use;
/** The same, but waits at most half a second if the process is starting a program. For a process
 *  that the user has named. */
struct dt_error *dt_process_code_await(struct dt_registry *r, pid_t pid,
				       struct dt_process_code *ret) dt_must_use;
/** Sets the mappings that a process was reported to have. dt_process_code_read() includes those
 *  whose file exists, even if the process has ended or unmapped them. `maps` must live until the
 *  next call. */
void dt_process_code_reported(struct dt_registry *r, pid_t pid, const struct dt_proc_mapping *maps,
			      size_t n);
void dt_process_code_deinit(struct dt_process_code *p);

enum { DT_CODE_KEY = 48 };
/** Writes the key of a file to `buf` of DT_CODE_KEY bytes, and returns it. */
const char *dt_code_key(const struct dt_proc_mapping *m, char *buf);

#endif
