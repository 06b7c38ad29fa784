/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Options: -x, `#pragma D option`, setopt(), DTRACE_OPT_NAME. The table options.def has the name,
 * kind, default and documentation of each; all modules read the values from one array.
 * Sizes are bytes, rates nanoseconds, booleans 0 or 1.
 */
#ifndef DT_DIALECT_OPTIONS_H
#define DT_DIALECT_OPTIONS_H

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

enum dt_option_kind {
	DT_OPTK_BOOL,
	DT_OPTK_INT,
	DT_OPTK_SIZE, // k, m, g, t suffixes
	DT_OPTK_RATE, // ns us ms s m h d hz; a bare number is ns
	DT_OPTK_ENUM, // one of `values`; the value is its index
	DT_OPTK_STRING,
	DT_OPTK_ATTRIBUTES, // a STRING of the form "Evolving/Evolving/Common"
	DT_OPTK_VERSION,    // of the D language: 1.13 is 1 << 24 | 13 << 12
	DT_OPTK_LIST,	    // may be given several times: define, incdir, libdir
};

enum dt_option_phase {
	DT_OPTP_COMPILE, // can be set before the affected text is compiled
	DT_OPTP_RUN,	 // can be set before tracing starts
	DT_OPTP_DYNAMIC, // can be set at any time, also by setopt()
};

enum dt_option {
#define DT_OPTION(id, ...) DT_OPT_##id,
#include "dialect/options.def"
#undef DT_OPTION
	DT_N_OPTIONS
};

/** Values of the options with these names. */
enum dt_aggunits {
	DT_AGGUNITS_NONE,
	DT_AGGUNITS_NS,
	DT_AGGUNITS_US,
	DT_AGGUNITS_MS,
	DT_AGGUNITS_S,
	DT_AGGUNITS_BYTES
};
enum dt_bufpolicy { DT_BUFPOLICY_SWITCH, DT_BUFPOLICY_RING, DT_BUFPOLICY_FILL };
enum dt_datamodel { DT_DATAMODEL_32, DT_DATAMODEL_64 };
enum dt_color { DT_COLOR_AUTO, DT_COLOR_ALWAYS, DT_COLOR_NEVER };
enum dt_encoding { DT_ENCODING_AUTO, DT_ENCODING_ASCII, DT_ENCODING_UTF8 };
enum dt_oformat { DT_OFORMAT_TEXT, DT_OFORMAT_JSON, DT_OFORMAT_FOLDED };
enum dt_stdc { DT_STDC_A, DT_STDC_C, DT_STDC_S, DT_STDC_T };
enum dt_evaltime { DT_EVALTIME_EXEC, DT_EVALTIME_PREINIT, DT_EVALTIME_POSTINIT, DT_EVALTIME_MAIN };
enum dt_ustackmode { DT_USTACKMODE_AUTO, DT_USTACKMODE_FP, DT_USTACKMODE_TABLE };
enum dt_engine { DT_ENGINE_AUTO, DT_ENGINE_INPROCESS, DT_ENGINE_KERNEL };
enum dt_bufresize { DT_BUFRESIZE_AUTO, DT_BUFRESIZE_MANUAL };

struct dt_option_info {
	const char *name;
	enum dt_option_kind kind;
	enum dt_option_phase phase;
	const char *fallback;	   // default value as text; NULL: unset
	int64_t min, max;	   // of INT, SIZE and RATE
	bool no_program;	   // refused in a D program
	const char *const *values; // ENUM, NULL-terminated
	const char *doc;
};
extern const struct dt_option_info dt_option_table[DT_N_OPTIONS];
/** Returns the option with this name, or DT_N_OPTIONS. */
int dt_option_find(const char *name);

/** Options of other DTraces: ignored if they cannot change a result here, otherwise rejected. The
 *  table ends with a NULL name. */
struct dt_option_foreign {
	const char *name, *reason;
	bool is_refused;
};
extern const struct dt_option_foreign dt_option_foreign_table[];

struct dt_options {
	int64_t v[DT_N_OPTIONS];
	bool set[DT_N_OPTIONS];	   // set by the user
	char *s[DT_N_OPTIONS];	   // STRING: owned; NULL: unset
	char **list[DT_N_OPTIONS]; // LIST: owned, NULL-terminated; NULL: empty
};

void dt_options_init(struct dt_options *o);
void dt_options_deinit(struct dt_options *o);

/** Appends the range of a number, size or rate, such as "1m to 2g". Returns false for other kinds.
 */
bool dt_option_bounds(const struct dt_option_info *info, struct dt_str *out);

/** Reports whether the option permits this value, which did not come from parsing. The value of an
 *  unset option is 0. */
bool dt_option_permits(enum dt_option id, int64_t value);

/** Bytes of a string in memory: strsize characters and the NUL. */
uint32_t dt_options_string_bytes(const struct dt_options *o);

/** The origin of a setting, which restricts the options that may be set. */
enum dt_option_origin { DT_ORIGIN_CLI, DT_ORIGIN_PROGRAM, DT_ORIGIN_SETOPT };

/** A note about a clamped value, such as "switch rate reduced to 1ms". */
struct dt_option_note {
	char *text;	// on the heap; NULL: no note
	bool is_detail; // print it with -v only
};

/**
 * Sets an option by name. A NULL value turns a BOOL on. `active` states that tracing has started.
 * Errors have the classic texts: "Invalid option name", "Invalid value for specified option",
 * "Operation illegal when tracing is active", "Option cannot be used from within a D program"; the
 * permitted values follow in parentheses. A rate out of range is clamped and a size that is too
 * large is lowered; *note (may be NULL) then receives a note, otherwise it is unchanged.
 */
struct dt_error *dt_options_set(struct dt_options *o, const char *name, const char *value,
				enum dt_option_origin origin, bool active,
				struct dt_option_note *note) dt_must_use;

#endif
