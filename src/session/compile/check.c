/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compiles texts to a checked program: reads files, passes options and macro variables to the front
 * end, and turns its diagnostics into the classic messages of dtrace(1).
 *
 * All texts are parsed before any is checked, so that one run reports the errors of all texts.
 */
#include "session/compile/compile.h"
#include "session/compile/stability.h"
#include "session/process/process.h"

#include "builtin/builtin.h"
#include "builtin/vars/uregs.h"
#include "provider/process/scope.h"
#include "symbols/kernel/address.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SCRIPT_MAX = 64 << 20 }; // bytes

static const struct {
	enum dt_option option;
	enum dt_compile_flag flag;
} compile_flags[] = {
    {DT_OPT_argref, DT_CF_ARGREF},  {DT_OPT_defaultargs, DT_CF_DEFAULTARGS},
    {DT_OPT_empty, DT_CF_EMPTY},    {DT_OPT_pspec, DT_CF_PSPEC},
    {DT_OPT_zdefs, DT_CF_ZDEFS},    {DT_OPT_destructive, DT_CF_DESTRUCTIVE},
    {DT_OPT_compat, DT_CF_CLASSIC},
};

/** Passes changed options to the front end: from the command line or a pragma just parsed. */
static void apply_options(struct dtrace *d)
{
	struct dt_compile *c = d->compile;

	for (size_t i = 0; i < dt_array_len(compile_flags); i++)
		if (d->options.v[compile_flags[i].option])
			c->flags |= compile_flags[i].flag;
		else
			c->flags &= ~(unsigned)compile_flags[i].flag;
	c->version = (unsigned)d->options.v[DT_OPT_version];
	c->diags.no_warnings = d->options.v[DT_OPT_nowarn];
	c->diags.lint = d->options.v[DT_OPT_lint];
	dt_universe_set_strsize(c->types, d->options.v[DT_OPT_strsize]);
}

static struct dt_error *option_from_program(void *self, const char *name, const char *value,
					    bool from_program)
{
	struct dtrace *d = self;

	DT_TRY(dt_session_setopt(d, name, value, from_program ? DT_ORIGIN_PROGRAM : DT_ORIGIN_CLI));
	apply_options(d);
	return NULL;
}

struct kernel_symbol {
	bool exists;
	uint64_t address;
};

/** Finds a symbol's address. Looks each symbol up once, because an inline may be used many times.
 */
static bool symbol_address(void *self, const char *module, const char *name, uint64_t *ret)
{
	struct dtrace *d = self;
	const char *key = dt_arena_printf(d->compile->arena, "%s`%s", module, name);
	struct kernel_symbol *known = dt_map_get_str(&d->sources->known_symbols, key);

	if (!known) {
		known = dt_arena_new(d->compile->arena, struct kernel_symbol);
		known->exists = dt_kernel_address(module, name, &known->address);
		dt_map_put_str(&d->sources->known_symbols, key, known);
	}
	*ret = known->address;
	return known->exists;
}

static void add_macro(struct dtrace *d, const char *name, int64_t value)
{
	d->script->macros[d->compile->n_macros++] = (struct dt_macro){name, value};
}

static void set_macros(struct dtrace *d)
{
	d->compile->macros = d->script->macros;
	d->compile->n_macros = 0;
	add_macro(d, "pid", getpid());
	add_macro(d, "ppid", getppid());
	add_macro(d, "pgid", getpgid(0));
	add_macro(d, "sid", getsid(0));
	add_macro(d, "uid", getuid());
	add_macro(d, "euid", geteuid());
	add_macro(d, "gid", getgid());
	add_macro(d, "egid", getegid());
	add_macro(d, "target", dt_session_target(d));
	// Linux has neither projects nor tasks; 0 is the value of a system without them.
	add_macro(d, "projid", 0);
	add_macro(d, "taskid", 0);
	for (size_t i = 0; d->script->claimed && i < d->script->claimed->n_macros; i++)
		d->script->macros[i].value = d->script->claimed->macros[i];
}

void dt_session_compile_init(struct dtrace *d)
{
	d->compile = dt_compile_create(d->options.v[DT_OPT_strsize]);
	d->sources->kernel_types = dt_btf_source_create(dt_rawbtf_open);
	dt_universe_add_source(d->compile->types, &dt_register_names);
	dt_universe_add_source(d->compile->types, &dt_session_host);
	dt_session_library_init(d);
	dt_universe_add_source(d->compile->types, dt_btf_source_types(d->sources->kernel_types));
	dt_session_user_types_init(d);
	dt_registry_init(&d->registry, d->compile->arena, d->compile->names, d->compile->types);
	dt_session_static_init(d);
	d->sources->options = (struct dt_option_sink){d, option_from_program};
	d->sources->symbols = (struct dt_symbol_source){d, symbol_address};
	d->compile->builtins = &dt_builtin_registry;
	dt_session_match_init(d);
	d->compile->symbols = &d->sources->symbols;
	d->compile->options = &d->sources->options;
}

static void text_destroy(struct dt_text *t)
{
	free((char *)t->source.text);
	free((char *)t->source.name);
	free(t->name);
	free(t);
}

static void free_args(struct dtrace *d)
{
	for (size_t i = 0; i < d->script->argc; i++)
		free(d->script->argv[i]);
	free(d->script->argv);
}

void dt_session_compile_deinit(struct dtrace *d)
{
	dt_session_match_deinit(d);
	dt_registry_deinit(&d->registry);
	dt_map_deinit(&d->sources->known_symbols);
	dt_compile_destroy(d->compile);
	dt_session_library_deinit(d);
	dt_btf_source_destroy(d->sources->kernel_types);
	dt_vec_foreach (&d->script->texts, t)
		text_destroy(*t);
	dt_vec_deinit(&d->script->texts);
	dt_vec_deinit(&d->script->diagnostics);
	dt_vec_deinit(&d->script->completions);
	dt_error_destroy(d->script->failure);
	free_args(d);
}

void dtrace_set_args(struct dtrace *d, const char *const *argv, size_t argc)
{
	if (!argv || !dt_session_may_call(d, __func__))
		return;
	free_args(d);
	d->script->argv = dt_zalloc((argc + 1) * sizeof(*d->script->argv));
	d->script->argc = argc;
	for (size_t i = 0; i < argc; i++)
		d->script->argv[i] = dt_strdup(argv[i]);
}

/** Opens a script: a file, a pipe or a terminal. Returns -1 and sets errno on failure. */
static int open_script(const char *path)
{
	// Does not wait for the writer of a FIFO: without one, the FIFO is empty.
	int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
				   : fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);

	if (fd >= 0 && strcmp(path, "-"))
		fcntl(fd, F_SETFL, 0);
	return fd;
}

static struct dt_error *read_file(const char *path, struct dt_str *out)
{
	dt_cleanup(dt_close_p) int fd = open_script(path);
	struct stat st;

	if (fd < 0 && errno == ENOENT && strchr(path, ':'))
		return dt_error_os(errno, "failed to open %s (-n takes programs and descriptions)",
				   path);
	if (fd < 0 || fstat(fd, &st))
		return dt_error_os(errno, "failed to open %s", path);
	if (strcmp(path, "-") && (S_ISBLK(st.st_mode) || (S_ISCHR(st.st_mode) && !isatty(fd))))
		return dt_error_new(DT_ERR_USAGE, "failed to read %s: it is a device", path);
	if (!dt_str_read(out, fd, SCRIPT_MAX))
		return dt_error_os(errno, "failed to read %s", path);
	if (strcmp(path, "-") && S_ISFIFO(st.st_mode) && !out->len)
		return dt_error_new(DT_ERR_USAGE,
				    "failed to read %s: no process writes to this "
				    "FIFO",
				    path);
	return NULL;
}

/** Adds a text. Takes the content. */
static struct dt_error *add_text(struct dtrace *d, enum dtrace_text kind, const char *name,
				 struct dt_str *content)
{
	bool is_file = kind == DTRACE_TEXT_FILE;
	struct dt_text *t;

	if (is_file && d->options.v[DT_OPT_cpp])
		DT_TRY(dt_session_preprocess(d, name, content));
	t = dt_zalloc(sizeof(*t));
	t->kind = kind;
	t->source.len = content->len;
	t->source.text = dt_str_take(content);
	if (!t->source.text)
		t->source.text = dt_strdup("");
	t->source.name = dt_strdup(name);
	t->source.is_file = is_file;
	t->name = dt_strdup(name);
	if (!is_file) // reports show the name without the program, as is classic
		t->name[strcspn(t->name, "{/;")] = '\0';
	dt_vec_push(&d->script->texts, t);
	return NULL;
}

/** Begins a call that adds a text. */
static struct dt_error *enter_unchecked(struct dtrace *d, const char *text)
{
	DT_TRY(dt_session_enter(d, text));
	return d->script->is_checked
		   ? dt_error_new(DT_ERR_USAGE,
				  "the program has been checked: no text can be added")
		   : NULL;
}

struct dt_error *dtrace_add(struct dtrace *d, enum dtrace_text kind, const char *text)
{
	DT_TRY(enter_unchecked(d, text));
	dt_cleanup(dt_str_deinit) struct dt_str content = {0};

	if (kind == DTRACE_TEXT_FILE)
		DT_TRY(read_file(text, &content));
	else
		dt_str_append(&content, text);
	return add_text(d, kind, text, &content);
}

struct dt_error *dtrace_add_script(struct dtrace *d, const char *path, const char *text)
{
	DT_TRY(enter_unchecked(d, text));
	dt_cleanup(dt_str_deinit) struct dt_str content = {0};

	if (!path)
		return dt_error_new(DT_ERR_USAGE, "an argument is NULL");
	dt_str_append(&content, text);
	return add_text(d, DTRACE_TEXT_FILE, path, &content);
}

static enum dt_spec spec_of(enum dtrace_text kind)
{
	switch (kind) {
	case DTRACE_TEXT_PROVIDER:
		return DT_SPEC_PROVIDER;
	case DTRACE_TEXT_MODULE:
		return DT_SPEC_MODULE;
	case DTRACE_TEXT_FUNCTION:
		return DT_SPEC_FUNCTION;
	case DTRACE_TEXT_NAME:
		return DT_SPEC_NAME;
	case DTRACE_TEXT_ID:
		return DT_SPEC_ID;
	case DTRACE_TEXT_FILE:
		break;
	}
	return DT_SPEC_PROGRAM;
}

struct dt_error *dt_session_compile_error(struct dtrace *d)
{
	const struct dt_diag *first = NULL;
	struct dt_error *err;
	struct dt_str text = {0};

	dt_vec_foreach (&d->compile->diags.list, p) {
		if (dt_tag_table[p->tag].severity == DT_SEV_ERROR) {
			first = p;
			break;
		}
	}
	dt_diag_format_classic(&text, first, d->options.v[DT_OPT_errtags]);
	if (!first->loc.source)
		err = dt_error_new(DT_ERR_COMPILE, "%s", dt_str_text(&text));
	else
		err = dt_error_new(DT_ERR_COMPILE, "%s %s: %s",
				   first->loc.source->is_file ? "failed to compile script"
							      : "invalid probe specifier",
				   first->loc.source->name, dt_str_text(&text));
	dt_str_deinit(&text);
	return err;
}

/** Describes the diagnostics found since the last call; later functions may find more. */
static void describe_diagnostics(struct dtrace *d)
{
	const struct dt_diags *found = &d->compile->diags;
	struct dtrace_diagnostic described;

	for (size_t i = d->script->diagnostics.len; i < found->list.len; i++) {
		dt_diag_describe(d->compile->arena, &found->list.data[i], &described);
		dt_vec_push(&d->script->diagnostics, described);
	}
}

size_t dtrace_diagnostics(const struct dtrace *d)
{
	return d ? d->compile->diags.list.len : 0;
}

bool dtrace_diagnostic(struct dtrace *d, size_t i, struct dtrace_diagnostic *ret)
{
	if (!ret || i >= dtrace_diagnostics(d))
		return false;
	describe_diagnostics(d);
	dt_api_copy(ret, &d->script->diagnostics.data[i], sizeof(*ret));
	return true;
}

static void count_matches(struct dtrace *d)
{
	for (const struct dt_clause *c = d->compile->program.clauses; c; c = c->next) {
		const struct dt_match *m = c->matched;

		dt_vec_foreach (&d->script->texts, t) {
			if (c->loc.source == &(*t)->source)
				(*t)->n_probes += m ? m->probes.len - m->n_retained : 0;
		}
		d->script->n_matched += m ? m->probes.len - m->n_retained : 0;
	}
}

/** Bits of -x tree. */
enum { TREE_READ = 1, TREE_CHECKED = 2 };

static void print_tree(struct dtrace *d, int64_t pass)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};

	if (d->output.listing < 0 || !(d->options.v[DT_OPT_tree] & pass))
		return;
	dt_ast_print(&text, &d->compile->program);
	dt_str_write(&text, d->output.listing);
}

static struct dt_error *check_program(struct dtrace *d)
{
	struct dt_compile *c = d->compile;
	bool pspec;

	set_macros(d);
	c->argv = (const char *const *)d->script->argv;
	c->argc = d->script->argc;
	apply_options(d);
	pspec = c->flags & DT_CF_PSPEC;
	dt_vec_foreach (&d->script->texts, t) {
		bool is_file = (*t)->kind == DTRACE_TEXT_FILE;

		// A single identifier names a probe in -n and similar flags, but not in a script.
		c->flags =
		    pspec || !is_file ? c->flags | DT_CF_PSPEC : c->flags & ~(unsigned)DT_CF_PSPEC;
		dt_parse(c, &(*t)->source, spec_of((*t)->kind));
		pspec = pspec || (is_file && d->options.v[DT_OPT_pspec]);
	}
	if (d->options.set[DT_OPT_evaltime]) // even if no probe needs it
		DT_TRY(dt_session_targets_load(d));
	DT_TRY(dt_session_library_dirs(d));
	dt_session_library_check(d);
	if (d->script->texts.len)
		dt_parse_finish(c);
	print_tree(d, TREE_READ);
	dt_sema_check(c);
	print_tree(d, TREE_CHECKED);
	dt_session_debug(d, "%zu texts, %u clauses, %zu errors", (size_t)d->script->texts.len,
			 c->program.n_clauses, (size_t)c->diags.n_errors);
	if (c->diags.n_errors) {
		dt_session_library_complain(d);
		return dt_session_compile_error(d);
	}
	dt_stability_check(d);
	if (c->diags.n_errors)
		return dt_session_compile_error(d);
	dt_lint(c);
	count_matches(d);
	return NULL;
}

struct dt_error *dtrace_check(struct dtrace *d)
{
	DT_TRY(dt_session_enter(d, d));
	DT_SESSION_CALL(d);
	struct dt_error *err;

	if (d->script->is_checked)
		return dt_error_copy(d->script->failure);
	d->script->is_checked = true;
	err = check_program(d);
	d->script->failure = dt_error_copy(err);
	return err;
}

size_t dtrace_match_count(const struct dtrace *d)
{
	return d ? d->script->n_matched : 0;
}

bool dtrace_text_match(const struct dtrace *d, size_t i, struct dtrace_text_match *ret)
{
	if (!d || !ret || !d->script->is_checked || i >= d->script->texts.len)
		return false;
	const struct dt_text *t = d->script->texts.data[i];
	const struct dtrace_text_match match = {
	    .size = sizeof(match), .kind = t->kind, .name = t->name, .n_probes = t->n_probes};

	dt_api_copy(ret, &match, sizeof(match));
	return true;
}
