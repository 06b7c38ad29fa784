/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Debug files from the servers of DEBUGINFOD_URLS, by libdebuginfod of elfutils, which keeps them
 * in its cache. A thread of its own asks one server after another, so that nobody waits who does
 * not want to.
 */
#ifndef DT_SYMBOLS_DEBUG_FETCH_H
#define DT_SYMBOLS_DEBUG_FETCH_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

struct dt_fetcher;

/** All waiting together takes at most `limit` ns, and so does each file. Error: there is no server
 *  to be asked, or no library to ask with. */
struct dt_error *dt_fetcher_create(uint64_t limit, struct dt_fetcher **ret) dt_must_use;
void dt_fetcher_destroy(struct dt_fetcher *f); // NULL is fine

enum dt_fetched { DT_FETCH_PENDING, DT_FETCH_NONE, DT_FETCH_DONE };
/** Ask for the debug file of a build id, once; `waits`: until it is there or time is up. DONE:
 * *path is where it is, and lives as `f`. */
enum dt_fetched dt_fetcher_get(struct dt_fetcher *f, const uint8_t *id, size_t n, bool waits,
			       const char **path);

#endif
