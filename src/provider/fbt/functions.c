/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions that the kernel says can be traced: tracefs' available_filter_functions, a name a
 * line and the module behind it. It leaves out what is notrace or noinstr, and what the compiler
 * has inlined. Since Linux 6.5 the same list is there with addresses, which tell functions of one
 * name apart.
 *
 * What the list has and the kernel's tracing cannot bear is refused by name (refused.def).
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
	const char *module;  // that is read; NULL: all
	struct dt_map known; // name → struct dt_fbt_function, and others of that name behind it
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

/** "ffffffff81000000 name [module]"; an older kernel's list has no address. */
static void read_line(struct reader *r, char *line)
{
	char *save = NULL, *word = strtok_r(line, " \t\n", &save), *module;
	uint64_t address = 0;
	struct dt_fbt_function *fn;
	char *end;

	if (!word)
		return;
	// No name of a function begins with a digit, and addresses of the kernel with an f.
	address = strtoull(word, &end, 16);
	if (!*end && end - word == 16)
		word = strtok_r(NULL, " \t\n", &save);
	else
		address = 0;
	// Functions that were removed by the linker have left names that are none.
	if (!word || !strncmp(word, "__ftrace_invalid_address", 24))
		return;
	module = strtok_r(NULL, " []\t\n", &save);
	if (r->module && (!module || strcmp(module, r->module) != 0))
		return;
	fn = function_of(r, module ? module : "vmlinux", word);
	// Of one that has been there all along, the places are known.
	if (address && fn->pass == r->f->registry->pass) {
		struct dt_fbt_entry *e = dt_arena_new(r->f->registry->arena, struct dt_fbt_entry);

		*e = (struct dt_fbt_entry){address, fn->entries};
		fn->entries = e;
	}
}

/** The functions that the module has had all along. */
static void recall(struct reader *r)
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
		recall(&r);
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
	if (f->way == DT_FBT_NONE)
		return;
	read_list(f, NULL);
	f->n_listed = f->functions.len;
	if (!f->functions.len)
		f->why_not = "the kernel does not list the functions that it can trace "
			     "(available_filter_functions of tracefs; CONFIG_DYNAMIC_FTRACE)";
}
