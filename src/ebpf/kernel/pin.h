/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Kernel objects under names in the BPF file system, where they live on without a descriptor: until
 * the name is removed or the machine restarts.
 */
#ifndef DT_EBPF_PIN_H
#define DT_EBPF_PIN_H

#include "base/error.h"

#include <stdbool.h>

/** Make a directory for pins, readable by its owner alone. The file system is mounted if it is not.
 *  *exists instead of an error if there is one of that name already, which can be trusted. */
struct dt_error *dt_pin_dir_create(const char *dir, bool *exists) dt_must_use;
/**
 * Can everything that it names be trusted? Only root or we can have put anything there, or put
 * another directory in its place. An error says why not; none if there is no such directory.
 */
struct dt_error *dt_pin_dir_check(const char *dir) dt_must_use;
/** Remove it, whosever it is, with all that it names, first the bytes or objects of kind `first`,
 * without which the others mean nothing; *existed, if not NULL, says whether it was there. */
struct dt_error *dt_pin_dir_remove(const char *dir, const char *first, bool *existed) dt_must_use;

/** Name an object KIND-INDEX. */
struct dt_error *dt_pin_put(const char *dir, const char *kind, size_t index, int fd) dt_must_use;
/** A new descriptor of it; -1 if there is none of that name (no error). */
struct dt_error *dt_pin_get(const char *dir, const char *kind, size_t index, int *fd) dt_must_use;
/** Is it a link, which keeps a program attached? Descriptors of perf events are none. */
bool dt_pin_is_link(int fd);

/** Put bytes under a name, and get them back (heap; NULL: no such name). */
struct dt_error *dt_pin_put_bytes(const char *dir, const char *kind, const void *bytes,
				  size_t n) dt_must_use;
struct dt_error *dt_pin_get_bytes(const char *dir, const char *kind, void **bytes,
				  size_t *n) dt_must_use;

#endif
