/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the list of functions that the kernel can trace: available_filter_functions in tracefs has
 * a name and the module on each line. It does not list functions that are notrace, noinstr or
 * inlined. Since Linux 6.5 a second list has addresses, which distinguish functions of one name.
 *
 * Some functions of the list cannot be traced safely; refused.def lists their names.
 */
#include "provider/fbt/internal.h"

#include "base/host/tracefs.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

static const struct {
	const char *pattern, *why;
} refused[] = {
#define REFUSED(pattern, why) {pattern, why},
#include "provider/fbt/refused.def"
#undef REFUSED
};

const char *dt_fbt_refused(const char *name)
{
	for (size_t i = 0; i < dt_array_len(refused); i++)
		if (dt_query_field(refused[i].pattern, name))
			return refused[i].why;
	return NULL;
}

bool dt_fbt_is_variant(const char *function, const char *name)
{
	size_t len = strlen(name);

	return !strncmp(function, name, len) && function[len] == '.';
}

struct reader {
	struct dt_fbt *f;
	const char *module;  // module to read; NULL: all
	struct dt_map known; // name → struct dt_fbt_function, the first of a list (`same`)
};

static struct dt_fbt_function *function_of(struct reader *r, const char *module, const char *name)
{
	struct dt_registry *reg = r->f->registry;
	struct dt_fbt_function *same = dt_map_get_str(&r->known, name), *fn;

	for (fn = same; fn; fn = fn->same)
		if (!strcmp(fn->module, module))
			return fn;
	fn = dt_arena_new(reg->arena, struct dt_fbt_function);
	fn->same = same;
	fn->module = dt_intern(reg->names, module);
	fn->name = dt_intern(reg->names, name);
	fn->number = (uint32_t)r->f->functions.len;
	fn->pass = reg->pass;
	dt_vec_push(&r->f->functions, fn);
	dt_map_put_str(&r->known, name, fn);
	return fn;
}

/** Reads a line "ffffffff81000000 name [module]"; the older list has no addresses. */
static void read_line(struct reader *r, char *line)
{
	char *save = NULL, *word = strtok_r(line, " \t\n", &save), *module;
	uint64_t address = 0;
	struct dt_fbt_function *fn;
	char *end;

	if (!word)
		return;
	// A word of 16 hexadecimal digits is an address, not a name.
	address = strtoull(word, &end, 16);
	if (!*end && end - word == 16)
		word = strtok_r(NULL, " \t\n", &save);
	else
		address = 0;
	// Functions that the linker has removed leave invalid names.
	if (!word || !strncmp(word, "__ftrace_invalid_address", 24))
		return;
	module = strtok_r(NULL, " []\t\n", &save);
	if (r->module && (!module || strcmp(module, r->module) != 0))
		return;
	fn = function_of(r, module ? module : "vmlinux", word);
	// The addresses of a function added in an earlier pass are known.
	if (address && fn->pass == r->f->registry->pass) {
		struct dt_fbt_entry *e = dt_arena_new(r->f->registry->arena, struct dt_fbt_entry);

		*e = (struct dt_fbt_entry){address, fn->entries};
		fn->entries = e;
	}
}

/** Adds the functions that the module had before to `known`. */
static void recall_functions(struct reader *r)
{
	dt_vec_foreach (&r->f->functions, fn) {
		if ((*fn)->is_gone || strcmp((*fn)->module, r->module) != 0)
			continue;
		(*fn)->same = NULL;
		dt_map_put_str(&r->known, (*fn)->name, *fn);
	}
}

void dt_fbt_list_in(struct dt_fbt *f, FILE *list, const char *module)
{
	struct reader r = {.f = f, .module = module};
	char *line = NULL;
	size_t cap = 0;

	if (module)
		recall_functions(&r);
	while (getline(&line, &cap, list) > 0)
		read_line(&r, line);
	free(line);
	dt_map_deinit(&r.known);
}

static FILE *open_list(void)
{
	static const char *const names[] = {"available_filter_functions_addrs",
					    "available_filter_functions"};

	for (size_t i = 0; i < dt_array_len(names); i++) {
		int fd = dt_tracefs_open(names[i], 0);

		if (fd >= 0)
			return fdopen(fd, "r");
	}
	return NULL;
}

static void read_list(struct dt_fbt *f, const char *module)
{
	FILE *list = open_list();

	if (!list)
		return;
	dt_fbt_list_in(f, list, module);
	fclose(list);
}

void dt_fbt_note_module(struct dt_registry *r, const char *module, bool is_loaded)
{
	struct dt_fbt *f = dt_fbt_of(r);

	if (is_loaded) {
		read_list(f, module);
		return;
	}
	dt_vec_foreach (&f->functions, fn)
		(*fn)->is_gone |= !strcmp((*fn)->module, module);
}

void dt_fbt_list(struct dt_fbt *f)
{
	if (f->is_listed)
		return;
	f->is_listed = true;
	if (f->mechanism == DT_FBT_NONE)
		return;
	read_list(f, NULL);
	f->n_listed = f->functions.len;
	if (!f->functions.len)
		f->why_not = "the kernel does not list the functions that it can trace "
			     "(available_filter_functions of tracefs; CONFIG_DYNAMIC_FTRACE)";
}
