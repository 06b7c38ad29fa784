/* SPDX-License-Identifier: BSD-2-Clause */
/** Arguments of the program that _every.py writes, and its functions. */
#ifndef MISUSE_H
#define MISUSE_H

#include <dtrace/dtrace.h>

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

struct misuse {
	const char *name;
	void (*call)(struct dtrace *d);
};
extern const struct misuse misuses[];
extern const size_t n_misuses;

/** The call that follows. */
void misuse_now(const char *call);
/** Checks that an error has a message, and frees it. */
void misuse_check(struct dtrace_error *err);

extern const char misuse_text[];
extern const char *const misuse_words[];
extern int misuse_fd;
extern const struct dtrace_record *misuse_record; // inside a handler; else NULL
extern const struct dtrace_shape *misuse_shape;

/** Returns an error. The test leaks it. */
struct dtrace_error *misuse_error(void);
/** Returns a copy of the aggregation, or NULL if tracing has not begun. */
struct dtrace_aggregation *misuse_aggregation(struct dtrace *d);
/** Returns zeroed room for a result. */
void *misuse_room(void);
/** The same, as a struct that begins with this size. */
void *misuse_sized(size_t size);
/** A function for every kind of handler. */
#define misuse_callback ((void *)misuse_ignore)
long misuse_ignore(void);

#endif
