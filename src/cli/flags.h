/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The table of dtrace(1)'s flags, for reading the command line, --help, the manual and the shell
 * completions. To add a flag: a line in flags.c and, unless it only sets an option, a case in
 * arguments.c.
 */
#ifndef DT_CLI_FLAGS_H
#define DT_CLI_FLAGS_H

#include <stddef.h>

enum dt_flag_group {
	DT_FLAG_PROGRAM,
	DT_FLAG_PROCESS,
	DT_FLAG_OUTPUT,
	DT_FLAG_OTHER, // instead of tracing
	DT_FLAG_FLEET,
	DT_FLAG_CPP,
	DT_FLAG_LANGUAGE,
	DT_FLAG_ANONYMOUS,
	DT_FLAG_N_GROUPS,
	// Not in --help: flags of other systems; flags of SystemTap's dtrace, without effect.
	DT_FLAG_REFUSED = DT_FLAG_N_GROUPS,
	DT_FLAG_IDLE,
};
extern const char *const dt_flag_group_titles[DT_FLAG_N_GROUPS];

/** Flags without a letter. */
enum {
	DT_FLAG_HELP = 256,
	DT_FLAG_EXPLAIN,
	DT_FLAG_STATUS,
	DT_FLAG_CHECK,
	DT_FLAG_COMPLETE,
	DT_FLAG_CONTAINER,
	DT_FLAG_CGROUP,
	DT_FLAG_USER,
	DT_FLAG_PARSING,
	DT_FLAG_DIFF,
	DT_FLAG_SERVE, // its argument is optional
	DT_FLAG_HOSTS,
	DT_FLAG_MERGE,
	DT_FLAG_AGENT,
	DT_FLAG_TOP,
	DT_FLAG_TYPES
};

struct dt_flag {
	int letter;
	const char *name;     // --name; NULL: none
	const char *argument; // word for it in the help; NULL: no argument
	enum dt_flag_group group;
	const char *option; // -x option that it sets to its argument; NULL: none
	const char *help;   // a few words
	const char *doc;    // for the manual; NULL: `help`
};
/** The last entry has letter 0. */
extern const struct dt_flag dt_flag_table[];

struct dt_exit_status {
	const char *status, *meaning;
};
/** The last entry has status NULL. */
extern const struct dt_exit_status dt_exit_status_table[];

#endif
