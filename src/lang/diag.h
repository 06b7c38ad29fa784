/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Diagnostics: located, tagged messages about the user's D program.
 *
 * An error never stops the front end. The front end appends a diagnostic and continues with a
 * poison node or type, which suppresses further errors about it. Only the CLI prints.
 */
#ifndef DT_LANG_DIAG_H
#define DT_LANG_DIAG_H

#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdbool.h>

/** A text to compile: a script file, a -n argument, a library file. */
struct dt_source {
	const char *name; // file name as given; for -n etc. the specifier text
	const char *text; // NUL-terminated; may contain NULs before `len`
	size_t len;
	bool is_file;	 // from -s or a library; else from -n, -P, -m, -f, -i
	bool is_library; // a file of the D library: may be empty, is named in messages
};

/** A location in a source. #line affects `line` and `file`; `offset` counts source->text. */
struct dt_loc {
	const struct dt_source *source;
	const char *file;      // set by #line, else NULL
	uint32_t line, column; // from 1
	uint32_t offset, length;
};

enum dt_tag {
#define DT_TAG(name, text) name,
#include "lang/tags.def"
#undef DT_TAG
	DT_N_TAGS
};

enum dt_severity {
	DT_SEV_ERROR,
	DT_SEV_WARNING,
	DT_SEV_LINT, // a warning, recorded only if dt_diags.lint is set
};

/** Name of a tag ("D_SYNTAX") and its sentence for `dtrace --explain`. */
struct dt_tag_info {
	const char *name, *text;
	enum dt_severity severity;
};
extern const struct dt_tag_info dt_tag_table[DT_N_TAGS];

struct dt_diag {
	enum dt_tag tag;
	struct dt_loc loc;
	const char *region; // for classic messages without a line: "in predicate", "in action
			    // list"; or NULL
	const char *message;
	const char *hint; // or NULL
};

struct dtrace_diagnostic; // include/dtrace/dtrace.h

struct dt_diags {
	struct dt_arena *arena;
	dt_vec(struct dt_diag) list; // in order of discovery
	size_t n_errors;
	bool too_many;	    // 20 errors are recorded, further ones are ignored
	bool no_warnings;   // ignore warnings
	bool lint;	    // record warnings of DT_SEV_LINT
	const char *region; // the current dt_diag.region, or NULL
};

/** Appends an error or a warning, depending on the tag. Ignores it if the same location has one
 * with the same tag. */
void dt_diag(struct dt_diags *d, struct dt_loc loc, enum dt_tag tag, const char *fmt, ...)
    dt_printf_like(4, 5);
/** Adds a hint to the last diagnostic. */
void dt_diag_hint(struct dt_diags *d, const char *fmt, ...) dt_printf_like(2, 3);
/** Writes a diagnostic in the form of the public header. All texts are printable; they live as long
 * as the arena. */
void dt_diag_describe(struct dt_arena *arena, const struct dt_diag *d,
		      struct dtrace_diagnostic *ret);
/** Formats one diagnostic in the classic form, always one visible line: `[D_TAG] line 3: msg`, `in
 * action list: msg`, `"file", line 3: msg` (illumos' <libdtrace/common/dt_subr.c>). The CLI prints
 * "dtrace: failed to compile script F: " or "dtrace: invalid probe specifier TEXT: " before it. */
void dt_diag_format_classic(struct dt_str *out, const struct dt_diag *d, bool errtags);

#endif
