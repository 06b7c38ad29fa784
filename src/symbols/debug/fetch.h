/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Downloads debug files from the servers in DEBUGINFOD_URLS with libdebuginfod of elfutils, which
 * caches them. A separate thread makes the requests one after another, so the caller may choose not
 * to wait.
 */
#ifndef DT_SYMBOLS_DEBUG_FETCH_H
#define DT_SYMBOLS_DEBUG_FETCH_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

struct dt_fetcher;

/** Creates a fetcher. All waiting together is limited to `limit` ns, and so is each file. Fails if
 * no server is configured or the library is missing. */
struct dt_error *dt_fetcher_create(uint64_t limit, struct dt_fetcher **ret) dt_must_use;
void dt_fetcher_destroy(struct dt_fetcher *f); // NULL is fine

enum dt_fetched { DT_FETCH_PENDING, DT_FETCH_NONE, DT_FETCH_DONE };
/** Requests the debug file of a build id, once. With `waits`, waits for it within the limit. If the
 *  result is DONE, *path is the file's path, which lives as long as `f`. */
enum dt_fetched dt_fetcher_get(struct dt_fetcher *f, const uint8_t *id, size_t n, bool waits,
			       const char **path);

#endif
