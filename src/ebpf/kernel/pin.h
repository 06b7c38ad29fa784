/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Kernel objects under names in the BPF file system, where they live on without a descriptor: until
 * the name is removed or the machine restarts.
 */
#ifndef DT_EBPF_PIN_H
#define DT_EBPF_PIN_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
/** A new descriptor of it; -1 if there is none of that name (no error). The name must be root's or
 *  ours, and no other user may write to it. */
struct dt_error *dt_pin_get(const char *dir, const char *kind, size_t index, int *fd) dt_must_use;
/** The kernel's number of a map, program or link, which no other of its kind gets until the machine
 *  restarts; 0 if it has none. */
uint32_t dt_pin_id(int fd);
/** Checks that the name KIND-INDEX, of "map", "prog" or "link", stands for the object of that
 *  number. */
struct dt_error *dt_pin_check(const char *dir, const char *kind, size_t index,
			      uint32_t id) dt_must_use;
/** Is it a link, which keeps a program attached? Descriptors of perf events are none. */
bool dt_pin_is_link(int fd);

/** Put bytes under a name, and get them back (heap; NULL: no such name). */
struct dt_error *dt_pin_put_bytes(const char *dir, const char *kind, const void *bytes,
				  size_t n) dt_must_use;
struct dt_error *dt_pin_get_bytes(const char *dir, const char *kind, void **bytes,
				  size_t *n) dt_must_use;

#endif
