/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Anonymous tracing: the description of a session by which another process can take it over.
 */
#ifndef DT_SESSION_ANON_H
#define DT_SESSION_ANON_H

#include "session/session.h"

/** Kinds of objects that are left behind: dt_anon_kinds[] has their names. */
enum dt_anon_kind { DT_ANON_MAP, DT_ANON_PROGRAM, DT_ANON_LINK, DT_N_ANON_KINDS };
extern const char *const dt_anon_kinds[DT_N_ANON_KINDS];

/** What of the session that was left behind its texts, options and arguments do not say. */
struct dt_anon {
	uint64_t hash; // of its programs and maps
	unsigned n_present;
	int64_t macros[dt_array_len(((struct dtrace *)0)->macros)];
	size_t n_macros;
	bool careful;			       // as dtrace.careful
	dt_vec(uint32_t) ids[DT_N_ANON_KINDS]; // of objects, by the numbers in their names
};

/** The programs and maps that the session has generated, as one number. */
uint64_t dt_anon_hash(const struct dtrace *d);
/** Append a description of the session, which has been loaded. */
void dt_anon_write(const struct dtrace *d, struct dt_str *out);
/** Frees what dt_anon_read() has read. */
void dt_anon_deinit(struct dt_anon *a);
/**
 * Give a fresh session the options, arguments and texts of a description. Options that it has
 * been given already stay if they are only about printing, or permit something. Error: it is of
 * another version, or damaged, or another option was given.
 */
struct dt_error *dt_anon_read(struct dtrace *d, const void *bytes, size_t n,
			      struct dt_anon *ret) dt_must_use;

#endif
