/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Names of generated code, which runtimes write to /tmp/perf-PID.map.
 */
#ifndef DT_SYMBOLS_PROCESS_PERF_MAP_H
#define DT_SYMBOLS_PROCESS_PERF_MAP_H

#include "symbols/symtab.h"

/** Take in the text of such a file; it is changed. */
void dt_perf_map_parse(struct dt_symtab *t, char *text);

#endif
