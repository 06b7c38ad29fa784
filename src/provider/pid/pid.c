/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The pid provider: pidN:MODULE:FUNCTION:entry, :return and :OFFSET in one process, pid* in all.
 *
 * Probes are created when a description names them. The provider reads the files that the process
 * has mapped executable, and the code of matching functions. Each probed instruction gets a uprobe
 * for this process only, with the probe's id in the cookie. An entry probe may be a few
 * instructions after the first one, where the kernel need not single-step.
 *
 * With `pid*` the probes are in the files that any process has mapped. A process that executes them
 * later fires them as well. The provider's name stays "pid*", and the variable `pid` identifies the
 * process.
 */
#include "provider/pid/internal.h"

#include "base/str.h"
#include "base/suggest.h"
#include "provider/process/name.h"
#include "provider/process/scope.h"
#include "symbols/demangle.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Returns the matching name of a function, or NULL if none matches: the demangled name, unless the
 *  description has the linker's name or only that matches. */
static const char *matching_name(const struct dt_pid_walk *w, const struct dt_function *fn)
{
	const char *pattern = w->query->function;
	bool fits = dt_query_field(pattern, fn->name);

	if (fits && pattern && (dt_query_is_literal(pattern) || dt_demangle_is_mangled(pattern)))
		return fn->name;
	if (dt_query_is_literal(pattern) && !dt_demangle_may_be(fn->name, pattern))
		return NULL;
	dt_cleanup(dt_free_p) char *plain = dt_demangle(fn->name);
	if (!plain)
		return fits ? fn->name : NULL;
	return fits || dt_query_field(pattern, plain) ? dt_intern(w->r->names, plain) : NULL;
}

/** Reports whether the symbol is a part of a function that the compiler has moved away. Only a
 *  description with the symbol's own name treats it as a function. */
static bool is_part(const struct dt_pid_walk *w, const struct dt_function *fn)
{
	const char *pattern = w->query->function;

	return strstr(fn->name, ".cold") &&
	       !(dt_query_is_literal(pattern) && !strcmp(pattern, fn->name));
}

/** Visits each function of which a name matches, under its first name or its demangled name. */
static void visit_functions(struct dt_pid_walk *w, bool ifuncs)
{
	const struct dt_function *first = NULL;
	bool is_visited = false;

	dt_vec_foreach (&w->file->functions.v, fn) {
		const char *name;

		if (!first || fn->offset != first->offset) {
			first = fn;
			is_visited = fn->is_ifunc != ifuncs || is_part(w, fn);
		}
		name = is_visited ? NULL : matching_name(w, fn);
		if (!name)
			continue;
		is_visited = true;
		dt_pid_visit_function(w, first, name == fn->name ? first->name : name);
	}
}

/** Visits the file's matching functions: IFUNCs first, since their names are the public ones. */
static void visit_file(struct dt_pid_walk *w)
{
	w->has_module = true;
	if (dt_query_is_literal(w->query->function) && !strcmp(w->query->function, "-")) {
		if (w->has_offset)
			dt_pid_visit_address(w, w->offset);
		return;
	}
	visit_functions(w, true);
	visit_functions(w, false);
	dt_vec_deinit(&w->chosen);
}

/** Returns the module without the link map LM0, which every program has. */
static const char *module_pattern(const struct dt_probe_query *q)
{
	return q->module && !strncmp(q->module, "LM0`", 4) ? q->module + 4 : q->module;
}

/** Reports whether the pattern is "a.out" or the process's name in ps(1). The latter may differ
 *  from the file's name if a link was executed. */
static bool is_executable(const char *pattern, const struct dt_process_code *p)
{
	char name[DT_PROC_NAME];

	return !strcmp(pattern, "a.out") || (dt_proc_name(p->pid, name) && !strcmp(pattern, name));
}

/** Reports whether the pattern matches the file: "libc" and "libc.so" also match libc.so.6. */
static bool matches_module(const char *pattern, const struct dt_process_code *p,
			   const struct dt_code_mapping *m)
{
	const char *so = strstr(m->module, ".so");
	size_t stem = so ? (size_t)(so - m->module) : 0;

	if (dt_query_field(pattern, m->module) || (m->is_executable && is_executable(pattern, p)))
		return true;
	return so && !strncmp(pattern, m->module, stem) &&
	       (!pattern[stem] || !strcmp(pattern + stem, ".so"));
}

/** Reports whether the pattern is the file's soname, which may differ from its name (libc-2.31.so).
 */
static bool is_soname(const char *pattern, const struct dt_pid_file *f)
{
	const char *soname = f->functions.soname;

	return soname && !strcmp(pattern, soname);
}

typedef dt_vec(const struct dt_pid_file *) file_list;

static bool is_listed(const file_list *l, const struct dt_pid_file *f)
{
	dt_vec_foreach (l, p)
		if (*p == f)
			return true;
	return false;
}

/** Reports whether an earlier pass has visited the file for this provider name. */
static bool is_old(struct dt_pid_walk *w, const struct dt_pid_file *f)
{
	struct {
		const struct dt_pid_file *file;
		const char *provider;
	} key = {f, w->provider};
	uintptr_t now = w->r->pass + 1;
	uintptr_t pass = (uintptr_t)dt_map_get(&w->state->seen, &key, sizeof(key));

	if (!pass)
		dt_map_put(&w->state->seen, &key, sizeof(key), (void *)now);
	return pass && pass != now;
}

/** Visits the files of a process that match the description's module and are not in `seen`. */
static void visit_process(struct dt_pid_walk *w, file_list *seen)
{
	const char *pattern = module_pattern(w->query);
	bool by_soname = false, found = false;

	do {
		dt_vec_foreach (&w->process->maps, m) {
			struct dt_pid_file *f;

			if (!by_soname && pattern && !matches_module(pattern, w->process, m))
				continue;
			f = dt_pid_file(w->r, w->process, m);
			if (!f && (errno == EMFILE || errno == ENFILE))
				w->failed = errno;
			w->is_foreign = w->is_foreign || (f && f->is_foreign && !by_soname);
			if (!f || !f->is_elf || (by_soname && !is_soname(pattern, f)))
				continue;
			found = true;
			if (is_listed(seen, f) || is_old(w, f))
				continue;
			dt_vec_push(seen, f);
			w->map = m;
			w->file = f;
			visit_file(w);
		}
		by_soname = !by_soname && !found && dt_query_is_literal(pattern);
	} while (by_soname);
}

/** Returns " (did you mean NAME?)", or "" if no name is near. */
static char *spell_near(const struct dt_suggestion *s)
{
	return s->best ? dt_asprintf(" (did you mean %s?)", s->best) : dt_strdup("");
}

/** Reads the probe name: a literal other than entry and return is an offset. */
static struct dt_error *read_probe_name(struct dt_pid_walk *w)
{
	const char *name = w->query->name;
	char *end;

	if (!dt_query_is_literal(name) || !strcmp(name, "entry") || !strcmp(name, "return"))
		return NULL;
	w->has_offset = true;
	w->offset = strtoull(name, &end, 16);
	if (!*end && isxdigit((unsigned char)*name))
		return NULL;

	struct dt_suggestion s = dt_suggest_strictly(name);

	dt_suggest_name(&s, "entry");
	dt_suggest_name(&s, "return");
	dt_cleanup(dt_free_p) char *near = spell_near(&s);
	return dt_error_new(DT_ERR_PROC_NAME,
			    "%s is not a pid probe: the name is entry, return or the offset of an "
			    "instruction in hexadecimal%s",
			    name, near);
}

/** Returns what the error about a missing function says of similar ones: the same function of
 *  another file, how functions of a stripped file are named, the most similar name, or "". */
static char *near_function(const struct dt_pid_walk *w)
{
	const char *pattern = module_pattern(w->query), *stripped = NULL;
	struct dt_suggestion s = dt_suggest_strictly(w->query->function);
	bool has_names = false;

	for (size_t k = 0; w->process && k < w->process->maps.len; k++) {
		const struct dt_code_mapping *m = &w->process->maps.data[k];
		bool is_meant = !pattern || matches_module(pattern, w->process, m);
		struct dt_pid_file *f = dt_pid_file(w->r, w->process, m);

		for (size_t i = 0; f && f->is_elf && i < f->functions.v.len; i++) {
			const char *name = f->functions.v.data[i].name;

			if (!strcmp(name, w->query->function))
				return dt_asprintf(" (did you mean %s:%s?)", m->module, name);
			if (!is_meant)
				continue;
			dt_suggest_name(&s, name);
			if (!strncmp(name, "0x", 2))
				stripped = name;
			else
				has_names = true;
		}
	}
	if (stripped && !has_names)
		return dt_asprintf(", which is stripped: its functions are named by their "
				   "addresses, such as %s",
				   stripped);
	return spell_near(&s);
}

static struct dt_error *no_function(const struct dt_pid_walk *w, const char *module)
{
	dt_cleanup(dt_free_p) char *near = near_function(w);

	return dt_error_new(DT_ERR_PROC_FUNCTION, "%s: no function %s in %s%s", w->provider,
			    w->query->function, module, near);
}

static struct dt_error *no_module(const struct dt_pid_walk *w)
{
	struct dt_suggestion s = dt_suggest_strictly(module_pattern(w->query));

	for (size_t k = 0; w->process && k < w->process->maps.len; k++) {
		const char *name = w->process->maps.data[k].module, *so = strstr(name, ".so");

		dt_suggest_name(&s, name);
		if (so)
			dt_suggest_name(&s, dt_intern_n(w->r->names, name, (size_t)(so - name)));
	}

	dt_cleanup(dt_free_p) char *near = spell_near(&s);
	return dt_error_new(DT_ERR_PROC_MODULE,
			    "%s has no module %s%s; -Z waits for files that are mapped later",
			    w->provider, w->query->module, near);
}

/** Returns an error if a literal description has found no probe, or NULL. */
static struct dt_error *missing_error(const struct dt_pid_walk *w)
{
	const struct dt_probe_query *q = w->query;
	const char *module = q->module && *q->module ? q->module : "any module";

	if (dt_query_is_literal(q->module) && !w->has_module && w->is_foreign)
		return dt_error_new(DT_ERR_PROC_MODULE,
				    "%s: dtrace does not read %s, because another user's program "
				    "serves the file (FUSE)",
				    w->provider, q->module);
	if (!w->has_module && w->failed)
		return dt_error_os(w->failed, "%s: the files of the process cannot be read",
				   w->provider);
	if (dt_query_is_literal(q->module) && !w->has_module)
		return no_module(w);
	if (!dt_query_is_literal(q->function))
		return NULL;
	if (!strcmp(q->function, "-") && !w->has_offset)
		return dt_error_new(DT_ERR_PROC_NAME,
				    "the function - takes only hexadecimal addresses as names");
	if (!w->has_function)
		return strcmp(q->function, "-")
			   ? no_function(w, module)
			   : dt_error_new(DT_ERR_PROC_OFFSET, "%s: no code at address %llx of %s",
					  w->provider, (unsigned long long)w->offset, module);
	if (w->has_probe || !dt_query_is_literal(q->name))
		return NULL;
	if (w->refused)
		return dt_error_new(DT_ERR_PROC_CREATE, "%s: %s of %s in %s cannot be probed: %s",
				    w->provider, q->name, q->function, module, w->refused);
	if (w->is_misaligned)
		return dt_error_new(DT_ERR_PROC_ALIGN,
				    "%s: no instruction of %s in %s begins at offset %s",
				    w->provider, q->function, module, q->name);
	if (w->has_offset)
		return dt_error_new(DT_ERR_PROC_OFFSET, "%s: offset %s is outside %s in %s",
				    w->provider, q->name, q->function, module);
	return NULL;
}

/** Reports whether files that are mapped later may match the description. If it names a file that
 *  is already mapped, no other is expected. */
static bool is_retained(const struct dt_pid_walk *w)
{
	return !w->changed &&
	       (dt_process_scope(w->r)->follow || dt_process_scope(w->r)->follow_inside ||
		!dt_query_is_literal(w->query->module) || !w->has_module);
}

/** Returns the machine of the process's program, or the native one if the program cannot be read.
 */
static const struct dt_machine *machine_of(struct dt_pid_walk *w, const struct dt_process_code *p)
{
	dt_vec_foreach (&p->maps, m) {
		struct dt_pid_file *f = m->is_executable ? dt_pid_file(w->r, p, m) : NULL;

		if (f)
			return dt_machine_of(f->is_elf && f->functions.is_32bit);
	}
	return &dt_arch.native;
}

/** Returns the process to which the sites of a process's probes belong; 0: to all. */
static pid_t choose_site(const struct dt_pid_walk *w, pid_t pid)
{
	const struct dt_process_scope *s = dt_process_scope(w->r);

	if (s->follow)
		return 0;
	return s->follow_inside && w->changed ? s->inside : pid;
}

static struct dt_error *match_process(struct dt_pid_walk *w, pid_t pid)
{
	struct dt_process_code process;
	struct dt_error *err = dt_process_code_await(w->r, pid, &process);
	file_list seen = {0};

	if (!err) {
		w->process = &process;
		w->site_pid = choose_site(w, pid);
		w->attach = dt_uprobe_attach_kind(w->site_pid);
		visit_process(w, &seen);
		if (is_retained(w))
			dt_pid_retain(w, machine_of(w, &process));
		err = missing_error(w);
	}
	dt_process_code_deinit(&process);
	dt_vec_deinit(&seen);
	return err;
}

struct all {
	struct dt_pid_walk *w;
	file_list seen;
};

/** Visits a process. Kernel threads and processes that have ended have no files. */
static void visit_for_all(void *self, pid_t pid)
{
	struct all *all = self;
	struct dt_process_code process;

	dt_error_destroy(dt_process_code_read(all->w->r, pid, &process));
	all->w->process = &process;
	visit_process(all->w, &all->seen);
	all->w->process = NULL;
	dt_process_code_deinit(&process);
}

/** Matches probes of all processes. */
static struct dt_error *match_all(struct dt_pid_walk *w)
{
	struct all all = {.w = w};
	struct dt_error *err = NULL;

	if (!w->query->module || !*w->query->module)
		return dt_error_new(DT_ERR_PROC_MODULE,
				    "%s needs a module: without one it would match every function "
				    "of every program",
				    w->provider);
	if (w->changed)
		visit_for_all(&all, w->changed);
	else
		err = dt_proc_each(visit_for_all, &all);
	dt_vec_deinit(&all.seen);
	if (!err && !w->changed)
		dt_pid_retain(w, &dt_arch.native);
	return err ? err : missing_error(w);
}

/** Matches probes of a process if its provider's name matches a pattern such as pid12*. */
static void visit_if_named(void *self, pid_t pid)
{
	struct dt_pid_walk w = *(const struct dt_pid_walk *)self;

	if (!dt_process_fits(w.query->provider, dt_provider_pid.name, pid))
		return;
	w.provider = dt_arena_printf(w.r->arena, "%s%d", dt_provider_pid.name, (int)pid);
	w.provider = dt_intern(w.r->names, w.provider);
	dt_error_destroy(match_process(&w, pid));
}

static struct dt_error *match_some(struct dt_pid_walk *w)
{
	if (!w->changed)
		return dt_proc_each(visit_if_named, w);
	visit_if_named(w, w->changed);
	return NULL;
}

static struct dt_error *match_numbered(struct dt_pid_walk *w)
{
	uint64_t pid = dt_process_number(w->provider);

	if (!pid || pid > INT32_MAX)
		return dt_error_new(DT_ERR_PROC_PROVIDER, "%s%s names no process",
				    pid ? "" : "$target is 0 without -c or -p: ", w->provider);
	return match_process(w, w->changed ? w->changed : (pid_t)pid);
}

/** Matches a pattern such as p*d123 or *123, which means one process. Errors are ignored, because
 *  the pattern may mean another provider: most such patterns mean a program's USDT probes. For the
 *  same reason, instructions are searched only in a function that is named. */
static struct dt_error *match_pattern(struct dt_pid_walk *w, pid_t pid)
{
	const char *name = w->query->name;
	bool is_end = name && (!strcmp(name, "entry") || !strcmp(name, "return"));
	struct dt_error *err;

	if (!is_end && !dt_query_is_literal(w->query->function))
		return NULL;
	w->provider = dt_arena_printf(w->r->arena, "%s%d", dt_provider_pid.name, (int)pid);
	w->provider = dt_intern(w->r->names, w->provider);
	err = read_probe_name(w);
	dt_error_destroy(err ? err : match_process(w, pid));
	return NULL;
}

static struct dt_error *match_pass(struct dt_registry *r, const struct dt_probe_query *q,
				   pid_t changed, const struct dt_probe_sink *sink)
{
	struct dt_pid_walk w = {.r = r,
				.state = dt_pid_of(r),
				.query = q,
				.sink = sink,
				.changed = changed,
				.owner = &dt_provider_pid};
	enum dt_process_owner owner = dt_process_owner(q->provider);

	// "p*" means other providers: it has no number and does not begin with "pid".
	if (!dt_process_is_pid(q->provider))
		return NULL;
	if (dt_process_of_pattern(q->provider))
		return match_pattern(&w, dt_process_of_pattern(q->provider));
	if (owner == DT_OWNER_NONE)
		return dt_error_new(
		    DT_ERR_PROC_PROVIDER,
		    "pid names no process: write pid123, pid* or, in single quotes, "
		    "pid$target");
	w.provider = dt_intern(r->names, q->provider);
	w.attach = dt_uprobe_attach_kind(0);
	DT_TRY(read_probe_name(&w));
	if (owner == DT_OWNER_ALL)
		return match_all(&w);
	return owner == DT_OWNER_MATCHING ? match_some(&w) : match_numbered(&w);
}

static struct dt_error *pid_match(struct dt_registry *r, const struct dt_probe_query *q,
				  const struct dt_probe_sink *sink)
{
	return match_pass(r, q, 0, sink);
}

static struct dt_probe *pid_by_id(struct dt_registry *r, uint32_t id)
{
	return dt_registry_find(r, id);
}

const struct dt_provider dt_provider_pid = {
    .name = "pid",
    .flags = DT_PF_PROCESS | DT_PF_NUMBERED,
    .id_base = 1 << 24,
    .id_count = 1 << 28,
    .attributes = {"Evolving/Evolving/ISA", "Private/Private/Unknown", "Private/Private/Unknown",
		   "Evolving/Evolving/ISA", "Private/Private/Unknown"},
    .mechanism = "uprobe_multi, or uprobes",
    .match = pid_match,
    .rematch = match_pass,
    .types = dt_pid_types,
    .misses = dt_pid_misses,
    .by_id = pid_by_id,
    .attach = dt_uprobe_attach,
    .doc = "the functions of a process: pidN:module:function:NAME, where NAME is entry, return, or "
	   "the offset of an instruction in hexadecimal; without a name, all of these. The module "
	   "is the name of a mapped file; a.out or the process's name is the executable, and libc "
	   "means libc.so.6. A function without a symbol is named by its address, as 0x1a30. C++ "
	   "and Rust functions have the linker's name and the written name without parameters, "
	   "with ? for each colon: ns??function. The function - takes any address of the file as "
	   "NAME. pid* is every process, including later ones. At entry, arg0 to arg9 are the "
	   "integer arguments; at return, arg0 is the offset of the returning instruction and arg1 "
	   "the value. A jump to another function is a return as well, with arg1 = 0. If the file "
	   "has debug information, in itself or in a separate file, args[] has the types of the "
	   "program: args[0]->member at entry; at return args[1] is the value.",
    .example = "pid$target:libc:malloc:entry { @ = quantize(arg0); }",
};
