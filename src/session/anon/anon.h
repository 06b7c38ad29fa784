/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Anonymous tracing: the description of a session, with which another process can take it over.
 */
#ifndef DT_SESSION_ANON_H
#define DT_SESSION_ANON_H

#include "session/compile/compile.h"

/** Kinds of objects that stay in the kernel. dt_anon_kinds[] has their names. */
enum dt_anon_kind { DT_ANON_MAP, DT_ANON_PROGRAM, DT_ANON_LINK, DT_N_ANON_KINDS };
extern const char *const dt_anon_kinds[DT_N_ANON_KINDS];

/** The state of the anonymous session besides its texts, options and arguments. */
struct dt_anon {
	uint64_t hash; // of its programs and maps
	unsigned n_present;
	struct dt_claimed claimed;
	bool careful; // dt_programs.careful
	dt_vec(
	    uint32_t) ids[DT_N_ANON_KINDS]; // ids of objects, indexed by the numbers in their names
};

/** Returns a hash of the programs and maps that the session has generated. */
uint64_t dt_anon_hash(const struct dtrace *d);
/** Appends a description of the session, which must be loaded. */
void dt_anon_write(const struct dtrace *d, struct dt_str *out);
/** Frees the result of dt_anon_read(). */
void dt_anon_deinit(struct dt_anon *a);
/**
 * Sets the options, arguments and texts of a description in a new session. Options that are already
 * set stay if they only affect printing or permit something. Fails if any other option is set, or
 * if the description is of another version or damaged.
 */
struct dt_error *dt_anon_read(struct dtrace *d, const void *bytes, size_t n,
			      struct dt_anon *ret) dt_must_use;

#endif
