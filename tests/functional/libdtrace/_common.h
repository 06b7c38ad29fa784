/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * For the programs of this chapter: they end with a message if something fails.
 */
#ifndef LIBDTRACE_COMMON_H
#define LIBDTRACE_COMMON_H

#include <dtrace/dtrace.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define expect(what)                                                                   \
	do {                                                                           \
		if (!(what)) {                                                         \
			fprintf(stderr, "%s:%d: not " #what "\n", __FILE__, __LINE__); \
			exit(1);                                                       \
		}                                                                      \
	} while (0)

static inline void check(struct dtrace_error *err)
{
	if (!err)
		return;
	fprintf(stderr, "%s\n", dtrace_error_message(err));
	exit(1);
}

static inline struct dtrace_aggregation *read_one(struct dtrace *d, const char *name, bool is_total)
{
	struct dtrace_aggregation *a;

	check(dtrace_aggregation_read(d, name, is_total, &a));
	return a;
}

/** Opens a session with a text, whose output goes nowhere. */
static inline struct dtrace *open_with(const char *text)
{
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	struct dtrace *d;

	expect(nowhere >= 0);
	check(dtrace_open(&d));
	check(dtrace_setopt(d, "quiet", NULL));
	check(dtrace_set_output(d, nowhere));
	close(nowhere);
	check(dtrace_add(d, DTRACE_TEXT_NAME, text));
	return d;
}

/** The same, and traces. The text causes no warning. */
static inline struct dtrace *start(const char *text)
{
	struct dtrace *d = open_with(text);

	check(dtrace_check(d));
	expect(!dtrace_diagnostics(d));
	check(dtrace_go(d));
	return d;
}

#endif
