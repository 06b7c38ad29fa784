/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The D library: the *.d files of the directories of -L and -x libdir, then of the system's; of
 * files with the same name only the first counts.
 *
 * A file is parsed when a program uses a name that the file declares and that neither the program
 * nor a builtin does; until then it is text. So a program that needs nothing of it opens nothing,
 * and a type that this kernel lacks harms only the programs that ask for it. Which names a file
 * declares is found by running the lexer over it, which happens only if the name occurs in it as a
 * word at all: a name that nobody knows costs a search through some ten pages of text.
 *
 * Left out: an index on disk, which would save a fraction of a millisecond and could be stale.
 */
#include "base/host/install.h"
#include "lang/ident.h"
#include "lang/lex/lex.h"
#include "session/session.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

struct library_file {
	struct dt_source source; // text and name owned
	const char *base;	 // of the name: "errno.d"
	struct dt_map names;	 // what it declares; the values say nothing
	bool is_indexed;
	bool is_loaded;	 // or being so, or refused
	bool is_refused; // what it depends on is not there
};

struct dt_library {
	struct dtrace *d;
	struct dt_library_source source;
	struct dt_type_source types;
	dt_vec(struct library_file *) files;
	bool is_scanned;
};

// ---- which files there are

static struct library_file *find_file(struct dt_library *l, const char *base)
{
	dt_vec_foreach (&l->files, f)
		if (!strcmp((*f)->base, base))
			return *f;
	return NULL;
}

static void add_file(struct dt_library *l, const char *dir, const char *base)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};
	char *path = dt_asprintf("%s/%s", dir, base), buffer[16384];
	FILE *file = fopen(path, "re");
	struct library_file *f;
	size_t n;

	while (file && (n = fread(buffer, 1, sizeof(buffer), file)) > 0)
		dt_str_append_n(&text, buffer, n);
	if (!file || ferror(file) || !text.len) {
		if (file)
			fclose(file);
		free(path);
		return;
	}
	fclose(file);
	f = dt_zalloc(sizeof(*f));
	f->base = path + strlen(dir) + 1;
	f->source = (struct dt_source){.name = path, .is_file = true, .is_library = true};
	f->source.len = text.len;
	f->source.text = dt_str_take(&text);
	dt_vec_push(&l->files, f);
}

static int is_library_file(const struct dirent *e)
{
	size_t len = strlen(e->d_name);

	return len > 2 && e->d_name[0] != '.' && !strcmp(e->d_name + len - 2, ".d");
}

/** A directory that is not there has no files: it need not exist for programs that use none. */
static void scan(struct dt_library *l, const char *dir)
{
	struct dirent **list;
	int n = scandir(dir, &list, is_library_file, alphasort);

	for (int i = 0; i < n; i++) {
		if (!find_file(l, list[i]->d_name))
			add_file(l, dir, list[i]->d_name);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
}

/** The system's library. */
static void scan_installed(struct dt_library *l)
{
	dt_cleanup(dt_free_p) char *dir = dt_installed(DT_INSTALLED_D);

	scan(l, dir);
}

static void scan_all(struct dt_library *l)
{
	const struct dt_options *o = &l->d->options;

	if (l->is_scanned || o->v[DT_OPT_nolibs])
		return;
	l->is_scanned = true;
	for (char **dir = o->list[DT_OPT_libdir]; dir && *dir; dir++)
		scan(l, *dir);
	if (o->s[DT_OPT_syslibdir])
		scan(l, o->s[DT_OPT_syslibdir]);
	else
		scan_installed(l);
}

// ---- what a file declares

/* One declaration at the top level of a file, as far as it has been read. */
struct declaration {
	struct dt_map *names;
	enum dt_tok first, previous;
	const char *last;    // identifier outside of all brackets
	const char *tag;     // the identifier after struct, union or enum
	bool is_enum;	     // the last of these words
	bool is_named;	     // the declarator at hand has its name
	unsigned nest, body; // open brackets; that of them which began an enum's body, 0 = none
};

static void declares(struct declaration *d, const char *name)
{
	if (name)
		dt_map_put_str(d->names, name, d->names);
}

static void end_declaration(struct declaration *d)
{
	*d = (struct declaration){.names = d->names};
}

static void open_bracket(struct declaration *d, enum dt_tok tok)
{
	bool is_tag = d->tag && d->previous == DT_TOK_IDENT;

	if (!d->nest && tok == DT_TOK_LBRACE) {
		if (is_tag)
			declares(d, d->tag);
		if (d->is_enum)
			d->body = 1;
	}
	if (!d->nest && tok == DT_TOK_LBRACKET && !d->is_named) {
		declares(d, d->last);
		d->is_named = true;
	}
	d->nest++;
}

static void close_bracket(struct declaration *d, enum dt_tok tok)
{
	if (d->nest)
		d->nest--;
	if (d->nest || tok != DT_TOK_RBRACE)
		return;
	d->last = d->tag = NULL;
	d->body = 0;
	if (d->first == DT_KEY_TRANSLATOR || d->first == DT_KEY_PROVIDER)
		end_declaration(d);
}

/** An identifier: a tag, an enumerator, or what may turn out to be the declarator's name. */
static void identifier(struct declaration *d, const char *name)
{
	bool begins_item = d->previous == DT_TOK_LBRACE || d->previous == DT_TOK_COMMA;

	if (d->body && d->nest == d->body && begins_item)
		declares(d, name);
	if (d->nest)
		return;
	d->last = name;
	if (d->previous == DT_KEY_STRUCT || d->previous == DT_KEY_UNION ||
	    d->previous == DT_KEY_ENUM) {
		d->tag = name;
		d->is_enum = d->previous == DT_KEY_ENUM;
	}
}

/** Outside of all brackets: where a name ends. */
static void punctuation(struct declaration *d, enum dt_tok tok)
{
	bool ends_name = tok == DT_TOK_SEMI || tok == DT_TOK_COMMA || tok == DT_TOK_ASSIGN ||
			 (tok == DT_TOK_LT && d->first == DT_KEY_TRANSLATOR);

	if (tok == DT_KEY_ENUM)
		d->is_enum = true;
	if (ends_name && !d->is_named)
		declares(d, d->last);
	d->is_named = ends_name && tok != DT_TOK_COMMA;
	if (tok == DT_TOK_SEMI)
		end_declaration(d);
}

static void take(struct declaration *d, const struct dt_token *t)
{
	enum dt_tok tok = t->kind;

	if (!d->first)
		d->first = tok;
	if (tok == DT_TOK_IDENT)
		identifier(d, t->text);
	else if (tok == DT_TOK_LBRACE || tok == DT_TOK_LPAREN || tok == DT_TOK_LBRACKET)
		open_bracket(d, tok);
	else if (tok == DT_TOK_RBRACE || tok == DT_TOK_RPAREN || tok == DT_TOK_RBRACKET)
		close_bracket(d, tok);
	else if (!d->nest)
		punctuation(d, tok);
	d->previous = tok;
}

static void index_file(struct dt_library *l, struct library_file *f)
{
	struct declaration d = {.names = &f->names};
	struct dt_lexer lx;

	f->is_indexed = true;
	dt_lex_init(&lx, l->d->compile, &f->source);
	lx.mode = DT_LEX_EXPR;
	lx.is_peeking = true;
	for (struct dt_token t = dt_lex_next(&lx); t.kind != DT_TOK_EOF; t = dt_lex_next(&lx))
		take(&d, &t);
}

static bool has_word(const char *text, const char *word)
{
	size_t len = strlen(word);

	for (const char *p = text; (p = strstr(p, word)); p += len)
		if ((p == text || !dt_lex_is_ident(p[-1])) && !dt_lex_is_ident(p[len]))
			return true;
	return false;
}

static bool file_declares(struct dt_library *l, struct library_file *f, const char *name)
{
	if (f->is_loaded || !has_word(f->source.text, name))
		return false;
	if (!f->is_indexed)
		index_file(l, f);
	return dt_map_get_str(&f->names, name);
}

// ---- loading

static bool load(struct dt_library *l, struct library_file *f);

static bool has_provider(const char *name)
{
	for (size_t i = 0; i < dt_provider_count; i++)
		if (!strcmp(dt_provider_table[i]->name, name))
			return true;
	return false;
}

static bool has_module(const char *name)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/sys/module/%s", name);

	return !strcmp(name, "vmlinux") || (!strchr(name, '/') && !access(path, F_OK));
}

/** Is there what `depends_on WHAT NAME` asks for? A library is loaded, unless it is being so. */
static bool is_met(struct dt_library *l, const char *what, const char *name)
{
	struct library_file *f;

	if (!strcmp(what, "provider"))
		return has_provider(name);
	if (!strcmp(what, "module"))
		return has_module(name);
	if (strcmp(what, "library") != 0)
		return true; // the parser will say that it is malformed
	scan_all(l);
	f = find_file(l, name);
	return f && !f->is_refused && (f->is_loaded || load(l, f));
}

/** All `#pragma D depends_on` of the file, which come before what they are for. */
static bool all_met(struct dt_library *l, const struct library_file *f)
{
	char pragma[16], d[16], depends_on[16], what[16], name[128];

	for (const char *line = f->source.text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (sscanf(line, "#%15s %15s %15s %15s %127s", pragma, d, depends_on, what, name) ==
			5 &&
		    !strcmp(pragma, "pragma") && !strcmp(d, "D") &&
		    !strcmp(depends_on, "depends_on") && !is_met(l, what, name))
			return false;
	}
	return true;
}

static bool load(struct dt_library *l, struct library_file *f)
{
	f->is_loaded = true;
	f->is_refused = !all_met(l, f);
	if (f->is_refused)
		return false;
	dt_parse_library(l->d->compile, &f->source);
	return true;
}

static bool define(void *self, const char *name)
{
	struct dt_library *l = self;
	bool found = false;

	if (strchr(name, '`') > name)
		return false; // of a module; `x stands for a kernel variable of another system
	scan_all(l);
	for (size_t i = 0; i < l->files.len; i++) {
		struct library_file *f = l->files.data[i];

		if (file_declares(l, f, name) && load(l, f))
			found = true;
	}
	return found;
}

static void suggest_names(void *self, struct dt_suggestion *best)
{
	struct dt_library *l = self;

	scan_all(l);
	// What is declared, but refused or broken, is no slip of the pen.
	dt_vec_foreach (&l->files, f)
		if ((*f)->is_loaded && dt_map_get_str(&(*f)->names, best->wanted))
			return;
	dt_vec_foreach (&l->files, f) {
		const struct dt_map_entry *e;
		size_t pos = 0;

		if ((*f)->is_loaded) // the program knows its names
			continue;
		if (!(*f)->is_indexed)
			index_file(l, *f);
		while ((e = dt_map_next(&(*f)->names, &pos)))
			dt_suggest_name(best, e->key);
	}
}

static const struct dt_type *lookup_type(void *self, struct dt_universe *u, enum dt_type_kind kind,
					 const char *name)
{
	return define(self, name) ? dt_type_lookup(u, kind, name) : NULL;
}

// ---- the session's side

void dt_session_library_init(struct dtrace *d)
{
	struct dt_library *l = dt_zalloc(sizeof(*l));

	l->d = d;
	l->source = (struct dt_library_source){l, define, suggest_names};
	l->types = (struct dt_type_source){.self = l, .lookup = lookup_type};
	d->library = l;
	d->compile->library = &l->source;
	dt_universe_add_source(d->compile->types, &l->types);
}

void dt_session_library_deinit(struct dtrace *d)
{
	dt_vec_foreach (&d->library->files, f) {
		dt_map_deinit(&(*f)->names);
		free((char *)(*f)->source.text);
		free((char *)(*f)->source.name);
		free(*f);
	}
	dt_vec_deinit(&d->library->files);
	free(d->library);
}

struct dt_error *dt_session_library_dirs(const struct dtrace *d)
{
	const struct dt_options *o = &d->options;

	for (char **dir = o->list[DT_OPT_libdir]; dir && *dir; dir++)
		if (access(*dir, R_OK | X_OK))
			return dt_error_os(errno, "failed to open library directory %s", *dir);
	if (o->s[DT_OPT_syslibdir] && access(o->s[DT_OPT_syslibdir], R_OK | X_OK))
		return dt_error_os(errno, "failed to open library directory %s",
				   o->s[DT_OPT_syslibdir]);
	return NULL;
}

void dt_session_library_check(struct dtrace *d)
{
	struct dt_compile *c = d->compile;

	for (const struct dt_depends_pragma *p = c->program.depends; p; p = p->next)
		if (!p->loc.source->is_library && !is_met(d->library, p->what, p->name))
			dt_diag(&c->diags, p->loc, D_PRAGMA_DEPEND, "program requires %s %s",
				p->what, p->name);
}
