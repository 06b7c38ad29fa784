/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The files that a process has mapped executable: where probes in it may be.
 */
#ifndef DT_PROVIDER_PROCESS_CODE_H
#define DT_PROVIDER_PROCESS_CODE_H

#include "provider/provider.h"
#include "symbols/process/proc.h"

/** A part of a file that is mapped so. Strings live as the registry. */
struct dt_code_mapping {
	struct dt_proc_mapping at;
	const char *module; // the last part of its path
	const char *key;    // device and inode
	bool is_executable; // it is of /proc/PID/exe
};

struct dt_process_code {
	pid_t pid;
	dt_vec(struct dt_code_mapping) maps;
};

/** `ret` is the caller's to deinit also after an error. It may lack the program of a process that
 *  is about to start another one. */
struct dt_error *dt_process_code_read(struct dt_registry *r, pid_t pid,
				      struct dt_process_code *ret) dt_must_use;
/** The same of a process that somebody has named: it is waited for, half a second at most. */
struct dt_error *dt_process_code_await(struct dt_registry *r, pid_t pid,
				       struct dt_process_code *ret) dt_must_use;
/** `maps` are what the process was reported to map: they count as well as far as the file is
 *  there, though it may have ended or unmapped them. Borrowed, until they are told anew. */
void dt_process_code_reported(struct dt_registry *r, pid_t pid, const struct dt_proc_mapping *maps,
			      size_t n);
void dt_process_code_deinit(struct dt_process_code *p);

enum { DT_CODE_KEY = 48 };
/** The key of a file, in `buf` of DT_CODE_KEY bytes. */
const char *dt_code_key(const struct dt_proc_mapping *m, char *buf);

#endif
