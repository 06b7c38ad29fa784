/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * String subroutines. The BPF runtime does the work (runtime/strings.bpf.c, paths.bpf.c,
 * numbers.bpf.c). The lowerings evaluate the arguments and provide the destination.
 */
#include "builtin/args.h"
#include "builtin/builtin.h"

/** Calls a runtime function f(dst, s). */
static void call_unary(struct dt_gen *g, const struct dt_node *n, const char *func, dt_reg dst,
		       uint32_t cap)
{
	dt_reg s = dt_arg_string(g, n, 0), whole = dt_result_begin(g, dst, cap);

	dt_ir_call(dt_gen_func(g), func, 2, whole, s);
	dt_result_end(g, dst, cap, whole);
}

static dt_reg strlen_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_ir_call(dt_gen_func(g), "dt_strlen", 1, dt_arg_string(g, n, 0));
}

static void strjoin_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	dt_reg a = dt_arg_string(g, n, 0), b = dt_arg_string(g, n, 1);
	dt_reg whole = dt_result_begin(g, dst, cap);

	dt_ir_call(dt_gen_func(g), "dt_strjoin", 3, whole, a, b);
	dt_result_end(g, dst, cap, whole);
}

static void substr_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	dt_reg s = dt_arg_string(g, n, 0), start = dt_arg_value(g, n, 1, 0);
	dt_reg count = dt_arg_value(g, n, 2, INT64_MAX), whole = dt_result_begin(g, dst, cap);

	dt_ir_call(dt_gen_func(g), "dt_substr", 4, whole, s, start, count);
	dt_result_end(g, dst, cap, whole);
}

static bool substr_beginning(const struct dt_node *n, uint64_t *len)
{
	const struct dt_node *start = dt_arg_node(n, 1), *count = dt_arg_node(n, 2);

	if (!count || start->kind != DT_NODE_INT || start->value || count->kind != DT_NODE_INT ||
	    (int64_t)count->value < 0)
		return false;
	*len = count->value;
	return true;
}

static void basename_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	call_unary(g, n, "dt_basename", dst, cap);
}

static void dirname_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	call_unary(g, n, "dt_dirname", dst, cap);
}

static void cleanpath_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	call_unary(g, n, "dt_cleanpath", dst, cap);
}

static dt_reg index_value(struct dt_gen *g, const struct dt_node *n)
{
	dt_reg s = dt_arg_string(g, n, 0), sub = dt_arg_string(g, n, 1);

	return dt_ir_call(dt_gen_func(g), "dt_index", 3, s, sub, dt_arg_value(g, n, 2, 0));
}

static dt_reg rindex_value(struct dt_gen *g, const struct dt_node *n)
{
	dt_reg s = dt_arg_string(g, n, 0), sub = dt_arg_string(g, n, 1);

	return dt_ir_call(dt_gen_func(g), "dt_rindex", 3, s, sub, dt_arg_value(g, n, 2, INT64_MAX));
}

/** Copies the tail of s from `position` to dst. Returns 0 if `position` is -1 (not found). */
static dt_reg copy_tail(struct dt_gen *g, dt_reg s, dt_reg position, dt_reg dst, uint32_t cap)
{
	dt_reg whole = dt_result_begin(g, dst, cap);

	dt_ir_call(dt_gen_func(g), "dt_strtail", 3, whole, s, position);
	dt_result_end(g, dst, cap, whole);
	return dt_ir_bini(dt_gen_func(g), DT_IR_ADD, position, 1);
}

static dt_reg find_char(struct dt_gen *g, const struct dt_node *n, bool last, dt_reg dst,
			uint32_t cap)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg s = dt_arg_string(g, n, 0), c = dt_arg_value(g, n, 1, 0);

	return copy_tail(g, s, dt_ir_call(f, "dt_strchr", 3, s, c, dt_ir_const(f, last)), dst, cap);
}

static dt_reg strchr_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	return find_char(g, n, false, dst, cap);
}

static dt_reg strrchr_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	return find_char(g, n, true, dst, cap);
}

static dt_reg strstr_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg s = dt_arg_string(g, n, 0), sub = dt_arg_string(g, n, 1);

	return copy_tail(g, s, dt_ir_call(f, "dt_index", 3, s, sub, dt_ir_const(f, 0)), dst, cap);
}

static dt_reg strmatch_value(struct dt_gen *g, const struct dt_node *n)
{
	dt_reg s = dt_arg_string(g, n, 0), pattern = dt_arg_string(g, n, 1);

	return dt_ir_call(dt_gen_func(g), "dt_strmatch", 2, s, pattern);
}

/** Returns the base in argument 1. Raises an ILLOP fault for an invalid base. */
static dt_reg base_value(struct dt_gen *g, const struct dt_node *n)
{
	const struct dt_node *arg = dt_arg_node(n, 1);
	dt_reg base = dt_arg_value(g, n, 1, 10);

	if (arg && (arg->kind != DT_NODE_INT || arg->value < 2 || arg->value > 36)) {
		dt_gen_fault_if(g, DT_FAULT_ILLOP, DT_IR_LT, base, 2, 0);
		dt_gen_fault_if(g, DT_FAULT_ILLOP, DT_IR_GT, base, 36, 0);
	}
	return base;
}

static dt_reg strtoll_value(struct dt_gen *g, const struct dt_node *n)
{
	dt_reg s = dt_arg_string(g, n, 0);

	return dt_ir_call(dt_gen_func(g), "dt_strtoll", 2, s, base_value(g, n));
}

enum { LLTOSTR_MAX = 67 }; // 64 binary digits, a prefix of two, NUL

static void lltostr_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	dt_reg value = dt_arg_value(g, n, 0, 0), base = base_value(g, n);
	dt_reg whole = dt_result_begin(g, dst, cap);

	dt_ir_call(dt_gen_func(g), "dt_lltostr", 3, whole, value, base);
	dt_result_end(g, dst, cap, whole);
}

static void change_case(struct dt_gen *g, const struct dt_node *n, char from, dt_reg dst,
			uint32_t cap)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg s = dt_arg_string(g, n, 0), whole = dt_result_begin(g, dst, cap);

	dt_ir_call(f, "dt_strcase", 3, whole, s, dt_ir_const(f, from));
	dt_result_end(g, dst, cap, whole);
}

static void toupper_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	change_case(g, n, 'a', dst, cap);
}

static void tolower_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	change_case(g, n, 'A', dst, cap);
}

/** State of strtok(): its position, then a copy of the string, since the original may be gone in
 * the next clause. */
enum { TOKEN_TEXT = 8 };

static uint32_t strtok_state(const struct dt_gen *g)
{
	return TOKEN_TEXT + dt_gen_strsize(g);
}

/** Starts a new string. If the argument is NULL, strtok() continues in the previous string. */
static void strtok_begin(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_ir_func *f = dt_gen_func(g);
	unsigned outside = dt_gen_branch_begin(g);
	dt_label go_on = dt_ir_label(f);
	uint32_t strsize = dt_gen_strsize(g);
	dt_reg whole = dt_gen_scratch(g, strsize), text;

	dt_gen_string_or(g, n->list, whole, strsize, go_on);
	text = dt_ir_bini(f, DT_IR_ADD, dt_gen_state(g, n), TOKEN_TEXT);
	dt_ir_env(f, DT_ENV_COPY_STR, text, dt_ir_const(f, strsize), whole);
	dt_ir_storei(f, 8, dt_gen_state(g, n), 0, 1);
	dt_gen_branch_end(g, outside);
	dt_ir_place(f, go_on);
}

static dt_reg strtok_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg state, text, delims, whole, found;

	if (n->list->kind != DT_NODE_INT) // not NULL
		strtok_begin(g, n);
	delims = dt_arg_string(g, n, 1);
	whole = dt_result_begin(g, dst, cap);
	state = dt_gen_state(g, n);
	text = dt_ir_bini(f, DT_IR_ADD, state, TOKEN_TEXT);
	found = dt_ir_call(f, "dt_strtok", 4, whole, text, delims, state);
	dt_gen_fault_if(g, DT_FAULT_BADADDR, DT_IR_SLT, found, 0, dt_ir_const(f, 0));
	dt_result_end(g, dst, cap, whole);
	return found;
}

enum { JSON_STATE = 160 }; // at least sizeof(struct dt_json) of the runtime

static uint32_t json_state(const struct dt_gen *g)
{
	return JSON_STATE;
}

static dt_reg json_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	dt_reg s = dt_arg_string(g, n, 0), path = dt_arg_string(g, n, 1);
	dt_reg whole = dt_result_begin(g, dst, cap), found;

	found = dt_ir_call(dt_gen_func(g), "dt_json", 4, whole, s, path, dt_gen_state(g, n));
	dt_result_end(g, dst, cap, whole);
	return found;
}

const struct dt_builtin dt_builtin_strlen = {
    .name = "strlen",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "size_t (const char *)",
    .lowering = &(const struct dt_lowering){.value = strlen_value},
    .doc = "Length of a string, at most strsize.",
    .example = "syscall::openat:entry { @ = quantize(strlen(copyinstr(arg1))); }",
};

const struct dt_builtin dt_builtin_strjoin = {
    .name = "strjoin",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (const char *, const char *)",
    .lowering = &(const struct dt_lowering){.string = strjoin_string},
    .doc = "Two strings in a row, truncated to strsize.",
    .example = "syscall:::entry { @[strjoin(execname, \"!\")] = count(); }",
};

const struct dt_builtin dt_builtin_substr = {
    .name = "substr",
    .since = "1.1",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (const char *, int, [int])",
    .lowering = &(const struct dt_lowering){.string = substr_string, .beginning = substr_beginning},
    .doc = "Part of a string from an index (negative: counted from the end), to its end or of a "
	   "length (negative: without that number of characters at the end).",
    .example = "syscall:::entry { @[substr(execname, 0, 3)] = count(); }",
};

const struct dt_builtin dt_builtin_basename = {
    .name = "basename",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (const char *)",
    .lowering = &(const struct dt_lowering){.string = basename_string},
    .doc = "The last component of a path.",
    .example = "syscall::openat:entry { @[basename(copyinstr(arg1))] = count(); }",
};

const struct dt_builtin dt_builtin_dirname = {
    .name = "dirname",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (const char *)",
    .lowering = &(const struct dt_lowering){.string = dirname_string},
    .doc = "A path without its last component.",
    .example = "syscall::openat:entry { @[dirname(copyinstr(arg1))] = count(); }",
};

const struct dt_builtin dt_builtin_cleanpath = {
    .name = "cleanpath",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (const char *)",
    .lowering = &(const struct dt_lowering){.string = cleanpath_string},
    .doc = "A path without doubled slashes, /./ and /../; files are not consulted.",
    .example = "syscall::openat:entry { @[cleanpath(copyinstr(arg1))] = count(); }",
};

const struct dt_builtin dt_builtin_index = {
    .name = "index",
    .since = "1.1",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "int (const char *, const char *, [int])",
    .lowering = &(const struct dt_lowering){.value = index_value},
    .doc = "Position of the first occurrence of a string in another, at or after a start; -1 if "
	   "there is none.",
    .example = "syscall::openat:entry /index(copyinstr(arg1), \"/etc\") == 0/ { @ = count(); }",
};

const struct dt_builtin dt_builtin_rindex = {
    .name = "rindex",
    .since = "1.1",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "int (const char *, const char *, [int])",
    .lowering = &(const struct dt_lowering){.value = rindex_value},
    .doc = "Position of the last occurrence of a string in another, at or before a start; -1 if "
	   "there is none.",
    .example = "BEGIN { trace(rindex(\"a/b/c\", \"/\")); exit(0); }",
};

const struct dt_builtin dt_builtin_strchr = {
    .name = "strchr",
    .since = "1.1",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (const char *, char)",
    .lowering = &(const struct dt_lowering){.nullable = strchr_string},
    .doc = "The rest of a string from the first occurrence of a character; NULL if there is none.",
    .example = "BEGIN { trace(strchr(\"key=value\", '=')); exit(0); }",
};

const struct dt_builtin dt_builtin_strrchr = {
    .name = "strrchr",
    .since = "1.1",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (const char *, char)",
    .lowering = &(const struct dt_lowering){.nullable = strrchr_string},
    .doc = "The rest of a string from the last occurrence of a character; NULL if there is none.",
    .example = "BEGIN { trace(strrchr(\"a.b.c\", '.')); exit(0); }",
};

const struct dt_builtin dt_builtin_strstr = {
    .name = "strstr",
    .since = "1.1",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (const char *, const char *)",
    .lowering = &(const struct dt_lowering){.nullable = strstr_string},
    .doc = "The rest of a string from the first occurrence of another; NULL if there is none.",
    .example = "BEGIN { trace(strstr(\"hello world\", \"wor\")); exit(0); }",
};

const struct dt_builtin dt_builtin_strmatch = {
    .name = "strmatch",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "int (const char *, const char *)",
    .lowering = &(const struct dt_lowering){.value = strmatch_value},
    .doc = "1 if the whole string matches a pattern, in which * is any text and ? any character, "
	   "else 0.",
    .example =
	"syscall::openat:entry /strmatch(execname, \"kworker*\")/ { @[execname] = count(); }",
};

const struct dt_builtin dt_builtin_strtoll = {
    .name = "strtoll",
    .since = "1.11",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "int64_t (const char *, [int])",
    .lowering = &(const struct dt_lowering){.value = strtoll_value},
    .doc =
	"The integer that a string begins with, in base 10 or the given one; 0 if there is none.",
    .example = "BEGIN { trace(strtoll(\"ff\", 16)); exit(0); }",
};

const struct dt_builtin dt_builtin_lltostr = {
    .name = "lltostr",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (int64_t, [int])",
    .lowering = &(const struct dt_lowering){.string = lltostr_string, .string_max = LLTOSTR_MAX},
    .doc = "An integer as text, in base 10 or the given one.",
    .example = "syscall:::entry { @[strjoin(\"fd \", lltostr(arg0))] = count(); }",
};

const struct dt_builtin dt_builtin_toupper = {
    .name = "toupper",
    .since = "1.8",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (const char *)",
    .lowering = &(const struct dt_lowering){.string = toupper_string},
    .doc = "A string with its ASCII letters in upper case.",
    .example = "BEGIN { trace(toupper(probename)); exit(0); }",
};

const struct dt_builtin dt_builtin_tolower = {
    .name = "tolower",
    .since = "1.8",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (const char *)",
    .lowering = &(const struct dt_lowering){.string = tolower_string},
    .doc = "A string with its ASCII letters in lower case.",
    .example = "BEGIN { trace(tolower(probename)); exit(0); }",
};

const struct dt_builtin dt_builtin_strtok = {
    .name = "strtok",
    .since = "1.1",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (const char *, const char *)",
    .lowering = &(const struct dt_lowering){.nullable = strtok_string, .state = strtok_state},
    .doc = "The first token of a string between any of the delimiters; with NULL for the string "
	   "the next one, within the same firing; NULL when there is no more.",
    .example = "syscall::openat:entry { @[strtok(copyinstr(arg1), \"/\")] = count(); }",
};

const struct dt_builtin dt_builtin_json = {
    .name = "json",
    .since = "1.11",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (const char *, const char *)",
    .lowering = &(const struct dt_lowering){.nullable = json_string, .state = json_state},
    .doc = "The element of a JSON text at a path such as a.b[2]: a string without its quotes and "
	   "escapes, other values as written; NULL if there is none or the text is malformed up to "
	   "its end.",
    .example = "BEGIN { trace(json(\"{\\\"a\\\": [1, 2]}\", \"a[1]\")); exit(0); }",
};
