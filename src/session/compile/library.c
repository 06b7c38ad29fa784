/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The D library: the *.d files of the directories of -L and -x libdir, then of the system's
 * directory. If several files have the same name, the first one counts.
 *
 * A file is parsed when a program uses a name that the file declares and that neither the program
 * nor a builtin declares; until then it is text. So a program that does not use the library opens
 * no file, and a type that this kernel lacks affects only programs that use it. The lexer finds the
 * names that a file declares, and runs only if the file contains the wanted name as a word. So an
 * unknown name costs a search through the text. After many searches the lexer runs anyway, since a
 * look-up in its table takes less time.
 *
 * There is no index on disk: it would save a fraction of a millisecond and could be stale.
 */
#include "base/host/install.h"
#include "base/read/file.h"
#include "lang/ident.h"
#include "lang/lex/lex.h"
#include "session/compile/compile.h"
#include "session/compile/index.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	FILE_MAX = 16 << 20, // bytes
	SEARCHES = 50,	     // of a file; then it is indexed
};

struct library_file {
	struct dt_source source; // text and name owned
	const char *base;	 // last component of the name: "errno.d"
	unsigned number;	 // among files that declare providers; 0: declares none
	struct dt_index index;
	unsigned n_searches; // for names, before it was indexed
	bool is_indexed;
	bool is_loaded;	 // or being loaded, or refused
	bool is_refused; // a dependency is missing
};

struct dt_library {
	struct dtrace *d;
	struct dt_library_source source;
	struct dt_type_source types;
	dt_vec(struct library_file *) files;
	bool is_scanned;
};

// ---- files

static bool has_word(const char *text, const char *word)
{
	size_t len = strlen(word);

	for (const char *p = text; (p = strstr(p, word)); p += len)
		if ((p == text || !dt_lex_is_ident(p[-1])) && !dt_lex_is_ident(p[len]))
			return true;
	return false;
}

static struct library_file *find_file(struct dt_library *l, const char *base)
{
	dt_vec_foreach (&l->files, f)
		if (!strcmp((*f)->base, base))
			return *f;
	return NULL;
}

static void add_file(struct dt_library *l, const char *dir, const char *base, unsigned *number)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};
	char *path = dt_asprintf("%s/%s", dir, base);
	// Opens only regular files: any user may own the directory.
	dt_cleanup(dt_close_p) int fd = dt_file_descriptor(AT_FDCWD, path, DT_PATH_ANY);
	struct library_file *f;

	if (fd < 0 || !dt_str_read(&text, fd, FILE_MAX) || !text.len) {
		free(path);
		return;
	}
	f = dt_zalloc(sizeof(*f));
	f->base = path + strlen(dir) + 1;
	f->source = (struct dt_source){.name = path, .is_file = true, .is_library = true};
	f->source.len = text.len;
	f->source.text = dt_str_take(&text);
	if (has_word(f->source.text, "provider"))
		f->number = ++*number;
	dt_vec_push(&l->files, f);
}

static int is_library_file(const struct dirent *e)
{
	size_t len = strlen(e->d_name);

	return len > 2 && e->d_name[0] != '.' && !strcmp(e->d_name + len - 2, ".d");
}

/** Adds the files of a directory. A missing directory has no files, because programs may not need
 * any. */
static void scan_directory(struct dt_library *l, const char *dir, unsigned *number)
{
	struct dirent **list;
	int n = scandir(dir, &list, is_library_file, alphasort);

	for (int i = 0; i < n; i++) {
		if (!find_file(l, list[i]->d_name))
			add_file(l, dir, list[i]->d_name, number);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
}

/** Adds the files of the system's library. */
static void scan_installed(struct dt_library *l, unsigned *number)
{
	dt_cleanup(dt_free_p) char *dir = dt_installed(DT_INSTALLED_D);

	scan_directory(l, dir, number);
}

static void scan_all(struct dt_library *l)
{
	const struct dt_options *o = &l->d->options;
	unsigned systems = 0, own = DT_LIBRARY_SYSTEMS;

	if (l->is_scanned || o->v[DT_OPT_nolibs])
		return;
	l->is_scanned = true;
	for (char **dir = o->list[DT_OPT_libdir]; dir && *dir; dir++)
		scan_directory(l, *dir, &own);
	if (o->s[DT_OPT_syslibdir])
		scan_directory(l, o->s[DT_OPT_syslibdir], &systems);
	else
		scan_installed(l, &systems);
}

// ---- names that a file declares

static const struct dt_index *index_of(struct dt_library *l, struct library_file *f)
{
	if (!f->is_indexed)
		dt_index_make(&f->index, l->d->compile, &f->source);
	f->is_indexed = true;
	return &f->index;
}

static bool file_declares(struct dt_library *l, struct library_file *f, const char *name)
{
	if (f->is_loaded)
		return false;
	if (!f->is_indexed && f->n_searches++ < SEARCHES && !has_word(f->source.text, name))
		return false;
	return dt_map_get_str(&index_of(l, f)->names, name);
}

// ---- loading

static bool load_file(struct dt_library *l, struct library_file *f);

static bool has_provider(struct dt_library *l, const char *name)
{
	for (size_t i = 0; i < dt_provider_count; i++)
		if (!strcmp(dt_provider_table[i]->name, name))
			return true;
	return dt_session_library_provides(l->d, name);
}

static bool has_module(const char *name)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/sys/module/%s", name);

	return !strcmp(name, "vmlinux") || (!strchr(name, '/') && !access(path, F_OK));
}

/** Reports whether `depends_on WHAT NAME` is satisfied. Loads a library, unless it is being loaded.
 */
static bool is_met(struct dt_library *l, const char *what, const char *name)
{
	struct library_file *f;

	if (!strcmp(what, "provider"))
		return has_provider(l, name);
	if (!strcmp(what, "module"))
		return has_module(name);
	if (strcmp(what, "library") != 0)
		return true; // the parser will report that it is malformed
	scan_all(l);
	f = find_file(l, name);
	return f && !f->is_refused && (f->is_loaded || load_file(l, f));
}

/** Reports whether all `#pragma D depends_on` of the file are satisfied. Called before parsing. */
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

static bool load_file(struct dt_library *l, struct library_file *f)
{
	f->is_loaded = true;
	f->is_refused = !all_met(l, f);
	if (f->is_refused)
		return false;
	dt_parse_library(l->d->compile, &f->source);
	return true;
}

static bool define_name(void *self, const char *name)
{
	struct dt_library *l = self;
	bool found = false;

	if (strchr(name, '`') > name)
		return false; // in a module; `x is a kernel variable of another system
	scan_all(l);
	for (size_t i = 0; i < l->files.len; i++) {
		struct library_file *f = l->files.data[i];

		if (file_declares(l, f, name) && load_file(l, f))
			found = true;
	}
	return found;
}

/** Reports whether the file declares a provider that matches the name or pattern. */
static bool file_provides(struct dt_library *l, struct library_file *f, const char *pattern)
{
	const struct dt_map_entry *e;
	size_t pos = 0;

	if (!f->number || (!dt_glob_is(pattern) && !has_word(f->source.text, pattern)))
		return false;
	while ((e = dt_map_next(&index_of(l, f)->providers, &pos)))
		if (dt_query_field(pattern, e->key))
			return true;
	return false;
}

bool dt_session_library_provides(struct dtrace *d, const char *name)
{
	struct dt_library *l = d->sources->library;

	scan_all(l);
	dt_vec_foreach (&l->files, f)
		if (file_provides(l, *f, name))
			return true;
	return false;
}

void dt_session_library_providers(struct dtrace *d, const char *pattern, const char *word)
{
	struct dt_library *l = d->sources->library;

	scan_all(l);
	for (size_t i = 0; i < l->files.len; i++) {
		struct library_file *f = l->files.data[i];

		if (!f->is_loaded && (!word || has_word(f->source.text, word)) &&
		    file_provides(l, f, pattern))
			load_file(l, f);
	}
}

void dt_session_library_load(struct dtrace *d, unsigned number)
{
	struct dt_library *l = d->sources->library;

	scan_all(l);
	for (size_t i = 0; i < l->files.len; i++)
		if (l->files.data[i]->number == number && !l->files.data[i]->is_loaded && number)
			load_file(l, l->files.data[i]);
}

unsigned dt_session_library_number(const struct dtrace *d, const struct dt_source *source)
{
	dt_vec_foreach (&d->sources->library->files, f)
		if (&(*f)->source == source)
			return (*f)->number;
	return 0;
}

static void suggest_names(void *self, struct dt_suggestion *best)
{
	struct dt_library *l = self;

	scan_all(l);
	// A name that is declared in a refused or broken file is not a typo.
	dt_vec_foreach (&l->files, f)
		if ((*f)->is_loaded && dt_map_get_str(&(*f)->index.names, best->wanted))
			return;
	dt_vec_foreach (&l->files, f) {
		const struct dt_map_entry *e;
		size_t pos = 0;

		if ((*f)->is_loaded) // its names are in the program
			continue;
		while ((e = dt_map_next(&index_of(l, *f)->names, &pos)))
			dt_suggest_name(best, e->key);
	}
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void dt_session_library_names(struct dtrace *d, dt_library_names *ret)
{
	size_t n = 0;

	scan_all(d->sources->library);
	dt_vec_foreach (&d->sources->library->files, f) {
		const struct dt_map_entry *e;
		size_t pos = 0;

		while ((e = dt_map_next(&index_of(d->sources->library, *f)->names, &pos)))
			dt_vec_push(ret, e->key);
	}
	if (ret->len)
		qsort(ret->data, ret->len, sizeof(*ret->data), by_name);
	for (size_t i = 0; i < ret->len; i++)
		if (!n || strcmp(ret->data[n - 1], ret->data[i]) != 0)
			ret->data[n++] = ret->data[i];
	ret->len = n;
}

static const struct dt_type *lookup_type(void *self, struct dt_universe *u, enum dt_type_kind kind,
					 const char *name)
{
	return define_name(self, name) ? dt_type_lookup(u, kind, name) : NULL;
}

// ---- interface to the session

void dt_session_library_init(struct dtrace *d)
{
	struct dt_library *l = dt_zalloc(sizeof(*l));

	l->d = d;
	l->source = (struct dt_library_source){l, define_name, suggest_names};
	l->types = (struct dt_type_source){.self = l, .lookup = lookup_type};
	d->sources->library = l;
	d->compile->library = &l->source;
	dt_universe_add_source(d->compile->types, &l->types);
}

void dt_session_library_deinit(struct dtrace *d)
{
	dt_vec_foreach (&d->sources->library->files, f) {
		dt_index_deinit(&(*f)->index);
		free((char *)(*f)->source.text);
		free((char *)(*f)->source.name);
		free(*f);
	}
	dt_vec_deinit(&d->sources->library->files);
	free(d->sources->library);
}

static struct dt_error *check_directory(const char *path)
{
	struct stat st;
	int why = stat(path, &st)	      ? errno
		  : !S_ISDIR(st.st_mode)      ? ENOTDIR
		  : access(path, R_OK | X_OK) ? errno
					      : 0;

	return why ? dt_error_os(why, "failed to open library directory %s", path) : NULL;
}

struct dt_error *dt_session_library_dirs(const struct dtrace *d)
{
	const struct dt_options *o = &d->options;

	for (char **dir = o->list[DT_OPT_libdir]; dir && *dir; dir++)
		DT_TRY(check_directory(*dir));
	return o->s[DT_OPT_syslibdir] ? check_directory(o->s[DT_OPT_syslibdir]) : NULL;
}

void dt_session_library_complain(struct dtrace *d)
{
	dt_cleanup(dt_free_p) char *system = dt_installed(DT_INSTALLED_D);

	if (!d->options.v[DT_OPT_nolibs] && !d->options.s[DT_OPT_syslibdir] &&
	    access(system, R_OK | X_OK))
		dt_session_message(d,
				   "cannot read the directory of the D library, %s (-x syslibdir "
				   "sets another): %s",
				   system, strerror(errno));
}

void dt_session_library_check(struct dtrace *d)
{
	struct dt_compile *c = d->compile;

	for (const struct dt_depends_pragma *p = c->program.depends; p; p = p->next)
		if (!p->loc.source->is_library && !is_met(d->sources->library, p->what, p->name))
			dt_diag(&c->diags, p->loc, D_PRAGMA_DEPEND, "program requires %s %s",
				p->what, p->name);
}
